import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Fakes } from '../support/fakes/fakes.js';
import type { TestApp } from '../support/fakes/keys.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { makeJwt, openHttp2 } from './clients.js';

const PAYLOAD = { aps: { alert: { title: 'Hello', body: 'World' }, 'mutable-content': 1 }, receipt: 'r1' };
let fakes: Fakes;
let app: TestApp;
let client: ReturnType<typeof openHttp2>;

beforeAll(async () => {
  fakes = await startFakes({ enforcedStreams: 5 });
  app = await fakes.makeApp('provider_c');
});
beforeEach(async () => {
  await fakes.reset();
  client = openHttp2(fakes.addresses.provider_c, fakes.ca);
});
afterEach(() => client.close());
afterAll(() => fakes.close());

const makeToken = () => randomBytes(32).toString('hex');
/** Shared by all tests, because a test that crosses a second's boundary would renew its provider token. */
const startedAt = Math.floor(Date.now() / 1000);
const bearer = (claims: Record<string, unknown> = {}, from = app) => {
  const { team_id: iss = '', private_key_id: kid = '', private_key: key = '' } = from.given;
  return `bearer ${makeJwt({ kid }, { iss, iat: startedAt, ...claims }, key)}`;
};
const headers = (): Record<string, string> => ({
  authorization: bearer(),
  'apns-topic': app.appKey,
  'apns-push-type': 'alert',
  'apns-id': randomUUID(),
  'apns-priority': '10',
  'apns-expiration': '0',
});
const ask = (token: string, changed: Record<string, string> = {}, body: unknown = PAYLOAD) =>
  client.ask(`/3/device/${token}`, { ...headers(), ...changed }, body);

