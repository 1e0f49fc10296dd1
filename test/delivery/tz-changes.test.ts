import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { ZoneRules } from '../../src/schedule/zone-rules.js';
import type { TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { makeRelease, withRelease } from '../support/zone-releases.js';
import { HOUR } from './batch-world.js';
import { latestRun } from './life-cycle-world.js';
import { LocalWorld } from './local-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** The rules of winter 2026: 09:00 is 17:00Z in Vancouver and 08:00Z in Casablanca. */
const OLD = makeRelease('2025c', { 'America/Vancouver': () => -8 * HOUR, 'Africa/Casablanca': () => HOUR });
/** The rules of 2026c: an hour earlier in Vancouver (16:00Z), an hour later in Casablanca (09:00Z). */
const NEW = makeRelease('2026c', { 'America/Vancouver': () => -7 * HOUR, 'Africa/Casablanca': () => 0 });

/** A Tuesday. */
const DATE = '2026-11-24';
const at = (time: string, date = DATE): string => `${date}T${time}:00.000Z`;
type Kind = 'one-time' | 'weekly';
const KINDS: readonly Kind[] = ['one-time', 'weekly'];
const TIMES = ['15:00', '16:30', '17:30', '08:30', '07:30', '09:30'];

const timingOf = (kind: Kind, timezone: string | null): TimingInput => {
  const zone = { localTime: timezone === null, timezone };
  return kind === 'one-time'
    ? { kind, date: DATE, time: '09:00', ...zone }
    : { kind, timeSend: [{ day: 2, times: ['09:00'] }], ...zone };
};

const start = async (database: Database, config = {}) => {
  const world = new LocalWorld({ database, fakes, sender, config: { leaseMs: 600_000, graceMs: HOUR, ...config } });
  await world.init();
  return world;
};

/** Active since the previous Saturday, planned with the old rules. */
const plan = (world: LocalWorld, kind: Kind, timezone: string | null, rules: ZoneRules = OLD) =>
  withRelease(rules, async () => {
    const input = { timing: timingOf(kind, timezone), allowIanaZone: true };
    return world.makeActive(kind, { pushes: [await world.makePush()], input });
  });

/** Runs everything due until then under these rules. Returns the instants at which devices got messages. */
const live = (world: LocalWorld, rules: ZoneRules, until: string): Promise<string[]> =>
  withRelease(rules, async () => {
    const sent: string[] = [];
    const note = () =>
      sent.push(...world.taken().map((name) => `${new Date(world.clock.now()).toISOString()} ${name}`));
    await world.work();
    note();
    for (const target = Date.parse(until); world.clock.now() < target; ) {
      const next = (await world.nextDueAt()) ?? target;
      await world.advance(Math.max(0, Math.min(next, target, world.clock.now() + 6 * HOUR) - world.clock.now()));
      note();
    }
    return sent;
  });

/** Moves the clock while the service is down. */
const down = (world: LocalWorld, until: string): void => world.clock.set(Date.parse(until));

const schedulerOf = async (world: LocalWorld, id: number) =>
  (await world.services.schedulers.get(world.caller, id)).scheduler;

const nextMoments = (world: LocalWorld, id: number, rules: ZoneRules) =>
  withRelease(rules, async () => {
    const { scheduler, timing } = await world.services.schedulers.get(world.caller, id);
    return world.services.schedulePreview.nextMoments(scheduler, timing, { first: 1, zones: null, after: null })[0]?.at;
  });

describe.each(eachDatabase())('time-zone data that changes under a pending moment on $name', ({ name, open }) => {
  // MySQL's behaviour does not depend on the kind.
  describe.each(name === 'mysql' ? KINDS.slice(1) : KINDS)('a %s scheduler', (kind) => {
    const nextWeek = '2026-12-01';

    const open9 = async (database: Database, zone: string, config = {}) => {
      const world = await start(database, config);
      await world.addDevice('device', null);
      const scheduler = await plan(world, kind, zone);
      return { world, id: scheduler.id };
    };

    test('whose moment moves earlier is sent then, once, and shows it in advance', async () => {
      await using database = await open();
      const { world, id } = await open9(database, 'America/Vancouver');
      await using _ = world;
      expect(await live(world, OLD, at('15:00'))).toEqual([]);
      await withRelease(NEW, () => world.flow.replan());
      const { nextDueAt } = await schedulerOf(world, id);
      expect(nextDueAt?.toISOString()).toBe(at('16:00'));
      expect(await nextMoments(world, id, NEW)).toEqual(nextDueAt);
      expect(world.jobs.later.get(`moment scheduler:${id}`)?.at).toBe(nextDueAt?.getTime());
      expect(world.log).toContain('new time-zone data moved a moment');
      expect(await live(world, NEW, at('23:00', '2026-11-30'))).toEqual([`${at('16:00')} device`]);
      expect(await latestRun(database)).toMatchObject({ dueAt: new Date(at('16:00')), statusMessage: null });
      const later = await live(world, NEW, at('23:00', nextWeek));
      expect(later).toEqual(kind === 'one-time' ? [] : [`${at('16:00', nextWeek)} device`]);
    });

    test('whose moment moves into the past is sent late, once', async () => {
      await using database = await open();
      const { world, id } = await open9(database, 'America/Vancouver');
      await using _ = world;
      await live(world, OLD, at('15:30'));
      down(world, at('16:30'));
      expect(await live(world, NEW, at('23:00', '2026-11-30'))).toEqual([`${at('16:30')} device`]);
      const { dueAt, statusMessage } = await latestRun(database);
      expect(dueAt.toISOString()).toBe(at('16:00'));
      expect(statusMessage).toContain('30m late');
      expect((await schedulerOf(world, id)).active).toBe(kind === 'weekly');
    });

    test('whose moment moves beyond the grace period is recorded as missed', async () => {
      await using database = await open();
      const { world } = await open9(database, 'America/Vancouver', { graceMs: 60_000 });
      await using _ = world;
      down(world, at('16:30'));
      expect(await live(world, NEW, at('23:00', '2026-11-30'))).toEqual([]);
      expect(await latestRun(database)).toMatchObject({ status: 'missed', dueAt: new Date(at('16:00')) });
      expect(await world.statuses('run')).toEqual({ missed: 1 });
    });

    test('that was activated just before the change is sent late as well', async () => {
      await using database = await open();
      await using world = await start(database);
      await world.addDevice('device', null);
      down(world, at('16:45'));
      await plan(world, kind, 'America/Vancouver');
      expect(await live(world, NEW, at('23:00', '2026-11-30'))).toEqual([`${at('16:45')} device`]);
    });

    test('whose moment moves later is sent once, and not before', async () => {
      await using database = await open();
      const { world, id } = await open9(database, 'Africa/Casablanca');
      await using _ = world;
      expect(await live(world, OLD, at('07:30'))).toEqual([]);
      down(world, at('08:10'));
      expect(await live(world, NEW, at('23:00', '2026-11-30'))).toEqual([`${at('09:00')} device`]);
      expect((await schedulerOf(world, id)).active).toBe(kind === 'weekly');
    });

    test('that has sent and whose moment then moves later does not send again', async () => {
      await using database = await open();
      const { world, id } = await open9(database, 'Africa/Casablanca');
      await using _ = world;
      expect(await live(world, OLD, at('08:10'))).toEqual([`${at('08:00')} device`]);
      await withRelease(NEW, () => world.flow.replan());
      const { active, nextDueAt } = await schedulerOf(world, id);
      if (active) expect(await nextMoments(world, id, NEW)).toEqual(nextDueAt);
      expect(await live(world, NEW, at('23:00', '2026-11-30'))).toEqual([]);
      const later = await live(world, NEW, at('23:00', nextWeek));
      expect(later).toEqual(kind === 'one-time' ? [] : [`${at('09:00', nextWeek)} device`]);
    });

    test('in a fixed offset is unaffected', async () => {
      await using database = await open();
      const { world, id } = await open9(database, '-08:00');
      await using _ = world;
      await live(world, OLD, at('15:00'));
      expect(await live(world, NEW, at('23:00'))).toEqual([`${at('17:00')} device`]);
      expect((await schedulerOf(world, id)).replannedAt).toBeNull();
    });

    test.each(name === 'mysql' ? TIMES.slice(1, 2) : TIMES)(
      'by local time misses no zone and serves none twice when the data changes at %sZ',
      async (time) => {
        await using database = await open();
        await using world = await start(database);
        const zones = [
          'America/Vancouver',
          'America/Phoenix',
          'America/Los_Angeles',
          'Africa/Casablanca',
          'Europe/London',
        ];
        for (const zone of zones) await world.addDevice(zone, zone);
        await plan(world, kind, null);
        const sent = await live(world, OLD, at(time));
        sent.push(...(await live(world, NEW, at('23:00', '2026-11-25'))));
        const changed = Date.parse(at(time));
        // Zones follow the old rules before the change and the new ones after it; those whose time had passed send at
        // the change.
        const expected = (old: string, now: string): string =>
          Date.parse(at(old)) <= changed ? at(old) : new Date(Math.max(changed, Date.parse(at(now)))).toISOString();
        expect(sent.sort()).toEqual(
          [
            `${expected('17:00', '16:00')} America/Vancouver`,
            `${at('16:00')} America/Phoenix`,
            `${at('17:00')} America/Los_Angeles`,
            `${expected('08:00', '09:00')} Africa/Casablanca`,
            `${at('09:00')} Europe/London`,
          ].sort(),
        );
      },
    );

    test('follows the later release while workers of both are alive, and the older release once it is alone', async () => {
      await using database = await open();
      const { world, id } = await open9(database, 'America/Vancouver');
      await using _ = world;
      const later = world.makeFlow();
      await live(world, OLD, at('15:00'));
      await withRelease(NEW, () => later.replan());
      await withRelease(OLD, () => world.work());
      expect((await schedulerOf(world, id)).nextDueAt?.toISOString()).toBe(at('16:00'));
      world.clock.set(Date.parse(at('16:00')));
      await withRelease(NEW, () => later.replan());
      // The older worker skips it, although it is due.
      await withRelease(OLD, () => world.work());
      expect(world.taken()).toEqual([]);
      await withRelease(OLD, () => later.stop());
      await withRelease(OLD, () => world.work());
      expect((await schedulerOf(world, id)).nextDueAt?.toISOString()).toBe(at('17:00'));
      expect(await live(world, OLD, at('23:00'))).toEqual([`${at('17:00')} device`]);
    });

    test('follows the older release once the worker with the later one has gone silent', async () => {
      await using database = await open();
      const { world } = await open9(database, 'Africa/Casablanca');
      await using _ = world;
      await withRelease(NEW, () => world.makeFlow().replan());
      world.clock.set(Date.parse(at('07:00')));
      expect(await live(world, OLD, at('23:00'))).toEqual([`${at('08:00')} device`]);
    });
  });

  test('a scheduler in a zone that only other data contains does not block recalculation of the others', async () => {
    await using database = await open();
    await using world = await start(database);
    const atlantis = { 'Europe/Atlantis': () => HOUR };
    const newer = makeRelease('2026d', { ...atlantis, 'America/Vancouver': () => -8 * HOUR }, ['Europe/Atlantis']);
    const lost = await plan(world, 'weekly', 'Europe/Atlantis', newer);
    const other = await plan(world, 'weekly', 'America/Vancouver', newer);
    expect(lost.nextDueAt?.toISOString()).toBe(at('08:00'));
    for (const _ of [1, 2]) await withRelease(NEW, () => world.flow.replan());
    expect((await schedulerOf(world, other.id)).nextDueAt?.toISOString()).toBe(at('16:00'));
    expect(await schedulerOf(world, lost.id)).toMatchObject({ nextDueAt: lost.nextDueAt, tzRelease: '2026d' });
    expect(world.log.filter((line) => line.startsWith('a moment cannot be recalculated'))).toHaveLength(1);
  });

  test('plans made before the release was recorded are recalculated, and stay if nothing has changed', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.addDevice('Europe/Berlin', 'Europe/Berlin');
    const planned = [];
    for (const kind of KINDS) for (const zone of ['Europe/Berlin', null]) planned.push(await plan(world, kind, zone));
    const forget = "UPDATE scheduler SET tz_release = '', clocks_id = NULL, active_from = updated_at";
    await database.tx((tx) => tx.query(forget));
    await withRelease(OLD, () => world.flow.replan());
    for (const { id, nextDueAt } of planned) {
      expect(await schedulerOf(world, id)).toMatchObject({ nextDueAt, tzRelease: '2025c' });
    }
  });
});
