import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fastify from 'fastify';
import { execute } from '../../../src/database/database.js';
import { csvExportsPlugin } from '../../../src/export-api/csv-exports-plugin.js';
import { toGlobalId } from '../../../src/schema/global-id.js';
import type { CsvFile } from '../../../src/services/csv-exports/csv-export.js';
import type { Services } from '../../../src/services/services.js';
import { BatchWorld } from '../../delivery/batch-world.js';
import { sendOne, upkeep } from '../../delivery/history-world.js';
import { GraphOverWorld } from '../../schema/support/graph-over-world.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DAY = 86_400_000;
const ADDRESS = 'request=e30&expires=1&holder=k1&signature=s';

const open = async (services: Pick<Services, 'csvExports'>) => {
  const server = fastify({ forceCloseConnections: true });
  await server.register(csvExportsPlugin(services));
  return server;
};

/** Parses a file with another library into objects keyed by column. */
const read = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, bom: true, record_delimiter: '\r\n' });

describe.each(eachDatabase())('CSV exports on $name', ({ open: openDatabase }) => {
  test('contain every run, message and device, and each row of a report', async () => {
    await using database = await openDatabase();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await sendOne(world, sender);
    const server = await open(world.services);
    const fetchFile = async (field: string) => {
      const { file } = await graph.data(`{ file: ${field} { url } }`);
      const response = await server.inject(file.url);
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
      return read(response.body);
    };
    const [from, to] = [-9, 1].map((days) => new Date(world.clock.now() + days * DAY).toISOString());
    const period = `period: { from: "${from}", to: "${to}", timeZone: "Europe/Berlin" }`;

    await database.tx((tx) => execute(tx, `UPDATE scheduler SET name = '=HYPERLINK("http://x"),\r\n"ü"'`));
    const [run] = await fetchFile(`runsExport(${period})`);
    expect(run).toMatchObject({ run_id: '1', status: 'finished', sent: '112', failed: '28', retired: '7' });
    // The apostrophe keeps a spreadsheet from running the name as a formula.
    expect(run?.campaign).toBe(`'=HYPERLINK("http://x"),\r\n"ü"`);

    const outcomes = await fetchFile(`outcomesExport(runId: "${toGlobalId('Run', 1)}")`);
    const count = (name: string) => outcomes.filter(({ outcome }) => outcome === name).length;
    expect([outcomes.length, count('sent'), count('invalid_token'), count('failed')]).toEqual([140, 112, 7, 21]);
    const dead = outcomes.find(({ outcome }) => outcome === 'invalid_token');
    expect(dead).toMatchObject({ code: 'UNREGISTERED', detail: '410' });
    expect(dead?.failed_at).toMatch(/^\d{4}-\d\d-\d\dT/);
    const receipts = await database.query<{ kind: string; n: number }>(
      'SELECT kind, COUNT(*) AS n FROM receipt WHERE run_id = 1 GROUP BY kind',
    );
    for (const { kind, n } of receipts) {
      expect([kind, outcomes.filter((row) => row[`${kind}_at`] !== '').length]).toEqual([kind, Number(n)]);
    }

    const devices = await fetchFile(`devicesExport(appId: "${toGlobalId('App', app.id)}")`);
    expect([devices.length, new Set(devices.map(({ device_id: id }) => id)).size]).toEqual([47, 47]);
    expect(Object.keys(devices[0] ?? {})).not.toContain('token');
    expect(devices.filter(({ active }) => active === 'no').length).toBeGreaterThan(0);

    const hours = await fetchFile(`clickHeatMapExport(${period})`);
    const { clickHeatMap } = await graph.data(
      `{ clickHeatMap(${period}) { cells { weekday hour clicked delivered } } }`,
    );
    const asText = (cell: object) =>
      Object.fromEntries(Object.entries(cell).map(([name, value]) => [name, String(value)]));
    expect(hours).toEqual(clickHeatMap.cells.map(asText));
    expect(hours.map(({ clicked }) => Number(clicked)).reduce((sum, clicked) => sum + clicked, 0)).toBeGreaterThan(0);

    const days = await fetchFile(`reportExport(${period}, by: DAY)`);
    expect(days.map(({ day, sent }) => [day, sent])).toEqual([[days[0]?.name, '112']]);
    const languages = await fetchFile(`reportExport(${period}, by: LANGUAGE)`);
    expect(languages.every(({ clicked }) => clicked === '')).toBe(true);
    await server.close();
  });

  test('open only at complete addresses, of this account, while the key is valid', async () => {
    await using database = await openDatabase();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await sendOne(world, sender);
    const server = await open(world.services);
    const { csvExports } = world.services;
    const { path } = await csvExports.signedPath(world.caller, { kind: 'outcomes', runId: 1 });
    const statusOf = async (address: string) => (await server.inject(address)).statusCode;
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(path.replace(/request=[^&]+/, 'request=eyJ9'))).toBe(403);
    expect(await statusOf(path.replace('signature=', 'signature=x'))).toBe(403);
    expect(await statusOf(path.replace(/expires=\d+/, 'expires=99999999999999'))).toBe(403);
    expect(await statusOf('/exports/runs.csv')).toBe(400);
    const stranger = { ...world.caller, userId: world.caller.userId + 1 };
    await expect(csvExports.signedPath(stranger, { kind: 'outcomes', runId: 1 })).rejects.toThrow('run');
    await expect(csvExports.signedPath(stranger, { kind: 'devices', appId: 1 })).rejects.toThrow('application');
    await database.tx((tx) => execute(tx, 'UPDATE api_key SET revoked_at = 1'));
    expect(await statusOf(path)).toBe(403);
    await database.tx((tx) => execute(tx, 'UPDATE api_key SET revoked_at = NULL'));
    world.clock.advance(3_600_000);
    expect(await statusOf(path)).toBe(403);
    world.clock.advance(181 * DAY);
    await upkeep(world);
    const later = await csvExports.signedPath(world.caller, { kind: 'outcomes', runId: 1 });
    expect(read((await server.inject(later.path)).body)).toEqual([]);
    await server.close();
  });
});

