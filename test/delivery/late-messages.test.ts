import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Message, Outcome } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorker } from '../support/delivery-worker.js';
import { DeliveryWorld, type WorldOptions } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { type SeedDevice, seedDevices } from '../support/seed-devices.js';
import { HOUR, LEASE } from './batch-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());
beforeEach(() => fakes.reset());

const MINUTE = 60_000;
/** Longer than any page waits for an unproven origin. */
const ANSWER_MS = 400;
/** Longer than a busy machine takes to record anything. */
const LONG = 60_000;
const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const REFUSED: Outcome = { kind: 'retry-after', code: 'BAD_CREDENTIALS', detail: null, afterMs: null };

const makeWorld = (
  options: Pick<WorldOptions, 'database' | 'config' | 'senders' | 'isHasty'>,
): Promise<DeliveryWorld> =>
  new DeliveryWorld({ isHasty: true, ...options, fakes, config: { leaseMs: LEASE, ...options.config } }).init();

/** Runs to the end, even if a page on a busy machine did not wait for an immediate answer. */
const workOut = async (worker: DeliveryWorker): Promise<void> => {
  await worker.work();
  expect(await worker.flow.lateRecorded(LONG)).toBe(true);
  await worker.work();
};

/** A run to devices at these push services, due in an hour. */
const startRun = async (world: DeliveryWorld, origins: readonly { origin: string; devices: number }[]) => {
  const app = await world.makeApp('webpush');
  const devices = origins.flatMap(({ origin, devices: count }) =>
    Array.from({ length: count }, (_, index): SeedDevice => ({ token: `${origin}/${index}`, p256dh: 'k', auth: 'a' })),
  );
  await seedDevices(world.options.database, app.id, devices);
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
};

const endpointOf = ({ target }: Message): string => (target.kind === 'web' ? target.endpoint : '');

/** A slow push service answers when the test lets it, or when the batch is aborted. */
const slowPushServices = () => {
  let answer: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let left = Number.POSITIVE_INFINITY;
  sender.answer = (_message, { signal }) =>
    signal.aborted ? { kind: 'retry-after', code: 'OTHER', detail: 'aborted', afterMs: null } : SENT;
  sender.before = async ({ messages, signal }) => {
    if (left <= 0 || !messages.some((message) => endpointOf(message).includes('slow'))) return;
    left -= 1;
    await Promise.race([promise, new Promise((end) => signal.addEventListener('abort', end))]);
  };
  const onlyFirst = (count: number): void => {
    left = count;
  };
  return { answer, onlyFirst };
};

const unrecorded = async (world: DeliveryWorld, handedOver: number): Promise<number> =>
  handedOver - ((await world.outcomes()).sent ?? 0);

