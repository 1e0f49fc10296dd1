import { generateKeyPairSync } from 'node:crypto';
import { createServer as createHttp1Server, type Server } from 'node:http';
import { createServer as createHttp2Server, type Http2Server, type IncomingHttpHeaders } from 'node:http2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import webPush from 'web-push';
import { contentOf } from '../../src/ports/message-fields.js';
import { createSenders, type Senders } from '../../src/providers/create-senders.js';
import { sampleTarget } from '../../src/providers/preview-message.js';
import { ProviderATransport } from '../../src/providers/provider-a/provider-a-transport.js';
import { idempotencyKey } from '../../src/providers/provider-b/idempotency-key.js';
import { PROVIDERS } from '../../src/providers/providers.js';
import { type RecordedRequest, RecordedWire } from '../../src/providers/recorded-wire.js';
import type { Credentials, Message, ProviderName, SendBatch, Target } from '../../src/providers/sender.js';
import { decryptWebPush } from '../support/fakes/decrypt-web-push.js';
import { listenOnLoopback } from '../support/fakes/http1-door.js';
import { deriveReceiver, deriveSubscription } from '../support/fakes/web-subscription.js';

const NOW = 1_800_000_000_000;
const ID = '3f2c1a00-1111-8222-9333-444455556666';
const TOPIC = '3f2c1a00111182229333444455556666';
const SHARED = '77770000-1111-8222-9333-444455556666';
const [IMAGE, ICON, LINK] = ['https://cdn.example/i.png', 'https://cdn.example/c.png', 'https://x.example/'];
const content = contentOf({}, { title: 'Sale', text: 'Now – "all"', image: IMAGE, icon: ICON, link: LINK });

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The requests on the wire, in order. */
let received: Received[] = [];
let http1: Server;
let http2: Http2Server;
const origins = { http1: '', http2: '' };

beforeAll(async () => {
  http1 = createHttp1Server((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"n1"}');
    });
  });
  http2 = createHttp2Server();
  http2.on('stream', (stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push({ headers, body: Buffer.concat(chunks) });
      stream.respond({ ':status': 200 });
      stream.end('{"name":"m1"}');
    });
  });
  origins.http1 = `http://127.0.0.1:${await listenOnLoopback(http1)}`;
  origins.http2 = `http://127.0.0.1:${await listenOnLoopback(http2 as unknown as Server)}`;
});
afterEach(() => {
  received = [];
});
afterAll(() => {
  http1.close();
  http2.close();
});

const message = (target: Target, given: Partial<Message> = {}): Message => ({
  id: ID,
  target,
  content,
  receipt: 'r.1',
  ...given,
});

const withSenders = async (work: (senders: Senders) => Promise<unknown>): Promise<void> => {
  const senders = createSenders({
    baseUrls: { provider_b: origins.http1, provider_c: origins.http2 },
    allowPrivate: true,
    providerATransport: 'http2',
    clock: { now: () => NOW },
    random: Math.random,
  });
  await work(senders);
  await Promise.all(Object.values(senders).map((sender) => sender.close()));
};

const sendBatch = (credentials: Credentials, batch: Pick<SendBatch, 'messages' | 'sharedId'>) =>
  withSenders((senders) =>
    senders[credentials.provider as ProviderName].send({
      app: { id: 1, credentialsVersion: 1, credentials },
      ttlSeconds: 60,
      urgency: 'high',
      collapseKey: null,
      signal: new AbortController().signal,
      ...batch,
    }),
  );

const only = (): Received => {
  expect(received).toHaveLength(1);
  return received[0] as Received;
};

