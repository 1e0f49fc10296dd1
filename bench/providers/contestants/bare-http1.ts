import { createPrivateKey, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { Credentials, Target } from '../../../src/providers/sender.js';
import { signJwt } from '../../../src/providers/sign-jwt.js';
import { encryptMessage, parseKeys } from '../../../src/providers/webpush/encrypt-message.js';
import { type Contestant, type Course, PAGES_AT_ONCE, RECEIPT, runMany, TEXT, TITLE, targetAt } from '../contestant.js';

/** The number of connections that our senders open; with 2,000 messages per call, their number of parallel calls. */
const CONNECTIONS = { provider_b: 32, webpush: 256 } as const;

interface Requests {
  readonly origin: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  /** The options of the next request. */
  readonly body: () => Buffer;
  readonly status: number;
}

/**
 * The limit of undici, through its lowest-level API: the same request each time. Only provider_b's idempotency key
 * differs, because the fake answers a known key from memory. @param perCall messages in one request
 */
export const openBareHttp1 =
  (perCall: number) =>
  async (course: Course): Promise<Contestant> => {
    const connections =
      perCall > 1 ? PAGES_AT_ONCE : CONNECTIONS[course.provider === 'provider_b' ? 'provider_b' : 'webpush'];
    const request = course.provider === 'provider_b' ? oneSignalRequest(course, perCall) : webRequest(course);
    const pool = new Pool(request.origin, { connections, pipelining: 1, connect: { ca: course.ca } });
    return {
      send: (count) => runMany(Math.ceil(count / perCall), connections, () => post(pool, request)),
      close: () => pool.close(),
    };
  };

const post = (pool: Pool, { path, headers, body, status }: Requests): Promise<void> =>
  new Promise((resolve, reject) => {
    let answered = 0;
    pool.dispatch(
      { method: 'POST', path, headers, body: body() },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          answered = statusCode;
        },
        onResponseData: () => undefined,
        onResponseEnd: () => (answered === status ? resolve() : reject(new Error(`Answered ${answered}.`))),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });

const oneSignalRequest = ({ credentials, targets, addresses }: Course, perCall: number): Requests => {
  if (credentials.provider !== 'provider_b') throw new Error('Not credentials of provider_b.');
  const ids = Array.from({ length: perCall }, (_, index) => targetAt(targets, index, 'subscription-id').subscriptionId);
  return {
    origin: addresses.provider_b,
    path: '/notifications',
    headers: { authorization: `Key ${credentials.apiKey}`, 'content-type': 'application/json; charset=utf-8' },
    body: withNewKey({
      app_id: credentials.appId,
      include_subscription_ids: ids,
      headings: { en: TITLE },
      contents: { en: TEXT },
      ...(perCall === 1 ? { data: { receipt: RECEIPT } } : {}),
      ttl: 3600,
      priority: 10,
    }),
    status: 200,
  };
};

/** The JSON of the message with a new key each time, at the cost of a copy. */
const withNewKey = (message: object): (() => Buffer) => {
  const whole = Buffer.from(JSON.stringify({ idempotency_key: randomUUID(), ...message }));
  const keyAt = '{"idempotency_key":"'.length;
  return () => {
    const body = Buffer.allocUnsafe(whole.length);
    body.set(whole);
    body.write(randomUUID(), keyAt, 'latin1');
    return body;
  };
};

const webRequest = ({ credentials, targets }: Course): Requests => {
  const target = targetAt(targets, 0, 'web');
  const { origin, pathname } = new URL(target.endpoint);
  const body = encryptOnce(target);
  if (body === null) throw new Error('The subscription has no usable keys.');
  return {
    origin,
    path: pathname,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: '3600',
      urgency: 'high',
      authorization: vapidHeader(credentials, origin),
    },
    body: () => body,
    status: 201,
  };
};

/** The cost of a message before it is sent. Also a contestant without any network. */
export const openEncryption = async ({ targets }: Course): Promise<Contestant> => ({
  send: async (count) => {
    for (let index = 0; index < count; index += 1) {
      if (encryptOnce(targetAt(targets, index, 'web')) === null) throw new Error('Not encrypted.');
    }
  },
  close: async () => undefined,
});

const encryptOnce = (target: Extract<Target, { kind: 'web' }>): Buffer | null => {
  const keys = parseKeys(target);
  return keys && encryptMessage(Buffer.from(JSON.stringify({ title: TITLE, body: TEXT, receipt: RECEIPT })), keys);
};

/** The `authorization` of RFC 8292, made once. */
export const vapidHeader = (credentials: Credentials, origin: string): string => {
  if (credentials.provider !== 'webpush') throw new Error('Not credentials of webpush.');
  const { vapidPublicKey, vapidPrivateKey: d, subject } = credentials;
  const point = Buffer.from(vapidPublicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  const claims = { aud: origin, exp: Math.floor(Date.now() / 1000) + 43_200, sub: subject };
  return `vapid t=${signJwt({ alg: 'ES256', header: { typ: 'JWT' }, claims, key })}, k=${vapidPublicKey}`;
};