describe.each(eachDatabase())('a message that its page did not wait for, on $name,', ({ open }) => {
  test("stays claimed while it is in flight, and ends with the push service's answer", async () => {
    await using database = await open();
    await using world = await makeWorld({ database, senders: { webpush: sender } });
    const { answer, onlyFirst } = slowPushServices();
    onlyFirst(1);
    await startRun(world, [{ origin: 'https://slow.example', devices: 15 }]);
    const [one, other] = [new DeliveryWorker(world), new DeliveryWorker(world)];
    world.clock.advance(HOUR);
    await one.work();
    expect(await world.outcomes()).toEqual({ held: 14, retrying: 1 });
    // Another process proves the push service and releases the messages that wait for it.
    world.clock.advance(5 * MINUTE);
    await workOut(other);
    expect(await world.outcomes()).toEqual({ retrying: 1, sent: 14 });
    answer();
    expect(await one.flow.lateRecorded(LONG)).toBe(true);
    expect(await world.outcomes()).toEqual({ sent: 15 });
    expect(sender.duplicates).toBe(0);
    expect(await database.query("SELECT id FROM run WHERE status = 'finished'")).toHaveLength(1);
    expect(await database.query('SELECT id FROM retry_send')).toEqual([]);
  });

  test('does not hold the others back, even if its push service refuses it and accepts them', async () => {
    await using database = await open();
    await using world = await makeWorld({ database, senders: { webpush: sender } });
    const { answer } = slowPushServices();
    sender.answer = (message) => (Number(endpointOf(message).split('/').at(-1)) < 15 ? REFUSED : SENT);
    await startRun(world, [{ origin: 'https://slow.example', devices: 25 }]);
    const worker = new DeliveryWorker(world);
    world.clock.advance(HOUR);
    await worker.work();
    expect((await world.outcomes()).sent).toBeUndefined();
    answer();
    await workOut(worker);
    expect((await world.outcomes()).sent).toBe(10);
  });

  test('is not sent again by another worker if its push service turns out to work', async () => {
    await using database = await open();
    await using world = await makeWorld({ database, config: { checkpointSize: 20, batchSize: 20 } });
    await world.makeDevices(await world.makeApp('webpush'), 90);
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await fakes.misbehave({ provider: 'webpush', times: 6, fault: { kind: 'delay', delayMs: ANSWER_MS } });
    world.clock.advance(HOUR);
    await fakes.setNow(world.clock.now());
    const workers = [new DeliveryWorker(world), new DeliveryWorker(world)];
    for (let rounds = 0; rounds < 10; rounds += 1) {
      await Promise.all(workers.map((worker) => worker.work()));
      for (const worker of workers) expect(await worker.flow.lateRecorded(LONG)).toBe(true);
      world.clock.advance(MINUTE);
    }
    expect(await world.outcomes()).toEqual({ sent: 90 });
    expect(await fakes.count()).toBe(90);
    expect(await fakes.duplicates()).toEqual([]);
  });

  test('is sent again by another process only if its own has died', async () => {
    await using database = await open();
    await using world = await makeWorld({ database, senders: { webpush: sender } });
    const { onlyFirst } = slowPushServices();
    onlyFirst(1);
    await startRun(world, [{ origin: 'https://slow.example', devices: 5 }]);
    const [one, other] = [new DeliveryWorker(world), new DeliveryWorker(world)];
    world.clock.advance(HOUR);
    await one.work();
    one.die();
    world.clock.advance(2 * LEASE);
    await workOut(other);
    expect(await world.outcomes()).toEqual({ sent: 5 });
  });

  test('counts towards the messages that a crash may repeat until it is recorded', async () => {
    await using database = await open();
    const checkpointSize = 40;
    const config = { checkpointSize, batchSize: 1_000 };
    // Pages wait for the good service, however slow this machine is, and no longer for the slow ones.
    await using world = await makeWorld({ database, config, senders: { webpush: sender }, isHasty: false });
    const { answer } = slowPushServices();
    const { before: stand } = sender;
    const seen: number[] = [];
    let handedOver = 0;
    sender.before = async (batch) => {
      handedOver += batch.messages.length;
      seen.push(await unrecorded(world, handedOver));
      await stand(batch);
    };
    await startRun(world, [
      { origin: 'https://slow1.example', devices: 1 },
      { origin: 'https://slow2.example', devices: 1 },
      { origin: 'https://good.example', devices: 150 },
    ]);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 2, sent: 150 });
    expect(await unrecorded(world, handedOver)).toBe(2);
    expect(Math.max(...seen)).toBe(checkpointSize);
    answer();
    expect(await world.flow.lateRecorded(LONG)).toBe(true);
    expect(await world.outcomes()).toEqual({ sent: 152 });
    // Its share of the limit is free again.
    seen.length = 0;
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    expect(Math.max(...seen)).toBe(checkpointSize);
    expect(sender.duplicates).toBe(0);
  });

  test('is returned when the process is stopped hard', async () => {
    await using database = await open();
    await using world = await makeWorld({ database, senders: { webpush: sender } });
    slowPushServices();
    await startRun(world, [{ origin: 'https://slow.example', devices: 1 }]);
    await world.advance(HOUR);
    expect(await world.flow.lateRecorded(0)).toBe(false);
    world.flow.stopHard();
    expect(await world.flow.lateRecorded(LONG)).toBe(true);
    const rows = await database.query('SELECT attempt, reason, lease_owner FROM retry_send');
    expect(rows).toEqual([{ attempt: 1, reason: 'aborted', lease_owner: null }]);
  });

  test('leaves nothing behind if its run is cancelled before its page is recorded', async () => {
    await using database = await open();
    await using world = await makeWorld({ database, senders: { webpush: sender } });
    slowPushServices();
    const { before: stand } = sender;
    sender.before = async (batch) => {
      await world.services.runs.cancel(world.caller, 1);
      await stand(batch);
    };
    await startRun(world, [{ origin: 'https://slow.example', devices: 3 }]);
    // The page waits for longer than a busy machine takes to cancel.
    const patience = 5_000;
    const worker = new DeliveryWorker(world, { originPatience: { page: patience, single: patience, crowd: patience } });
    world.clock.advance(HOUR);
    await worker.work();
    expect(await worker.flow.lateRecorded(LONG)).toBe(true);
    expect((await world.outcomes()).retrying).toBeUndefined();
    expect(await database.query('SELECT id FROM retry_send')).toEqual([]);
    worker.flow.stopHard();
  });
});
