import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DEVICES = 65;
const SLICE = 8;

describe.each(eachDatabase())('batches on $name', ({ open }) => {
  const start = (database: Parameters<typeof BatchWorld.start>[0]['database']) =>
    BatchWorld.start({ database, fakes, sender });

  test('cover every device of every application once, whatever the sizes', async () => {
    await using database = await open();
    await using world = await start(database);
    const counts = [0, 1, 19, 20, 21, 65];
    const tokens: string[] = [];
    for (const count of counts) {
      const app = await world.makeApp('provider_c');
      tokens.push(...(count === 0 ? [] : await world.seedDevices(app, count)).map((device) => device.token));
    }
    await world.makeRun();
    await world.advance(HOUR);
    expect(sender.ledger.map((sent) => sent.token).sort()).toEqual(tokens.toSorted());
    // 1, 1, 1, 2 and 4 batches of at most 20.
    expect(await world.statuses('batch')).toEqual({ done: 9 });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await world.countOutbox('run.finished')).toBe(1);
    const logged = await world.logged();
    expect(logged.size).toBe(tokens.length);
    expect([...logged.values()].every((outcomes) => outcomes.join() === 'sent')).toBe(true);
  });

  test('are cut in several steps, and devices that register meanwhile neither break nor duplicate anything', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { batchSize: 2 } });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 130);
    await world.makeRun();
    let added = 0;
    sender.before = async () => {
      if (sender.calls % 10 === 0) added += (await world.seedDevices(app, 3)).length;
    };
    await world.advance(HOUR);
    expect(sender.duplicates).toBe(0);
    expect(sender.ledger.length).toBeGreaterThanOrEqual(130);
    expect(sender.ledger.length).toBeLessThanOrEqual(130 + added);
    expect(await world.outcomes()).toEqual({ sent: sender.ledger.length });
    expect(await world.statuses('batch')).toEqual({ done: expect.any(Number) });
  });

  test('are each enqueued once when their run is cut', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { batchSize: 2 } });
    await world.seedDevices(await world.makeApp('provider_c'), 230);
    await world.makeRun();
    world.skip(HOUR);
    const queued: number[] = [];
    const worker = new DeliveryWorker(world);
    worker.jobs.enqueueMany = async (name, datas) => {
      if (name === 'batch') queued.push(...datas.map((data) => ('batchId' in data ? data.batchId : 0)));
    };
    const [scheduler] = await database.query<{ id: number }>('SELECT id FROM scheduler');
    const context = { signal: new AbortController().signal, touch: async () => undefined };
    await worker.flow.handlers().moment({ schedulerId: Number(scheduler?.id) }, context);
    expect(queued).toHaveLength(115);
    expect(new Set(queued).size).toBe(115);
  });

  test('a moment fires once even if several workers see it at the same time', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    const workers = [1, 2, 3].map(() => new DeliveryWorker(world));
    await Promise.all(workers.map((worker) => worker.work()));
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await world.countOutbox('run.started')).toBe(1);
    expect(await world.countOutbox('run.finished')).toBe(1);
    expect(sender.ledger).toHaveLength(DEVICES);
    expect(sender.duplicates).toBe(0);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
  });

  test('a moment that is set again after firing does not fire twice, and the weekly moments continue', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    const timing = { kind: 'weekly', timeSend: [{ day: 6, times: ['10:00'] }], localTime: false } as const;
    const scheduler = await world.makeActive('weekly', {
      pushes: [await world.makePush()],
      input: { timing: { ...timing, timezone: '+00:00' } },
    });
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(3);
    // For a process whose clock is behind, the moment is still ahead.
    const sql = 'UPDATE scheduler SET next_due_at = ? WHERE id = ?';
    await database.tx((tx) => tx.query(sql, [world.clock.now(), scheduler.id]));
    await world.work();
    expect(sender.ledger).toHaveLength(3);
    await world.advance(7 * 24 * HOUR);
    expect(sender.ledger).toHaveLength(6);
    expect(await world.statuses('run')).toEqual({ finished: 2 });
  });

  test('a scheduler that fails in the sweep does not keep the others from firing', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    const broken = await world.makeRun();
    await world.makeRun();
    await database.tx((tx) => tx.query('UPDATE scheduler SET send_date = ? WHERE id = ?', ['never', broken.id]));
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(3);
  });

  test('a draining process gives its batches back at the next checkpoint, and another continues', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    const draining = new DeliveryWorker(world);
    const stop = new AbortController();
    sender.after = () => {
      if (sender.calls === 2) stop.abort();
    };
    const handlers = draining.flow.handlers();
    const context = { signal: stop.signal, touch: async () => undefined };
    const [scheduler] = await database.query<{ id: number }>('SELECT id FROM scheduler');
    await handlers.moment({ schedulerId: Number(scheduler?.id) }, context);
    const batches = await database.query<{ id: number }>('SELECT id FROM batch ORDER BY id');
    for (const { id } of batches) await handlers.batch({ batchId: Number(id) }, context);
    expect(sender.ledger).toHaveLength(2 * SLICE);
    expect(await world.outcomes()).toEqual({ sent: 2 * SLICE });
    expect(await world.statuses('batch')).toEqual({ pending: 4 });
    await new DeliveryWorker(world).work();
    expect(sender.duplicates).toBe(0);
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(await world.statuses('run')).toEqual({ finished: 1 });
  });

  test('messages that a hard stop prevents from being sent wait for another worker', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    await world.makeRun();
    world.skip(HOUR);
    const stopping = new DeliveryWorker(world);
    sender.before = () => {
      if (sender.calls === 2) stopping.flow.stopHard();
    };
    // Like every sender, it reports messages that were unsent at the signal as retryable.
    sender.answer = (_message, { signal }) =>
      signal.aborted
        ? { kind: 'retry-after', code: 'OTHER', detail: 'aborted', afterMs: null }
        : { kind: 'sent', providerMessageId: null };
    await stopping.work();
    expect(sender.ledger).toHaveLength(SLICE);
    expect(await world.outcomes()).toEqual({ retrying: DEVICES - SLICE, sent: SLICE });
    world.skip(HOUR);
    await new DeliveryWorker(world).work();
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(sender.duplicates).toBe(0);
  });

  test('deactivating during sending stops within a page, and every sent message is counted', async () => {
    await using database = await open();
    await using world = await start(database);
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    const scheduler = await world.makeRun();
    sender.after = async () => {
      if (sender.calls === 2) await world.services.schedulers.deactivate(world.caller, scheduler.id);
    };
    await world.advance(HOUR);
    await world.advance(2 * LEASE);
    const sent = sender.ledger.length;
    expect(sender.calls).toBe(2);
    expect(await world.outcomes()).toEqual({ sent });
    expect((await world.logged()).size).toBe(sent);
    expect(await world.statuses('run')).toEqual({ cancelled: 1 });
    expect(await world.statuses('batch')).toEqual({ cancelled: 4 });
    expect(await world.countOutbox('run.finished')).toBe(0);
  });

  test('an application archived during sending gets nothing more, and the run ends', async () => {
    await using database = await open();
    await using world = await start(database);
    const [app, other] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
    const devices = await world.seedDevices(app, DEVICES);
    const others = await world.seedDevices(other, 5);
    await world.makeRun();
    sender.after = async () => {
      if (sender.calls === 1) await world.services.apps.archive(world.caller, app.id);
    };
    await world.advance(HOUR);
    const tokens = sender.ledger.map((sent) => sent.token);
    expect(devices.filter((device) => tokens.includes(device.token))).toHaveLength(SLICE);
    expect(others.every((device) => tokens.includes(device.token))).toBe(true);
    expect(await world.statuses('run')).toEqual({ finished: 1 });
    expect(await world.outcomes()).toEqual({ sent: SLICE + 5 });
  });
});