describe('the bytes on the wire are unchanged except for the identity and defaults of every message, for', () => {
  test('Firebase Cloud Messaging', async () => {
    const transport = new ProviderATransport({ origin: origins.http2, connection: {}, clock: { now: () => NOW } });
    const task = {
      ...{ appKey: '1', projectId: 'p', token: 'access', nowMs: NOW, isFirstAlone: false },
      ...({ ttlSeconds: 60, urgency: 'high', collapseKey: null } as const),
      messages: [message({ kind: 'token', token: 'device:1' })],
    };
    await transport.send(task, new AbortController().signal);
    await transport.close();

    expect(only().body.toString()).toBe(
      '{"message":{' +
        `"notification":{"title":"Sale","body":"Now – \\"all\\"","image":"${IMAGE}"},` +
        `"android":{"ttl":"60s","priority":"high","notification":{"tag":"${ID}"}},` +
        `"apns":{"headers":{"apns-expiration":"1800000060","apns-priority":"10","apns-collapse-id":"${ID}"},` +
        `"payload":{"aps":{"sound":"default","mutable-content":1}},"fcm_options":{"image":"${IMAGE}"}},` +
        `"webpush":{"headers":{"TTL":"60","Urgency":"high","Topic":"${TOPIC}"},` +
        `"notification":{"image":"${IMAGE}","icon":"${ICON}","tag":"${ID}"},"fcm_options":{"link":"${LINK}"}},` +
        `"data":{"icon":"${ICON}","link":"${LINK}","receipt":"r.1"},"token":"device:1"}}`,
    );
    expect(only().headers).toMatchObject({
      ':path': '/v1/projects/p/messages:send',
      authorization: 'Bearer access',
      'content-type': 'application/json',
    });
  });

  test('Apple', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const credentials: Credentials = { provider: 'provider_c', topic: 't', teamId: 'T', privateKeyId: 'K', privateKey };
    await sendBatch(credentials, { messages: [message({ kind: 'token', token: 'ab12' })], sharedId: SHARED });

    const { headers, body } = only();
    expect(body.toString()).toBe(
      '{"aps":{"alert":{"title":"Sale","body":"Now – \\"all\\""},"sound":"default","mutable-content":1},' +
        `"image":"${IMAGE}","icon":"${ICON}","link":"${LINK}","receipt":"r.1"}`,
    );
    expect(JSON.parse(JSON.stringify(headers))).toEqual({
      ':method': 'POST',
      ':path': '/3/device/ab12',
      ':scheme': 'http',
      ':authority': origins.http2.slice('http://'.length),
      authorization: expect.stringMatching(/^bearer /),
      'apns-topic': 't',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': '1800000060',
      'apns-id': ID,
      'apns-collapse-id': ID,
    });
  });

  test('browsers', async () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    const { endpoint, keys } = deriveSubscription(origins.http1, 'golden', 1);
    const [vapidPublicKey, vapidPrivateKey, subject] = [publicKey, privateKey, 'mailto:a@example.com'];
    const credentials: Credentials = { provider: 'webpush', vapidPublicKey, vapidPrivateKey, subject };
    await sendBatch(credentials, { messages: [message({ kind: 'web', endpoint, ...keys })], sharedId: SHARED });

    const { headers, body } = only();
    expect(decryptWebPush(body, deriveReceiver('golden', 1))?.toString()).toBe(
      `{"title":"Sale","body":"Now – \\"all\\"","image":"${IMAGE}","icon":"${ICON}","link":"${LINK}","tag":"${ID}","receipt":"r.1"}`,
    );
    expect({ ...headers }).toEqual({
      host: origins.http1.slice('http://'.length),
      connection: 'keep-alive',
      authorization: expect.stringMatching(/^vapid /),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      'content-length': String(body.length),
      ttl: '60',
      urgency: 'high',
      topic: TOPIC,
    });
  });

  const OF_CONTENT =
    '"contents":{"en":"Now – \\"all\\""},"headings":{"en":"Sale"},' +
    `"big_picture":"${IMAGE}","chrome_web_image":"${IMAGE}","ios_attachments":{"image":"${IMAGE}"},` +
    `"chrome_web_icon":"${ICON}","large_icon":"${ICON}","url":"${LINK}"`;
  const SUBSCRIPTIONS = ['1dd608f2-c6a1-11e3-851d-000c2940e62c', '2dd608f2-c6a1-11e3-851d-000c2940e62c'];
  const ONE_SIGNAL: Credentials = { provider: 'provider_b', appId: 'a', apiKey: 'k' };
  const toOneSignal = (subscriptionId = ''): Target => ({ kind: 'subscription-id', subscriptionId });

  test('OneSignal, where messages share their identity', async () => {
    const messages = SUBSCRIPTIONS.map((id, index) => message(toOneSignal(id), { id: `${ID.slice(0, -1)}${index}` }));
    await sendBatch(ONE_SIGNAL, { messages, sharedId: SHARED });

    const key = idempotencyKey(messages.map(({ id }) => id));
    expect(only().body.toString()).toBe(
      '{"app_id":"a","ttl":60,"priority":10,"mutable_content":true,"ios_sound":"default",' +
        `"collapse_id":"${SHARED}",${OF_CONTENT},"idempotency_key":"${key}",` +
        `"include_subscription_ids":${JSON.stringify(SUBSCRIPTIONS)}}`,
    );
  });

  test('OneSignal, where each message has its own', async () => {
    await sendBatch(ONE_SIGNAL, { messages: [message(toOneSignal(SUBSCRIPTIONS[0]))], sharedId: null });

    expect(only().body.toString()).toBe(
      '{"app_id":"a","ttl":60,"priority":10,"mutable_content":true,"ios_sound":"default",' +
        `${OF_CONTENT},"idempotency_key":"${ID}","collapse_id":"${ID}","data":{"receipt":"r.1"},` +
        `"include_subscription_ids":["${SUBSCRIPTIONS[0]}"]}`,
    );
  });

  test('OneSignal has a call for each message, where each has its own identity', async () => {
    const messages = SUBSCRIPTIONS.map((id, index) => message(toOneSignal(id), { id: `${ID.slice(0, -1)}${index}` }));
    await sendBatch(ONE_SIGNAL, { messages, sharedId: null });

    const ids = received.map(({ body }) => JSON.parse(body.toString()).collapse_id);
    expect(ids.sort()).toEqual(messages.map(({ id }) => id));
  });
});

