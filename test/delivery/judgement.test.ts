import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { JudgedMessages } from '../../src/delivery/delivery-deps.js';
import { RULES } from '../../src/delivery/judgement/index.js';
import type { Pair } from '../../src/delivery/judgement/pair.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from '../../src/delivery/judgement/rule.js';
import { OUTCOMES } from '../../src/entities/outcome.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR } from './batch-world.js';

const MINUTE = 60_000;

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(async () => {
  await fakes.reset();
  sender.reset();
});

/** A rule that exists only here, and the questions that it was asked. */
class MadeUpRule implements JudgementRule {
  readonly name = 'made-up';
  readonly asked = 'page';
  readonly pages: JudgedPage[] = [];
  answer: (pair: Pair, page: JudgedPage) => Answer = () => GO;
  hasSay = true;

  open(page: JudgedPage) {
    if (!this.hasSay) return null;
    return async (pairs: readonly Pair[]) => {
      this.pages.push({ ...page, pairs });
      return pairs.map((pair) => this.answer(pair, page));
    };
  }
}

const waitUntil = (until: number): Answer => ({ kind: 'wait', code: 'RULE:CURFEW', detail: 'the curfew', until });
const DROP = { kind: 'drop', outcome: 'failed', code: 'RULE:CURFEW', detail: 'the curfew' } as const;
const isOdd = ({ deviceId }: Pair): boolean => deviceId % 2 === 1;

const readWaiting = async (database: Database) =>
  (
    await database.query<{ device_id: number; due_at: number; attempt: number; reason: string }>(
      'SELECT device_id, due_at, attempt, reason FROM retry_send ORDER BY due_at, device_id',
    )
  ).map((row) => ({ ...row, device_id: Number(row.device_id), due_at: Number(row.due_at) }));

const readFailures = (database: Database) =>
  database.query<{ outcome: string; reason: string; n: number }>(
    'SELECT outcome, reason, COUNT(*) AS n FROM delivery_failure GROUP BY outcome, reason',
  );

