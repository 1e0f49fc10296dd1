import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type Database, execute, placeholders } from '../../src/database/database.js';
import { Scheduler } from '../../src/entities/scheduler.js';
import type { StreamedEvent } from '../../src/services/pubsub/event-stream.js';
import { StatusHub } from '../../src/services/pubsub/status-hub.js';
import { SubscriptionOverflow } from '../../src/services/pubsub/subscription-overflow.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { recordCount } from '../schema/support/factories.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append, placeOf, upTo } from '../support/outbox-steps.js';

const BUSY = 1;
const BURST = 100_000;
const ALL = { after: null, types: null };
const callerOf = (userId: number) => ({ userId, keyId: 1, scopes: ['read'] as const });

const openHub = (database: Database, pollMs = 200): StatusHub => {
  const hub = new StatusHub({ database, runs: new RunQueryService(database), minIntervalMs: 50, pollMs });
  database.onOutbox = (userId) => hub.outboxGrew(userId);
  return hub;
};

describe.each(eachDatabase())('many subscriptions, $name', (kind) => {
  test('2,000 idle subscriptions cost one statement per poll, and still see other processes’ changes', async () => {
    await using database = await kind.open();
    const hub = openHub(database);
    const runIds = await createRuns(database, 1_000);
    const views = await Promise.all(runIds.map((runId) => hub.watchRun(callerOf(BUSY), runId)));
    const feeds = await Promise.all(upTo(500).map((userId) => hub.watchEvents({ userId }, ALL)));
    const schedulers = (await createSchedulers(database, 500)).map((id) => hub.watchScheduler(callerOf(BUSY), id));
    const events = feeds.map((feed) => feed.next());
    await Promise.all([...views, ...schedulers].map((view) => view.next()));
    const next = views.map((view) => view.next());
    // One poll runs every 200 ms, and nothing else.
    await eventually('nothing but looks', async () => {
      const looks = await countIn(database, 2_000);
      return looks >= 2 && looks <= 12 ? true : null;
    });

    const [runId = 0] = runIds;
    await recordCount(database, { runId, appId: 1, outcome: 'sent', count: 3 });
    const seen = await next[0];
    expect(seen?.value?.counts).toMatchObject([{ outcome: 'sent', count: 3 }]);
    hub.close();
    await Promise.all([...next, ...events]);
  });

  test(`a burst of ${BURST} events reaches clients that read; a client that does not is disconnected without affecting others`, async () => {
    await using database = await kind.open();
    const hub = openHub(database);
    const idle = await Promise.all(upTo(2_000).map((n) => hub.watchEvents({ userId: BUSY + n }, ALL)));
    const untouched = idle.map((stream) => stream.next());
    const slow = await hub.watchEvents({ userId: BUSY }, ALL);
    const slowFirst = slow.next();
    const reading = readPlaces(await hub.watchEvents({ userId: BUSY }, ALL), BURST);
    await untilLive(database);
    const memoryBefore = process.memoryUsage().heapUsed;
    for (let written = 0; written < BURST; written += 2_000) await append(database, BUSY, 2_000);
    const { places, peak } = await reading;
    expect(places).toBe(BURST);
    expect(peak - memoryBefore).toBeLessThan(250 * 2 ** 20);
    await slowFirst;
    await expect(slow.next()).rejects.toThrow(SubscriptionOverflow);

    await append(database, BUSY + 1);
    expect(placeOf((await untouched[0])?.value as StreamedEvent)).toBe(1);
    hub.close();
    await Promise.all(untouched);
  });

  test('a slow subscriber resumes from its last event and misses nothing', async () => {
    await using database = await kind.open();
    const hub = openHub(database);
    const slow = await hub.watchEvents({ userId: BUSY }, ALL);
    const first = slow.next();
    const reading = readPlaces(await hub.watchEvents({ userId: BUSY }, ALL), 5_000);
    await untilLive(database);
    await append(database, BUSY, 5_000);
    const last = (await first).value as StreamedEvent;
    await reading;
    await expect(slow.next()).rejects.toThrow(SubscriptionOverflow);
    const again = await hub.watchEvents({ userId: BUSY }, { after: last.eventId, types: null });
    const { places } = await readPlaces(again, 4_999, 2);
    expect(places).toBe(4_999);
    hub.close();
  });
});

