import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { Outcome } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { DeliveryWorld } from '../support/delivery-world.js';
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
beforeEach(() => fakes.reset());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
const SENT = { kind: 'sent', providerMessageId: null } as const;

const readApp = async (database: Database) => {
  const [app] = await database.query<{ paused_until: number | null; pause_reason: string | null }>('SELECT * FROM app');
  return { pausedUntil: app?.paused_until ? Number(app.paused_until) : null, reason: app?.pause_reason };
};

const failures = async (database: Database) =>
  (await database.query<{ reason: string }>('SELECT reason FROM delivery_failure')).map((row) => row.reason);

describe.each(eachDatabase())('the outcome of a message on $name', ({ open }) => {
  test('is "expired" if its time to live ends before an attempt succeeds, and the run ends then', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { timeToLiveSeconds: 1800 } });
    await world.seedDevices(await world.makeApp('provider_c'), 10);
    await world.makeRun();
    sender.answer = () => ({
      kind: 'retry-after',
      code: 'PROVIDER_FAILED',
      detail: '503 ServiceUnavailable',
      afterMs: 5 * MINUTE,
    });
    await world.advance(HOUR);
    for (let minutes = 0; minutes < 30; minutes += 5) {
      expect(await world.statuses('run')).toEqual({ running: 1 });
      await world.advance(5 * MINUTE);
    }
    expect(await world.outcomes()).toEqual({ expired: 10 });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await database.query('SELECT id FROM retry_send')).toEqual([]);
    expect(await failures(database)).toEqual(Array(10).fill('503 ServiceUnavailable'));
    expect([...(await world.logged()).values()].flat()).toEqual(Array(10).fill('expired'));
    const calls = sender.calls;
    await world.advance(HOUR);
    expect(sender.calls).toBe(calls);
  });

  test('is retried at one time with the others of its call, and separately from other calls', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 16);
    await world.makeRun();
    world.skip(HOUR);
    let draws = 0;
    const random = (): number => {
      draws += 1;
      return (draws % 100) / 100;
    };
    const calls: Outcome[] = [];
    sender.before = () =>
      void calls.push({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    sender.answer = () => calls.at(-1) ?? SENT;
    const flow = world.makeFlow({ random });
    await world.jobs.enqueue('sweep', {});
    await world.jobs.settle(flow.handlers());
    const sql = 'SELECT due_at, COUNT(*) AS n FROM retry_send GROUP BY due_at';
    const times = await database.query<{ n: number }>(sql);
    expect(times.map(({ n }) => Number(n))).toEqual(Array(sender.calls).fill(8));
    expect(sender.calls).toBe(2);
  });

  test('is "expired" without an attempt if its batch gets its turn too late', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { timeToLiveSeconds: 1800 } });
    await world.seedDevices(await world.makeApp('provider_c'), 10);
    await world.makeRun();
    world.skip(HOUR);
    const worker = new DeliveryWorker(world);
    // The worker fires the moment, cuts the run and ends.
    worker.jobs.enqueueMany = async () => worker.die();
    await worker.work();
    await world.advance(HOUR);
    expect(sender.calls).toBe(0);
    expect(await world.outcomes()).toEqual({ expired: 10 });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('is "failed" if the device unregisters while the message waits for a retry', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const [first, second] = await world.makeDevices(app, 2);
    await world.makeRun();
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    await world.advance(HOUR);
    if (first) await world.services.devices.unregister(first.device);
    sender.answer = () => SENT;
    await world.advance(2 * MINUTE);
    expect(sender.ledger.map((sent) => sent.token)).toEqual([second?.device.token]);
    expect(await world.outcomes()).toEqual({ failed: 1, sent: 1 });
    expect(await failures(database)).toEqual(['the device is no longer active']);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('is "invalid_token" once, and the owner is notified of each device that this retires', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const [first, second] = await world.makeDevices(app, 3);
    await world.makeRun();
    const dead = new Set([first?.device.token, second?.device.token]);
    sender.answer = ({ target }) =>
      target.kind === 'token' && dead.has(target.token)
        ? { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Unregistered', deadSince: null }
        : SENT;
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ invalid_token: 2, sent: 1 });
    const told = await database.query<{ subject_id: number; payload: string }>(
      "SELECT subject_id, payload FROM outbox WHERE type = 'device.retired' ORDER BY subject_id",
    );
    expect(told.map((row) => [Number(row.subject_id), JSON.parse(row.payload)])).toEqual([
      [first?.device.id, { appId: app.id, code: 'UNREGISTERED', reason: '410 Unregistered' }],
      [second?.device.id, { appId: app.id, code: 'UNREGISTERED', reason: '410 Unregistered' }],
    ]);
  });

  test('is "cancelled" if the application is archived while the message waits for a retry', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 2);
    await world.makeRun();
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    await world.advance(HOUR);
    await world.services.apps.archive(world.caller, app.id);
    sender.answer = () => SENT;
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ cancelled: 2 });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('is "sent" to the new token if the device renews it while the message waits', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const [registration] = await world.makeDevices(app, 1);
    await world.makeRun();
    sender.answer = () => ({ kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: MINUTE });
    await world.advance(HOUR);
    if (registration) await world.services.devices.update(app, registration.device, { token: 'f'.repeat(64) });
    sender.answer = () => SENT;
    await world.advance(2 * MINUTE);
    expect(sender.ledger.map((sent) => sent.token)).toEqual(['f'.repeat(64)]);
  });

  test('is "failed" with the reason if the application has no complete credentials', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const credentials = { topic: 't', team_id: '', private_key_id: 'k', private_key: '' };
    await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', credentials);
    await world.seedDevices(app, 10);
    await world.makeRun();
    await world.advance(HOUR);
    expect(sender.calls).toBe(0);
    expect(await world.outcomes()).toEqual({ failed: 10 });
    expect(new Set(await failures(database))).toEqual(new Set(['the application has no complete credentials']));
    const active = await database.query<{ active: number }>('SELECT active FROM device');
    expect(active.every((device) => Number(device.active) === 1)).toBe(true);
  });

  test('a token that died with the first push fails the next pushes, and a device that has since returned stays', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const [dead, back] = await world.seedDevices(app, 2, (index) => ({
      tokenAt: new Date(world.clock.now() + (index === 1 ? HOUR : 0)),
    }));
    await world.makeRun({}, 2);
    sender.answer = () => ({
      kind: 'invalid-token',
      code: 'UNREGISTERED',
      detail: '410 Unregistered',
      deadSince: world.clock.now() - 1,
    });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ failed: 2, invalid_token: 2 });
    const rows = await database.query<{ id: number; active: number }>('SELECT id, active FROM device ORDER BY id');
    expect(rows.map((row) => [Number(row.id), Number(row.active)])).toEqual([
      [dead?.id, 0],
      [back?.id, 1],
    ]);
  });
});