describe('the fake of provider_c', () => {
  test('accepts a well-formed message over TLS and cleartext', async () => {
    const token = makeToken();
    const id = randomUUID();
    expect(await ask(token, { 'apns-id': id })).toMatchObject({ status: 200, headers: { 'apns-id': id } });
    expect(await fakes.entries()).toMatchObject([
      { provider: 'provider_c', appKey: app.appKey, target: token, messageId: id, title: 'Hello', receipt: 'r1' },
    ]);
    const cleartext = openHttp2(fakes.addresses.cleartext.provider_c, fakes.ca);
    expect((await cleartext.ask(`/3/device/${token}`, headers(), PAYLOAD)).status).toBe(200);
    cleartext.close();
  });

  test('the same apns-id to the same token is a duplicate', async () => {
    const token = makeToken();
    const id = randomUUID();
    await ask(token, { 'apns-id': id });
    await ask(token, { 'apns-id': id });
    await ask(makeToken(), { 'apns-id': id });
    expect(await fakes.duplicates()).toMatchObject([{ target: token, duplicateOf: 0 }]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['no bearer', { authorization: '' }, 403, 'MissingProviderToken'],
    ['rubbish for a token', { authorization: 'bearer x' }, 403, 'InvalidProviderToken'],
    ['an unknown topic', { 'apns-topic': 'com.example.unknown' }, 400, 'BadTopic'],
    ['an unknown push type', { 'apns-push-type': 'shout' }, 400, 'InvalidPushType'],
    ['an odd priority', { 'apns-priority': '7' }, 400, 'BadPriority'],
    ['an id that is no UUID', { 'apns-id': '17' }, 400, 'BadMessageId'],
    ['a fractional expiration', { 'apns-expiration': '1.5' }, 400, 'BadExpirationDate'],
    ['a long collapse id', { 'apns-collapse-id': 'x'.repeat(65) }, 400, 'BadCollapseId'],
  ])('refuses %s', async (_name, changed, status, reason) => {
    expect(await ask(makeToken(), changed)).toMatchObject({ status, json: { reason } });
    expect(await fakes.summary()).toMatchObject({ accepted: 0, refused: 1 });
  });

  test.each<[string, unknown, number, string]>([
    ['no body', '', 400, 'PayloadEmpty'],
    ['no aps', { title: 'x' }, 400, 'BadPayload'],
    ['a misspelled key', { aps: { alert: 'x', mutable_content: 1 } }, 400, 'BadPayload'],
    ['more than 4,096 bytes', { aps: { alert: 'x'.repeat(4096) } }, 413, 'PayloadTooLarge'],
  ])('refuses a payload with %s', async (_name, body, status, reason) => {
    expect(await ask(makeToken(), {}, body)).toMatchObject({ status, json: { reason } });
  });

  test('refuses tokens that are not hex', async () => {
    expect(await ask('xyz')).toMatchObject({ status: 400, json: { reason: 'BadDeviceToken' } });
  });

  test("a token signed with another key, or for another team's topic, is refused", async () => {
    const other = await fakes.makeApp('provider_c');
    const forged = bearer({}, { ...app, given: { ...app.given, private_key: other.given.private_key ?? '' } });
    expect((await ask(makeToken(), { authorization: forged })).json.reason).toBe('InvalidProviderToken');
    expect((await ask(makeToken(), { authorization: bearer({}, other) })).json.reason).toBe('TopicDisallowed');
  });

  test('a provider token is valid for an hour and renewed once in 20 minutes', async () => {
    const old = { authorization: bearer({ iat: startedAt - 3700 }) };
    expect((await ask(makeToken(), old)).json.reason).toBe('ExpiredProviderToken');
    expect((await ask(makeToken(), { authorization: bearer({ iat: startedAt - 600 }) })).status).toBe(200);
    expect(await ask(makeToken())).toMatchObject({ status: 429, json: { reason: 'TooManyProviderTokenUpdates' } });
  });

  test('a dead token gets 410 with the time at which it became invalid', async () => {
    const token = makeToken();
    await fakes.killTokens('provider_c', [token], 1_700_000_000_000);
    const json = { reason: 'Unregistered', timestamp: 1_700_000_000_000 };
    expect(await ask(token)).toMatchObject({ status: 410, json });
    expect((await ask(makeToken())).status).toBe(200);
  });

  test('GOAWAY excludes a refused stream and answers those before it', async () => {
    const gone = new Promise((resolve) => client.session.on('goaway', (_code, lastId) => resolve(lastId)));
    await fakes.misbehave({ nthOnConnection: 3, fault: { kind: 'goaway', refuse: true } });
    const asked = [1, 2, 3, 4].map(() => ask(makeToken()));
    const settled = await Promise.allSettled(asked);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(await gone).toBe(3);
    expect(await fakes.count()).toBe(2);
  });

  test('streams beyond its own limit are refused unprocessed', async () => {
    await fakes.misbehave({ fault: { kind: 'delay', delayMs: 50 } });
    const settled = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(() => ask(makeToken())));
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(await fakes.count()).toBe(5);
  });

  test('a stream or the whole connection is reset on request', async () => {
    await fakes.misbehave({ nth: 1, fault: { kind: 'reset-stream' } });
    await fakes.misbehave({ nth: 1, fault: { kind: 'reset-socket' } });
    await expect(ask(makeToken())).rejects.toThrow();
    expect(client.session.destroyed).toBe(false);
    await expect(ask(makeToken())).rejects.toThrow();
    expect(client.session.destroyed).toBe(true);
  });

  test('a seeded fraction fails the same messages every time', async () => {
    const tokens = Array.from({ length: 20 }, makeToken);
    const round = async () => {
      await fakes.reset();
      await fakes.misbehave({ fraction: 0.4, seed: 7, fault: { kind: 'answer', status: 503 } });
      const statuses: number[] = [];
      for (const token of tokens) statuses.push((await ask(token)).status);
      return statuses;
    };
    const first = await round();
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await round()).toEqual(first);
  });

  test('a slow answer arrives complete, and a hanging one never arrives', async () => {
    await fakes.misbehave({ nth: 1, fault: { kind: 'slow', delayMs: 20 } });
    expect((await ask(makeToken())).status).toBe(200);
    await fakes.misbehave({ times: 1, fault: { kind: 'hang', accepted: true } });
    const hanging = ask(makeToken());
    expect((await ask(makeToken())).status).toBe(200);
    client.close();
    await expect(hanging).rejects.toThrow();
    expect(await fakes.count()).toBe(3);
  });

  test('the advertised limit is as configured, huge by default', async () => {
    const modest = await startFakes({ advertisedStreams: 100 });
    // Both are new: an existing connection already has the setting.
    const clients = [fakes, modest].map(({ addresses, ca }) => openHttp2(addresses.provider_c, ca));
    const limits = clients.map(
      ({ session }) =>
        new Promise((resolve) => session.once('remoteSettings', (settings) => resolve(settings.maxConcurrentStreams))),
    );
    expect(await Promise.all(limits)).toEqual([2 ** 31 - 1, 100]);
    for (const each of clients) each.close();
    await modest.close();
  });
});
