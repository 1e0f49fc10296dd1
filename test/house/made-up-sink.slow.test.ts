import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FilledLog } from '../process/sinks/fill-log.js';
import { makeDataFolder } from '../support/data-folder.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { MadeUpHouse } from '../support/made-up-house.js';
import { ServiceProcess } from '../support/service-process.js';

/** A made-up sink: it appends events to a file. */
const DEFINITION = `
import { appendFile } from 'node:fs/promises';
import { ConfigError } from '../errors.js';
import { defineSink } from './definition.js';

const parse = (url: string): string => {
  if (url.startsWith('loft:/')) return url.slice('loft:'.length);
  throw new ConfigError('PIGEON_URL', 'must be loft:/PATH.');
};

export const pigeon = defineSink({
  name: 'pigeon',
  title: 'Pigeon post',
  setting: 'PIGEON_URL',
  example: 'loft:/tmp/loft',
  parse,
  connect: async (path) => ({
    write: (events) => appendFile(path, events.map(({ json }) => json + '\\n').join('')),
    close: async () => undefined,
  }),
});
`;

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
  await house.add('src/sinks/pigeon.ts', DEFINITION);
  await house.change('src/sinks/index.ts', 'nats, clickhouse]', 'nats, clickhouse, pigeon]');
  await house.change('src/sinks/index.ts', 'import { nats }', "import { pigeon } from './pigeon.js';\nimport { nats }");
  expect(await house.compile()).toBe('');
}, COMPILED_MS);
afterAll(() => house[Symbol.asyncDispose]());

describe.each(eachDatabase())('a made-up sink, one file and one entry of the registry, on $name', (kind) => {
  test('has its setting, and gets the events of every account', async () => {
    await using place = await kind.url({ migrated: true });
    const env = { DATABASE_URL: place.url, MASTER_KEY: randomBytes(32).toString('base64'), ROLE: 'worker' };
    const { program } = house;
    await expect(ServiceProcess.start({ ...env, PIGEON_URL: 'dove:/x' }, { program })).rejects.toThrow(
      'PIGEON_URL: must be loft:/PATH.',
    );
    await using log = await FilledLog.open(place.url);
    await log.append(4);
    const loft = join(await makeDataFolder('loft'), 'events');
    await using _service = await ServiceProcess.start({ ...env, PIGEON_URL: `loft:${loft}` }, { program });
    const lines = await eventually('the events', async () => {
      const found = (await readFile(loft, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      return found.length === log.events ? found : null;
    });
    expect(new Set(lines.map((line) => (JSON.parse(line) as { id: string }).id)).size).toBe(log.events);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ type: 'message.sent', data: { outcome: 'SENT' } });
  });
});
