import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MigrationInterface } from 'typeorm';
import { execute, select } from '../../src/database/database.js';
import { RECEIPT_KINDS } from '../../src/entities/receipt.js';
import { HistoryRetention1764600000000 } from '../../src/migrations/1764600000000-history-retention.js';
import { ReceiptButtons1795578973976 } from '../../src/migrations/1795578973976-receipt-buttons.js';
import { insertApiKey } from '../../src/services/keys/write-keys.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR } from './batch-world.js';
import {
  BUSY,
  DAY,
  DEAD,
  DETAIL,
  deletedDetail,
  detailRows,
  EMPTY,
  MINUTE,
  of,
  receive,
  SENT,
  sendOne,
  states,
  TOTALS,
  upkeep,
} from './history-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

describe.each(eachDatabase())('the history of single messages on $name', ({ open }) => {
  test('is deleted after its retention, and totals stay the same', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await sendOne(world, sender);
    const [before] = await of(graph, TOTALS, 1);
    expect(before).toMatchObject({
      counts: { total: 140, sent: 112, failed: 21, invalidToken: 7, retrying: 0 },
      receiptCounts: { delivered: 9, clicked: 4, dismissed: 2 },
      batches: { total: 5, done: 5 },
      failures: { totalCount: 28 },
    });
    world.skip(179 * DAY);
    await upkeep(world);
    const [kept] = await of(graph, DETAIL, 1);
    expect([kept.historyDeletedAt, kept.deliveries.nodes.length, await states(database)]).toEqual([null, 20, [0]]);
    world.skip(DAY + 1);
    await upkeep(world);
    expect(world.log).toContain('the history of runs that are past their retention was deleted');
    expect(await detailRows(world, { runId: 1 })).toEqual(EMPTY);
    expect(await of(graph, TOTALS, 1)).toEqual([before]);
    expect(await of(graph, DETAIL, 1)).toEqual([deletedDetail(new Date(world.clock.now()).toISOString())]);
    expect(await database.query('SELECT audience FROM run')).toEqual([{ audience: null }]);
    await upkeep(world);
    expect(await of(graph, TOTALS, 1)).toEqual([before]);
    expect(await states(database)).toEqual([2]);
  });

  test('is kept for younger runs, runs in progress, and runs that wait for a retry', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await sendOne(world, sender);
    const { runs } = world.services;
    sender.answer = () => BUSY;
    for (const _ of ['paused', 'cancelled']) await world.makeRun();
    await world.advance(HOUR);
    await runs.pause(world.caller, 2);
    await runs.cancel(world.caller, 3);
    world.jobs.waiting.length = 0;
    sender.answer = () => SENT;
    world.skip(100 * DAY);
    await world.makeRun();
    world.skip(HOUR);
    const { moment, batch } = world.flow.handlers();
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await moment({ schedulerId: 4 }, context);
    for (const { data } of world.jobs.waiting.splice(0)) await batch(data as { batchId: number }, context);
    const [others, totals] = [await detailRows(world, { runId: 1, others: true }), await of(graph, TOTALS, 1, 2, 3, 4)];
    expect(totals.map(({ status }) => status)).toEqual(['FINISHED', 'PAUSED', 'CANCELLED', 'FINISHED']);
    const waiting = 'SELECT run_id, device_id FROM retry_send ORDER BY id';
    const retries = await database.query(waiting);
    expect(new Set((retries as { run_id: number }[]).map((row) => Number(row.run_id)))).toEqual(new Set([2, 3]));
    world.skip(81 * DAY);
    await upkeep(world);
    expect(await states(database)).toEqual([2, 0, 0, 0]);
    expect(await detailRows(world, { runId: 1, others: true })).toEqual(others);
    expect(await database.query(waiting)).toEqual(retries);
    expect(await of(graph, TOTALS, 1, 2, 3, 4)).toEqual(totals);
    // Once its last message has an outcome, the cancelled one has ended too.
    await world.work();
    const [settled] = await of(graph, TOTALS, 3);
    expect(settled.counts).toMatchObject({ retrying: 0 });
    await upkeep(world);
    expect(await states(database)).toEqual([2, 0, 2, 0]);
    expect(await of(graph, TOTALS, 3)).toEqual([settled]);
  });

  test('does not count a receipt that arrives after deletion or as it begins', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await sendOne(world, sender);
    world.skip(181 * DAY);
    await receive(world, app, { runId: 1, deviceId: 20 });
    const before = await of(graph, TOTALS, 1);
    expect(before[0].receiptCounts).toEqual({ delivered: 10, clicked: 4, dismissed: 2 });
    await upkeep(world);
    const traffic = await database.query('SELECT * FROM traffic ORDER BY 1, 2, 3, 4, 5, 6');
    for (const deviceId of [1, 20, 30]) {
      for (const kind of RECEIPT_KINDS) await receive(world, app, { runId: 1, deviceId, kind });
    }
    expect(await database.query('SELECT * FROM receipt')).toEqual([]);
    expect(await database.query('SELECT * FROM traffic ORDER BY 1, 2, 3, 4, 5, 6')).toEqual(traffic);
    expect(await of(graph, TOTALS, 1)).toEqual(before);
    await database.tx((tx) => execute(tx, 'UPDATE run SET history_deleted_at = NULL'));
    const racing: Promise<boolean>[] = [];
    await database.tx(async (tx) => {
      await execute(tx, 'UPDATE run SET history_deleted_at = 1');
      racing.push(receive(world, app, { runId: 1, deviceId: 31 }));
      for (let turn = 0; turn < 50; turn += 1) await select(tx, 'SELECT id FROM run');
    });
    await Promise.all(racing);
    expect(await database.query('SELECT * FROM receipt')).toEqual([]);
  });

  test('of auto-push covers an hour, and pending delays are untouched', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [first, second] = [await world.makeDevice(), await world.makeDevice()];
    await world.makeAutoPush('30m');
    for (const device of [first, first, second]) await world.track(device, 'buy');
    sender.answer = ({ target }) => (target.kind === 'token' && target.token === second.token ? DEAD : SENT);
    await world.advance(30 * MINUTE);
    for (const kind of RECEIPT_KINDS) await receive(world, world.app, { runId: 1, deviceId: first.id, kind });
    await world.advance(3 * HOUR);
    world.clock.advance(180 * DAY);
    await world.track(first, 'buy');
    await world.advance(30 * MINUTE);
    await world.track(first, 'buy');
    const before = await of(graph, TOTALS, 1, 2);
    expect(before.map(({ status, counts }) => [status, counts.sent, counts.invalidToken])).toEqual([
      ['FINISHED', 2, 1],
      ['RUNNING', 1, 0],
    ]);
    const others = await detailRows(world, { runId: 1, others: true });
    await upkeep(world);
    expect(await states(database)).toEqual([2, 0]);
    expect(await of(graph, TOTALS, 1, 2)).toEqual(before);
    expect(await detailRows(world, { runId: 1 })).toEqual(EMPTY);
    expect(await detailRows(world, { runId: 1, others: true })).toEqual(others);
    expect(await database.query('SELECT device_id FROM due_send')).toEqual([{ device_id: first.id }]);
    await world.advance(30 * MINUTE);
    expect(sender.ledger).toHaveLength(4);
  });

  test('is kept forever with 0 days, and at least as long as providers keep messages', async () => {
    await using database = await open();
    await using forEver = await BatchWorld.start({ database, fakes, sender, config: { historyRetentionDays: 0 } });
    await sendOne(forEver, sender);
    forEver.skip(5_000 * DAY);
    await upkeep(forEver);
    expect(await states(database)).toEqual([0]);
    const config = { historyRetentionDays: 1, timeToLiveSeconds: 28 * 86_400 };
    await using world = await BatchWorld.start({ database, fakes, sender, config });
    world.clock.advance(28 * DAY + HOUR);
    await upkeep(world);
    expect(await states(database)).toEqual([0]);
    world.clock.advance(2 * DAY);
    await upkeep(world);
    expect(await states(database)).toEqual([2]);
  });

  test('of test pushes to one device ends by age, receipt by receipt', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await receive(world, app, { runId: 0, deviceId: 1 });
    world.skip(100 * DAY);
    await receive(world, app, { runId: 0, deviceId: 2 });
    world.skip(81 * DAY);
    await upkeep(world);
    expect(await database.query('SELECT run_id, device_id FROM receipt')).toEqual([{ run_id: 0, device_id: 2 }]);
    expect(await database.query('SELECT * FROM run_total')).toEqual([]);
  });

  test('has a migration that can be undone and redone on a database in use', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await sendOne(world, sender);
    const before = await of(graph, TOTALS, 1);
    const migrations = [new HistoryRetention1764600000000(), new ReceiptButtons1795578973976()];
    const migrate = (way: 'down' | 'up', migration: MigrationInterface) =>
      database.tx(async ({ queryRunner }) => queryRunner && migration[way](queryRunner));
    for (const migration of migrations.toReversed()) await migrate('down', migration);
    for (const migration of migrations) await migrate('up', migration);
    expect(await of(graph, TOTALS, 1)).toEqual(before);
    world.skip(181 * DAY);
    await upkeep(world);
    expect(await states(database)).toEqual([2]);
    expect(await of(graph, TOTALS, 1)).toEqual(before);
  });
});