test('a temporary database failure ends no subscription', async () => {
  const [kind] = eachDatabase();
  await using database = (await kind?.open()) as Database;
  let failing = false;
  const flaky = new Proxy(database, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (failing && (name === 'query' || name === 'reader')) throw new Error('the database is away');
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const hub = openHub(flaky, 50);
  const [runId = 0] = await createRuns(database, 1);
  const view = await hub.watchRun(callerOf(BUSY), runId);
  const feed = await hub.watchEvents({ userId: BUSY }, { after: null, types: ['run.paused'] });
  await view.next();
  const [seen, told] = [view.next(), feed.next()];
  // A client that subscribes only now would start after the next events.
  await untilLive(database);
  failing = true;
  await recordCount(database, { runId, appId: 1, outcome: 'sent', count: 3 });
  await append(database, BUSY, 2);
  hub.runChanged({ runId, schedulerId: 10_001, userId: BUSY });
  hub.outboxGrew(BUSY);
  await sleep(1_500);
  failing = false;
  expect((await seen).value?.counts).toMatchObject([{ count: 3 }]);
  expect(placeOf((await told).value as StreamedEvent)).toBe(1);
  expect(placeOf((await feed.next()).value as StreamedEvent)).toBe(2);
  hub.close();
});

const countIn = async ({ statements }: Database, ms: number): Promise<number> => {
  const before = statements.count;
  await sleep(ms);
  return statements.count - before;
};

/** A subscribed client has nothing to read, because nothing else happens between polls. */
const untilLive = async ({ statements }: Database): Promise<void> => {
  let looks = 0;
  let others = 0;
  statements.listener = (sql) => {
    if (sql.startsWith("SELECT 'owner'") || sql.startsWith("SELECT 'run'")) looks += 1;
    else others += 1;
  };
  await eventually('all to be live', async () => {
    const before = { looks, others };
    await eventually('three looks', () => (looks >= before.looks + 3 ? true : null));
    return others === before.others ? true : null;
  });
  statements.listener = null;
};

/** Reads this many events, in order and without a gap. Returns their number and the peak memory. */
const readPlaces = async (
  stream: AsyncGenerator<StreamedEvent, void, undefined>,
  count: number,
  from = 1,
): Promise<{ places: number; peak: number }> => {
  let places = 0;
  let peak = 0;
  for await (const event of stream) {
    if (placeOf(event) !== from + places) throw new Error(`${placeOf(event)} came in place of ${from + places}`);
    places += 1;
    if (places % 1_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed);
    if (places === count) break;
  }
  return { places, peak };
};

const createRuns = (database: Database, count: number): Promise<number[]> =>
  database.tx(async (tx) => {
    const rows = upTo(count).flatMap((n) => [BUSY, 10_000 + n, 'conversion', 0, 'running', 0, 0, 0, 0]);
    const columns = 'user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at';
    await execute(tx, `INSERT INTO run (${columns}) VALUES ${placeholders(count, 9)}`, rows);
    const found: { id: number }[] = await tx.query('SELECT id FROM run ORDER BY id');
    return found.map(({ id }) => Number(id));
  });

const createSchedulers = (database: Database, count: number): Promise<number[]> =>
  database.tx(async (tx) => {
    const now = new Date();
    const row = { userId: BUSY, kind: 'auto-push' as const, allApps: true, allCountries: false, allLanguages: false };
    const state = { allAudiences: false, active: false, archived: false, createdAt: now, updatedAt: now };
    const rows = upTo(count).map((n) => ({ ...row, ...state, name: `s${n}`, nameFolded: `s${n}` }));
    const { identifiers } = await tx.insert(Scheduler, rows);
    return identifiers.map(({ id }) => Number(id));
  });
