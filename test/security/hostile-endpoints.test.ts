import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { App } from '../../src/entities/app.js';
import { credentialStatusOf } from '../../src/services/apps/credential-status.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { HostileEndpoints, type Hostility } from '../support/hostile-endpoints.js';
import { seedDevices } from '../support/seed-devices.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const SILENT_MS = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const HOSTILE = 300;
const GOOD = 60;
/** Messages that the process may have in flight, a tenth of them to unproven origins. */
const CHECKPOINT = 100;
const PLACES = CHECKPOINT / 10;
/** Unproven origins that pages wait for while no push service is proven: four each, until their timeout. */
const MET = 12;
const CONFIG = { checkpointSize: CHECKPOINT, batchSize: 1_000, concurrency: 2, leaseMs: 600_000 };

/** Hostile devices come first, even in the order of ids. */
const seed = async (world: DeliveryWorld, app: App, hostile: HostileEndpoints): Promise<string[]> => {
  const [made] = await fakes.makeSubscriptions({ count: 1, seed: 'hostile' });
  if (!made) throw new Error('no keys');
  await seedDevices(world.options.database, app.id, hostile.make(HOSTILE, made.keys));
  return (await world.makeDevices(app, GOOD)).map(({ device }) => device.token);
};

const readApp = async (world: DeliveryWorld, app: App) => world.services.apps.get(world.caller, app.id);

/** Unproven origins of one application that get a turn per second. */
const TURNS_A_SECOND = 24;

/**
 * Waits until this many messages are sent. On a busy machine the good push service's first answer may come too late for
 * its page or for the sender. Messages that wait for it are then sent as the test advances the time.
 * @returns the unproven origins that have had their turn in that time.
 */
const outcomesAtOnce = async (world: DeliveryWorld, sent: number) => {
  const startedAt = performance.now();
  let passed = 0;
  const outcomes = await eventually(`${sent} messages to the good devices`, async () => {
    await world.work();
    const found = await world.outcomes();
    if (found.sent === sent) return found;
    const now = Math.floor(performance.now() - startedAt);
    world.clock.advance(now - passed);
    passed = now;
    return null;
  });
  return { outcomes, turns: Math.ceil((passed / 1_000) * TURNS_A_SECOND) };
};

/** How many messages of a push service wait for a retry, and how many are held, depends on its answers. */
const sumWaiting = ({ retrying = 0, held = 0, ...others }: Record<string, number>): Record<string, number> => ({
  ...others,
  waiting: retrying + held,
});

/** Push services answer in real time, so all sweeps may end before the first answer. */
const passAnswered = async (world: DeliveryWorld, ms: number): Promise<void> => {
  await world.advance(ms);
  await world.flow.lateRecorded(MINUTE);
};

const hostilities: readonly Hostility[] = ['dead', 'silent', 'refusing'];
const crowds = [1, 30, HOSTILE];
const cases = hostilities.flatMap((hostility) => crowds.map((origins) => ({ hostility, origins })));

