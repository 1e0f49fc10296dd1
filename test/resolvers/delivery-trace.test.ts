import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { countActivities } from '../../src/delivery/judgement/active-hours.js';
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
  test('describes a reached device, from the run to the receipt', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [registration] = await world.makeDevices(app, 1, () => ({ language: 'en-GB', country: 'GB' }));
    await world.makeRun();
    await world.advance(HOUR);
    const before = await trace(graph, registration?.device.id);
    expect(before).toMatchObject({ outcome: 'SENT', summary: expect.stringMatching(/accepted push 1/) });
    expect(stepsWith(before, 'STOPPED')).toEqual([]);
    expect(before.steps.map((step: Json) => step.step)).toEqual([
      ...['RUN', 'REGISTRATION', 'ACTIVITY', 'APPLICATION'],
      ...['COUNTRY', 'LANGUAGE', 'TAGS', 'EVENTS', 'TIME_ZONE', 'EXTERNAL_ID', 'SEGMENTS'],
      ...['BATCH', 'TRANSLATION', 'TRY', 'RECEIPT'],
    ]);
    const shown = before.steps.find((step: Json) => step.step === 'TRANSLATION');
    expect(shown.message).toBe('Push 1 is shown in en, which is closest to en-GB.');
    expect(shown.push).toEqual({ id: toGlobalId('Push', 1) });
    const claims = { runId: 1, pushId: 1, appId: app.id, deviceId: registration?.device.id ?? 0 };
    const receipt = signReceipt(world.keyring, claims);
    for (const report of [{ kind: 'clicked', button: 'buy' }, { kind: 'dismissed' }] as const)
      await world.services.receipts.record(app, { receipt, ...report });
    const after = await trace(graph, registration?.device.id);
    const receipts = after.steps.filter(({ step }: Json) => step === 'RECEIPT');
    expect(receipts.map(({ verdict, message }: Json) => [verdict, message])).toEqual([
      ['PASSED', 'The device reported that button buy of push 1 was clicked.'],
      ['PASSED', 'The device reported that push 1 was closed without a click.'],
    ]);
  });

  test('names the filter that excluded a device, and the filters that another device passed', async () => {
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
      summary: 'It was not sent: its country, FR, does not match the countries of the run.',
    });
  });

  test('names the branch of a segment that excluded a device, with what the device has', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const made = await world.makeDevices(app, 4, (index) => ({
      country: index === 1 ? 'FR' : 'DE',
      platform: index === 2 ? 'ios' : 'android',
      appVersion: index === 3 ? '9.1' : '2.0',
    }));
    const { services, caller } = world;
    const german = await services.segments.create(caller, {
      name: 'Germans',
      tree: { and: [{ country: { in: ['DE', 'AT'] } }, { not: { platform: { in: ['ios'] } } }] },
    });
    const testers = await services.segments.create(caller, {
      name: 'Testers',
      tree: { appVersion: { op: 'GE', value: '9' } },
    });
    const filters = { segments_include: [german], segments_exclude: [testers] };
    await world.makeActive('one-time', { pushes: [await world.makePush(['en'])], filters });
    await world.advance(HOUR);
    // The run uses the trees from its start.
    await services.segments.update(caller, german, { tree: { country: { in: ['FR'] } } });
    const query = TRACE.replace('message asOfNow', 'message code values asOfNow');
    const told = [];
    for (const { device } of made) {
      const ids = { device: toGlobalId('Device', device.id), run: toGlobalId('Run', 1) };
      const { deliveryTrace } = await graph.data(query, ids);
      const { code, message, values } = deliveryTrace.steps.find((step: Json) => step.step === 'SEGMENTS');
      told.push([deliveryTrace.outcome, code, message, values.path, values.value]);
    }
    expect(told).toEqual([
      ['SENT', 'FILTER_PASSED', 'The device matches the segments of the run.', undefined, ''],
      [
        ...['NOT_SENT', 'SEGMENT_STOPPED'],
        'The device is not in segment "Germans": its country, FR, is not one of DE, AT.',
        ...['and[0].country', 'FR'],
      ],
      [
        ...['NOT_SENT', 'SEGMENT_STOPPED'],
        'The device is not in segment "Germans": its platform, ios, is one of ios.',
        ...['and[1].not.platform', 'ios'],
      ],
      [
        ...['NOT_SENT', 'SEGMENT_STOPPED'],
        'The device is in the excluded segment "Testers": its app version, 9.1, is at least 9.',
        ...['appVersion', '9.1'],
      ],
    ]);
  });

  test("shows the provider's answer, the next attempt, and why a message failed", async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [first, second] = await world.makeDevices(await world.makeApp('provider_c'), 2);
    await world.makeRun();
    const busy = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503 Busy', afterMs: 5 * MINUTE } as const;
    sender.answer = ({ target }) =>
      target.kind === 'token' && target.token === first?.device.token
        ? { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410 Unregistered', deadSince: null }
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
      summary: expect.stringMatching(/After one attempt|after one attempt/),
    });
    const next = waiting.steps.find((step: Json) => step.step === 'TRY');
    expect(next).toMatchObject({ verdict: 'WAITING', outcome: 'RETRYING', reason: '503 Busy' });
    expect(new Date(next.at).getTime()).toBeGreaterThan(world.clock.now());
  });

  test('reports that a message waits for its unproven push service', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const registrations = await world.makeDevices(await world.makeApp('webpush'), 2);
    await world.makeRun();
    world.senders.webpush.send = async ({ messages }) =>
      messages.map(() => ({ kind: 'retry-after', code: 'TIMEOUT', detail: null, afterMs: null }));
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
      expect.stringMatching(/^After one attempt \(timeout\), push 1 is waiting for the next one at /),
      expect.stringMatching(
        /^Push 1 has not been sent yet \(its push service has not taken a message yet: timeout\)\. The next attempt is at .*, or as soon as that push service accepts a message\.$/,
      ),
    ]);
  });

  test('reports devices that registered too late, were already gone, or have not been reached', async () => {
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

  /** The deciding step for each device. */
  const decisions = async (graph: GraphOverWorld, devices: readonly { id: number }[], runId = 1): Promise<Json[]> => {
    const query = TRACE.replace('steps {', 'decidedBy { step verdict code values message at outcome } steps {');
    const told: Json[] = [];
    for (const { id } of devices) {
      const ids = { device: toGlobalId('Device', id), run: toGlobalId('Run', runId) };
      told.push((await graph.data(query, ids)).deliveryTrace.decidedBy);
    }
    return told;
  };

  test('names the window of quiet hours that held or dropped a message, its level and its time zone', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, 3, (index) => ({
      timezone: ['Europe/Vienna', 'America/New_York', 'UTC'][index] ?? null,
      ...(index === 2 ? { quietHours: '09:00-12:00' } : {}),
    }));
    const quietHours = { start: '09:30', end: '14:00', releaseOver: '0m' } as const;
    await world.services.users.configure(world.caller.userId, { quietHours });
    await world.makeRun();
    await world.makeRun({ quietHours: { start: '04:00', end: '06:00', policy: 'DROP' } });
    await world.advance(HOUR);
    const held = { step: 'TRY', verdict: 'WAITING', code: 'RULE_HELD', outcome: 'HELD' };
    const [vienna, newYork, utc] = await decisions(graph, devices);
    expect(vienna).toMatchObject({
      ...held,
      values: { rule: 'quiet-hours', reason: 'quiet hours: 09:30-14:00 of the account, Europe/Vienna' },
      message: expect.stringMatching(
        /^The rule quiet-hours holds push 1, .*09:30-14:00 of the account, Europe\/Vienna/,
      ),
    });
    expect(new Date(vienna.at).getTime()).toBe(Date.UTC(2026, 10, 21, 13));
    expect(newYork).toMatchObject({ code: 'TRY_SENT', outcome: 'SENT' });
    expect(utc).toMatchObject({ ...held, values: { rule: 'quiet-hours' } });
    const [viennaToo, dropped, ownToo] = await decisions(graph, devices, 2);
    expect(viennaToo).toMatchObject({ outcome: 'SENT' });
    expect(dropped).toMatchObject({
      ...{ step: 'TRY', verdict: 'STOPPED', code: 'RULE_DROPPED', outcome: 'QUIET', values: { rule: 'quiet-hours' } },
      message: expect.stringMatching(/quiet-hours .*04:00-06:00 of the campaign, America\/New_York/),
    });
    expect(ownToo).toMatchObject({
      ...held,
      values: { rule: 'quiet-hours', reason: 'quiet hours: 09:00-12:00 of the device, UTC' },
    });
  });

  test('names the frequency cap that held or dropped a message', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 1, () => ({ externalUserId: 'ann' }));
    const cap = { max: 1, window: { kind: 'ROLLING', seconds: 7_200 }, subject: 'USER', categories: null } as const;
    const setCaps = (onCapped: 'DROP' | 'DEFER') =>
      world.services.users.configure(world.caller.userId, {
        frequencyCaps: { onCapped, caps: [{ ...cap, minGap: 600 }] },
      });
    await setCaps('DEFER');
    await world.makeRun();
    await world.advance(HOUR);
    const sentAt = world.clock.now();
    await world.makeRun();
    await world.advance(HOUR);
    const [held] = await decisions(graph, devices, 2);
    expect(held).toMatchObject({
      ...{ step: 'TRY', verdict: 'WAITING', code: 'RULE_HELD', outcome: 'HELD' },
      values: { rule: 'frequency-cap', reason: 'frequency cap reached: 1 per 2h, gap 10m, USER' },
    });
    expect(new Date(held.at).getTime()).toBe(sentAt + 2 * HOUR);
    await setCaps('DROP');
    await world.advance(HOUR - 1);
    await world.makeRun();
    await world.advance(HOUR);
    const [dropped] = await decisions(graph, devices, 3);
    expect(dropped).toMatchObject({
      ...{
        step: 'TRY',
        verdict: 'STOPPED',
        code: 'RULE_DROPPED',
        outcome: 'CAPPED',
        values: { rule: 'frequency-cap' },
      },
      message: expect.stringContaining('frequency cap reached: 1 per 2h, gap 10m, USER'),
    });
  });

  test('names the best hour for which a message waits, and whose activity determined it', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { timeToLiveSeconds: 259_200 } });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, 2, (index) => ({
      ...{ timezone: 'Europe/Vienna', externalUserId: index === 0 ? 'ann' : null },
    }));
    const click = { kind: 'click', userId: app.userId, appId: app.id, deviceId: 1, externalUserId: 'ann' } as const;
    const clicks = new Array(5).fill({ ...click, timezone: 'Europe/Vienna' });
    await database.tx((tx) => countActivities(tx, clicks, Date.UTC(2026, 10, 20, 17, 30)));
    await world.makeRun({ bestHour: { from: '00:00', to: '00:00', controlShare: 0 } });
    await world.advance(HOUR);
    const held = { step: 'TRY', verdict: 'WAITING', code: 'RULE_HELD', outcome: 'HELD' };
    const decided = await decisions(graph, devices);
    expect(decided).toMatchObject([
      { ...held, values: { rule: 'best-hour', reason: 'waits for the best hour: 18:00 of the user, Europe/Vienna' } },
      {
        ...held,
        values: { rule: 'best-hour', reason: 'waits for the best hour: 18:00 of the application, Europe/Vienna' },
      },
    ]);
    for (const { at } of decided) expect(new Date(at).getUTCHours()).toBe(17);
  });

  test('names the speed of the run while a device waits for its turn', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 3);
    await world.makeRun({ speed: { maxPerMinute: 1, ramp: null, stopOnTrouble: null } });
    await world.advance(HOUR);
    const codes = async () => (await decisions(graph, devices)).map(({ code }) => code);
    expect(await codes()).toEqual(['TRY_SENT', 'BATCH_PACED', 'BATCH_PACED']);
    const [, next] = await decisions(graph, devices);
    expect(next).toMatchObject({ step: 'BATCH', verdict: 'WAITING', values: { limit: 1 } });
    expect(next.message).toMatch(/has not reached it yet\. The run sends at most 1 messages in 60 seconds\.$/);
    await world.advance(2 * MINUTE);
    expect(await codes()).toEqual(['TRY_SENT', 'TRY_SENT', 'BATCH_PACED']);
  });

  test('names the current speed of a ramp', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 9);
    const ramp = { start: 1, factor: 3, every: 60 };
    await world.makeRun({ speed: { maxPerMinute: null, ramp, stopOnTrouble: null } });
    await world.advance(HOUR);
    const limit = async () => (await decisions(graph, devices)).at(-1)?.values.limit;
    expect(await limit()).toBe(1);
    await world.advance(MINUTE);
    expect(await limit()).toBe(3);
  });

  test('shows for auto-push whether an event led to a message', async () => {
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
