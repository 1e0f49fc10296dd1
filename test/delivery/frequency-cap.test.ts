import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { execute } from '../../src/database/database.js';
import { unpackSends } from '../../src/delivery/judgement/cap-block-codec.js';
import type { Device } from '../../src/entities/device.js';
import type { CapPolicy, FrequencyCap } from '../../src/ports/frequency-caps.js';
import type { CategoryKind } from '../../src/ports/preferences.js';
import type { Outcome } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { leastOf } from '../support/least-of.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

type World = BatchWorld | AutoPushWorld;
const DAY = 24 * HOUR;
/** The size of a page in `BatchWorld`. */
const PAGE = 8;

const cap = (max: number, rest: Partial<FrequencyCap> = {}): FrequencyCap => ({
  ...{ max, window: { kind: 'ROLLING', seconds: 86_400 }, subject: 'USER', categories: null, minGap: null },
  ...rest,
});

const setCaps = (world: World, caps: readonly FrequencyCap[], onCapped: CapPolicy = 'DROP') =>
  world.options.database.tx((tx) =>
    execute(tx, 'UPDATE user_account SET frequency_caps = ? WHERE id = ?', [
      JSON.stringify({ onCapped, caps }),
      world.caller.userId,
    ]),
  );

const categorise = async (world: World, key: string, kind: CategoryKind = 'MARKETING') => {
  const names = [{ language: 'en', text: key }];
  const rest = { descriptions: [], androidChannel: null, listed: true, default: 'ON' } as const;
  const { id } = await world.services.categories.create(world.caller, { key, names, kind, ...rest });
  await world.options.database.tx((tx) =>
    execute(tx, 'UPDATE push SET category_id = ? WHERE category_id IS NULL', [id]),
  );
};

/** Messages that reached each device: repetitions after a crash count once. */
const reached = (devices: readonly Device[]): number[] => {
  const ids = new Map<string, Set<string>>();
  for (const { token, id } of sender.ledger) ids.set(token, (ids.get(token) ?? new Set()).add(id));
  return devices.map(({ token }) => ids.get(token)?.size ?? 0);
};

/** The block and the slot of the user or device for each counted message. */
const readCounted = async ({ options: { database } }: World) => {
  const rows = await database.query<{ block: number; sends: Buffer }>('SELECT block, sends FROM cap_block');
  return rows.flatMap(({ block, sends }) => unpackSends(sends, 0).map((send) => ({ block: Number(block), ...send })));
};

const countedMessages = async (world: World): Promise<number> => (await readCounted(world)).length;