describe.each(eachDatabase())('devices with hostile endpoints, on $name,', ({ open }) => {
  test.each(cases)(
    '$hostility at $origins push services delay no run, pause no application and are hardly tried',
    async ({ hostility, origins }) => {
      await using database = await open();
      await using hostile = await HostileEndpoints.open(hostility, origins, SILENT_MS);
      await using world = await new DeliveryWorld({ database, fakes, config: CONFIG, isHasty: true }).init();
      const app = await world.makeApp('webpush');
      await seed(world, app, hostile);
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      await world.advance(HOUR);
      const { outcomes, turns } = await outcomesAtOnce(world, GOOD);
      expect(sumWaiting(outcomes)).toEqual({ waiting: HOSTILE, sent: GOOD });
      // A refusal counts only against its device: each is tried, and each push service gets one new signature.
      const isRefusing = hostility === 'refusing';
      expect(hostile.requests).toBeLessThanOrEqual(isRefusing ? HOSTILE + origins : MET + PLACES + turns);
      const after = await readApp(world, app);
      expect(after.pausedUntil).toBeNull();
      expect(credentialStatusOf(after)).toBe('working');
      expect(await fakes.duplicates()).toEqual([]);

      // In the next run the good devices are known.
      const before = hostile.requests;
      await world.makeActive('one-time', { pushes: [await world.makePush()] });
      await world.advance(HOUR);
      const next = await outcomesAtOnce(world, 2 * GOOD);
      // Those of the first run are retried too.
      expect(hostile.requests - before).toBeLessThanOrEqual(isRefusing ? 2 * HOSTILE + origins : PLACES + next.turns);
    },
  );

  test('silent ones among messages that wait for a retry do not delay the others', async () => {
    await using database = await open();
    await using hostile = await HostileEndpoints.open('silent', 30, SILENT_MS);
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG, isHasty: true }).init();
    const app = await world.makeApp('webpush');
    const targets = (await seed(world, app, hostile)).slice(GOOD / 2);
    await fakes.misbehave({ provider: 'webpush', targets, times: 1, fault: { kind: 'answer', status: 503 } });
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    for (let looks = 0; looks < 8; looks += 1) await passAnswered(world, 2 * MINUTE);
    // Each is tried twice in vain, and then fails.
    const { sent, waiting = 0, failed = 0, ...others } = sumWaiting(await world.outcomes());
    expect([sent, waiting + failed, others]).toEqual([GOOD, HOSTILE, {}]);
    // The waits of each one double.
    expect(hostile.requests).toBeLessThanOrEqual(30 * 9);
    expect(await fakes.duplicates()).toEqual([]);
  });

  test('auto-push reaches the good devices at once', async () => {
    await using database = await open();
    await using hostile = await HostileEndpoints.open('silent', 30, SILENT_MS);
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG, isHasty: true }).init();
    const app = await world.makeApp('webpush');
    await world.services.customEvents.create(world.caller, { name: 'buy', code: 'buy' });
    await world.makeActive('auto-push', {
      pushes: [await world.makePush()],
      filters: { event_include: ['buy'] },
      input: { timing: { kind: 'auto-push', delay: null } },
    });
    await seed(world, app, hostile);
    for (const { id } of await database.query<{ id: number }>('SELECT id FROM device ORDER BY id')) {
      const { device } = await world.services.ownDevices.get(world.caller, Number(id));
      await world.services.deviceEvents.track(app, device, [{ code: 'buy' }]);
    }
    await world.advance(1_000);
    const { outcomes, turns } = await outcomesAtOnce(world, GOOD);
    expect(sumWaiting(outcomes)).toEqual({ waiting: HOSTILE, sent: GOOD });
    expect(hostile.requests).toBeLessThanOrEqual(MET + PLACES + turns);
  });

  test('messages to an unresolvable name fail once others have been accepted, and its devices stay', async () => {
    await using database = await open();
    await using hostile = await HostileEndpoints.open('dead', 1);
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG, isHasty: true }).init();
    const app = await world.makeApp('webpush');
    await seed(world, app, hostile);
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    for (let looks = 0; looks < 12; looks += 1) await passAnswered(world, 3 * MINUTE);
    expect(await world.outcomes()).toEqual({ failed: HOSTILE, sent: GOOD });
    const reasons = await database.query('SELECT DISTINCT reason FROM delivery_failure');
    expect(reasons).toEqual([{ reason: 'its push service does not exist: connection failed: ENOTFOUND' }]);
    expect(await database.query('SELECT id FROM device WHERE active = 0')).toEqual([]);
    expect(await database.query("SELECT id FROM run WHERE status = 'finished'")).toHaveLength(1);
  });

  test('a push service that goes silent after accepting messages is noticed, and used again when it is back', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: CONFIG }).init();
    const app = await world.makeApp('webpush');
    const devices = await world.makeDevices(app, 200);
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.settle();
    expect(await world.outcomes()).toEqual({ sent: 200 });
    const targets = devices.map(({ device }) => device.token);
    await fakes.misbehave({ provider: 'webpush', targets, fault: { kind: 'answer', status: 503 } });
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    expect(sumWaiting(await world.outcomes())).toEqual({ waiting: 200, sent: 200 });
    const tried = (await fakes.summary()).refused;
    expect(tried).toBeLessThanOrEqual(CHECKPOINT + 2 * PLACES);
    await fakes.behave();
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ sent: 400 });
    expect(await fakes.duplicates()).toEqual([]);
  });
});
