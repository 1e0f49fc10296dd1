import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { type Activity, countActivities } from '../../src/delivery/judgement/active-hours.js';
import type { Device } from '../../src/entities/device.js';
import type { BestHour } from '../../src/ports/best-hour.js';
import { shareOfRelease } from '../../src/schedule/quiet-hours.js';
import { instantByTemporal } from '../schedule/temporal-oracle.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const DAY = 24 * HOUR;
const MINUTE = 60_000;
const ACCOUNT_ZONE = 'America/New_York';
const ZONES = ['UTC', 'Europe/Vienna', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Pacific/Apia', null] as const;

interface Known {
  readonly id: number;
  readonly user: string | null;
  readonly zone: string | null;
}

interface Happened {
  readonly device: Known;
  readonly kind: 'session' | 'click';
  readonly at: number;
}

interface Situation {
  readonly setting: BestHour;
  readonly schedulerId: number;
  readonly history: readonly Happened[];
  readonly now: number;
  readonly expiresAt: number;
}

const localOf = (instant: number, zone: string | null) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone ?? ACCOUNT_ZONE);

const textOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The minutes of the window in their order, starting with `from`. */
const minutesOf = ({ from, to }: BestHour): string[] => {
  const day = Array.from({ length: 1440 }, (_, minute) => textOf(minute));
  const turned = [...day.slice(day.indexOf(from)), ...day.slice(0, day.indexOf(from))];
  const end = turned.indexOf(to);
  return end === 0 ? day : turned.slice(0, end);
};

/** Weights in steps of 30 days since 1970, spread to neighbouring hours. undefined: no data. */
const hourOf = (events: readonly Happened[], { now, setting }: Situation): number | undefined => {
  const weights = events.map(({ kind, at, device }) => {
    const halvings = Math.floor(now / (30 * DAY)) - Math.floor(at / (30 * DAY));
    return { hour: localOf(at, device.zone).hour, weight: (kind === 'click' ? 3 : 1) * 0.5 ** halvings };
  });
  if (weights.reduce((total, { weight }) => total + weight, 0) < 5) return undefined;
  const scores = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    score: weights.reduce((total, one) => {
      const distance = Math.min((24 + one.hour - hour) % 24, (24 + hour - one.hour) % 24);
      return total + (distance === 0 ? one.weight / 2 : distance === 1 ? one.weight / 4 : 0);
    }, 0),
  }));
  const allowed = new Set(minutesOf(setting).map((text) => Number(text.slice(0, 2))));
  return scores
    .filter(({ hour, score }) => allowed.has(hour) && score > 0)
    .sort((one, other) => other.score - one.score || one.hour - other.hour)[0]?.hour;
};

const isControl = ({ id, user }: Known, { setting, schedulerId }: Situation): boolean => {
  const digest = createHash('sha256')
    .update(`best-hour.${schedulerId}`)
    .update('\0')
    .update(user ?? String(id))
    .digest();
  return Number.parseInt(digest.toString('hex').slice(0, 13), 16) / 16 ** 13 < setting.controlShare;
};

/** The time at which a device should get the message, in epoch ms; null: at once. */
const expectedAt = (device: Known, situation: Situation): number | null => {
  if (isControl(device, situation)) return null;
  const own = situation.history.filter(({ device: { id, user } }) =>
    device.user === null ? id === device.id && user === null : user === device.user,
  );
  const hour = hourOf(own, situation) ?? hourOf(situation.history, situation);
  if (hour === undefined) return null;
  const allowed = new Set(minutesOf(situation.setting));
  const minutes = Array.from({ length: 60 }, (_, minute) => textOf(hour * 60 + minute)).filter((text) =>
    allowed.has(text),
  );
  const place = shareOfRelease(device.id, 1) * minutes.length;
  const zone = device.zone ?? ACCOUNT_ZONE;
  const today = localOf(situation.now, device.zone).toPlainDate();
  const instants = [-1, 0, 1, 2].map((days) => {
    const local = `${today.add({ days }).toString()}T${minutes[Math.floor(place)]}`;
    const isShown = localOf(instantByTemporal(local, zone), zone).toPlainDateTime().toString().startsWith(local);
    return instantByTemporal(local, zone) + (isShown ? Math.floor((place % 1) * MINUTE) : 0);
  });
  const next = Math.min(...instants.filter((at) => at >= situation.now - HOUR));
  return next <= situation.now || next + 5 * MINUTE > situation.expiresAt ? null : next;
};

