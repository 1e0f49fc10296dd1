import 'reflect-metadata';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../src/database/database.js';
import { RULES } from '../../src/delivery/judgement/index.js';
import type { Pair } from '../../src/delivery/judgement/pair.js';
import { type Answer, GO, type JudgementRule } from '../../src/delivery/judgement/rule.js';
import { countMessages } from '../../src/resolvers/runs/run-counts.js';
import { purgeDevices } from '../../src/services/devices/purge-person.js';
import { readMarks } from '../../src/services/pubsub/read-marks.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

const MINUTE = 60_000;
const DEVICES = 40;

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** A rule whose answers a test chooses, with a hook for the moment at which it is asked. */
class Curfew implements JudgementRule {
  readonly name = 'curfew';
  readonly asked = 'page';
  answer: (pair: Pair) => Answer = () => GO;
  whenAsked: () => Promise<void> = async () => undefined;

  open() {
    return async (pairs: readonly Pair[]) => {
      await this.whenAsked();
      return pairs.map((pair) => this.answer(pair));
    };
  }
}

const holdUntil = (until: number): Answer => ({ kind: 'wait', code: 'RULE:CURFEW', detail: null, until });
const DROP = { kind: 'drop', outcome: 'failed', code: 'RULE:CURFEW', detail: null } as const;
const AGAIN = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE } as const;

/**
 * The messages that runs count as waiting, and the waiting rows, from one snapshot. Vitess would read each sum of all
 * shards with a separate statement, and a checkpoint could happen in between.
 */
const readBoth = async (database: Database) => {
  const [app] = await database.query<{ id: number }>('SELECT id FROM app');
  const ofApp = `app_id = ${Number(app?.id)}`;
  const [row] = await database.query<object>(`SELECT
    (SELECT COALESCE(SUM(count), 0) FROM batch_count WHERE ${ofApp} AND outcome = 'held') AS held,
    (SELECT COALESCE(SUM(count), 0) FROM batch_count WHERE ${ofApp} AND outcome = 'retrying') AS retrying,
    (SELECT COUNT(*) FROM retry_send WHERE ${ofApp} AND held = 1) AS held_rows,
    (SELECT COUNT(*) FROM retry_send WHERE ${ofApp} AND COALESCE(held, 0) = 0) AS retrying_rows`);
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]));
};

const expectExact = async (database: Database): Promise<void> => {
  const { held, retrying, held_rows, retrying_rows } = await readBoth(database);
  expect({ held, retrying }).toEqual({ held: held_rows, retrying: retrying_rows });
};

const runIdOf = async (database: Database): Promise<number> => {
  const [run] = await database.query<{ id: number }>('SELECT MAX(id) AS id FROM run');
  return Number(run?.id);
};

const countsOf = async (database: Database, runId: number) => {
  const counts = await new RunQueryService(database).countsOf([runId]);
  return countMessages(counts.get(runId) ?? []);
};

