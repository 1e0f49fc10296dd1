import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { AutoPushWorld } from '../delivery/auto-push-world.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
const TRACE = `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
  outcome summary device { id } run { id } steps { step verdict message asOfNow at push { id } outcome reason } } }`;

const trace = async (graph: GraphOverWorld, deviceId: number | undefined, runId = 1): Promise<Json> => {
  const ids = { device: toGlobalId('Device', deviceId ?? 0), run: toGlobalId('Run', runId) };
  return (await graph.data(TRACE, ids)).deliveryTrace;
};

const stepsWith = (traced: Json, verdict: string): string[] =>
  traced.steps.filter((step: Json) => step.verdict === verdict).map((step: Json) => step.step);

describe.each(eachDatabase())('the trace of a delivery on $name', ({ open }) => {
  test('tells of a device that got it, from the run to the receipt', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [registration] = await world.makeDevices(app, 1, () => ({ language: 'en-GB', country: 'GB' }));
    await world.makeRun();
    await world.advance(HOUR);
    const before = await trace(graph, registration?.device.id);
    expect(before).toMatchObject({ outcome: 'SENT', summary: expect.stringMatching(/took push 1/) });
    expect(stepsWith(before, 'STOPPED')).toEqual([]);
    expect(before.steps.map((step: Json) => step.step)).toEqual([
      ...['RUN', 'REGISTRATION', 'ACTIVITY', 'APPLICATION'],
      ...['COUNTRY', 'LANGUAGE', 'TAGS', 'EVENTS', 'TIME_ZONE', 'EXTERNAL_ID'],
      ...['BATCH', 'TRANSLATION', 'TRY', 'RECEIPT'],
    ]);
    const shown = before.steps.find((step: Json) => step.step === 'TRANSLATION');
    expect(shown.message).toBe('Push 1 is shown in en, which is nearest to en-GB.');
    expect(shown.push).toEqual({ id: toGlobalId('Push', 1) });
    const receipt = { run_id: 1, push_id: 1, device_id: registration?.device.id, kind: 'clicked', app_id: app.id };
    await database.tx((tx) =>
      tx.query(`INSERT INTO receipt (${Object.keys(receipt).join(', ')}, received_at) VALUES (?, ?, ?, ?, ?, ?)`, [
        ...Object.values(receipt),
        world.clock.now(),
      ]),
    );
    const after = await trace(graph, registration?.device.id);
    expect(after.steps.at(-1)).toMatchObject({
      step: 'RECEIPT',
      verdict: 'PASSED',
      message: expect.stringMatching(/clicked/),
    });
  });

  test('names the filter that left a device out, and tells what another device passed', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const made = await world.makeDevices(app, 6, (index) => ({
      country: index === 1 ? 'FR' : 'DE',
      language: index === 2 ? 'en' : 'de-AT',
      audiences: index === 3 ? ['beta'] : ['vip'],
      externalUserId: index === 5 ? null : `user ${index}`,
    }));
    const push = await world.makePush(['de']);
    await world.makeActive('one-time', {
      pushes: [push],
      filters: {
        countries_include: ['DE'],
        languages_include: ['de'],
        audiences_include: ['vip'],
        event_exclude: ['dep'],
        external_ids: ['user 0', 'user 1', 'user 2', 'user 3', 'user 4'],
      },
    });
    const buyer = made[4];
    if (buyer) await world.services.deviceEvents.track(app, buyer.device, [{ code: 'dep' }]);
    await world.advance(HOUR);
    const stops = [];
    for (const { device } of made) stops.push(stepsWith(await trace(graph, device.id), 'STOPPED'));
    expect(stops).toEqual([[], ['COUNTRY'], ['LANGUAGE'], ['TAGS'], ['EVENTS'], ['EXTERNAL_ID']]);
    const french = await trace(graph, made[1]?.device.id);
    expect(french).toMatchObject({
      outcome: 'NOT_SENT',
      summary: 'It was not sent: its country, FR, does not fit the countries of the run.',
    });
  });

  test('tells what the provider said, when the next try is, and why it was given up', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [first, second] = await world.makeDevices(await world.makeApp('provider_c'), 2);
    await world.makeRun();
    const busy = { kind: 'retry-after', reason: '503 Busy', afterMs: 5 * MINUTE } as const;
    sender.answer = ({ target }) =>
      target.kind === 'token' && target.token === first?.device.token
        ? { kind: 'invalid-token', reason: '410 Unregistered', deadSince: null }
        : busy;
    await world.advance(HOUR);
    const dead = await trace(graph, first?.device.id);
    expect(dead).toMatchObject({ outcome: 'FAILED', summary: expect.stringMatching(/410 Unregistered/) });
    expect(dead.steps.find((step: Json) => step.step === 'TRY')).toMatchObject({
      verdict: 'STOPPED',
      outcome: 'INVALID_TOKEN',
      reason: '410 Unregistered',
    });
    const waiting = await trace(graph, second?.device.id);
    expect(waiting).toMatchObject({
      outcome: 'WAITING',
      summary: expect.stringMatching(/After one try|after one try/),
    });
    const next = waiting.steps.find((step: Json) => step.step === 'TRY');
    expect(next).toMatchObject({ verdict: 'WAITING', outcome: 'RETRYING', reason: '503 Busy' });
    expect(new Date(next.at).getTime()).toBeGreaterThan(world.clock.now());
  });

  test('tells that a message waits for its push service, which has taken none yet', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const registrations = await world.makeDevices(await world.makeApp('webpush'), 2);
    await world.makeRun();
    world.senders.webpush.send = async ({ messages }) =>
      messages.map(() => ({ kind: 'retry-after', reason: 'timeout', afterMs: null }));
    await world.advance(HOUR);
    const tries: Json[] = [];
    for (const { device } of registrations) {
      const traced = await trace(graph, device.id);
      expect(traced.outcome).toBe('WAITING');
      tries.push(traced.steps.find((step: Json) => step.step === 'TRY'));
    }
    // One of the two was tried.
    const messages = tries.map(({ message }) => message).sort();
    expect(messages).toEqual([
      expect.stringMatching(/^After one try \(timeout\) push 1 waits for the next one at /),
      expect.stringMatching(
        /^Push 1 has not been handed over yet, since its push service has not taken a message yet: timeout; it is looked at again at .*, or as soon as that push service takes a message\.$/,
      ),
    ]);
  });

  test('tells of devices that came too late, were gone before, or that the run has not come to', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [gone, paused] = await world.makeDevices(app, 2);
    if (gone) await world.services.devices.unregister(gone.device);
    const scheduler = await world.makeRun();
    world.skip(HOUR);
    sender.before = () => Promise.reject(new Error('this worker stands still'));
    await world.work().catch(() => undefined);
    const under = await trace(graph, paused?.device.id);
    expect([under.outcome, stepsWith(under, 'WAITING')]).toEqual(['WAITING', ['BATCH']]);
    sender.before = () => undefined;
    await world.advance(2 * HOUR);
    const [late] = await world.makeDevices(app, 1);
    expect(stepsWith(await trace(graph, late?.device.id), 'STOPPED')).toEqual(['REGISTRATION', 'BATCH']);
    const before = await trace(graph, gone?.device.id);
    expect(before).toMatchObject({
      outcome: 'NOT_SENT',
      summary: expect.stringMatching(/had been retired .*unregistered/),
    });
    expect(scheduler.id).toBe(1);
  });

  test('of auto-push tells whether an event led to a message', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [buyer, other] = [await world.makeDevice(), await world.makeDevice()];
    await world.makeAutoPush('10m');
    await world.track(buyer, 'buy');
    await world.advance(10 * MINUTE);
    expect(await trace(graph, buyer.id)).toMatchObject({ outcome: 'SENT' });
    const nothing = await trace(graph, other.id);
    expect([nothing.outcome, stepsWith(nothing, 'STOPPED')]).toEqual(['NOT_SENT', ['TRIGGER', 'EVENTS']]);
    await world.track(other, 'buy');
    const soon = await trace(graph, other.id);
    expect([soon.outcome, stepsWith(soon, 'WAITING')]).toEqual(['WAITING', ['TRIGGER']]);
  });

  test('is null for a device or a run that is not yours', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [registration] = await world.makeDevices(await world.makeApp('provider_c'), 1);
    await world.makeRun();
    await world.advance(HOUR);
    await using stranger = await graph.stranger();
    expect(await trace(stranger, registration?.device.id)).toBeNull();
    expect(await trace(graph, registration?.device.id, 99)).toBeNull();
    expect(await trace(graph, 99)).toBeNull();
  });
});
