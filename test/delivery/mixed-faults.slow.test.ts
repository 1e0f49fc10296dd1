import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { decodeLog } from '../../src/delivery/record/delivery-log-codec.js';
import type { Device } from '../../src/entities/device.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { Fault, MisbehaviourRule } from '../support/fakes/misbehaviour.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const DEVICES = 240;
const DEAD = 24;
const SEED = Number(process.env.FAULT_SEED ?? 1);
/** Answers arrive before this timeout even on a busy machine. Otherwise messages would be sent twice. */
const ANSWER_MS = 8_000;

const COMMON: readonly Fault[] = [
  { kind: 'reset-stream' },
  { kind: 'answer', status: 503, retryAfterSeconds: 30 },
  { kind: 'answer', status: 500 },
  { kind: 'delay', delayMs: 30 },
];
const GOAWAYS: readonly Fault[] = [{ kind: 'goaway' }, { kind: 'goaway', refuse: true }];
const REFUSED_STREAM: Fault = { kind: 'reset-stream', code: 7 };
const CALM: Fault = { kind: 'reset-stream', code: 11 };

/** Faults of a provider during a run. A message that counts as lost was not accepted. */
const FAULTS: Readonly<Record<ProviderName, readonly Fault[]>> = {
  provider_a: [
    ...COMMON,
    ...GOAWAYS,
    REFUSED_STREAM,
    CALM,
    { kind: 'answer', status: 429, reason: 'QUOTA_EXCEEDED', retryAfterSeconds: 60 },
    { kind: 'answer', status: 404, reason: 'UNREGISTERED' },
    { kind: 'answer', status: 401, reason: 'UNAUTHENTICATED' },
  ],
  provider_b: [...COMMON, { kind: 'answer', status: 429, retryAfterSeconds: 60 }],
  provider_c: [
    ...COMMON,
    ...GOAWAYS,
    REFUSED_STREAM,
    CALM,
    { kind: 'answer', status: 429, reason: 'TooManyRequests', retryAfterSeconds: 20 },
    { kind: 'answer', status: 410, reason: 'Unregistered' },
    { kind: 'answer', status: 413, reason: 'PayloadTooLarge' },
    { kind: 'answer', status: 403, reason: 'ExpiredProviderToken' },
  ],
  webpush: [
    ...COMMON,
    { kind: 'goaway' },
    { kind: 'answer', status: 429, retryAfterSeconds: 60 },
    { kind: 'answer', status: 410 },
    { kind: 'answer', status: 404 },
    { kind: 'answer', status: 413 },
    { kind: 'answer', status: 403 },
  ],
};

/** Each fault meets some messages, chosen by the seed. */
const rulesFor = (provider: ProviderName, faults: readonly Fault[]): MisbehaviourRule[] =>
  faults.map((fault, index) => ({ provider, fraction: 0.03, seed: SEED * 100 + index, fault }));

interface Course {
  readonly provider: ProviderName;
  readonly rules: readonly MisbehaviourRule[];
  readonly ambiguousRetries?: number;
}

/** Runs with these rules until the run has finished or a day has passed. */
const carryOut = async (database: Database, { provider, rules, ambiguousRetries = 1 }: Course) => {
  const config = { leaseMs: 600_000, checkpointSize: 60, batchSize: 100, ambiguousRetries };
  const world = await new DeliveryWorld({ database, fakes, config, answerMs: ANSWER_MS }).init();
  const app = await world.makeApp(provider);
  const devices = (await world.makeDevices(app, DEVICES)).map(({ device }) => device);
  const dead = devices.slice(-DEAD).map((device) => device.token);
  await fakes.killTokens(provider, dead, world.clock.now() + 1);
  for (const rule of rules) await fakes.misbehave(rule);
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
  const isFinished = async () => (await database.query("SELECT id FROM run WHERE status = 'finished'")).length > 0;
  // Messages in flight are answered in real time, whatever the world's clock does.
  const pass = async (ms: number) => {
    await world.advance(ms);
    await world.settle();
  };
  await pass(HOUR);
  for (let waits = 0; waits < 60 && !(await isFinished()); waits += 1) await pass(5 * 60_000);
  expect(await isFinished()).toBe(true);
  return { world, devices, account: await accountOf(world, devices) };
};

/** The counted and logged outcomes, and the devices to which they report a sent message. */
const accountOf = async (world: DeliveryWorld, devices: readonly Device[]) => {
  const counted = await world.outcomes();
  const logged = await outcomesByDevice(world);
  expect(Object.keys(counted).filter((outcome) => !ENDS.has(outcome))).toEqual([]);
  expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(DEVICES);
  expect(devices.filter((device) => logged.get(device.id)?.length !== 1)).toEqual([]);
  const sentTo = devices.filter((device) => logged.get(device.id)?.[0] === 'sent').map((device) => device.token);
  expect(counted.sent).toBe(sentTo.length);
  expect(counted.invalid_token).toBeGreaterThanOrEqual(DEAD);
  const retired = await world.options.database.query(
    'SELECT id FROM device WHERE active = 0 AND inactive_at IS NOT NULL AND inactive_reason IS NOT NULL',
  );
  expect(retired).toHaveLength(counted.invalid_token ?? 0);
  return { counted, sentTo };
};

const outcomesByDevice = async (world: DeliveryWorld): Promise<Map<number, string[]>> => {
  const rows = await world.options.database.query<{ members: Buffer; outcomes: Buffer }>('SELECT * FROM delivery_log');
  const outcomes = new Map<number, string[]>();
  for (const { deviceId, outcome } of rows.flatMap((row) => decodeLog(row.members, row.outcomes))) {
    outcomes.set(deviceId, [...(outcomes.get(deviceId) ?? []), outcome]);
  }
  return outcomes;
};

const PROVIDERS = ['provider_a', 'provider_b', 'provider_c', 'webpush'] as const;

describe.each(eachDatabase())('a run with every possible fault of a provider, on $name,', ({ open }) => {
  test.each(PROVIDERS)('gives every message of %s one outcome, which matches the provider', async (provider) => {
    await using database = await open();
    // One message has no answer until the timeout.
    const hang: MisbehaviourRule = { provider, nth: 40, times: 1, fault: { kind: 'hang' } };
    const { world, account } = await carryOut(database, {
      provider,
      rules: [hang, ...rulesFor(provider, FAULTS[provider])],
    });
    await using _closed = world;
    const taken = await fakes.countByTarget({ provider });
    expect(account.sentTo.toSorted()).toEqual([...taken.keys()].toSorted());
    expect(await fakes.duplicates({ provider })).toEqual([]);
  });

  test.each(PROVIDERS)('gives every message of %s one outcome when connections break as well', async (provider) => {
    await using database = await open();
    const faults: Fault[] = [...FAULTS[provider], { kind: 'reset-socket' }, { kind: 'reset-stream', accepted: true }];
    // A broken connection leaves all its messages without an answer: by default most would fail at the second break.
    const course = { provider, rules: rulesFor(provider, faults), ambiguousRetries: 100 };
    const { world, account } = await carryOut(database, course);
    await using _closed = world;
    // Messages that were accepted but never answered are sent again, so a device may have more than is counted, never
    // fewer.
    const taken = await fakes.countByTarget({ provider });
    expect(account.sentTo.filter((token) => !taken.has(token))).toEqual([]);
    expect(account.sentTo.length).toBeGreaterThan(DEVICES / 2);
  });
});

const ENDS = new Set(['sent', 'invalid_token', 'failed', 'expired']);