describe('a preview has the same bytes and headers, and no authorization, for', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { publicKey: vapidPublicKey, privateKey: vapidPrivateKey } = webPush.generateVAPIDKeys();
  const web = { provider: 'webpush', vapidPublicKey, vapidPrivateKey, subject: 'mailto:a@example.com' } as const;
  const apple = { provider: 'provider_c', topic: 't', teamId: 'T', privateKeyId: 'K', privateKey } as const;

  const previewOf = async (credentials: Credentials, target: Target): Promise<RecordedRequest> => {
    const { openPreview } = PROVIDERS[credentials.provider as ProviderName];
    const origin = credentials.provider === 'provider_b' ? origins.http1 : origins.http2;
    const wire = new RecordedWire(origin);
    const sender = openPreview({ clock: { now: () => NOW }, wire, origin });
    const app = { id: 1, credentialsVersion: 1, credentials };
    const options = { ttlSeconds: 60, urgency: 'high', collapseKey: null, sharedId: null } as const;
    await sender.send({ app, messages: [message(target)], ...options, signal: new AbortController().signal });
    expect(wire.requests).toHaveLength(1);
    return wire.requests[0] as RecordedRequest;
  };

  const CASES: readonly (readonly [name: string, credentials: Credentials, targetOf: () => Target])[] = [
    ['Apple', apple, () => ({ kind: 'token', token: 'ab12' })],
    ['OneSignal', { provider: 'provider_b', appId: 'a', apiKey: 'k' }, () => SUBSCRIBED],
    ['browsers', web, () => ({ kind: 'web', ...flat(deriveSubscription(origins.http1, 'golden', 1)) })],
  ];

  test.each(CASES)('%s', async (name, credentials, targetOf) => {
    const target = targetOf();
    await sendBatch(credentials, { messages: [message(target)], sharedId: null });
    const { headers, body } = only();
    // A preview refuses loopback addresses. Browser endpoints occur in no body.
    const shown = await previewOf(credentials, name === 'browsers' ? sampleTarget(PROVIDERS.webpush) : target);
    const sent = name === 'browsers' ? decryptWebPush(body, deriveReceiver('golden', 1)) : body;
    expect(shown.body).toBe(sent?.toString());
    const { authorization, ...others } = shown.headers;
    expect(authorization).toMatch(/^(bearer|Key|vapid) \*\*\*$/);
    expect(headers).toMatchObject(others);
  });
});

const SUBSCRIBED = { kind: 'subscription-id', subscriptionId: '1dd608f2-c6a1-11e3-851d-000c2940e62c' } as const;

const flat = ({ endpoint, keys }: ReturnType<typeof deriveSubscription>) => ({ endpoint, ...keys });