const arbitrary = fc.record({
  day: fc.constantFrom('2026-11-21', '2027-03-27', '2027-03-28', '2027-10-30', '2027-04-03'),
  hour: fc.integer({ min: 0, max: 23 }),
  from: fc.integer({ min: 0, max: 1439 }),
  to: fc.integer({ min: 0, max: 1439 }),
  controlShare: fc.constantFrom(0, 0.1, 0.5),
  timeToLiveSeconds: fc.integer({ min: 3_600, max: 3 * 86_400 }),
  devices: fc.array(fc.record({ user: fc.constantFrom(null, null, 'ann', 'bob'), zone: fc.constantFrom(...ZONES) }), {
    minLength: 6,
    maxLength: 10,
  }),
  history: fc.array(
    fc.record({
      device: fc.nat(),
      kind: fc.constantFrom('session', 'click'),
      ago: fc.integer({ min: 1, max: 200 * 24 * 60 }),
      // Repeated habits make a best hour more likely.
      times: fc.integer({ min: 1, max: 8 }),
    }),
    { maxLength: 25 },
  ),
});

describe.each(eachDatabase())('best hour on $name', ({ open }) => {
  test('agrees with a model of random histories, windows, zones and clock changes, and drops nothing', async () => {
    const seen = { atOnce: 0, held: 0 };
    const property = fc.asyncProperty(
      arbitrary,
      async ({ day, hour, from, to, controlShare, timeToLiveSeconds, devices, history }) => {
        sender.reset();
        await using database = await open();
        await using world = await BatchWorld.start({ database, fakes, sender, config: { timeToLiveSeconds } });
        await world.services.users.configure(world.caller.userId, { timeZone: ACCOUNT_ZONE });
        world.clock.set(Date.parse(day) + hour * HOUR);
        const app = await world.makeApp('provider_c');
        const seeded: Device[] = await world.seedDevices(app, devices.length, (index) => ({
          externalUserId: devices[index]?.user ?? null,
          timezone: devices[index]?.zone ?? null,
        }));
        const known = seeded.map(({ id, externalUserId, timezone }) => ({
          id,
          user: externalUserId,
          zone: timezone,
        }));
        const now = world.clock.now() + HOUR;
        const happened = history.flatMap(({ device, kind, ago, times }) => {
          const of = known[device % known.length] as Known;
          return new Array<Happened>(times).fill({ device: of, kind, at: now - ago * MINUTE });
        });
        for (const { device, kind, at } of happened.sort((one, other) => one.at - other.at)) {
          const { id: deviceId, user: externalUserId, zone: timezone } = device;
          const activity: Activity = { kind, userId: app.userId, appId: app.id, deviceId, externalUserId, timezone };
          await database.tx((tx) => countActivities(tx, [activity], at));
        }
        const setting = { from: textOf(from), to: textOf(to), controlShare };
        const { id: schedulerId } = await world.makeRun({ bestHour: setting });
        await world.advance(HOUR);
        const expiresAt = now + timeToLiveSeconds * 1_000;
        const situation = { setting, schedulerId, history: happened, now, expiresAt };
        const rows = await database.query<{ device_id: number; due_at: number }>(
          'SELECT device_id, due_at FROM retry_send',
        );
        const held = new Map(rows.map((row) => [Number(row.device_id), Number(row.due_at)]));
        expect(known.map(({ id }) => held.get(id) ?? null)).toEqual(known.map((one) => expectedAt(one, situation)));
        seen.held += held.size;
        seen.atOnce += known.length - held.size;
        for (const dueAt of [...held.values()].sort((one, other) => one - other)) {
          await world.advance(Math.max(0, dueAt - world.clock.now()));
        }
        expect(await world.outcomes()).toEqual({ sent: known.length });
        expect(sender.duplicates).toBe(0);
      },
    );
    // Until both ends have occurred often enough, so that the comparison is not empty.
    for (let rounds = 0; rounds < 4 && Math.min(seen.held, seen.atOnce) <= 20; rounds += 1) {
      await fc.assert(property, { numRuns: 25 });
    }
    expect(Math.min(seen.held, seen.atOnce)).toBeGreaterThan(20);
  });
});
