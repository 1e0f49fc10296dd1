import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { Fault } from '../support/fakes/misbehaviour.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
/** High enough to distinguish wrong credentials from dead tokens. */
const DEVICES = 12;

/** The fault applies to the third device only, or to all. `once`: only the first time. */
type Whom = 'one' | 'all' | 'once';

interface Row {
  readonly says: string;
  readonly fault: Fault | 'dead';
  readonly whom: Whom;
  /** Outcomes after the first sweep. */
  readonly first: Readonly<Record<string, number>>;
  /** Why the application is then paused. */
  readonly paused?: RegExp;
  readonly retired?: number;
  /** Outcomes once the provider has behaved for hours; by default everything is sent. null: the fault continues. */
  readonly inTheEnd?: Readonly<Record<string, number>> | null;
}

const answer = (status: number, reason?: string): Fault => ({
  kind: 'answer',
  status,
  ...(reason === undefined ? {} : { reason }),
});
const ALL = { sent: DEVICES };
const REST = DEVICES - 1;

/** The message waits like all later ones, and no device is retired. */
const paused = (says: string, fault: Fault, why: RegExp): Row => ({
  says,
  fault,
  whom: 'all',
  first: { retrying: DEVICES },
  paused: why,
});
const retired = (says: string, fault: Fault | 'dead'): Row => {
  const outcomes = { invalid_token: 1, sent: REST };
  return { says, fault, whom: 'one', first: outcomes, retired: 1, inTheEnd: outcomes };
};
const failed = (says: string, fault: Fault): Row => {
  const outcomes = { failed: 1, sent: REST };
  return { says, fault, whom: 'one', first: outcomes, inTheEnd: outcomes };
};
const retried = (says: string, fault: Fault): Row => ({ says, fault, whom: 'one', first: { retrying: 1, sent: REST } });
const allRetried = (says: string, fault: Fault): Row => ({ says, fault, whom: 'all', first: { retrying: DEVICES } });
/** The message is retried at once, and the attempt does not count. */
const again = (says: string, fault: Fault): Row => ({ says, fault, whom: 'once', first: ALL });

const CONNECTION: readonly Row[] = [
  again('GOAWAY', { kind: 'goaway' }),
  again('GOAWAY that leaves the stream out', { kind: 'goaway', refuse: true }),
  again('REFUSED_STREAM', { kind: 'reset-stream', code: 7 }),
  retried('a reset stream', { kind: 'reset-stream' }),
  retried('ENHANCE_YOUR_CALM', { kind: 'reset-stream', code: 11 }),
  retried('no answer', { kind: 'hang' }),
  retried('a 500', answer(500)),
  retried('a 503', answer(503)),
];

/** What each provider's answers mean for message, device and application. */
const TABLE: Readonly<Record<ProviderName, readonly Row[]>> = {
  provider_a: [
    retired('404 UNREGISTERED', answer(404, 'UNREGISTERED')),
    retired('403 SENDER_ID_MISMATCH', answer(403, 'SENDER_ID_MISMATCH')),
    paused('403 SENDER_ID_MISMATCH for all', answer(403, 'SENDER_ID_MISMATCH'), /most tokens rejected/),
    retired('400 INVALID_ARGUMENT where others took the payload', answer(400, 'INVALID_ARGUMENT')),
    {
      says: '400 INVALID_ARGUMENT for all',
      fault: answer(400, 'INVALID_ARGUMENT'),
      whom: 'all',
      first: { failed: DEVICES },
      inTheEnd: { failed: DEVICES },
    },
    again('a 401 that a new token helps', answer(401, 'UNAUTHENTICATED')),
    paused('401', answer(401, 'UNAUTHENTICATED'), /^401/),
    paused('403 PERMISSION_DENIED', answer(403, 'PERMISSION_DENIED'), /^403/),
    paused('429 QUOTA_EXCEEDED', answer(429, 'QUOTA_EXCEEDED'), /^429/),
    ...CONNECTION,
  ],
  provider_c: [
    retired('410', answer(410, 'Unregistered')),
    retired('400 BadDeviceToken', answer(400, 'BadDeviceToken')),
    retired('400 DeviceTokenNotForTopic', answer(400, 'DeviceTokenNotForTopic')),
    paused('400 BadDeviceToken for all', answer(400, 'BadDeviceToken'), /most tokens rejected/),
    again('403 ExpiredProviderToken that a new token helps', answer(403, 'ExpiredProviderToken')),
    paused('403 ExpiredProviderToken', answer(403, 'ExpiredProviderToken'), /^403/),
    paused('429 TooManyProviderTokenUpdates', answer(429, 'TooManyProviderTokenUpdates'), /^429/),
    paused('403 InvalidProviderToken', answer(403, 'InvalidProviderToken'), /^403/),
    paused('400 TopicDisallowed', answer(400, 'TopicDisallowed'), /^400/),
    retried('429 TooManyRequests', answer(429, 'TooManyRequests')),
    failed('413', answer(413, 'PayloadTooLarge')),
    failed('another 400', answer(400, 'PayloadEmpty')),
    ...CONNECTION,
  ],
  webpush: [
    retired('404', answer(404)),
    retired('410', answer(410)),
    failed('413', answer(413)),
    ...[400, 401, 403].map((status) => again(`a ${status} that a new header helps`, answer(status))),
    ...[400, 401, 403].map((status) =>
      allRetried(`${status} of a push service that has taken nothing`, answer(status)),
    ),
    // One message is answered; the others wait for the push service.
    { ...allRetried('429', answer(429)), first: { held: DEVICES - 1, retrying: 1 } },
    retried('a 500', answer(500)),
    retried('a 503', answer(503)),
    retried('a connection that breaks', { kind: 'reset-stream' }),
    retried('no answer', { kind: 'hang' }),
  ],
  provider_b: [
    retired('200 with errors.invalid_*', 'dead'),
    {
      says: '200 with an empty id, since nobody is subscribed',
      fault: 'dead',
      whom: 'all',
      first: { retrying: DEVICES },
      paused: /most tokens rejected/,
      // The same messages have the same idempotency key, and therefore get the same answer again.
      inTheEnd: null,
    },
    paused('401', answer(401), /^401/),
    paused('403', answer(403), /^403/),
    allRetried('429', answer(429)),
    allRetried('a 503', answer(503)),
    allRetried('no answer', { kind: 'hang' }),
    allRetried('no answer to what was taken', { kind: 'hang', accepted: true }),
    allRetried('a connection that breaks', { kind: 'reset-socket' }),
  ],
};

