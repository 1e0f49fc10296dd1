import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import { type ApnsRefusal, checkApnsMessage, isApnsRefusal } from './apns-checks.js';
import type { FakeContext, FakeRequest, Reply } from './exchange.js';
import { isObject, jsonReply, retryAfter, stringOrNull } from './exchange.js';
import { parseJwt } from './jwt.js';
import { isLost } from './misbehaviour.js';

const TOKEN_LIFE_SECONDS = 60 * 60;
/** Apple allows one new provider token in 20 minutes. */
const TOKEN_UPDATE_SECONDS = 20 * 60;
const CLOCK_SKEW_SECONDS = 5 * 60;
const CACHED_TOKENS = 10_000;

export interface ApnsRegistration {
  readonly topic: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PEM, SubjectPublicKeyInfo. */
  readonly publicKey: string;
}

interface ProviderToken {
  readonly teamId: string;
  readonly keyName: string;
  /** Epoch seconds. */
  readonly issuedAt: number;
}

/** Apple's push service, as strict as its documentation. */
export class ApnsFake {
  private readonly keys = new Map<string, KeyObject>();
  private readonly teamOfTopic = new Map<string, Set<string>>();
  private readonly verified = new Map<string, ProviderToken>();
  /** Issue times per connection and key, to detect tokens that are renewed too often. */
  private readonly issuedAt = new WeakMap<object, Map<string, number>>();

  constructor(private readonly context: FakeContext) {}

  register({ topic, teamId, keyId, publicKey }: ApnsRegistration): void {
    this.keys.set(`${teamId}/${keyId}`, createPublicKey(publicKey));
    this.teamOfTopic.set(topic, (this.teamOfTopic.get(topic) ?? new Set()).add(teamId));
    // Verified signatures are dropped when a key is replaced under the same name.
    this.verified.clear();
  }

