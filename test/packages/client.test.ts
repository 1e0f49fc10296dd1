import { afterEach, describe, expect, jest, test } from '@jest/globals';
import {
  BadKeyError,
  CancelRunDocument,
  type Client,
  ConnectionError,
  CreatePushDocument,
  createClient,
  DefineAttributeDocument,
  DeliveryEventsDocument,
  EraseUserDocument,
  ExportUserDocument,
  GraphError,
  ListAppsDocument,
  type MessageSendInput,
  PreviewMessageDocument,
  type PushInput,
  RegisterDevicesDocument,
  RetireDeviceDocument,
  type Retry,
  SendLiveActivityDocument,
  SendMessageDocument,
  TrackEventsDocument,
  UpdatePreferencesDocument,
  UpsertUserDocument,
  UpsertUsersDocument,
  WatchRunDocument,
} from '@pushgraph/client';
import { WebSocket } from 'ws';
import { toGlobalId } from '../../src/schema/global-id.js';
import { toEventId } from '../../src/services/pubsub/event-id.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, useGraphApp } from '../schema/support/graph-app.js';
import { browser, registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append, placeOf, upTo } from '../support/outbox-steps.js';
import { readRepositoryFile } from '../support/repository.js';

type Events = ReturnType<Client['deliveryEvents']>;

