import { createPublicKey, randomBytes } from 'node:crypto';
import { parseDeclarativePush } from '../declarative-push.js';
import { decryptWebPush, splitWebPush, type WebPushReceiver } from './decrypt-web-push.js';
import type { FakeContext, FakeRequest, Reply } from './exchange.js';
import { jsonReply, parseObject, retryAfter, stringOrNull } from './exchange.js';
import { parseJwt } from './jwt.js';
import type { RefusalWords, Registration } from './keys.js';
import { isLost } from './misbehaviour.js';
import { deriveReceiver } from './web-subscription.js';

const BODY_LIMIT_BYTES = 4096;
const DAY_SECONDS = 24 * 60 * 60;
const SAMPLE_EVERY = 50;
const CACHED_RECEIVERS = 100_000;
const CACHED_TOKENS = 10_000;
/** The members that workers of every release read. */
const FLAT = ['title', 'body', 'image', 'icon', 'link', 'tag', 'receipt'];
const FIELDS = new Set([...FLAT, 'notification', 'web_push', 'mutable', 'app_badge']);
const URGENCIES = new Set(['very-low', 'low', 'normal', 'high']);

export interface WebPushFakeOptions {
  /** `sample`: one message in 50 is decrypted. The others are checked only from outside. */
  readonly decrypt?: 'all' | 'sample';
}

type KeyRequirement = Extract<Registration, { provider: 'webpush' }>;

interface Refusal {
  readonly status: number;
  readonly reason: string;
  /** Without this, the fake uses its own wording. */
  readonly body?: string;
}

interface Shown {
  readonly title: string | null;
  readonly body: string | null;
  readonly content: Record<string, unknown> | null;
  readonly receipt: string | null;
}

const UNREAD: Shown = { title: null, body: null, content: null, receipt: null };

/** A push service (RFC 8030, 8291, 8292) that is also the browser: it decrypts and reads the messages it gets. */
export class WebPushFake {
  private readonly receivers = new Map<string, WebPushReceiver>();
  /** Keys by `authorization` header, with the last second in which the header is valid. */
  private readonly verified = new Map<string, { readonly vapidKey: string; readonly expires: number }>();
  private readonly requiredKeys = new Map<string, { vapidPublicKey: string; refusal: Refusal }>();
  private received = 0;

  constructor(
    private readonly context: FakeContext,
    private readonly options: WebPushFakeOptions = {},
  ) {}

  /** Makes subscriptions of this seed accept only messages with this VAPID key (65 bytes, base64url). */
  requireKey({ seed, vapidPublicKey, refusesAs }: Omit<KeyRequirement, 'provider'>): void {
    const refusal = refusesAs === undefined ? MISMATCH : MISMATCH_AS[refusesAs];
    this.requiredKeys.set(seed, { vapidPublicKey, refusal });
  }

  readonly handle = (request: FakeRequest): Reply => {
    const path = /^\/wp\/([A-Za-z0-9-]+)\.(\d{1,9})$/.exec(request.path);
    if (path === null) return refuse({ status: 404, reason: 'NoSuchSubscription' });
    if (request.method !== 'POST') return refuse({ status: 405, reason: 'MethodNotAllowed' });
    const [, seed = '', index = ''] = path;
    const vapid = this.checkVapid(request, seed);
    const vapidKey = typeof vapid === 'string' ? vapid : '';
    const message = { appKey: vapidKey, target: request.origin + request.path };
    const broken = typeof vapid === 'string' ? checkShape(request) : vapid;
    if (broken !== null) return this.refused(message, broken);
    if (this.context.misbehaviour.deadSince('webpush', message.target) !== null) {
      return this.refused(message, { status: 410, reason: 'Gone' });
    }
    const shown = this.read(request.body, seed, Number(index));
    if (shown === null) return this.refused(message, { status: 400, reason: 'UndecryptablePayload' });
    return this.take(request, message, shown);
  };

  private take(request: FakeRequest, message: { appKey: string; target: string }, shown: Shown): Reply {
    const { ledger, misbehaviour } = this.context;
    const { nthOnConnection, mayRefuse } = request;
    const targets = [message.target];
    const fault = misbehaviour.next({
      provider: 'webpush',
      appKey: message.appKey,
      targets,
      nthOnConnection,
      mayRefuse,
    });
    if (fault?.kind === 'answer' && (fault.status < 200 || fault.status >= 300)) {
      const reply = this.refused(message, { status: fault.status, reason: fault.reason ?? 'Misbehaviour' });
      return { ...reply, headers: { ...reply.headers, ...retryAfter(fault.retryAfterSeconds) }, fault };
    }
    const isTaken = !isLost(fault);
    const messageId = randomBytes(12).toString('base64url');
    const status = isTaken ? 201 : 0;
    const reason = isTaken ? null : (fault?.kind ?? null);
    const identity = shown.receipt ?? (shown.content === null ? null : JSON.stringify(shown.content));
    ledger.record({
      provider: 'webpush',
      ...message,
      messageId,
      status,
      reason,
      ...shown,
      identity,
      shownAs: stringOrNull(shown.content?.tag),
    });
    return {
      status: 201,
      headers: { location: `${request.origin}/m/${messageId}`, ttl: String(request.headers.ttl) },
      fault,
    };
  }