const RETRY: Outcome = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 60_000 };
const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const FAILED: Outcome = { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413' };
const DEAD: Outcome = { kind: 'invalid-token', code: 'UNREGISTERED', detail: null, deadSince: null };
const UNANSWERED: Outcome = { ...RETRY, isUnanswered: true } as Outcome;

describe.each(eachDatabase())('frequency caps on $name', ({ open }) => {
  /** Two users with two devices each, and two devices without a user. */
  const start = async (database: Awaited<ReturnType<typeof open>>, zone: string | null = null) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 6, (index) => ({
      externalUserId: index < 4 ? `user-${1 + Math.floor(index / 2)}` : null,
      timezone: zone,
    }));
    return { world, devices, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  test('a user with two devices is one subject, and a device without a user is one too', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(3)]);
    await world.makeRun({}, 2);
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([2, 1, 2, 1, 2, 2]);
    expect(await world.outcomes()).toEqual({ CAPPED: 2, sent: 10 });
    const sql = 'SELECT DISTINCT outcome, code, reason FROM delivery_failure';
    expect(await database.query(sql)).toEqual([
      { outcome: 'CAPPED', code: 'RULE:CAPPED', reason: 'frequency cap reached: 3 per 24h, USER' },
    ]);
  });

  test('two concurrent runs in two processes never exceed a cap together', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE' })]);
    for (let run = 0; run < 3; run += 1) await world.makeRun();
    world.skip(HOUR);
    await Promise.all([new DeliveryWorker(world).work(), new DeliveryWorker(world).work()]);
    await world.work();
    expect(reached(devices)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await world.outcomes()).toEqual({ CAPPED: 12, sent: 6 });
  });

  test('SERVICE and TRANSACTIONAL messages ignore caps and are not counted', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE' })]);
    for (const kind of ['SERVICE', 'TRANSACTIONAL'] as const) {
      await world.makeRun();
      await categorise(world, kind.toLowerCase(), kind);
      await world.advance(HOUR);
    }
    await world.makeRun();
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(await countedMessages(world)).toBe(6);
  });

  test('a cap for one category neither counts nor holds other messages', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE', categories: ['news'] })]);
    await world.makeRun();
    await world.advance(HOUR);
    expect(await countedMessages(world)).toBe(0);
    await world.makeRun({}, 2);
    await categorise(world, 'news');
    // The first push has the category as well, but its run has ended.
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test.each([
    ['a failure', FAILED, 0],
    ['a dead token', DEAD, 0],
    ['a message without an answer', UNANSWERED, 6],
    ['a sent message', SENT, 6],
  ] as const)('%s ends with the right number of counted messages', async (_name, answer, kept) => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(6, { subject: 'DEVICE' })]);
    sender.answer = () => answer;
    await world.makeRun();
    for (let hour = 0; hour < 3; hour += 1) await world.advance(HOUR);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await countedMessages(world)).toBe(kept);
  });

  test('a retry keeps its count, and returns it when its run is cancelled', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE' })]);
    sender.answer = () => RETRY;
    await world.makeRun();
    await world.advance(HOUR);
    expect(await countedMessages(world)).toBe(6);
    sender.answer = () => SENT;
    await world.makeRun();
    const [first] = await database.query<{ id: number }>('SELECT MIN(id) AS id FROM run');
    await world.services.runs.cancel(world.caller, Number(first?.id));
    await world.work();
    expect(await countedMessages(world)).toBe(0);
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('a retry is not counted twice, and its count moves to the attempt that is sent', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE' })]);
    sender.answer = () => RETRY;
    await world.makeRun();
    await world.advance(HOUR);
    sender.answer = () => SENT;
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await countedMessages(world)).toBe(6);
    await world.makeRun();
    await world.advance(DAY - HOUR / 2);
    expect(reached(devices)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("a device that changes its user while a message waits leaves the first user's count", async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(9)]);
    sender.answer = () => RETRY;
    await world.makeRun();
    await world.advance(HOUR);
    await database.tx((tx) => execute(tx, "UPDATE device SET external_user_id = 'user-9'"));
    sender.answer = () => SENT;
    await world.advance(HOUR);
    const counted = await readCounted(world);
    expect(counted.length).toBe(6);
    expect(new Set(counted.map(({ block, slot }) => `${block} ${slot}`)).size).toBe(1);
  });

  test('a user whose devices were registered by an earlier release is still counted after its next report', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await database.tx((tx) => execute(tx, 'DELETE FROM end_user'));
    await setCaps(world, [cap(1)]);
    await world.makeRun();
    await world.advance(HOUR);
    const users = ['user-1', 'user-2'].map((externalUserId) => ({ externalUserId, attributes: {} }));
    await world.services.endUsers.upsertMany(world.caller.userId, users);
    await world.makeRun();
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1, 0, 1, 0, 1, 1]);
  });

  test('DEFER holds a message until every cap allows it', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE', window: { kind: 'ROLLING', seconds: 7_200 } })], 'DEFER');
    await world.makeRun({}, 2);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: 6, sent: 6 });
    await world.advance(2 * HOUR - 1_000);
    expect(await world.outcomes()).toEqual({ held: 6, sent: 6 });
    await world.advance(1_000);
    expect(reached(devices)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await world.outcomes()).toEqual({ sent: 12 });
  });

  test('DEFER drops a message that would expire first', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE', window: { kind: 'ROLLING', seconds: 2_592_000 } })], 'DEFER');
    await world.makeRun({}, 2);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ CAPPED: 6, sent: 6 });
  });

  test('a zone that this process does not know yet counts in UTC', async () => {
    await using database = await open();
    await using set = await start(database, 'Mars/Olympus');
    const { world, devices } = set;
    await setCaps(world, [cap(1, { subject: 'DEVICE', window: { kind: 'CALENDAR_DAY' } })]);
    await world.makeRun({}, 2);
    await world.advance(HOUR);
    expect(reached(devices)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("a calendar day is the device's, or the account's if the device has no zone", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const zones = ['UTC', 'Australia/Sydney', null, 'America/New_York'];
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, zones.length, (index) => ({ timezone: zones[index] ?? null }));
    await world.services.users.configure(world.caller.userId, { timeZone: 'Australia/Sydney' });
    await setCaps(world, [cap(1, { window: { kind: 'CALENDAR_DAY' } })], 'DEFER');
    await world.makeRun();
    await world.advance(HOUR);
    const sentAt = world.clock.now();
    await world.makeRun();
    await world.advance(HOUR);
    // It is 10:00 in UTC.
    const waiting = await database.query<{ due_at: number }>('SELECT due_at FROM retry_send ORDER BY device_id');
    expect(waiting.map((row) => (Number(row.due_at) - sentAt) / HOUR)).toEqual([14, 3, 3, 19]);
    await world.advance(2 * HOUR);
    expect(reached(devices)).toEqual([1, 2, 2, 1]);
  });

  test('only caps for users read users, and no cap reads the zones of devices again', async () => {
    await using database = await open();
    await using set = await start(database, 'Europe/Vienna');
    const { world } = set;
    // The runs of this test are too few to reach a cap of 50.
    const statementsWith = async (...caps: FrequencyCap[]) => {
      await setCaps(world, caps);
      return leastOf(async () => {
        await world.makeRun();
        const before = database.statements.count;
        await world.advance(HOUR);
        return database.statements.count - before;
      });
    };
    const forUsers = await statementsWith(cap(50));
    const ofDay = { window: { kind: 'CALENDAR_DAY' } } as const;
    expect(await statementsWith(cap(50, ofDay))).toBe(forUsers);
    const forDevices = await statementsWith(cap(50, { subject: 'DEVICE' }));
    expect(forDevices).toBe(forUsers - 1);
    expect(await statementsWith(cap(50, { ...ofDay, subject: 'DEVICE' }))).toBe(forDevices);
  });

  test('a required gap between two messages holds the second', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(9, { subject: 'DEVICE', minGap: 600 })], 'DEFER');
    await world.makeRun({}, 2);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ held: 6, sent: 6 });
    await world.advance(600_000);
    expect(await world.outcomes()).toEqual({ sent: 12 });
  });

  test('a preview shows how many messages each cap would refuse now, and counts nothing', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(9), cap(1)]);
    const { id } = await world.makeRun();
    const preview = () => world.services.capPreview.preview(world.caller, id, new AbortController().signal);
    expect(await preview()).toMatchObject({ messages: 6, dropped: 2, deferred: 0, isComplete: true });
    expect(await countedMessages(world)).toBe(0);
    await world.advance(HOUR);
    expect(await countedMessages(world)).toBe(4);
    const after = await preview();
    expect(after).toMatchObject({ messages: 6, dropped: 6 });
    expect([...after.byCap]).toEqual([['1 per 24h, USER', 6]]);
    expect(await countedMessages(world)).toBe(4);
  });

  test('a preview judges one variant for each user outside the control group', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(1)]);
    const experiment = {
      controlShare: 0.3,
      testShare: 1,
      decideAfter: null,
      metric: 'CLICKED',
      winner: 'NONE',
    } as const;
    const { id } = await world.makeRun({ experiment }, 2);
    const { messages, dropped } = await world.services.capPreview.preview(
      world.caller,
      id,
      AbortSignal.timeout(60_000),
    );
    await world.advance(HOUR);
    const { sent = 0, CAPPED = 0, CONTROL = 0 } = await world.outcomes();
    expect({ messages, dropped }).toEqual({ messages: sent + CAPPED, dropped: CAPPED });
    expect([sent > 0, CAPPED > 0, sent + CAPPED + CONTROL]).toEqual([true, true, 6]);
  });

  test('a preview judges at most 50,000 messages', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await world.seedDevices(await world.makeApp('provider_c'), 3_000);
    await setCaps(world, [cap(100, { subject: 'DEVICE' })]);
    const { id } = await world.makeRun({}, 17);
    const preview = await world.services.capPreview.preview(world.caller, id, AbortSignal.timeout(60_000));
    expect(preview).toMatchObject({ isComplete: false });
    expect(preview.messages).toBeLessThanOrEqual(50_000);
  });

  test('upkeep deletes only counts that no cap needs any more', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world } = set;
    await setCaps(world, [cap(9, { subject: 'DEVICE' })]);
    await world.makeRun();
    await world.advance(HOUR);
    const upkeep = () =>
      world.flow.handlers().upkeep({}, { signal: new AbortController().signal, touch: async () => undefined });
    world.skip(DAY - 1);
    await upkeep();
    expect(await countedMessages(world)).toBe(6);
    world.skip(2);
    await upkeep();
    expect(await countedMessages(world)).toBe(0);
  });

  test('auto-push and immediate messages count and obey the same caps', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const device = await world.makeDevice();
    await setCaps(world, [cap(1)]);
    await world.makeAutoPush(null);
    await world.track(device, 'buy');
    await world.work();
    expect(await world.outcomes()).toEqual({ sent: 1 });
    const { id: push } = await world.makePush(['en']);
    const target = { kind: 'deviceIds', deviceIds: [device.id] } as const;
    const message = { target, appIds: null, push, category: null };
    await world.services.messageSend.send(world.caller, message, async () => undefined);
    await world.work();
    expect(await world.outcomes()).toEqual({ CAPPED: 1, sent: 1 });
  });

  test('wherever workers die, no cap is exceeded, no message is lost, and only refused messages are returned', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const plan = fc.record({
      max: fc.integer({ min: 1, max: 3 }),
      gap: fc.constantFrom(null, 60),
      subject: fc.constantFrom('USER' as const, 'DEVICE' as const),
      onCapped: fc.constantFrom('DROP' as const, 'DEFER' as const),
      runs: fc.integer({ min: 1, max: 3 }),
      nth: fc.integer({ min: 1, max: 30 }),
      when: fc.constantFrom('diesBeforeTx' as const, 'diesAfterTx' as const),
      answers: fc.array(fc.constantFrom(SENT, SENT, SENT, RETRY, FAILED, UNANSWERED), { minLength: 3, maxLength: 9 }),
    });
    const property = fc.asyncProperty(plan, async ({ max, gap, subject, onCapped, runs, nth, when, answers }) => {
      sender.reset();
      for (const table of ['cap_block', 'batch_count', 'delivery_log', 'delivery_failure', 'device']) {
        await database.tx((tx) => execute(tx, `DELETE FROM ${table}`));
      }
      const devices = await world.seedDevices(app, 20, (index) => ({
        externalUserId: index % 4 === 0 ? null : `user-${index % 6}`,
      }));
      await setCaps(world, [cap(max, { subject, minGap: gap }), cap(5, { subject: 'USER' })], onCapped);
      const subjectOf = ({ id, externalUserId }: Device, kind: 'USER' | 'DEVICE') =>
        kind === 'USER' && externalUserId ? externalUserId : `device ${id}`;
      const byToken = new Map(devices.map((device) => [device.token, device]));
      // Each message that reached or may have reached a device, with the time of its last attempt.
      const tries = new Map<string, { device: Device; at: number }>();
      let turn = 0;
      sender.answer = ({ id, target }) => {
        const device = target.kind === 'token' ? byToken.get(target.token) : undefined;
        const answer = answers[turn++ % answers.length] ?? SENT;
        const mayArrive = answer === SENT || answer === UNANSWERED;
        if (device && mayArrive) tries.set(id, { device, at: world.clock.now() });
        return answer;
      };
      for (let run = 0; run < runs; run += 1) await world.makeRun();
      world.skip(HOUR);
      const [mortal, other] = [new DeliveryWorker(world), new DeliveryWorker(world)];
      mortal[when] = nth;
      await Promise.all([mortal.work(), other.work()]);
      await world.advance(LEASE + 1);
      for (let hour = 0; hour < 26; hour += 1) await world.advance(HOUR);
      const outcomes = await world.outcomes();
      expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(20 * runs);
      expect(Object.keys(outcomes)).not.toContain('retrying');
      expect(Object.keys(outcomes)).not.toContain('held');
      for (const [kind, most] of [
        [subject, max],
        ['USER', 5],
      ] as const) {
        for (const of of new Set(devices.map((device) => subjectOf(device, kind)))) {
          const instants = [...tries.values()]
            .filter(({ device }) => subjectOf(device, kind) === of)
            .map(({ at }) => at)
            .sort((a, b) => a - b);
          instants.forEach((at, index) => {
            const within = instants.slice(0, index + 1).filter((one) => one > at - DAY).length;
            expect(within).toBeLessThanOrEqual(most);
            const before = instants[index - 1];
            if (gap !== null && kind === subject && before !== undefined) {
              expect(at - before).toBeGreaterThanOrEqual(gap * 1_000);
            }
          });
        }
      }
      const kept = new Set(
        (await readCounted(world)).map(
          ({ group: { runId, pushId }, deviceId, occurrence }) => `${runId} ${pushId} ${deviceId} ${occurrence}`,
        ),
      );
      const sql = "SELECT COUNT(*) AS n FROM delivery_failure WHERE code = 'NO_ANSWER_IN_TIME'";
      const [unanswered] = await database.query<{ n: number }>(sql);
      const isLost = kept.size < Number(outcomes.sent ?? 0) + Number(unanswered?.n) && onCapped === 'DROP';
      // The messages of a dead worker may have arrived, so they stay counted.
      const mayBeLeft = mortal.isDead ? 2 * PAGE : 0;
      expect({ isLost, isLeft: kept.size > tries.size + mayBeLeft }).toEqual({ isLost: false, isLeft: false });
    });
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
  });
});
