import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { App } from '../../src/entities/app.js';
import type { ActivityToken } from '../../src/entities/live-activity.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const SEND = `mutation ($input: LiveActivitySendInput!, $key: String) { liveActivitySend(input: $input, idempotencyKey: $key) {
  sent gone failed unsent reason reasonCode userErrors { field code message } } }`;
const SENT = { sent: 1, gone: 0, failed: 0, unsent: 0, reason: null, reasonCode: null, userErrors: [] };
const ALERT = { title: 'On its way', text: 'Your parcel left the depot.', sound: 'default' };

const tokenOf = (n: number): string => n.toString(16).padStart(64, '0');

describe.each(eachDatabase())('Live Activities on $name', ({ open }) => {
  const setUp = async () => {
    const database = await open();
    const world = await new DeliveryWorld({ database, fakes }).init();
    const graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const made = await world.makeDevices(app, 3, (n) => ({ externalUserId: `user ${n}` }));
    const devices = made.map(({ device }) => device);
    const { liveActivities } = world.services;
    const register = async (n: number, activity = 'order-17', kind: ActivityToken = 'update', of: App = app) => {
      const device = devices[n];
      if (!device) throw new Error(`there is no device ${n}`);
      await liveActivities.register(of, device, { activity, kind, token: tokenOf(100 + n) });
    };
    const send = async (input: Json, key: string | null = null): Promise<Json> => {
      const common = { appId: toGlobalId('App', app.id), activity: 'order-17', event: 'UPDATE', state: { eta: 5 } };
      return (await graph.data(SEND, { input: { ...common, ...input }, key })).liveActivitySend;
    };
    const entries = () => fakes.entries({ provider: 'provider_c' });
    const count = async () => {
      const [row] = await database.query<{ n: number }>('SELECT COUNT(*) AS n FROM live_activity');
      return Number(row?.n);
    };
    const dispose = async () => {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    };
    return { world, graph, app, devices, register, send, entries, count, [Symbol.asyncDispose]: dispose };
  };

  test('an update reaches the devices of a user that registered the activity, as Apple documents it', async () => {
    await using set = await setUp();
    await set.register(0);
    await set.register(1);
    const to = { externalIds: ['user 0', 'nobody'] };
    const staleAt = new Date(set.world.clock.now() + 60_000).toISOString();
    expect(await set.send({ to, alert: ALERT, staleAt, relevance: 50 })).toEqual(SENT);
    const [entry, ...others] = await set.entries();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ target: tokenOf(100), status: 200, shownAs: null });
    expect(entry?.appKey).toMatch(/\.push-type\.liveactivity$/);
    const timestamp = Math.floor(set.world.clock.now() / 1_000);
    expect(entry?.content).toEqual({
      aps: {
        ...{ timestamp, event: 'update', 'content-state': { eta: 5 }, 'relevance-score': 50 },
        alert: { title: ALERT.title, body: ALERT.text, sound: 'default' },
        'stale-date': timestamp + 60,
      },
    });
  });

  test('a new activity is started by the token of its type, and its end forgets the token', async () => {
    await using set = await setUp();
    await set.register(0, 'OrderAttributes', 'start');
    await set.register(0);
    const to = { deviceIds: [toGlobalId('Device', set.devices[0]?.id ?? 0)] };
    const start = { to, event: 'START', activity: 'OrderAttributes', attributes: { order: 17 }, alert: ALERT };
    expect(await set.send(start)).toEqual(SENT);
    const dismissAt = new Date(set.world.clock.now()).toISOString();
    expect(await set.send({ to, event: 'END', dismissAt })).toEqual(SENT);
    expect(await set.send({ to })).toEqual({ ...SENT, sent: 0 });
    expect((await set.entries()).map(({ content }) => (content as Json).aps)).toMatchObject([
      { event: 'start', 'attributes-type': 'OrderAttributes', attributes: { order: 17 } },
      { event: 'end', 'dismissal-date': Math.floor(set.world.clock.now() / 1_000) },
    ]);
    expect(await set.count()).toBe(1);
  });

  test('dead tokens are forgotten, refusals are reported, and a key sends once', async () => {
    await using set = await setUp();
    for (const n of [0, 1, 2]) await set.register(n);
    await fakes.killTokens('provider_c', [tokenOf(100)]);
    const everyone = { to: { everyone: true } };
    expect(await set.send(everyone, 'once')).toEqual({ ...SENT, sent: 2, gone: 1 });
    expect(await set.send(everyone, 'once')).toEqual({ ...SENT, sent: 2, gone: 1 });
    expect(await set.count()).toBe(2);
    await fakes.misbehave({
      provider: 'provider_c',
      times: 2,
      fault: { kind: 'answer', status: 400, reason: 'BadTopic' },
    });
    const refused = await set.send(everyone);
    expect(refused).toMatchObject({ sent: 0, failed: 2, reason: expect.stringContaining('BadTopic') });
    expect(await set.count()).toBe(2);
  });

  test('an account has a limited number of concurrent calls', async () => {
    await using set = await setUp();
    await set.register(0);
    await fakes.misbehave({ provider: 'provider_c', times: 4, fault: { kind: 'delay', delayMs: 2_000 } });
    const input = { appId: toGlobalId('App', set.app.id), activity: 'order-17', event: 'UPDATE', state: {} };
    const call = () => set.graph.query(SEND, { input: { ...input, to: { everyone: true } }, key: null });
    const answers = await Promise.all(Array.from({ length: 8 }, call));
    const refused = answers.flatMap(({ errors = [] }: Json) => errors.map(({ extensions }: Json) => extensions.code));
    expect(refused).toEqual(Array(4).fill('RATE_LIMITED'));
    expect((await set.send({ to: { everyone: true } })).sent).toBe(1);
  });

  test('only active devices get it, and a deleted device leaves no token', async () => {
    await using set = await setUp();
    for (const n of [0, 1]) await set.register(n);
    const { ownDevices } = set.world.services;
    await ownDevices.retire(set.world.caller, set.devices[0]?.id ?? 0, null);
    await ownDevices.delete(set.world.caller, set.devices[1]?.id ?? 0);
    expect(await set.send({ to: { everyone: true } })).toEqual({ ...SENT, sent: 0 });
    expect(await set.count()).toBe(1);
    await expect(set.register(0)).rejects.toThrow('no such device');
  });

  test.each([
    ['a start without attributes', { event: 'START', alert: ALERT }, 'attributes', 'REQUIRED'],
    ['a start without an alert', { event: 'START', attributes: {} }, 'alert', 'REQUIRED'],
    ['attributes of an update', { attributes: {} }, 'attributes', 'INVALID'],
    ['a dismissal of an update', { dismissAt: '2026-11-28T00:00:00Z' }, 'dismissAt', 'INVALID'],
    ['a relevance of 101', { relevance: 101 }, 'relevance', 'INVALID'],
    ['a blank title', { alert: { ...ALERT, title: ' ' } }, 'alert.title', 'INVALID'],
    ['4 KiB of state', { state: { text: 'x'.repeat(4_096) } }, 'state', 'TOO_LONG'],
    ['nobody', { to: { externalIds: [] } }, 'to.externalIds', 'REQUIRED'],
    ['an unknown application', { appId: toGlobalId('App', 999) }, 'appId', 'NOT_FOUND'],
  ])('%s is refused with its place', async (_what, input, field, code) => {
    await using set = await setUp();
    await set.register(0);
    const { userErrors, sent } = await set.send({ to: { everyone: true }, ...input });
    expect([sent, userErrors.map((error: Json) => [error.field.join('.'), error.code])]).toEqual([
      null,
      [[`input.${field}`, code]],
    ]);
    expect(await set.entries()).toEqual([]);
  });

  test('belongs to Apple applications and their account, with at most twenty per device', async () => {
    await using set = await setUp();
    const web = await set.world.makeApp('webpush');
    await expect(set.register(0, 'order-17', 'update', web)).rejects.toThrow('Only Apple applications');
    for (let n = 0; n < 20; n += 1) await set.register(0, `order-${n}`);
    await expect(set.register(0, 'order-20')).rejects.toThrow('at most 20');
    await set.register(0, 'order-19');
    await using stranger = await set.graph.stranger();
    const input = { appId: toGlobalId('App', set.app.id), activity: 'order-19', event: 'UPDATE', state: {} };
    const { liveActivitySend } = await stranger.data(SEND, { input: { ...input, to: { everyone: true } } });
    expect(liveActivitySend.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
  });
});
