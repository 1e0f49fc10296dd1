import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { CodeBackfill } from '../../src/delivery/upkeep/code-backfill.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { MINUTE, SENT, upkeep } from './history-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const CODES = `{ runs(first: 1) { nodes { statusCode
  failures { nodes { reason reasonCode } }
  failuresByReason { reason reasonCode count } waitingByReason { reason reasonCode count }
  deliveries(first: 20, where: { outcome: [FAILED, INVALID_TOKEN, RETRYING] }) { nodes { reason reasonCode } } } } }`;
const DEVICES = `{ devices(first: 20, where: { active: false }) { nodes { retirementReason retirementReasonCode } } }`;

const TABLES = ['delivery_failure', 'retry_send', 'run_failure'] as const;

/** Turns rows into those of the previous release. */
const forgetCodes = (database: Database) =>
  database.tx(async (tx) => {
    for (const table of TABLES) await execute(tx, `UPDATE ${table} SET code = NULL, detail = NULL`);
    await execute(tx, 'UPDATE device SET inactive_code = NULL, inactive_detail = NULL');
  });

const codesOf = async (database: Database, table: (typeof TABLES)[number]) =>
  (await database.query<{ code: string | null }>(`SELECT code FROM ${table} ORDER BY code`)).map(({ code }) => code);

/** Of 12 devices, 3 fail, 2 are retired and 1 waits. */
const sendMixed = async (world: BatchWorld): Promise<void> => {
  const devices = await world.seedDevices(await world.makeApp('provider_c'), 12);
  const places = new Map(devices.map(({ token }, place) => [token, place]));
  sender.answer = ({ target }) => {
    const place = places.get(target.kind === 'token' ? target.token : '') ?? 0;
    if (place < 3) return { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 PayloadTooLarge' };
    if (place < 5) return { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Unregistered', deadSince: null };
    if (place < 6) return { kind: 'retry-after', code: 'CONNECTION_FAILED', detail: 'ECONNRESET', afterMs: 9 * MINUTE };
    return SENT;
  };
  await world.makeRun();
  await world.advance(HOUR);
};

describe.each(eachDatabase())('reasons on $name', ({ open }) => {
  test('are stored as codes, and rows of the previous release read the same', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await sendMixed(world);

    expect(await codesOf(database, 'delivery_failure')).toEqual([
      ...Array(3).fill('PAYLOAD_TOO_LARGE'),
      ...Array(2).fill('UNREGISTERED'),
    ]);
    expect(await database.query('SELECT reason, code, detail FROM retry_send')).toEqual([
      { reason: 'connection failed: ECONNRESET', code: 'CONNECTION_FAILED', detail: 'ECONNRESET' },
    ]);
    const coded = [await graph.data(CODES), await graph.data(DEVICES)];
    expect(coded).toMatchObject([
      {
        runs: {
          nodes: [
            {
              failures: {
                nodes: expect.arrayContaining([
                  { reason: '413 PayloadTooLarge', reasonCode: 'MESSAGE_TOO_LARGE' },
                  { reason: '410 Unregistered', reasonCode: 'DEVICE_GONE' },
                ]),
              },
              failuresByReason: [
                { reason: '413 PayloadTooLarge', reasonCode: 'MESSAGE_TOO_LARGE', count: 3 },
                { reason: '410 Unregistered', reasonCode: 'DEVICE_GONE', count: 2 },
              ],
              waitingByReason: [
                { reason: 'connection failed: ECONNRESET', reasonCode: 'PROVIDER_NOT_REACHED', count: 1 },
              ],
            },
          ],
        },
      },
      { devices: { nodes: Array(2).fill({ retirementReasonCode: 'DEVICE_GONE' }) } },
    ]);
    await forgetCodes(database);
    expect([await graph.data(CODES), await graph.data(DEVICES)]).toEqual(coded);
  });

  test('of failures without a code get one from the hourly upkeep, even after an interruption', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await sendMixed(world);
    const before = await codesOf(database, 'delivery_failure');
    await forgetCodes(database);

    const interrupted = AbortSignal.abort();
    await new CodeBackfill({
      database,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    }).run(interrupted);
    expect(await codesOf(database, 'delivery_failure')).toEqual(Array(5).fill(null));
    // The process stops after one reason, before it sets its mark.
    const half = "UPDATE delivery_failure SET code = 'UNREGISTERED', detail = reason WHERE outcome = 'invalid_token'";
    await database.tx((tx) => execute(tx, half));
    await upkeep(world);
    expect(await codesOf(database, 'delivery_failure')).toEqual(before);
    expect(await codesOf(database, 'run_failure')).not.toContain(null);
    const [row] = await database.query("SELECT detail FROM delivery_failure WHERE code = 'PAYLOAD_TOO_LARGE'");
    expect(row).toEqual({ detail: '413 PayloadTooLarge' });
  });

  test('for a cancelled run are its code', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await sendMixed(world);
    await world.services.runs.cancel(world.caller, 1);
    const [run] = await database.query('SELECT status_code, status_message FROM run');
    expect(run).toEqual({ status_code: 'CANCELLED_BY_OWNER', status_message: 'its owner cancelled it' });
    await world.advance(MINUTE);
    const stopped = await database.query("SELECT code FROM delivery_failure WHERE outcome = 'cancelled'");
    expect(stopped).toEqual([{ code: 'STOPPED' }]);
  });
});
