import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { BatchCutter } from '../../src/delivery/plan/batch-cutter.js';
import { MomentFiring } from '../../src/delivery/plan/moment-firing.js';
import { HistoryRetention } from '../../src/delivery/upkeep/history-retention.js';
import { OpenBatches } from '../../src/delivery/upkeep/open-batches.js';
import { RunRetention } from '../../src/delivery/upkeep/run-retention.js';
import type { MessageSend } from '../../src/services/messages/message-send-service.js';
import { createServices } from '../../src/services/services.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { type Keyspace, seenOrders, splitCommits } from '../support/commit-order.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import { DAY, detailRows, EMPTY, of, sendOne, states, TOTALS } from './history-world.js';
import { account, accountOf, DEVICES, latestRun, MINUTE, SENT, SLICE, tryAgainIn } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const KILLED = 'the process was killed between its two commits';

interface Half {
  readonly database: Database;
  /** The keyspace that was committed. */
  readonly committed: () => Keyspace | null;
}

/** The database of a process that dies between the two commits of its first transaction of a file. */
const dyingIn = (world: BatchWorld, file: string, look: () => Promise<void>): Half => {
  let committed: Keyspace | null = null;
  const database = splitCommits(world.options.database, async (first, opener) => {
    if (committed !== null || !opener?.endsWith(file)) return;
    committed = first;
    await look();
    throw new Error(KILLED);
  });
  return { database, committed: () => committed };
};

const servicesOn = (world: BatchWorld, database: Database) => {
  const { clock, keyring, jobs, senders } = world;
  return createServices({ database, clock, keyring, jobs, senders, allowPrivate: true, webPushHosts: null });
};

/** Another worker that does all the work it finds, and waits for the locks of the first. */
class SecondWorker {
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly world: BatchWorld) {}

  /** Returns when it has nothing left to do, or waits for a lock. */
  async look(): Promise<void> {
    this.work = this.world.work();
    const waiting = eventually('it waits for a lock', async () => ((await this.isWaiting()) ? true : null));
    await Promise.race([this.work, waiting]);
  }

  ended(): Promise<void> {
    return this.work;
  }

  private async isWaiting(): Promise<boolean> {
    const sql = `SELECT 1 AS found FROM information_schema.innodb_trx t
      JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
      WHERE p.db = DATABASE() AND t.trx_state = 'LOCK WAIT'`;
    return (await this.world.options.database.query(sql)).length > 0;
  }
}

describe.each(eachDatabase())('the check of the order of commits on $name', ({ open }) => {
  test('sees the transactions of a run that write in both keyspaces', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    await world.advance(HOUR);
    expect(seenOrders(database)).toMatchObject({
      'delivery/plan/batch-cutter.ts': ['devices'],
      'delivery/send/page-protocol.ts': ['devices'],
    });
  });
});

/** Vitess has its own two commits. */
const unlessVitess = process.env.TEST_VITESS === '1' ? describe.skip : describe;
const mysql = eachDatabase().filter(({ name }) => name === 'mysql');