describe.each(eachDatabase())('API keys on $name', ({ open }) => {
  test('are deleted a year after they were revoked or expired, once no key that they created is left', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const { userId } = world.caller;
    const insert = (name: string, key: { parentId?: number; endsInDays?: number }): Promise<number> =>
      database.tx(async (tx) => {
        const createdAt = new Date(world.clock.now());
        const { parentId = null, endsInDays } = key;
        const expiresAt = endsInDays === undefined ? null : new Date(world.clock.now() + endsInDays * DAY);
        const fields = { userId, parentId, member: null, name, scopes: ['read'] as const, createdAt, expiresAt };
        return (await insertApiKey(tx, fields)).id;
      });
    const names = async (): Promise<string[]> => {
      const found = await database.query<{ name: string }>(
        'SELECT name FROM api_key WHERE name IS NOT NULL ORDER BY id',
      );
      return found.map(({ name }) => name);
    };
    const revoke = (id: number) => world.services.apiKeys.revoke(world.caller, id, { descendants: false });
    await insert('valid', {});
    await insert('expired', { endsInDays: 1 });
    await revoke(await insert('revoked', {}));
    const parentId = await insert('revoked parent', {});
    const child = await insert('child', { parentId });
    await revoke(parentId);
    world.skip(364 * DAY);
    await upkeep(world);
    expect(await names()).toEqual(['valid', 'expired', 'revoked', 'revoked parent', 'child']);
    world.skip(2 * DAY + 1);
    await upkeep(world);
    expect(await names()).toEqual(['valid', 'revoked parent', 'child']);
    await revoke(child);
    world.skip(365 * DAY + 1);
    await upkeep(world);
    expect(await names()).toEqual(['valid']);
  });
});