const fileOf = (rows: CsvFile['rows']): Pick<Services, 'csvExports'> =>
  ({ csvExports: { open: async () => ({ userId: 1, file: { name: 'x.csv', columns: ['n'], rows } }) } }) as never;

test('cells that a spreadsheet would run are guarded, and all others stay unchanged', async () => {
  const cells = [
    '=1+1',
    '+1',
    '-1+1',
    '-1',
    '@a',
    '\tx',
    '\rx',
    "'=x",
    'a"b',
    'a,b',
    'a\r\nb',
    ' plain',
    'ü🎉',
    "'plain",
    '',
  ];
  async function* rows() {
    yield cells.map((cell) => [cell, 'end']);
  }
  const server = await open(fileOf(rows()));
  const { body, rawPayload } = await server.inject(`/exports/x.csv?${ADDRESS}`);
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const found = parse(body, { bom: true, from_line: 2, relax_column_count: true }).map(([cell]: string[]) => cell);
  expect(found).toEqual(cells.map((cell) => (cell !== '-1' && /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
  await server.close();
});

test('rows are read only as fast as the client reads, and no longer once it disconnects', async () => {
  let [read, isEnded] = [0, false];
  async function* rows() {
    try {
      for (; read < 100_000; read += 1) yield [['x'.repeat(100_000)]];
    } finally {
      isEnded = true;
    }
  }
  const server = await open(fileOf(rows()));
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const client = get({ port, host: '127.0.0.1', path: `/exports/x.csv?${ADDRESS}` });
  const response = await new Promise<IncomingMessage>((resolve) => client.once('response', resolve));
  response.pause();
  let before = -1;
  await eventually('a standstill', async () => {
    const isStill = read > 0 && read === before;
    before = read;
    await sleep(200);
    return isStill || null;
  });
  // The buffers of the sockets hold some megabytes at most.
  expect(read).toBeLessThan(500);
  client.destroy();
  await eventually('the end of the read', () => isEnded || null);
  expect(read).toBeLessThan(600);
  await server.close();
});
