import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { getOrInsert, groupBy } from '../../src/collections.js';
import { type Database, execute } from '../../src/database/database.js';
import { activeSubjectOf, periodOf } from '../../src/delivery/judgement/active-hours.js';
import { messageId } from '../../src/delivery/send/message-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { LedgerEntry } from '../support/fakes/ledger.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { type Slot, startSlots } from './chaos/slot.js';
import { makeDue, noteFigures, seededRandom, settledCount } from './crash-run.js';

const SEED = Number(process.env.CHAOS_SEED ?? 1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Each run sends more messages than this, and would need seconds without a limit. */
const MAX_PER_MINUTE = 150;
/** The messages of one user, or of one device without a user, in both runs together. */
const CAP = 2;
const ENV = { CHECKPOINT_SIZE: '20', BATCH_SIZE: '100', CONCURRENCY: '2', LEASE_MS: '2000' };
/** These zones never change their clocks. The quiet hours cover the present in Tokyo and Karachi only. */
const TOKYO = { timezone: 'Asia/Tokyo', offsetHours: 9 };
const KARACHI = { timezone: 'Asia/Karachi', offsetHours: 5 };
const AWAKE = ['UTC', 'America/Bogota'];
/** Quiet hours that end in Tokyo last longer in Karachi by the difference of their clocks. */
const LONGER_IN_KARACHI = (TOKYO.offsetHours - KARACHI.offsetHours) * HOUR;
const FINISHED_MS = 240_000;
/** Without a limit, both runs would still exceed it in the rest of a minute. */
const DELAYED_MS = 10_000;
const RUNS = ['one', 'two'] as const;

type Role = 'alone' | 'dead' | 'best hour' | 'short night' | 'long night' | 'of a user';

/** The number of devices of each role. */
const CROWD: Readonly<Record<Role, number>> = {
  ...{ alone: 110, dead: 4, 'best hour': 20 },
  ...{ 'short night': 20, 'long night': 10, 'of a user': 40 },
};

interface CrowdDevice {
  readonly id: number;
  readonly token: string;
  readonly role: Role;
  /** Two devices each, in two zones. */
  readonly user: string | null;
}

/** The instants that follow from the settings. Both are near, so that the test sees messages held and released. */
interface Instants {
  readonly nightEndsAt: number;
  readonly bestHourAt: number;
}

/** An arrival at the fakes, and its message. */
interface Arrival extends Pick<LedgerEntry, 'at' | 'status'> {
  readonly message: string;
  readonly runId: number;
  readonly device: CrowdDevice;
}

describe.each(eachDatabase())('two runs with quiet hours, a cap, a speed and a best hour on $name', (kind) => {
  test('lose nothing, exceed no cap, wake nobody and keep their speed while workers are killed', async () => {
    await using world = await ServiceWorld.open(kind);
    const slots = await startSlots(world, kind, ENV);
    const { crowd, instants } = await prepare(world, slots);
    const stalls = monitorEventLoopDelay();
    stalls.enable();
    const kills = await killWhileSending(world, slots, instants);
    await untilOnlyTheLongNightWaits(world);
    await settledCount(world.fakes);

    const arrivals = await readArrivals(world, crowd);
    const accepted = arrivals.filter(({ status }) => status === 200);
    const distinct = groupBy(accepted, ({ message }) => message);
    // A busy machine can delay some messages more than others, so a minute counts as shorter by that difference.
    const stallMs = Math.ceil(stalls.max / 1e6);
    const busiest = [...groupBy(arrivals, ({ runId }) => runId).values()].map((ofRun) =>
      mostWithin(ofRun, MINUTE - DELAYED_MS - stallMs),
    );
    noteFigures({
      database: kind.name,
      kills,
      stallMs,
      arrivals: arrivals.length,
      busiest,
      repeated: accepted.length - distinct.size,
    });

    expect(messagesPerRole(crowd, accepted)).toEqual({
      ...{ alone: [2], dead: [0], 'best hour': [2] },
      ...{ 'short night': [2], 'long night': [0], 'of a user': [CAP] },
    });
    const firstOf = (role: Role) => Math.min(...arrivals.flatMap(({ at, device }) => (device.role === role ? at : [])));
    expect(firstOf('short night')).toBeGreaterThanOrEqual(instants.nightEndsAt);
    expect(firstOf('best hour')).toBeGreaterThanOrEqual(instants.bestHourAt);
    // Retries and messages that a killed worker handed over twice are included.
    expect(Math.max(...busiest)).toBeLessThanOrEqual(MAX_PER_MINUTE);
    await expectRecorded(world, instants);
    for (const { service } of slots) expect(await service?.terminate()).toMatchObject({ code: 0 });
    expect(slots.flatMap((slot) => slot.complaints())).toEqual([]);
  });
});

const prepare = async (world: ServiceWorld, slots: readonly Slot[]) => {
  const service = slots[0]?.service;
  if (!service) throw new Error('no process serves the API');
  const app = await createApp(service, world.fakes, { provider: 'provider_c', name: 'phones' });
  const crowd = await makeCrowd(await world.db(), app.id);
  await makeTrouble(world, crowd);
  const instants = nearInstants(Date.now());
  await makeActive(await world.db(), crowd, instants);
  await service.graphql(SETTINGS, {
    quietHours: {
      ...{ start: clock(instants.nightEndsAt + (TOKYO.offsetHours - 6) * HOUR), policy: 'HOLD', releaseOver: '0m' },
      end: clock(instants.nightEndsAt + TOKYO.offsetHours * HOUR),
    },
    frequencyCaps: {
      onCapped: 'DROP',
      caps: [{ max: CAP, window: 'ROLLING', rolling: '1d', subject: 'USER' }],
    },
  });
  // After the end of the test, because activation refuses a minute in the past.
  const later = new Date(Date.now() + HOUR);
  const scheduler = {
    ...{ audience: { apps: { all: true } }, date: later.toISOString().slice(0, 10), time: clock(later.getTime()) },
    ...{ timeZone: 'UTC', speed: { maxPerMinute: MAX_PER_MINUTE } },
    bestHour: { from: clock(instants.bestHourAt), to: clock(instants.bestHourAt + MINUTE), controlShare: 0 },
  };
  for (const name of RUNS) {
    const push = { defaultLang: 'en', translations: [{ language: 'en', title: name, text: 'A message to be held.' }] };
    const oneTime = { scheduler: { ...scheduler, name }, pushes: [push], activate: true };
    const { campaignCreate } = await service.graphql<{ campaignCreate: { userErrors: object[] } }>(CREATE, { oneTime });
    expect(campaignCreate.userErrors).toEqual([]);
  }
  const schedulers = await (await world.db()).query<{ id: number }>('SELECT id FROM scheduler');
  for (const { id } of schedulers) await makeDue(world, Number(id));
  return { crowd, instants };
};

const SETTINGS = `mutation ($quietHours: QuietHoursInput, $frequencyCaps: FrequencyCapsInput) {
  accountUpdate(input: { timeZone: "UTC", quietHours: $quietHours, frequencyCaps: $frequencyCaps }) {
    userErrors { field message } } }`;
const CREATE = `mutation ($oneTime: OneTimeCampaignInput!) {
  campaignCreate(input: { oneTime: $oneTime }) { userErrors { field message } } }`;

/** `HH:MM` of an instant in UTC. */
const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);