  private refused(message: { appKey: string; target: string }, refusal: Refusal): Reply {
    const { status, reason } = refusal;
    const nothing = { messageId: null, identity: null, ...UNREAD };
    this.context.ledger.record({ provider: 'webpush', ...message, status, reason, ...nothing });
    return refuse(refusal);
  }

  /** The VAPID key of the signature, or the error in the `authorization` header. */
  private checkVapid(request: FakeRequest, seed: string): string | Refusal {
    const header = request.headers.authorization;
    if (header === undefined) return { status: 401, reason: 'MissingVapid' };
    const cacheKey = `${request.origin} ${header}`;
    const known = this.verified.get(cacheKey) ?? verifyVapid(header, request.origin);
    if (known === null) return { status: 403, reason: 'BadVapid' };
    if (this.verified.size >= CACHED_TOKENS) this.verified.clear();
    this.verified.set(cacheKey, known);
    const secondsLeft = known.expires - this.context.now() / 1000;
    if (secondsLeft <= 0 || secondsLeft > DAY_SECONDS) return { status: 403, reason: 'BadVapidExpiry' };
    const required = this.requiredKeys.get(seed);
    if (required !== undefined && required.vapidPublicKey !== known.vapidKey) return required.refusal;
    return known.vapidKey;
  }

  /** The notification that the page would show; null if the device would drop the message. */
  private read(body: Buffer, seed: string, index: number): Shown | null {
    this.received += 1;
    if (splitWebPush(body) === null) return null;
    if (this.options.decrypt === 'sample' && this.received % SAMPLE_EVERY !== 1) return UNREAD;
    const plain = decryptWebPush(body, this.receiver(seed, index));
    const content = plain === null ? null : parseObject(plain);
    if (content === null || typeof content.title !== 'string') return null;
    if (Object.keys(content).some((field) => !FIELDS.has(field))) return null;
    if (content.web_push !== undefined && !isDeclarative(plain)) return null;
    return { title: content.title, body: stringOrNull(content.body), content, receipt: stringOrNull(content.receipt) };
  }

  private receiver(seed: string, index: number): WebPushReceiver {
    const name = `${seed}.${index}`;
    const known = this.receivers.get(name);
    if (known !== undefined) return known;
    if (this.receivers.size >= CACHED_RECEIVERS) this.receivers.clear();
    const receiver = deriveReceiver(seed, index);
    this.receivers.set(name, receiver);
    return receiver;
  }
}

const isDeclarative = (plain: Buffer | null): boolean => {
  try {
    return plain !== null && parseDeclarativePush(plain).mutable;
  } catch {
    return false;
  }
};

const refuse = ({ status, reason, body }: Refusal): Reply =>
  body === undefined
    ? jsonReply(status, { code: status, error: reason, message: `${reason} (fake push service)` })
    : { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };

const MISMATCH: Refusal = { status: 403, reason: 'VapidKeyMismatch' };
/** The real services' answers, according to bug reports. */
const MISMATCH_AS: Readonly<Record<RefusalWords, Refusal>> = {
  fcm: {
    ...MISMATCH,
    body: 'the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n',
  },
  mozilla: {
    status: 401,
    reason: 'VapidKeyMismatch',
    body: '{"code":401,"errno":109,"error":"Unauthorized","message":"VAPID public key mismatch","more_info":"http://autopush.readthedocs.io/en/latest/http.html#error-codes"}',
  },
  apple: { status: 400, reason: 'VapidKeyMismatch', body: '{"reason":"VapidPkHashMismatch"}' },
};

const checkShape = ({ headers, body }: FakeRequest): Refusal | null => {
  if (!/^\d{1,10}$/.test(String(headers.ttl ?? ''))) return { status: 400, reason: 'MissingOrBadTtl' };
  if (headers.urgency !== undefined && !URGENCIES.has(String(headers.urgency)))
    return { status: 400, reason: 'BadUrgency' };
  if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic)))
    return { status: 400, reason: 'BadTopic' };
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 400, reason: 'BadContentEncoding' };
  if (body.length > BODY_LIMIT_BYTES) return { status: 413, reason: 'PayloadTooLarge' };
  return null;
};

/** RFC 8292: `vapid t=JWT, k=KEY`, signed with that key for this origin. The caller checks the expiry. */
const verifyVapid = (header: string, origin: string): { vapidKey: string; expires: number } | null => {
  const parts = /^vapid\s+(.*)$/i.exec(header)?.[1]?.split(',') ?? [];
  const parameters = new Map(parts.map((part) => part.trim().split('=', 2) as [string, string]));
  const vapidKey = parameters.get('k') ?? '';
  const jwt = parseJwt(parameters.get('t') ?? '');
  const point = Buffer.from(vapidKey, 'base64url');
  if (jwt === null || point.length !== 65 || jwt.header.alg !== 'ES256') return null;
  const { aud, exp, sub } = jwt.claims;
  if (aud !== origin || typeof exp !== 'number') return null;
  if (typeof sub !== 'string' || !/^(mailto:.+@.+|https:\/\/.+)$/.test(sub)) return null;
  return isSignedByPoint(jwt, point) ? { vapidKey, expires: exp } : null;
};

const isSignedByPoint = (jwt: NonNullable<ReturnType<typeof parseJwt>>, point: Buffer): boolean => {
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  try {
    return jwt.isSignedBy(createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }));
  } catch {
    return false;
  }
};
