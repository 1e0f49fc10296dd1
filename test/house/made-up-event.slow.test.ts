import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MadeUpHouse } from '../support/made-up-house.js';

/** A made-up event: an application was renamed. */
const FILE = 'src/services/event-log/event-types/renamed.ts';
const DEFINITION = `
import { Type } from 'typebox';
import { defineEventType } from './event-type.js';
import { APP } from './fields.js';

export const RENAMED_EVENTS = [
  defineEventType({
    type: 'app.renamed',
    summary: 'Somebody renamed an application.',
    data: Type.Object({ ...APP, name: Type.String({ description: 'The new name.' }) }),
    example: { app_id: '3', name: 'Shop' },
  }),
] as const;
`;

const REGISTRY = 'src/services/event-log/event-types/index.ts';

/** Writes and reads an event of the type. */
const WRITER = 'src/cli/rename.ts';
const WRITE = `
import { openDatabase } from '../database/open-database.js';
import { parseDatabaseUrl } from '../config/database-url.js';
import { appendEvents } from '../services/event-log/append-events.js';
import { toEventJson } from '../services/event-log/account-event.js';
import { EventLog } from '../services/event-log/event-log.js';

const { database } = await openDatabase(parseDatabaseUrl(String(process.argv[2])), async () => undefined);
await database.tx((tx) =>
  appendEvents(tx, { userId: 7, now: 0 }, [{ type: 'app.renamed', appId: 3, data: { name: 'Shop' } }]),
);
const { events } = await new EventLog(database).readAfter(7, { position: 0, entry: 0 }, { limit: 10 });
console.log('[' + events.map(toEventJson).join(',') + ']');
await database.close();
`;

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
});
afterAll(() => house[Symbol.asyncDispose]());

test(
  'an event type is one file and one entry: it is written, read, and in the AsyncAPI document',
  async () => {
    await house.add(FILE, DEFINITION);
    await house.change(REGISTRY, '  ...APP_EVENTS,', '  ...APP_EVENTS,\n  ...RENAMED_EVENTS,');
    const other = "import { RUN_EVENTS } from './run.js';";
    await house.change(REGISTRY, other, `import { RENAMED_EVENTS } from './renamed.js';\n${other}`);
    await house.add(WRITER, WRITE);
    expect(await house.compile()).toBe('');
    const document = JSON.parse(await house.run('cli/main.js', 'asyncapi'));
    expect(document.components.messages['app.renamed'].payload.properties.data.required).toEqual(['app_id', 'name']);
    expect(document.channels.feed.messages).toHaveProperty(['app.renamed']);
    const [event] = JSON.parse(await house.run('cli/rename.js', 'sqlite:events.db'));
    expect(event).toMatchObject({ type: 'app.renamed', data: { app_id: '3', name: 'Shop' } });
  },
  COMPILED_MS,
);

test(
  'an incomplete event type does not compile',
  async () => {
    for (const [part, text] of [
      ['summary', /\n {4}summary: .*/],
      ['data', /\n {4}data: .*/],
      ['example', /\n {4}example: .*/],
    ] as const) {
      await house.add(FILE, DEFINITION.replace(text, ''));
      expect(await house.check(FILE)).toContain(`'${part}' is missing`);
    }
  },
  COMPILED_MS,
);