describe.each(eachDatabase())('the count of held messages on $name', ({ open }) => {
  const start = async (database: Database, curfew: Curfew) => {
    const world = await BatchWorld.start({ database, fakes, sender, rules: [...RULES, curfew] });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    return world;
  };

  test('is always exact, whenever one of two workers dies, and separate from retries', async () => {
    await using database = await open();
    const curfew = new Curfew();
    await using world = await start(database, curfew);
    const dieAt = fc.record({
      nth: fc.integer({ min: 1, max: 40 }),
      when: fc.constantFrom('diesBeforeTx' as const, 'diesAfterTx' as const),
      seed: fc.integer({ min: 0, max: 1_000 }),
    });
    let total = 0;
    const property = fc.asyncProperty(dieAt, async ({ nth, when, seed }) => {
      sender.reset();
      await world.makeRun();
      world.skip(HOUR);
      total += DEVICES;
      let asked = seed;
      curfew.whenAsked = () => expectExact(database);
      curfew.answer = () => {
        asked += 1;
        if (asked % 3 === 0) return holdUntil(world.clock.now() + (1 + (asked % 4)) * MINUTE);
        return asked % 11 === 0 ? DROP : GO;
      };
      let handed = seed;
      sender.answer = () => {
        handed += 1;
        return handed % 5 === 0 ? AGAIN : { kind: 'sent', providerMessageId: null };
      };
      for (let times = 0; times < 4; times += 1) {
        const [mortal, other] = [new DeliveryWorker(world), new DeliveryWorker(world)];
        if (times === 1) mortal[when] = nth;
        await Promise.all([mortal.work(), other.work()]);
        await expectExact(database);
        world.skip(MINUTE);
      }
      const seen = await countsOf(database, await runIdOf(database));
      expect(seen.total).toBe(seen.sent + seen.failed + seen.retrying + seen.held);
      curfew.answer = () => GO;
      sender.answer = () => ({ kind: 'sent', providerMessageId: null });
      await world.advance(LEASE + HOUR);
      const { held, retrying, sent, failed } = await countsOf(database, await runIdOf(database));
      expect({ held, retrying, ended: sent + failed }).toEqual({ held: 0, retrying: 0, ended: DEVICES });
      expect(Object.keys(await world.statuses('run'))).toEqual(['finished']);
    });
    await fc.assert(property, { numRuns: 10, endOnFailure: true });
    const { sent = 0, failed = 0 } = await world.outcomes();
    expect(sent + failed).toBe(total);
  });

  test('follows the message: held, tried, waiting for a retry, and held again', async () => {
    await using database = await open();
    const curfew = new Curfew();
    await using world = await start(database, curfew);
    await world.makeRun();
    curfew.answer = () => holdUntil(world.clock.now() + HOUR);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: DEVICES });
    curfew.answer = () => GO;
    sender.answer = () => AGAIN;
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: DEVICES });
    curfew.answer = () => holdUntil(world.clock.now() + HOUR);
    await world.advance(10 * MINUTE);
    expect(await world.outcomes()).toEqual({ held: DEVICES });
    await expectExact(database);
    await world.services.runs.cancel(world.caller, await runIdOf(database));
    await world.advance(MINUTE);
    expect(await world.outcomes()).toEqual({ cancelled: DEVICES });
    await expectExact(database);
  });

  test('changes the mark of a run, so that other processes notice', async () => {
    await using database = await open();
    const curfew = new Curfew();
    await using world = await start(database, curfew);
    await world.makeRun();
    curfew.answer = () => holdUntil(world.clock.now() + HOUR);
    await world.advance(HOUR);
    const target = { kind: 'run', id: await runIdOf(database) } as const;
    const before = await readMarks(database, [target]);
    curfew.answer = () => GO;
    sender.answer = () => AGAIN;
    await world.advance(HOUR);
    expect(await readMarks(database, [target])).not.toEqual(before);
  });

  test('counts messages of an erased person as cancelled', async () => {
    await using database = await open();
    const curfew = new Curfew();
    await using world = await start(database, curfew);
    await world.makeRun();
    curfew.answer = ({ deviceId }) => (deviceId % 2 === 0 ? holdUntil(world.clock.now() + HOUR) : GO);
    sender.answer = () => AGAIN;
    await world.advance(HOUR);
    const [app] = await database.query<{ id: number; user_id: number }>('SELECT id, user_id FROM app');
    const devices = [1, 2, 4].map((id) => ({ appId: Number(app?.id), id }));
    const purged = { userId: Number(app?.user_id), devices, now: world.clock.now() };
    expect(await purgeDevices(database, purged)).toMatchObject({ devices: 3, waiting: 3 });
    expect(await world.outcomes()).toEqual({ cancelled: 3, held: DEVICES / 2 - 2, retrying: DEVICES / 2 - 1 });
    await expectExact(database);
    const logged = await world.logged();
    expect([1, 2, 3, 4].map((id) => logged.get(id))).toEqual([
      ['cancelled'],
      ['cancelled'],
      ['retrying'],
      ['cancelled'],
    ]);
  });

  test('stays right while a process of an earlier release, which does not know the count, ends held messages', async () => {
    await using database = await open();
    const curfew = new Curfew();
    await using world = await start(database, curfew);
    await world.makeRun();
    curfew.answer = () => holdUntil(world.clock.now() + HOUR);
    await world.advance(HOUR);
    const runId = await runIdOf(database);
    const [counted] = await database.query<object>("SELECT * FROM batch_count WHERE outcome = 'held'");
    const insert = (outcome: string, count: number) =>
      database.tx((tx) => {
        const row = { ...counted, outcome, count };
        const marks = Object.keys(row).map(() => '?');
        const sql = `INSERT INTO batch_count (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`;
        return tx.query(sql, Object.values(row));
      });
    await insert('retrying', -3);
    await insert('sent', 3);
    expect(await countsOf(database, runId)).toMatchObject({ total: DEVICES, sent: 3, retrying: 0, held: DEVICES - 3 });
  });
});
