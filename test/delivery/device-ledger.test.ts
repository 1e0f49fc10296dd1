import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { ledgerDays } from '../../src/delivery/record/device-ledger.js';
import { deleteDevice } from '../../src/services/devices/delete-device.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import { upkeep } from './history-world.js';

const DAY = 24 * HOUR;
const DEVICES = 50;

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

interface Row {
  readonly deviceId: number;
  readonly pushId: number;
  readonly sentAt: number;
}

const readLedger = async (database: Database): Promise<Row[]> => {
  const sql = 'SELECT device_id, push_id, sent_at FROM device_send ORDER BY device_id, push_id, sent_at';
  const rows = await database.query<{ device_id: number; push_id: number; sent_at: number }>(sql);
  return rows.map((row) => ({
    deviceId: Number(row.device_id),
    pushId: Number(row.push_id),
    sentAt: Number(row.sent_at),
  }));
};

/** An account with a holdout keeps the ledger; this one holds out nobody. */
const keepLedger = (database: Database) =>
  database.tx((tx) => execute(tx, 'UPDATE user_account SET holdout = ?', ['{"share":1e-15,"generation":1}']));

describe.each(eachDatabase())('the ledger per device on $name', ({ open }) => {
  const start = async (database: Database) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, DEVICES);
    const run = async (pushes = 1) => {
      await world.makeRun({}, pushes);
      await world.advance(HOUR);
    };
    return { world, app, devices, run };
  };

  test('is neither written nor read in a run that needs none', async () => {
    await using database = await open();
    const { world, run } = await start(database);
    await using _world = world;
    const statements: string[] = [];
    database.statements.listener = (sql) => statements.push(sql);
    await run();
    database.statements.listener = null;

    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(statements.length).toBeGreaterThan(10);
    expect(statements.filter((sql) => sql.includes('device_send'))).toEqual([]);
    expect(await readLedger(database)).toEqual([]);
  });

  test('has a row for each message that the provider accepted, at any attempt', async () => {
    await using database = await open();
    const { world, devices, run } = await start(database);
    await using _world = world;
    await keepLedger(database);
    const [refused, delayed] = devices;
    let isDelayed = true;
    sender.answer = ({ target }) => {
      const token = target.kind === 'token' ? target.token : '';
      if (token === refused?.token) return { kind: 'failed', code: 'BAD_REQUEST', detail: '400 BadMessage' };
      if (token === delayed?.token && isDelayed)
        return { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 60_000 };
      return { kind: 'sent', providerMessageId: null };
    };
    await run(2);
    const firstTry = await readLedger(database);
    isDelayed = false;
    await world.advance(HOUR / 2);
    const rows = await readLedger(database);

    expect(await world.outcomes()).toEqual({ sent: 2 * (DEVICES - 1), failed: 2 });
    expect(firstTry).toHaveLength(2 * (DEVICES - 2));
    expect(rows).toHaveLength(2 * (DEVICES - 1));
    expect(new Set(rows.map(({ deviceId, pushId }) => `${deviceId} ${pushId}`)).size).toBe(rows.length);
    expect(rows.filter(({ deviceId }) => deviceId === refused?.id)).toEqual([]);
    const late = rows.filter(({ deviceId }) => deviceId === delayed?.id);
    expect(late).toHaveLength(2);
    for (const { sentAt } of late) expect(sentAt).toBeGreaterThan(Number(firstTry[0]?.sentAt));
  });

  test.each(['diesBeforeTx', 'diesAfterTx'] as const)(
    'has each message once when a worker %s, although some were sent twice',
    async (when) => {
      await using database = await open();
      const { world } = await start(database);
      await using _world = world;
      await keepLedger(database);
      for (const nth of [2, 4, 6, 8, 10]) {
        sender.reset();
        await database.tx((tx) => execute(tx, 'DELETE FROM device_send', []));
        await world.makeRun();
        world.skip(HOUR);
        const worker = new DeliveryWorker(world);
        worker[when] = nth;
        await worker.work();
        await world.advance(LEASE + 1);

        expect(sender.counts().size).toBe(DEVICES);
        const rows = await readLedger(database);
        expect(rows.map(({ deviceId }) => deviceId)).toEqual([...new Set(rows.map(({ deviceId }) => deviceId))]);
        expect(rows).toHaveLength(DEVICES);
      }
    },
  );

  test('deletes a send when no feature looks back that far', async () => {
    await using database = await open();
    const { world, run } = await start(database);
    await using _world = world;
    await keepLedger(database);
    const days = ledgerDays();
    await run();
    world.clock.advance((days - 3) * DAY);
    await run();
    await upkeep(world);
    expect(await readLedger(database)).toHaveLength(2 * DEVICES);

    world.clock.advance(3 * DAY);
    await upkeep(world);
    expect(await readLedger(database)).toHaveLength(DEVICES);

    world.clock.advance(days * DAY);
    await upkeep(world);
    expect(await readLedger(database)).toEqual([]);
  });

  test('loses the sends of deleted devices and accounts', async () => {
    await using database = await open();
    const { world, app, devices, run } = await start(database);
    await using _world = world;
    await keepLedger(database);
    await run();
    const [device] = devices;
    await database.tx((tx) => deleteDevice(tx, { appId: app.id, id: Number(device?.id) }, world.clock.now()));
    expect(await readLedger(database)).toHaveLength(DEVICES - 1);

    await database.tx((tx) => execute(tx, 'UPDATE user_account SET deleted_at = ?', [world.clock.now()]));
    await upkeep(world);
    expect(await readLedger(database)).toEqual([]);
  });

  test('loses the sends of a deleted application', async () => {
    await using database = await open();
    const { world, app, run } = await start(database);
    await using _world = world;
    await keepLedger(database);
    await run();
    await database.tx((tx) => execute(tx, 'DELETE FROM app WHERE id = ?', [app.id]));
    await upkeep(world);
    expect(await readLedger(database)).toEqual([]);
  });
});