  readonly handle = (request: FakeRequest): Reply => {
    const path = /^\/3\/device\/([^/?#]*)$/.exec(request.path);
    const message: MessageKeys = {
      appKey: String(request.headers['apns-topic'] ?? ''),
      target: path?.[1] ?? '',
      messageId: stringOrNull(request.headers['apns-id']) ?? randomUUID().toUpperCase(),
    };
    if (path === null) return this.refused(message, { status: 404, reason: 'BadPath' });
    if (request.method !== 'POST') return this.refused(message, { status: 405, reason: 'MethodNotAllowed' });
    const token = this.checkToken(request);
    if ('reason' in token) return this.refused(message, token);
    const payload = checkApnsMessage(request);
    if (isApnsRefusal(payload)) return this.refused(message, payload);
    const isActivity = request.headers['apns-push-type'] === 'liveactivity';
    const refusal = this.checkAddress(message, { teamId: token.teamId, isActivity });
    if (refusal !== null) return this.refused(message, refusal);
    return this.take(request, message, payload);
  };

  private take(request: FakeRequest, message: MessageKeys, payload: Record<string, unknown>): Reply {
    const { ledger, misbehaviour } = this.context;
    const { appKey, target, messageId } = message;
    const { nthOnConnection, mayRefuse } = request;
    const deadSince = misbehaviour.deadSince('provider_c', target);
    if (deadSince !== null) return this.refused(message, { status: 410, reason: 'Unregistered' }, deadSince);
    const fault = misbehaviour.next({ provider: 'provider_c', appKey, targets: [target], nthOnConnection, mayRefuse });
    if (fault?.kind === 'answer' && fault.status !== 200) {
      const reason = fault.reason ?? DEFAULT_REASONS[fault.status] ?? 'InternalServerError';
      const timestamp = fault.timestamp ?? (fault.status === 410 ? this.context.now() : undefined);
      const reply = this.refused(message, { status: fault.status, reason }, timestamp);
      return { ...reply, headers: { ...reply.headers, ...retryAfter(fault.retryAfterSeconds) }, fault };
    }
    const isTaken = !isLost(fault);
    const shownAs = stringOrNull(request.headers['apns-collapse-id']);
    const shown = { ...readAlert(payload), content: payload, receipt: stringOrNull(payload.receipt) };
    const status = isTaken ? 200 : 0;
    const reason = isTaken ? null : (fault?.kind ?? null);
    ledger.record({ provider: 'provider_c', ...message, status, reason, ...shown, identity: messageId, shownAs });
    return { status: 200, headers: { 'apns-id': messageId }, fault };
  }

  private refused(message: MessageKeys, { status, reason }: ApnsRefusal, timestamp?: number): Reply {
    const nothing = { title: null, body: null, content: null, receipt: null, identity: null };
    this.context.ledger.record({ provider: 'provider_c', ...message, status, reason, ...nothing });
    return jsonReply(status, { reason, timestamp }, { 'apns-id': message.messageId });
  }

  private checkToken(request: FakeRequest): ProviderToken | ApnsRefusal {
    const header = request.headers.authorization;
    if (header === undefined || !/^bearer /i.test(header)) return { status: 403, reason: 'MissingProviderToken' };
    const token = this.verified.get(header) ?? this.verify(header.slice(7));
    if (token === null) return { status: 403, reason: 'InvalidProviderToken' };
    if (this.verified.size >= CACHED_TOKENS) this.verified.clear();
    this.verified.set(header, token);
    const ageSeconds = this.context.now() / 1000 - token.issuedAt;
    if (ageSeconds > TOKEN_LIFE_SECONDS) return { status: 403, reason: 'ExpiredProviderToken' };
    if (ageSeconds < -CLOCK_SKEW_SECONDS) return { status: 403, reason: 'InvalidProviderToken' };
    if (this.isRenewedTooOften(request.connection, token))
      return { status: 429, reason: 'TooManyProviderTokenUpdates' };
    return token;
  }

  private verify(jwt: string): ProviderToken | null {
    const parsed = parseJwt(jwt);
    if (parsed === null || parsed.header.alg !== 'ES256') return null;
    const { iss, iat } = parsed.claims;
    const keyName = `${String(iss)}/${String(parsed.header.kid)}`;
    const key = this.keys.get(keyName);
    if (key === undefined || typeof iat !== 'number' || !Number.isInteger(iat)) return null;
    return parsed.isSignedBy(key) ? { teamId: String(iss), keyName, issuedAt: iat } : null;
  }

  /** Compares issue times, so that it works with a fake clock. Tokens from the same second count as one. */
  private isRenewedTooOften(connection: object, { keyName, issuedAt }: ProviderToken): boolean {
    const seen = this.issuedAt.get(connection) ?? new Map<string, number>();
    this.issuedAt.set(connection, seen);
    const before = seen.get(keyName);
    if (before === undefined || issuedAt - before >= TOKEN_UPDATE_SECONDS) seen.set(keyName, issuedAt);
    return before !== undefined && issuedAt > before && issuedAt - before < TOKEN_UPDATE_SECONDS;
  }

  private checkAddress(
    { appKey, target }: MessageKeys,
    { teamId, isActivity }: { teamId: string; isActivity: boolean },
  ): ApnsRefusal | null {
    if (appKey === '') return { status: 400, reason: 'MissingTopic' };
    // Live Activities have their own topic, which nothing else may use.
    if (appKey.endsWith(OF_ACTIVITIES) !== isActivity) return { status: 400, reason: 'BadTopic' };
    const teams = this.teamOfTopic.get(isActivity ? appKey.slice(0, -OF_ACTIVITIES.length) : appKey);
    if (teams === undefined) return { status: 400, reason: 'BadTopic' };
    if (!teams.has(teamId)) return { status: 400, reason: 'TopicDisallowed' };
    if (target === '') return { status: 400, reason: 'MissingDeviceToken' };
    return /^(?:[0-9a-f]{2}){32,100}$/i.test(target) ? null : { status: 400, reason: 'BadDeviceToken' };
  }
}

const OF_ACTIVITIES = '.push-type.liveactivity';

interface MessageKeys {
  readonly appKey: string;
  readonly target: string;
  readonly messageId: string;
}

const DEFAULT_REASONS: Readonly<Record<number, string>> = {
  400: 'BadDeviceToken',
  403: 'InvalidProviderToken',
  410: 'Unregistered',
  413: 'PayloadTooLarge',
  429: 'TooManyRequests',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
};

const readAlert = ({ aps }: Record<string, unknown>): { title: string | null; body: string | null } => {
  const alert = isObject(aps) ? aps.alert : null;
  if (!isObject(alert)) return { title: null, body: stringOrNull(alert) };
  return { title: stringOrNull(alert.title), body: stringOrNull(alert.body) };
};