describe.each(eachDatabase())('the judgement of messages on $name', ({ open }) => {
  const startBatches = async (database: Database, rule: MadeUpRule, { devices = 10, pushes = 1 } = {}) => {
    const world = await BatchWorld.start({ database, fakes, sender, rules: [...RULES, rule] });
    await world.seedDevices(await world.makeApp('provider_c'), devices);
    await world.makeRun({}, pushes);
    return world;
  };

  test('holds messages of a batch, judges them again on release, and sends each once', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { pushes: 2 });
    const until = world.clock.now() + 5 * HOUR;
    rule.answer = (pair) => (isOdd(pair) ? waitUntil(until) : GO);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: 10, sent: 10 });
    expect(await world.statuses('run')).toEqual({ running: 1 });
    const waiting = await readWaiting(database);
    expect(new Set(waiting.map(({ device_id }) => device_id))).toEqual(new Set([1, 3, 5, 7, 9]));
    expect(new Set(waiting.map((row) => `${row.due_at} ${row.attempt} ${row.reason}`))).toEqual(
      new Set([`${until} 0 the curfew`]),
    );
    await world.advance(3 * HOUR);
    expect(sender.ledger).toHaveLength(10);

    const judged = rule.pages.length;
    rule.answer = () => GO;
    await world.advance(HOUR);
    const again = rule.pages.slice(judged);
    expect(again.flatMap(({ pairs }) => pairs)).toHaveLength(10);
    expect(new Set(again.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    expect(await world.outcomes()).toEqual({ sent: 20 });
    expect(sender.duplicates).toBe(0);
    expect(sender.ledger).toHaveLength(20);
    expect([...(await world.logged()).values()].flat()).toEqual(Array(20).fill('sent'));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('releases held messages in the order of their due times, not in the order in which they were held', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { devices: 20 });
    const began = world.clock.now() + 2 * HOUR;
    rule.answer = ({ deviceId }) => waitUntil(began - deviceId * MINUTE);
    await world.advance(HOUR);
    rule.answer = () => GO;
    sender.reset();
    const released = rule.pages.length;
    await world.advance(2 * HOUR);
    const devices = rule.pages.slice(released).flatMap(({ pairs }) => pairs.map(({ deviceId }) => deviceId));
    expect(devices).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
    expect(sender.ledger).toHaveLength(20);
  });

  test('releases messages of several batches together, and counts each in its own batch', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { devices: 50 });
    const until = world.clock.now() + 2 * HOUR;
    // This is how a hash of the device would spread them.
    rule.answer = ({ deviceId }) => waitUntil(until + ((deviceId * 7) % 50) * 1_000);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: 50 });
    rule.answer = () => GO;
    await world.advance(2 * HOUR);
    const rows = await database.query<{ outcome: string; n: number }>(
      'SELECT batch_id, outcome, SUM(count) AS n FROM batch_count GROUP BY batch_id, outcome ORDER BY batch_id, outcome',
    );
    const counts = rows.map(({ outcome, n }) => `${outcome} ${Number(n)}`);
    expect(counts).toEqual(['held 0', 'sent 20', 'held 0', 'sent 20', 'held 0', 'sent 10']);
    expect([...(await world.logged()).values()].flat()).toEqual(Array(50).fill('sent'));
    expect(sender.duplicates).toBe(0);
    // The pages have the same size as those of the batches.
    expect(sender.calls).toBe(Math.ceil(50 / 8));
  });

  test('may hold a message repeatedly; it expires with its time to live and a reason', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { devices: 3 });
    rule.answer = () => waitUntil(world.clock.now() + 7 * HOUR);
    await world.advance(HOUR);
    for (let times = 0; times < 3; times += 1) {
      expect(await world.outcomes()).toEqual({ held: 3 });
      await world.advance(7 * HOUR);
    }
    // The fourth wait would end after the message's 24 hours.
    expect(await world.outcomes()).toEqual({ expired: 3 });
    expect(await readFailures(database)).toEqual([{ outcome: 'expired', reason: 'the curfew', n: 3 }]);
    expect([...(await world.logged()).values()].flat()).toEqual(Array(3).fill('expired'));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(sender.calls).toBe(0);
  });

  test('ends held messages as cancelled when their run is cancelled', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { devices: 3 });
    rule.answer = () => waitUntil(world.clock.now() + HOUR);
    await world.advance(HOUR);
    const [run] = await database.query<{ id: number }>('SELECT id FROM run');
    await world.services.runs.cancel(world.caller, Number(run?.id));
    await world.advance(MINUTE);
    expect(await world.outcomes()).toEqual({ cancelled: 3 });
    expect(sender.calls).toBe(0);
  });

  test('drops messages of a batch, which are counted and never sent', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule);
    rule.answer = (pair) => (isOdd(pair) ? DROP : GO);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ failed: 5, sent: 5 });
    expect(await readFailures(database)).toEqual([{ outcome: 'failed', reason: 'the curfew', n: 5 }]);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(sender.ledger).toHaveLength(5);
  });

  test('holds and drops due messages of auto-push', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await AutoPushWorld.start({ database, fakes, sender, rules: [...RULES, rule] });
    const devices = [await world.makeDevice(), await world.makeDevice(), await world.makeDevice()];
    await world.makeAutoPush('10m');
    const until = world.clock.now() + HOUR;
    rule.answer = ({ deviceId }) =>
      deviceId === devices[0]?.id ? DROP : deviceId === devices[1]?.id ? waitUntil(until) : GO;
    for (const device of devices) await world.track(device, 'buy');
    await world.advance(10 * MINUTE);
    expect(await world.outcomes()).toEqual({ failed: 1, held: 1, sent: 1 });
    rule.answer = () => GO;
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ failed: 1, sent: 2 });
    expect(sender.ledger.map(({ token }) => token)).toEqual([devices[2]?.token, devices[1]?.token]);
  });

  test('holds and drops messages that wait for a retry', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { devices: 3 });
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 3 });
    sender.reset();
    const until = world.clock.now() + HOUR;
    rule.answer = ({ deviceId }) => (deviceId === 1 ? DROP : deviceId === 2 ? waitUntil(until) : GO);
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ failed: 1, held: 1, sent: 1 });
    expect(await readWaiting(database)).toEqual([{ device_id: 2, due_at: until, attempt: 1, reason: 'the curfew' }]);
    rule.answer = () => GO;
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ failed: 1, sent: 2 });
    expect(rule.pages.at(-1)?.attempt).toBe(2);
  });

  test('asks rules in order, and stops for a pair once one has decided', async () => {
    await using database = await open();
    const [first, second] = [new MadeUpRule(), new MadeUpRule()];
    first.answer = (pair) => (isOdd(pair) ? DROP : GO);
    second.answer = () => waitUntil(Number.MAX_SAFE_INTEGER);
    await using world = await BatchWorld.start({ database, fakes, sender, rules: [first, second] });
    await world.seedDevices(await world.makeApp('provider_c'), 4);
    await world.makeRun();
    await world.advance(HOUR);
    expect(second.pages.flatMap(({ pairs }) => pairs.map(({ deviceId }) => deviceId))).toEqual([2, 4]);
    expect(await world.outcomes()).toEqual({ expired: 2, failed: 2 });
  });

  test('counts what each rule held and dropped', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    await using world = await startBatches(database, rule, { devices: 6 });
    rule.answer = ({ deviceId }) => (deviceId < 3 ? DROP : deviceId < 6 ? waitUntil(world.clock.now() + HOUR) : GO);
    const counted: [JudgedMessages, number][] = [];
    const outcomes: [string, number][] = [];
    const flow = world.makeFlow({
      metrics: {
        countMessages: (_provider, outcome, count) => outcomes.push([outcome, count]),
        countJudged: (judged, count) => counted.push([judged, count]),
        timePage: () => undefined,
      },
    });
    world.skip(HOUR);
    await world.jobs.enqueue('sweep', {});
    await world.jobs.settle(flow.handlers());
    const about = { provider: 'provider_c', rule: 'made-up', code: 'RULE:CURFEW' };
    expect(counted).toEqual([
      [{ ...about, answer: 'drop' }, 2],
      [{ ...about, answer: 'wait' }, 3],
    ]);
    expect(outcomes).toEqual([
      ['failed', 2],
      ['sent', 1],
    ]);
  });

  test('does not change a page to which no rule applies', async () => {
    await using database = await open();
    const rule = new MadeUpRule();
    rule.hasSay = false;
    await using world = await startBatches(database, rule);
    await world.advance(HOUR);
    expect(rule.pages).toEqual([]);
    expect(await world.outcomes()).toEqual({ sent: 10 });
  });
});

test('rules have their own names, codes and outcomes, and page rules come first', () => {
  const unique = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length);
  unique(RULES.map(({ name }) => name));
  unique(RULES.flatMap(({ texts = {} }) => Object.keys(texts)));
  const outcomes = RULES.flatMap(({ outcomes: own = {} }) => Object.entries(own));
  unique([...Object.keys(OUTCOMES), ...outcomes.map(([name]) => name)]);
  unique(outcomes.map(([, { logByte }]) => logByte));
  for (const [name, { logByte }] of outcomes) {
    expect(name).toMatch(/^[A-Z][A-Z_]{0,15}$/);
    expect(logByte).toBeGreaterThanOrEqual(64);
    expect(logByte).toBeLessThanOrEqual(255);
  }
  const moments = RULES.map(({ asked }) => asked);
  expect(moments).toEqual(moments.toSorted());
});