/**
 * A short timeout saves twenty waits of ten seconds. Even on a busy machine, the other messages get their answer in
 * time.
 */
const patienceFor = ({ fault }: Row): { answerMs?: number } =>
  fault !== 'dead' && fault.kind === 'hang' ? { answerMs: 5_000 } : {};

const readApp = async (world: DeliveryWorld) => {
  const sql = 'SELECT pause_reason FROM app WHERE paused_until > ?';
  const [app] = await world.options.database.query<{ pause_reason: string }>(sql, [world.clock.now()]);
  return app?.pause_reason ?? null;
};

describe.each(eachDatabase())('in delivery on $name', ({ open }) => {
  describe.each(Object.entries(TABLE) as [ProviderName, readonly Row[]][])('%s:', (provider, rows) => {
    test.each(rows)('$says has the documented meaning, for $whom', async (row) => {
      await using database = await open();
      const config = { leaseMs: 600_000, checkpointSize: 50 };
      await using world = await new DeliveryWorld({ database, fakes, config, ...patienceFor(row) }).init();
      const app = await world.makeApp(provider);
      const tokens = (await world.makeDevices(app, DEVICES)).map(({ device }) => device.token);
      const whom = row.whom === 'all' ? tokens : tokens.slice(2, 3);
      if (row.fault === 'dead') await fakes.killTokens(provider, whom);
      else {
        const times = row.whom === 'once' ? { times: 1 } : {};
        await fakes.misbehave({ provider, targets: whom, ...times, fault: row.fault });
      }
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      await world.advance(HOUR);
      await world.settle();

      expect(await world.outcomes()).toEqual(row.first);
      const reason = await readApp(world);
      if (row.paused) expect(reason).toMatch(row.paused);
      else expect(reason).toBeNull();
      const sql = 'SELECT id FROM device WHERE active = 0 AND inactive_at IS NOT NULL AND inactive_reason IS NOT NULL';
      expect(await database.query(sql)).toHaveLength(row.retired ?? 0);

      if (row.inTheEnd === null) return;
      await fakes.behave();
      for (let waits = 0; waits < 12; waits += 1) {
        await world.advance(HOUR / 6);
        // The reason is as above. Such an answer may take twelve steps.
        await world.flow.lateRecorded(60_000);
      }
      const { inTheEnd = ALL } = row;
      expect(await world.outcomes()).toEqual(inTheEnd);
      expect(await fakes.count({ provider })).toBe(inTheEnd.sent ?? 0);
      expect(await fakes.duplicates({ provider })).toEqual([]);
      expect(await database.query("SELECT id FROM run WHERE status = 'finished'")).toHaveLength(1);
      expect(await readApp(world)).toBeNull();
    });
  });
});
