import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MadeUpHouse } from '../support/made-up-house.js';

/** A made-up measure: messages that a person cancelled. */
const FILE = 'src/services/reports/cancelled.ts';
const DEFINITION = `
import { MESSAGES, type Measure } from './measure.js';

export const cancelled: Measure = {
  name: 'cancelled',
  description: 'Messages that somebody cancelled.',
  source: MESSAGES,
  where: "c.outcome = 'cancelled'",
  shareOf: ['sent', 'cancelled'],
};
`;

const REGISTRY = 'src/services/reports/measures.ts';

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
});
afterAll(() => house[Symbol.asyncDispose]());

test(
  'a report measure is one file and one entry: it compiles, and is in the graph',
  async () => {
    await house.add(FILE, DEFINITION);
    const first = "import { ARMS, MESSAGES, type Measure, RECEIPTS } from './measure.js';";
    await house.change(REGISTRY, first, `import { cancelled } from './cancelled.js';\n${first}`);
    await house.change(REGISTRY, '];\n', '  cancelled,\n];\n');
    expect(await house.compile()).toBe('');
    const schema = await house.run('cli/main.js', 'schema');
    expect(schema).toMatch(/type ReportValues \{[^}]*\bcancelled: Float\b[^}]*\bcancelledShare: Float\b/);
    expect(schema).toMatch(/enum ReportMeasure \{[^}]*\bCANCELLED\b/);
  },
  COMPILED_MS,
);

test(
  'a measure that lacks a part does not compile',
  async () => {
    for (const [part, text] of [
      ['source', /\n {2}source: .*/],
      ['where', /\n {2}where: .*/],
      ['shareOf', /\n {2}shareOf: .*/],
    ] as const) {
      await house.add(FILE, DEFINITION.replace(text, ''));
      expect(await house.check(FILE)).toContain(`Property '${part}' is missing`);
    }
  },
  COMPILED_MS,
);