const makeCrowd = async (database: Database, appId: number): Promise<readonly CrowdDevice[]> => {
  const roles = (Object.keys(CROWD) as Role[]).flatMap((role) => new Array<Role>(CROWD[role]).fill(role));
  const tokens = randomTokens(roles.length).map(({ token }) => token);
  const zoneOf = (role: Role, index: number): string => {
    if (role === 'short night') return TOKYO.timezone;
    if (role === 'long night') return KARACHI.timezone;
    return role === 'best hour' ? 'UTC' : (AWAKE[index % AWAKE.length] ?? 'UTC');
  };
  const seeds = roles.map((role, index) => ({ token: tokens[index] ?? '', timezone: zoneOf(role, index) }));
  await seedDevices(database, appId, seeds);
  const ids = await database.query<{ id: number; token: string }>('SELECT id, token FROM device');
  const idOf = new Map(ids.map(({ id, token }) => [token, Number(id)]));
  const crowd = roles.map((role, index) => {
    const token = tokens[index] ?? '';
    const user = role === 'of a user' ? `user ${Math.floor(index / 2)}` : null;
    return { id: idOf.get(token) ?? 0, token, role, user };
  });
  await database.tx(async (tx) => {
    const sql = 'UPDATE device SET external_user_id = ? WHERE app_id = ? AND id = ?';
    for (const { id, user } of crowd) if (user !== null) await execute(tx, sql, [user, appId, id]);
  });
  return crowd;
};

