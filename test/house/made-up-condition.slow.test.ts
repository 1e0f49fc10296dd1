import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MadeUpHouse } from '../support/made-up-house.js';

/** A made-up condition: whether the device belongs to a user. */
const FILE = 'src/audience/segments/conditions/known-user.ts';
const DEFINITION = `
import { isNot, type SegmentCondition } from '../segment-condition.js';

const DESCRIPTION = 'Whether the device belongs to a user.';

export const knownUser = {
  name: 'knownUser',
  description: DESCRIPTION,
  input: {
    name: 'SegmentKnownUserInput',
    description: DESCRIPTION,
    fields: { is: { kind: 'choice', name: 'SegmentKnown', about: DESCRIPTION, values: { YES: 'Yes.', NO: 'No.' }, description: DESCRIPTION } },
  },
  cost: () => 1,
  compile: ({ is }) => ({ sql: \`d.external_user_id IS \${is === 'YES' ? 'NOT ' : ''}NULL\`, parameters: [] }),
  shownValue: (_kept, { externalUserId }) => externalUserId,
  say: (_kept, _device, holds) => \`its user \${isNot(holds)} as wanted\`,
} as const satisfies SegmentCondition<{ readonly is: 'YES' | 'NO' }>;
`;

const REGISTRY = 'src/audience/segments/conditions/index.ts';

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
});
afterAll(() => house[Symbol.asyncDispose]());

test(
  'a segment condition is one file and one entry: it compiles, and is in the graph and the SQL',
  async () => {
    await house.add(FILE, DEFINITION);
    await house.change(REGISTRY, 'attribute, event],', 'attribute, event, knownUser],');
    const other = "import { language } from './language.js';";
    await house.change(REGISTRY, other, `import { knownUser } from './known-user.js';\n${other}`);
    expect(await house.compile()).toBe('');
    const schema = await house.run('cli/main.js', 'schema');
    expect(schema).toContain('knownUser: SegmentKnownUserInput');
    expect(schema).toMatch(/enum SegmentKnown \{[^}]*\bNO\b[^}]*\bYES\b/);
  },
  COMPILED_MS,
);

test(
  'a condition that lacks a part does not compile',
  async () => {
    for (const [part, text] of [
      ['cost', /\n {2}cost: .*/],
      ['shownValue', /\n {2}shownValue: .*/],
      ['say', /\n {2}say: .*/],
    ] as const) {
      await house.add(FILE, DEFINITION.replace(text, ''));
      expect(await house.check(FILE)).toContain(`Property '${part}' is missing`);
    }
  },
  COMPILED_MS,
);