describe.each(eachDatabase())('an application refused by its provider on $name', ({ open }) => {
  test('is paused, no device is retired, and new credentials end the pause at once', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, config: { leaseMs: 600_000 } }).init();
    const app = await world.makeApp('provider_c');
    await world.makeDevices(app, 50);
    await fakes.misbehave({
      provider: 'provider_c',
      fault: { kind: 'answer', status: 403, reason: 'InvalidProviderToken' },
    });
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    expect(await readApp(database)).toEqual({
      pausedUntil: world.clock.now() + MINUTE,
      reason: '403 InvalidProviderToken',
    });
    const refused = (await fakes.summary()).refused;
    expect(refused).toBe(1);
    await world.advance(MINUTE / 2);
    expect((await fakes.summary()).refused).toBe(refused);
    // Its batches are left alone during the pause.
    expect(await database.query('SELECT attempts FROM batch')).toMatchObject([{ attempts: 1 }]);
    await fakes.behave();
    const made = await fakes.makeApp('provider_c');
    await world.services.apps.updateCredentials(
      world.caller,
      app.id,
      'provider_c',
      made.given as Record<string, string>,
    );
    await world.work();
    // Messages that had been sent before are sent at once, like the rest.
    expect(await world.outcomes()).toEqual({ sent: 50 });
    expect(await fakes.duplicates()).toEqual([]);
    expect(await database.query('SELECT id FROM device WHERE active = 0')).toEqual([]);
    expect(await database.query('SELECT status FROM run')).toMatchObject([{ status: 'finished' }]);
  });

  test('is paused by the last page of a batch too, and resumes when an attempt succeeds', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { checkpointSize: 20 } });
    await world.seedDevices(await world.makeApp('provider_c'), 5);
    await world.makeRun({}, 3);
    sender.answer = () => ({ kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '401 Unauthorized', afterMs: null });
    await world.advance(HOUR);
    expect(await readApp(database)).toEqual({ pausedUntil: world.clock.now() + MINUTE, reason: '401 Unauthorized' });
    // One refusal is enough. The other pushes of the page were not tried.
    expect(sender.calls).toBe(1);
    sender.answer = () => SENT;
    await world.advance(2 * MINUTE);
    expect(await world.outcomes()).toEqual({ sent: 15 });
    expect(await readApp(database)).toEqual({ pausedUntil: null, reason: null });
  });

  test('is not paused by answers to its old credentials', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 5);
    await world.makeRun();
    const made = await fakes.makeApp('provider_c');
    sender.answer = () => ({ kind: 'app-paused', code: 'BAD_CREDENTIALS', detail: '403', afterMs: HOUR });
    sender.after = async () => {
      const given = made.given as Record<string, string>;
      await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', given);
      sender.after = () => undefined;
      sender.answer = () => SENT;
    };
    await world.advance(HOUR);
    expect(await readApp(database)).toEqual({ pausedUntil: null, reason: null });
    expect(await world.outcomes()).toEqual({ sent: 5 });
  });

  test('keeps the longer of two pauses', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { batchSize: 10 } });
    await world.seedDevices(await world.makeApp('provider_c'), 20);
    await world.makeRun();
    world.skip(HOUR);
    const late = new DeliveryWorker(world);
    sender.answer = () => ({ kind: 'app-paused', code: 'OTHER', detail: 'short', afterMs: MINUTE });
    sender.after = async () => {
      sender.after = () => undefined;
      sender.answer = () => ({ kind: 'app-paused', code: 'OTHER', detail: 'long', afterMs: HOUR });
      await world.work();
    };
    await late.work();
    expect(await readApp(database)).toEqual({ pausedUntil: world.clock.now() + HOUR, reason: 'long' });
  });
});