/** The first matching rule acts. The delay keeps messages in flight, where kills hit them. */
const makeTrouble = async ({ fakes }: ServiceWorld, crowd: readonly CrowdDevice[]): Promise<void> => {
  const provider = 'provider_c';
  await fakes.killTokens(
    provider,
    crowd.flatMap(({ role, token }) => (role === 'dead' ? token : [])),
  );
  const busy = { kind: 'answer', status: 503, retryAfterSeconds: 1 } as const;
  await fakes.misbehave({ provider, fraction: 0.06, seed: SEED, times: 20, fault: busy });
  const unanswered = { kind: 'reset-stream', accepted: true } as const;
  await fakes.misbehave({ provider, every: 40, times: 5, fault: unanswered });
  await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: 150 } });
};

/** At least half a minute away, so that the runs begin first. On a slow machine nothing is held, which is harmless. */
const nearInstants = (now: number): Instants => {
  const nextMinute = Math.ceil((now + MINUTE / 2) / MINUTE) * MINUTE;
  return { nightEndsAt: nextMinute, bestHourAt: nextMinute };
};

/** Records use of these devices in that hour. The application has no curve, so the others do not wait. */
const makeActive = async (database: Database, crowd: readonly CrowdDevice[], { bestHourAt }: Instants) => {
  const [app] = await database.query<{ user_id: number }>('SELECT user_id FROM app');
  const userId = Number(app?.user_id);
  const sql = 'INSERT INTO active_hour (user_id, subject, hour, weight, period) VALUES (?, ?, ?, ?, ?)';
  await database.tx(async (tx) => {
    for (const { id, role } of crowd) {
      if (role !== 'best hour') continue;
      const subject = activeSubjectOf(userId, { deviceId: id, externalUserId: null });
      await execute(tx, sql, [userId, subject, new Date(bestHourAt).getUTCHours(), 9, periodOf(bestHourAt)]);
    }
  });
};

/** Kills while messages are in flight: three times early in the runs, and once while held messages are released. */
const killWhileSending = async (world: ServiceWorld, slots: readonly Slot[], instants: Instants): Promise<number> => {
  const random = seededRandom(SEED);
  const victims = slots.length === 1 ? slots : slots.slice(1);
  const moments = [
    ...[20, 60, 120].map((count) => async () => (await world.fakes.summary()).entries >= count),
    async () => Date.now() > Math.max(instants.nightEndsAt, instants.bestHourAt) + 1_000,
  ];
  for (const [index, hasCome] of moments.entries()) {
    await eventually(`the moment of kill ${index + 1}`, async () => ((await hasCome()) ? true : null), FINISHED_MS);
    await sleep(random() * 400);
    await victims[index % victims.length]?.restart();
  }
  return moments.length;
};

/** Messages to Karachi wait in the database for hours. */
const untilOnlyTheLongNightWaits = (world: ServiceWorld): Promise<true> =>
  eventually(
    'the end of both runs',
    async () => {
      const database = await world.db();
      const [batches] = await database.query<{ n: number }>("SELECT COUNT(*) AS n FROM batch WHERE status <> 'done'");
      const waiting = await database.query<{ detail: string | null }>('SELECT detail FROM retry_send');
      const runs = await database.query("SELECT id FROM run WHERE status <> 'planning'");
      const isOver = runs.length === RUNS.length && Number(batches?.n) === 0;
      return isOver && waiting.every(({ detail }) => detail?.includes(KARACHI.timezone)) ? true : null;
    },
    FINISHED_MS,
  );