unlessVitess.each(mysql)('between two commits on $name, a second worker reads and the first is killed:', ({ open }) => {
  const start = async (database: Database, config = {}): Promise<BatchWorld> => {
    const world = await BatchWorld.start({ database, fakes, sender, config });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    return world;
  };

  const plan = async (world: BatchWorld): Promise<number> => {
    const { database } = world.options;
    const { id } = await world.makeRun();
    world.skip(HOUR);
    await new MomentFiring({ database, clock: world.clock, config: world.config }).fire(id);
    return (await latestRun(database)).id;
  };

  /** A run whose messages all wait for another try. */
  const waiting = async (world: BatchWorld): Promise<number> => {
    const runId = await plan(world);
    sender.answer = () => tryAgainIn(10 * MINUTE);
    await world.work();
    sender.answer = () => SENT;
    return runId;
  };

  test('a cutting step is repeated with the ranges of the existing batches', async () => {
    await using database = await open();
    await using world = await start(database, { batchSize: 5 });
    const runId = await plan(world);
    const second = new SecondWorker(world);
    const half = dyingIn(world, 'batch-cutter.ts', async () => {
      // A range that is cut again would end at a different device.
      await database.tx((tx) => execute(tx, 'DELETE FROM device WHERE id = 3'));
      await second.look();
    });
    const { config, jobs } = world;
    await expect(new BatchCutter({ database: half.database, config, jobs }).cut(runId)).rejects.toThrow(KILLED);
    expect(half.committed()).toBe('devices');
    await second.ended();
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES - 1));
    expect(await latestRun(database)).toMatchObject({ status: 'finished', plannedTotal: DEVICES - 1 });
  });

  const SEND: MessageSend = {
    target: { kind: 'deviceIds', deviceIds: [1, 2, 3] },
    appIds: null,
    push: 0,
    category: null,
  };

  test('immediate messages are not sent without their run', async () => {
    await using database = await open();
    await using world = await start(database);
    const message = { ...SEND, push: (await world.makePush()).id };
    const second = new SecondWorker(world);
    const half = dyingIn(world, 'message-send-service.ts', () => second.look());
    const { messageSend } = servicesOn(world, half.database);
    await expect(messageSend.send(world.caller, message, async () => undefined)).rejects.toThrow(KILLED);
    expect(half.committed()).toBe('devices');
    await second.ended();
    await world.work();
    expect(sender.ledger).toEqual([]);
    const upkeep = new OpenBatches({ database, log: SILENT });
    await upkeep.run(new AbortController().signal);
    expect(await world.statuses('batch')).toEqual({ pending: 1 });
    await upkeep.run(new AbortController().signal);
    expect(await world.statuses('batch')).toEqual({ cancelled: 1 });
    await world.services.messageSend.send(world.caller, message, async () => undefined);
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(3));
  });

  test('immediate messages are sent once their run is visible', async () => {
    await using database = await open();
    await using world = await start(database);
    const message = { ...SEND, push: (await world.makePush()).id };
    const second = new SecondWorker(world);
    const split = splitCommits(database, () => second.look());
    await servicesOn(world, split).messageSend.send(world.caller, message, async () => undefined);
    await second.ended();
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(3));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('a checkpoint is never repeated; only sums lack its page', async () => {
    await using database = await open();
    await using world = await start(database);
    await plan(world);
    const second = new SecondWorker(world);
    const half = dyingIn(world, 'page-protocol.ts', async () => {
      first.die();
      await second.look();
    });
    const first = new DeliveryWorker(world, { database: half.database });
    await first.work();
    expect(half.committed()).toBe('devices');
    await second.ended();
    await world.advance(LEASE + 1);
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    const [traffic] = await database.query<{ sent: number }>('SELECT SUM(sent) AS sent FROM traffic');
    expect(Number(traffic?.sent)).toBe(DEVICES - SLICE);
  });

  test('a cancelled run sends nothing, and upkeep ends its batches', async () => {
    await using database = await open();
    await using world = await start(database);
    const runId = await plan(world);
    const { config, jobs } = world;
    await new BatchCutter({ database, config, jobs }).cut(runId);
    const second = new SecondWorker(world);
    const half = dyingIn(world, 'run-service.ts', () => second.look());
    await expect(servicesOn(world, half.database).runs.cancel(world.caller, runId)).rejects.toThrow(KILLED);
    expect(half.committed()).toBe('catalogue');
    await second.ended();
    await world.work();
    expect(sender.ledger).toEqual([]);
    expect(await world.statuses('batch')).toEqual({ pending: 4 });
    await new OpenBatches({ database, log: SILENT }).run(new AbortController().signal);
    expect(await world.statuses('batch')).toEqual({ cancelled: 4 });
    expect(await world.statuses('run')).toEqual({ cancelled: 1 });
  });

  test('waiting messages of a cancelled run are cancelled when they come due', async () => {
    await using database = await open();
    await using world = await start(database);
    const runId = await waiting(world);
    const second = new SecondWorker(world);
    const half = dyingIn(world, 'run-service.ts', () => second.look());
    await expect(servicesOn(world, half.database).runs.cancel(world.caller, runId)).rejects.toThrow(KILLED);
    await second.ended();
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(0, DEVICES));
  });

  test('a run that was not resumed keeps its messages until it is resumed', async () => {
    await using database = await open();
    await using world = await start(database);
    const runId = await waiting(world);
    const { runs } = world.services;
    await runs.pause(world.caller, runId);
    await world.advance(HOUR);
    const second = new SecondWorker(world);
    const half = dyingIn(world, 'run-service.ts', () => second.look());
    await expect(servicesOn(world, half.database).runs.resume(world.caller, runId)).rejects.toThrow(KILLED);
    expect(half.committed()).toBe('devices');
    await second.ended();
    await world.advance(MINUTE);
    expect(await world.statuses('run')).toEqual({ paused: 1 });
    expect(sender.ledger).toEqual([]);
    await runs.resume(world.caller, runId);
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
  });

  test('the totals of a run whose history is deleted count each message once', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await sendOne(world, sender);
    const before = await of(graph, TOTALS, 1);
    world.skip(181 * DAY);
    let deaths = 0;
    const dying = splitCommits(database, async (_, opener) => {
      if (!opener?.endsWith('history-retention.ts')) return;
      deaths += 1;
      expect(await of(graph, TOTALS, 1)).toEqual(before);
      throw new Error(KILLED);
    });
    const { clock, config } = world;
    for (let upkeep = 0; upkeep < 3; upkeep += 1) {
      await new HistoryRetention({ database: dying, clock, config, log: SILENT }).run(new AbortController().signal);
      expect(await of(graph, TOTALS, 1)).toEqual(before);
    }
    expect([deaths, await states(database)]).toEqual([0, [2]]);
    expect(await detailRows(world, { runId: 1 })).toEqual(EMPTY);
  });

  test('a run that is deleted leaves no counts behind', async () => {
    await using database = await open();
    await using world = await start(database);
    await plan(world);
    await world.work();
    await plan(world);
    await world.work();
    await database.tx((tx) => execute(tx, 'UPDATE run SET scheduler_id = -id, history_state = 2 WHERE id = 1'));
    world.skip(4 * 365 * DAY);
    const { clock, config } = world;
    const half = dyingIn(world, 'run-retention.ts', async () => undefined);
    const left = async () => [
      await database.query('SELECT id FROM run WHERE id = 1'),
      await database.query('SELECT outcome FROM batch_count WHERE run_id = 1'),
    ];
    const retention = (own: Database) => new RunRetention({ database: own, clock, config, log: SILENT });
    await retention(half.database).run(new AbortController().signal);
    expect([half.committed(), await left()]).toEqual(['devices', [[{ id: 1 }], []]]);
    await retention(database).run(new AbortController().signal);
    expect(await left()).toEqual([[], []]);
  });

  test('a device that brings a new tag never has the bit of another tag', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    database.isVitess = true;
    const half = dyingIn(world, 'device-service.ts', async () => undefined);
    const { devices } = servicesOn(world, half.database);
    const register = (token: string, audiences: string[]) => devices.register(app, { token, audiences }, null);
    await expect(register('one', ['first'])).rejects.toThrow(KILLED);
    expect(half.committed()).toBe('devices');
    await register('two', ['second']);
    const sql = `SELECT d.token, g.name FROM device d JOIN tag g ON (d.tag_w0 >> g.ordinal) & 1 = 1 ORDER BY d.id, g.id`;
    expect(await database.query(sql)).toEqual([
      { token: 'one', name: 'first' },
      { token: 'two', name: 'second' },
    ]);
  });
});