test('the README lists each operation of the package', () => {
  const documents = readRepositoryFile('packages/client/src/documents.graphql');
  const names = [...documents.matchAll(/^(?:query|mutation|subscription) (\w+)/gm)].map(([, name]) => name);
  const rows = readRepositoryFile('packages/client/README.md').match(/^\|.*\|$/gm) ?? [];
  const listed = [...rows.join('\n').matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(listed.sort()).toEqual(names.sort());
});

describe.each(eachDatabase().slice(0, 1))('subscriptions of @pushgraph/client', (kind) => {
  const app = useGraphApp(kind);
  let client: Client | null = null;
  afterEach(() => client?.close());

  /** A client whose connections the test can watch and cut. */
  const connect = ({ apiKey }: GraphUser) => {
    const sockets: WatchedSocket[] = [];
    class OwnSocket extends WatchedSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args);
        sockets.push(this);
      }
    }
    client = createClient({ url: new URL(app().wsUrl.replace('ws', 'http')).origin, apiKey, webSocketImpl: OwnSocket });
    return {
      client,
      sockets,
      /** Waits until this many results have arrived over all connections, consumed or not. */
      untilArrived: (count: number) =>
        eventually(`${count} results`, () =>
          sockets.reduce((sum, { results }) => sum + results, 0) >= count ? true : null,
        ),
    };
  };

  /** A consumer that has read the first of four events. The others have arrived and wait. */
  const withSlowConsumer = async () => {
    const user = await app().newUser();
    const connected = connect(user);
    const events = connected.client.deliveryEvents({ after: toEventId({ userId: user.userId, position: 0 }) });
    await append(app().database, user.userId, 4);
    expect(await takePlaces(events, 1)).toEqual([1]);
    await connected.untilArrived(4);
    return { ...connected, user, events };
  };

  test('a consumer slower than the events gets each event once, across a lost connection', async () => {
    const { user, events, sockets, untilArrived } = await withSlowConsumer();
    sockets[0]?.terminate();
    await append(app().database, user.userId, 2);
    await untilArrived(6);
    expect(await takePlaces(events, 5)).toEqual([2, 3, 4, 5, 6]);
    // A duplicate would have arrived before this one.
    await append(app().database, user.userId);
    expect(await takePlaces(events, 1)).toEqual([7]);
    expect(sockets).toHaveLength(2);
  });

  test('results before the end are delivered before the end is reported', async () => {
    const { user, events, sockets } = await withSlowConsumer();
    await app().services.keys.revokeKey(user.apiKey.slice(0, 12));
    sockets[0]?.terminate();
    await eventually('the refusal', () => (sockets[1]?.readyState === WebSocket.CLOSED ? true : null));
    expect(await takePlaces(events, 3)).toEqual([2, 3, 4]);
    await expect(events.next()).rejects.toThrow(BadKeyError);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('closing a client completes its subscriptions', async () => {
    const { events, client: own } = await withSlowConsumer();
    await own.close();
    expect(await takePlaces(events, 3)).toEqual([2, 3, 4]);
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('a consumer that stops ends the subscription, even with results still waiting', async () => {
    const { events, sockets } = await withSlowConsumer();
    await events.return();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await eventually('the end', () => (sockets[0]?.readyState === WebSocket.CLOSED ? true : null));

    const thrown = await withSlowConsumer();
    await expect(thrown.events.throw(new Error('of the consumer'))).rejects.toThrow('of the consumer');
    await eventually('the end', () => (thrown.sockets[0]?.readyState === WebSocket.CLOSED ? true : null));
  });

  test('waiting for the next event can be aborted', async () => {
    const { events, sockets } = await withSlowConsumer();
    await takePlaces(events, 3);
    const next = events.next();
    expect(await events.return()).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    await eventually('the end', () => (sockets[0]?.readyState === WebSocket.CLOSED ? true : null));

    const thrown = await withSlowConsumer();
    await takePlaces(thrown.events, 3);
    const refused = expect(thrown.events.next()).rejects.toThrow('of the consumer');
    await expect(thrown.events.throw(new Error('of the consumer'))).rejects.toThrow('of the consumer');
    await refused;
  });

  test('a message is sent to users at once and its run is watched, as the README shows', async () => {
    const user = await app().newUser();
    await registerBrowsers(user, (await createWebApp(user)).id, [{ externalUserId: 'user-1' }]);
    const { client: own } = connect(user);
    const input: MessageSendInput = {
      to: { externalIds: ['user-1', 'user-2'] },
      message: { defaultLang: 'en', translations: [{ language: 'en', title: 'Title', text: 'Text' }] },
      idempotencyKey: 'parcel-4711',
    };
    const { messageSend } = await own.request(SendMessageDocument, { input });
    expect(messageSend).toMatchObject({
      run: { status: 'RUNNING' },
      matched: 1,
      unknown: 1,
      devices: 1,
      userErrors: [],
    });
    expect((await own.request(SendMessageDocument, { input })).messageSend).toEqual(messageSend);
    const progress = own.subscribe(WatchRunDocument, { runId: messageSend.run?.id ?? '' });
    expect((await progress.next()).value?.runProgress.run).toMatchObject({ status: 'RUNNING', counts: { total: 0 } });
    await progress.return();
  });

  test('a push is previewed and created with sound, badge and buttons', async () => {
    const { client: own } = connect(await app().newUser());
    const push: PushInput = {
      defaultLang: 'en',
      sound: { name: 'bell.caf' },
      badge: { increment: 1 },
      buttons: [{ id: 'buy', link: 'https://shop.example/buy' }],
      data: { order: '4711' },
      translations: [{ language: 'en', title: 'Sale', text: 'Half price', buttonLabels: { buy: 'Buy now' } }],
    };
    const { messagePreview } = await own.request(PreviewMessageDocument, { push });
    expect(messagePreview.userErrors).toEqual([]);
    expect(messagePreview.previews).toHaveLength(4);
    for (const { body } of messagePreview.previews) expect(body).toContain('Buy now');
    const { pushCreate } = await own.request(CreatePushDocument, { input: push });
    expect(pushCreate).toMatchObject({ push: { id: expect.any(String) }, userErrors: [] });
  });

  test('attribute keys are defined, and users get attributes', async () => {
    const { client: own } = connect(await app().newUser());
    const definition = { key: 'favourite_team', type: 'STRING', writableByDevice: true } as const;
    const { attributeDefine } = await own.request(DefineAttributeDocument, { input: definition });
    expect(attributeDefine).toMatchObject({ attributeDefinition: definition, userErrors: [] });
    const upsert = async (attributes: Record<string, unknown>) =>
      own.request(UpsertUsersDocument, { input: { users: [{ externalUserId: 'user-17', attributes }] } });
    await upsert({ plan: 'pro', orders: 12 });
    const { usersUpsert } = await upsert({ plan: null, favourite_team: 'Reds' });
    expect(usersUpsert.results).toMatchObject([
      { index: 0, created: false, user: { attributes: { favourite_team: 'Reds', orders: 12 } }, userErrors: [] },
    ]);
    const { usersUpsert: refused } = await upsert({ orders: 'many' });
    expect(refused.results).toMatchObject([{ user: null, userErrors: [{ field: expect.anything() }] }]);
  });

  test("a back-end creates a user, registers a device, and reports the user's events and preferences", async () => {
    const user = await app().newUser();
    const { client: own } = connect(user);
    const { id: appId } = await createWebApp(user);
    const externalUserId = 'user-17';
    const { userUpsert } = await own.request(UpsertUserDocument, { input: { externalUserId, attributes: {} } });
    expect(userUpsert).toMatchObject({ created: true, user: { externalUserId }, userErrors: [] });
    const { subscription } = browser('back-end', 0);
    const devices = [{ subscription, externalUserId }];
    const { registerDevices } = await own.request(RegisterDevicesDocument, { appId, devices });
    expect(registerDevices.results).toMatchObject([{ index: 0, created: true, userErrors: [] }]);
    const deviceId = registerDevices.results[0]?.deviceId ?? '';
    const { trackEvents } = await own.request(TrackEventsDocument, {
      appId,
      reports: [{ subject: { externalUserId }, events: [{ code: 'reg' }] }],
    });
    expect(trackEvents.results).toMatchObject([{ accepted: 1, ignored: 0, userErrors: [] }]);
    const choices = [{ allMarketing: true, choice: 'OFF' as const }];
    const { preferencesUpdate } = await own.request(UpdatePreferencesDocument, { input: { externalUserId, choices } });
    expect(preferencesUpdate).toMatchObject({ preferences: [{ category: null, choice: 'OFF' }], userErrors: [] });
    const { deviceRetire } = await own.request(RetireDeviceDocument, { id: deviceId, reason: 'logged out' });
    expect(deviceRetire).toEqual({ device: { id: deviceId }, userErrors: [] });
    const { userExport } = await own.request(ExportUserDocument, { input: { externalUserId } });
    expect(userExport).toMatchObject({ url: expect.stringContaining('/user-exports/'), userErrors: [] });
    const { userErase } = await own.request(EraseUserDocument, { input: { externalUserId } });
    expect(userErase).toMatchObject({ erasure: { status: expect.any(String) }, userErrors: [] });
  });

  test('a back-end gets user errors for a Live Activity of a web application, and for an unknown run', async () => {
    const user = await app().newUser();
    const { client: own } = connect(user);
    const { id: appId } = await createWebApp(user);
    const { liveActivitySend } = await own.request(SendLiveActivityDocument, {
      input: { appId, activity: 'order-17', to: { everyone: true }, event: 'UPDATE', state: { eta: 5 } },
    });
    expect(liveActivitySend).toMatchObject({ sent: null, userErrors: [{ field: ['input', 'appId'] }] });
    const { runCancel } = await own.request(CancelRunDocument, { id: toGlobalId('Run', 1) });
    expect(runCancel).toMatchObject({ run: null, userErrors: [{ code: 'NOT_FOUND' }] });
  });

  test("a subscription that the service refuses throws the service's error", async () => {
    const { client: own } = connect(await app().newUser());
    await expect(own.subscribe(WatchRunDocument, { runId: 'of nobody' }).next()).rejects.toThrow(GraphError);
  });

  test('an error in `resume` ends the subscription, but not the connection', async () => {
    const { client: own, user, sockets, events } = await withSlowConsumer();
    const resume = () => {
      throw new Error('of resume');
    };
    const after = toEventId({ userId: user.userId, position: 0 });
    await expect(own.subscribe(DeliveryEventsDocument, { after }, { resume }).next()).rejects.toThrow('of resume');
    expect(await takePlaces(events, 3)).toEqual([2, 3, 4]);
    expect(sockets).toHaveLength(1);
  });
});

describe.each(eachDatabase().slice(0, 1))('the connection of @pushgraph/client', (kind) => {
  const app = useGraphApp(kind);
  let client: Client | null = null;
  afterEach(() => client?.close());
  const httpUrl = () => new URL(app().wsUrl.replace('ws', 'http')).origin;

  test('gets the key from a function, and continues with a new key when the old one is revoked', async () => {
    const user = await app().newUser();
    const keys = [user.apiKey];
    const own = createClient({ url: httpUrl(), apiKey: async () => keys[0] ?? '', webSocketImpl: WebSocket });
    client = own;
    const first = own.deliveryEvents({ after: toEventId({ userId: user.userId, position: 0 }) });
    const second = own.deliveryEvents({ after: toEventId({ userId: user.userId, position: 0 }) });
    await append(app().database, user.userId, 2);
    expect([await takePlaces(first, 2), await takePlaces(second, 2)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    const { apiKeyCreate } = await user.data(
      'mutation { apiKeyCreate(input: { name: "next", scopes: [READ] }) { secret } }',
    );
    await app().services.keys.revokeKey(user.apiKey.slice(0, 12));
    keys[0] = apiKeyCreate.secret;
    // The heartbeat notices a revoked key within 12 s, and another operation at once.
    const third = own.deliveryEvents({ after: toEventId({ userId: user.userId, position: 1 }) });
    expect(await takePlaces(third, 1)).toEqual([2]);
    await append(app().database, user.userId, 1);
    expect([await takePlaces(first, 1), await takePlaces(second, 1)]).toEqual([[3], [3]]);
    expect(await own.request(ListAppsDocument, { first: 1 })).toMatchObject({ apps: { edges: [] } });

    await app().services.keys.revokeKey(apiKeyCreate.secret.slice(0, 12));
    const refused = own.deliveryEvents();
    await expect(refused.next()).rejects.toThrow(BadKeyError);
    await expect(first.next()).rejects.toThrow(BadKeyError);
    await eventually('the state', () => (own.connectionState === 'idle' ? true : null));
  });

  test('reports a refused WebSocket before every further attempt', async () => {
    const { apiKey } = await app().newUser();
    class FromAnotherSite extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers: { origin: 'https://other.example' } });
      }
    }
    const retries: Retry[] = [];
    const states: string[] = [];
    const own = createClient({
      url: httpUrl(),
      apiKey,
      webSocketImpl: FromAnotherSite,
      onRetry: (retry) => retries.push(retry),
      onConnectionState: (state) => states.push(state),
    });
    client = own;
    const next = own.deliveryEvents().next();
    await eventually('two reports', () => (retries.length >= 2 ? true : null));
    expect(retries.map(({ attempt }) => attempt).slice(0, 2)).toEqual([1, 2]);
    expect(retries[0]?.error).toBeInstanceOf(ConnectionError);
    expect(retries[0]?.error.message).toMatch(
      /^The WebSocket to ws:\/\/127\.0\.0\.1:\d+\/graphql could not be opened \(Unexpected server response: 403\)\. Check .*ALLOWED_ORIGINS/,
    );
    expect(states.slice(0, 4)).toEqual(['connecting', 'waiting', 'connecting', 'waiting']);
    await own.close();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  test('warns on the console at the fifth attempt if nobody listens for retries', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    client = createClient({ url: 'http://127.0.0.1:1', apiKey: 'any', webSocketImpl: WebSocket });
    const next = client.deliveryEvents().next();
    await eventually('the warning', () => (warn.mock.calls.length > 0 ? true : null));
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^The WebSocket to ws:\/\/127\.0\.0\.1:1\/graphql could not be opened \(.*ECONNREFUSED/)],
    ]);
    await client.close();
    await next;
  });
});

/** Counts the results that arrive. */
class WatchedSocket extends WebSocket {
  results = 0;

  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    this.on('message', (data) => {
      if (JSON.parse(String(data)).type === 'next') this.results += 1;
    });
  }
}

const takePlaces = async (events: Events, count: number): Promise<number[]> => {
  const places: number[] = [];
  for (const _ of upTo(count)) {
    const { value } = await events.next();
    places.push(value ? placeOf(value.deliveryEvents) : Number.NaN);
  }
  return places;
};