/** Every message at the fakes. @throws for a message that belongs to no run */
const readArrivals = async (world: ServiceWorld, crowd: readonly CrowdDevice[]): Promise<Arrival[]> => {
  const database = await world.db();
  const runs = await database.query<{ run_id: number; push_id: number }>(
    'SELECT DISTINCT run_id, push_id FROM batch_count',
  );
  const known = new Map(
    runs.flatMap(({ run_id, push_id }) =>
      crowd.map((device) => {
        const key = { runId: Number(run_id), pushId: Number(push_id), deviceId: device.id, occurrence: 0 };
        return [messageId(key), { runId: key.runId, device }] as const;
      }),
    ),
  );
  return (await world.fakes.entries({ limit: 10_000 })).map(({ at, status, messageId: message, target }) => {
    const of = known.get(message ?? '');
    if (!of || of.device.token !== target) throw new Error(`no run has the message ${message} to ${target}`);
    return { at, status, message: message ?? '', ...of };
  });
};

/** The distinct message counts of the users of each role, or of the devices without a user. */
const messagesPerRole = (crowd: readonly CrowdDevice[], accepted: readonly Arrival[]) => {
  const got = new Map<string, { role: Role; messages: Set<string> }>();
  const subjectOf = ({ user, token, role }: CrowdDevice) =>
    getOrInsert(got, user ?? token, () => ({ role, messages: new Set<string>() }));
  for (const device of crowd) subjectOf(device);
  for (const { device, message } of accepted) subjectOf(device).messages.add(message);
  const perRole = groupBy([...got.values()], ({ role }) => role);
  return Object.fromEntries(
    [...perRole].map(([role, subjects]) => [role, [...new Set(subjects.map(({ messages }) => messages.size))].sort()]),
  );
};

/** The largest number of arrivals in any period of this length. */
const mostWithin = (arrivals: readonly Arrival[], ms: number): number => {
  const times = arrivals.map(({ at }) => at);
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + ms).length));
};

/** Each run counts each living device once, and the messages for Karachi wait for the end of its night. */
const expectRecorded = async (world: ServiceWorld, { nightEndsAt }: Instants): Promise<void> => {
  const database = await world.db();
  const counts = await database.query<{ run_id: number; outcome: string; n: number }>(
    'SELECT run_id, outcome, SUM(count) AS n FROM batch_count GROUP BY run_id, outcome HAVING SUM(count) <> 0',
  );
  const total = (of: (row: { outcome: string }) => boolean) =>
    counts.filter(of).reduce((sum, { n }) => sum + Number(n), 0);
  const living = Object.values(CROWD).reduce((sum, count) => sum + count, 0) - CROWD.dead;
  // A run does not count devices that the other run retired before it reached them.
  const ofLiving = counts.filter(({ outcome }) => outcome !== 'invalid_token');
  const perRun = [...groupBy(ofLiving, ({ run_id }) => run_id).values()];
  expect(perRun.map((rows) => rows.reduce((sum, { n }) => sum + Number(n), 0))).toEqual(RUNS.map(() => living));
  const users = CROWD['of a user'] / 2;
  const alone = CROWD.alone + CROWD['best hour'] + CROWD['short night'];
  // A message whose repeat gets no answer either ends as failed, although the fakes accepted it.
  const twiceUnanswered = await database.query(
    "SELECT device_id FROM delivery_failure WHERE code = 'NO_ANSWER_IN_TIME'",
  );
  const sent = total(({ outcome }) => outcome === 'sent') + twiceUnanswered.length;
  expect(sent).toBe(2 * alone + CAP * users);
  expect(total(({ outcome }) => outcome === 'CAPPED')).toBe((2 * 2 - CAP) * users);
  expect(total(({ outcome }) => outcome === 'held')).toBe(2 * CROWD['long night']);
  const waiting = await database.query<{ due_at: number }>('SELECT due_at FROM retry_send');
  const due = waiting.map(({ due_at }) => Number(due_at));
  expect(due).toEqual(new Array(2 * CROWD['long night']).fill(nightEndsAt + LONGER_IN_KARACHI));
};
