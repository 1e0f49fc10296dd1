import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import webPush from 'web-push';
import type { Fakes } from '../support/fakes/fakes.js';
import type { TestApp } from '../support/fakes/keys.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import type { WebSubscription } from '../support/fakes/web-subscription.js';
import { type Answer, askHttp1 } from './clients.js';

const PAYLOAD = { title: 'Hello', body: 'World', image: null, icon: null, link: 'https://example.com', receipt: 'r1' };
let fakes: Fakes;
let app: TestApp;

beforeAll(async () => {
  fakes = await startFakes();
  app = await fakes.makeApp('webpush');
});
beforeEach(() => fakes.reset());
afterAll(() => fakes.close());

interface Push {
  readonly subscription: WebSubscription;
  readonly payload?: unknown;
  readonly headers?: Record<string, string>;
  readonly without?: string;
  readonly audience?: string;
  readonly expiration?: number;
}

/** The web-push package encrypts and signs, so that the fake's decoder is tested against an independent encoder. */
const push = (given: Push): Promise<Answer> => {
  if (app.credentials.provider !== 'webpush') throw new Error('not a webpush app');
  const { vapidPublicKey, vapidPrivateKey, subject } = app.credentials;
  const { subscription, payload = PAYLOAD } = given;
  const details = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    TTL: 60,
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject, publicKey: vapidPublicKey, privateKey: vapidPrivateKey },
  });
  const vapid = webPush.getVapidHeaders(
    given.audience ?? new URL(subscription.endpoint).origin,
    subject,
    vapidPublicKey,
    vapidPrivateKey,
    'aes128gcm',
    given.expiration,
  );
  const own = { ...details.headers, authorization: vapid.Authorization, ...given.headers };
  const headers = Object.fromEntries(
    Object.entries(own)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => name !== given.without && name !== 'content-length'),
  );
  return askHttp1(details.endpoint, { ca: fakes.ca, headers, body: details.body as Buffer });
};

const subscribe = async (): Promise<WebSubscription> => {
  const [subscription] = await fakes.makeSubscriptions();
  if (subscription === undefined) throw new Error('no subscription');
  return subscription;
};

describe('the fake push service', () => {
  test('accepts a well-formed message, over https and http, and reads it', async () => {
    const subscription = await subscribe();
    const [cleartext] = await fakes.makeSubscriptions({ seed: 'demo', cleartext: true });
    const answer = await push({ subscription });
    await push({ subscription: cleartext ?? subscription });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/m\//);
    expect(await fakes.count({ provider: 'webpush', appKey: app.appKey })).toBe(2);
    const [entry] = await fakes.entries({ target: subscription.endpoint });
    expect(entry).toMatchObject({ title: 'Hello', body: 'World', receipt: 'r1', content: PAYLOAD, status: 201 });
  });

  test('marks the second of two equal messages to one subscription as a duplicate', async () => {
    const subscription = await subscribe();
    await push({ subscription });
    await push({ subscription });
    await push({ subscription, payload: { ...PAYLOAD, receipt: 'r2' } });
    expect(await fakes.duplicates()).toMatchObject([{ target: subscription.endpoint, seq: 1, duplicateOf: 0 }]);
    expect(await fakes.countByTarget()).toEqual(new Map([[subscription.endpoint, 3]]));
  });

  test.each<[string, Partial<Push>, number, string]>([
    ['no TTL', { without: 'ttl' }, 400, 'MissingOrBadTtl'],
    ['no content encoding', { without: 'content-encoding' }, 400, 'BadContentEncoding'],
    ['no authorization', { without: 'authorization' }, 401, 'MissingVapid'],
    ['a token for another origin', { audience: 'https://example.com' }, 403, 'BadVapid'],
    ['an unknown urgency', { headers: { urgency: 'soon' } }, 400, 'BadUrgency'],
    ['a long topic', { headers: { topic: 'x'.repeat(33) } }, 400, 'BadTopic'],
    ['a field no page knows', { payload: { ...PAYLOAD, text: 'x' } }, 400, 'UndecryptablePayload'],
    ['a large body', { payload: { ...PAYLOAD, body: 'x'.repeat(4100) } }, 413, 'PayloadTooLarge'],
  ])('refuses a message with %s', async (_name, given, status, reason) => {
    const subscription = await subscribe();
    expect((await push({ subscription, ...given })).status).toBe(status);
    expect(await fakes.entries()).toMatchObject([{ status, reason, target: subscription.endpoint }]);
    expect(await fakes.count()).toBe(0);
  });

  test('refuses an expired token, and a token valid for more than a day', async () => {
    const subscription = await subscribe();
    const now = Date.now();
    await fakes.setNow(now + 25 * 3600 * 1000);
    expect((await push({ subscription })).json.error).toBe('BadVapidExpiry');
    await fakes.setNow(now - 24 * 3600 * 1000);
    expect((await push({ subscription })).json.error).toBe('BadVapidExpiry');
    await fakes.setNow(null);
    expect((await push({ subscription })).status).toBe(201);
  });

  test('refuses a message encrypted for another subscription', async () => {
    const [one, other] = await fakes.makeSubscriptions({ count: 2 });
    if (one === undefined || other === undefined) throw new Error('no subscriptions');
    const crossed = { endpoint: one.endpoint, keys: other.keys };
    expect((await push({ subscription: crossed })).json.error).toBe('UndecryptablePayload');
  });

  test("refuses a key other than the subscription's", async () => {
    const { appKey } = await fakes.makeApp('webpush');
    const [subscription] = await fakes.makeSubscriptions({ vapidPublicKey: appKey });
    expect((await push({ subscription: subscription as WebSubscription })).json.error).toBe('VapidKeyMismatch');
  });

  test('a dead subscription gets 410, and an unknown one 404', async () => {
    const subscription = await subscribe();
    await fakes.killTokens('webpush', [subscription.endpoint]);
    expect((await push({ subscription })).status).toBe(410);
    expect((await push({ subscription: { ...subscription, endpoint: `${subscription.endpoint}x` } })).status).toBe(404);
  });

  test('a rule answers 429 with Retry-After as often as configured', async () => {
    const subscription = await subscribe();
    await fakes.misbehave({
      provider: 'webpush',
      times: 1,
      fault: { kind: 'answer', status: 429, retryAfterSeconds: 7 },
    });
    expect(await push({ subscription })).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect((await push({ subscription })).status).toBe(201);
  });

  test('a socket reset after acceptance counts as accepted', async () => {
    const subscription = await subscribe();
    await fakes.misbehave({ times: 1, fault: { kind: 'reset-socket', accepted: true } });
    await fakes.misbehave({ times: 1, fault: { kind: 'reset-socket' } });
    await expect(push({ subscription })).rejects.toThrow();
    await expect(push({ subscription, payload: { ...PAYLOAD, receipt: 'r2' } })).rejects.toThrow();
    expect(await fakes.entries()).toMatchObject([{ status: 201 }, { status: 0, reason: 'reset-socket' }]);
  });

  test('the same seed creates the same subscriptions', async () => {
    const first = await fakes.makeSubscriptions({ seed: 's', count: 3 });
    expect(await fakes.makeSubscriptions({ seed: 's', from: 1, count: 2 })).toEqual(first.slice(1));
  });
});
