import { DECISIONS } from './coverage-decisions.js';
import { ENDPOINTS } from './coverage-endpoints.js';
import { RULES } from './coverage-rules.js';

/** The file of a test, and enough of its title to find it. */
export interface CoveringTest {
  /** The path below `test`, without `.test.ts`. */
  readonly file: string;
  readonly title: string;
}

export interface Covered {
  /** The rule in one line. */
  readonly text: string;
  readonly tests: readonly CoveringTest[];
  /** The reason why there is nothing to test. */
  readonly note?: string;
}

/** Every endpoint and every numbered rule and decision of REST (docs/rules.md), with the tests that cover it. */
export const COVERAGE: readonly { readonly heading: string; readonly rows: Readonly<Record<string, Covered>> }[] = [
  { heading: 'Endpoints', rows: ENDPOINTS },
  { heading: 'Rules', rows: RULES },
  { heading: 'Decisions', rows: DECISIONS },
];
