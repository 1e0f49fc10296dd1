import { DECISIONS } from './coverage-decisions.js';
import { ENDPOINTS } from './coverage-endpoints.js';
import { RULES } from './coverage-rules.js';

/** Where a test is, and enough of its title to find it. */
export interface CoveringTest {
  /** Below `test`, without `.test.ts`. */
  readonly file: string;
  readonly title: string;
}

export interface Covered {
  /** What it says, in a line. */
  readonly text: string;
  readonly tests: readonly CoveringTest[];
  /** Where there is nothing to test: why. */
  readonly note?: string;
}

/** Every endpoint and every numbered rule and decision of REST (docs/rules.md), with the tests that hold it. */
export const COVERAGE: readonly { readonly heading: string; readonly rows: Readonly<Record<string, Covered>> }[] = [
  { heading: 'Endpoints', rows: ENDPOINTS },
  { heading: 'Rules', rows: RULES },
  { heading: 'Decisions', rows: DECISIONS },
];
