import { randomUUID } from 'node:crypto';
import type { FakeContext, FakeRequest, Reply } from './exchange.js';
import { isObject, jsonReply, parseObject, retryAfter, stringOrNull } from './exchange.js';
import { isLost } from './misbehaviour.js';
import { checkOneSignalRequest, isUuid } from './onesignal-checks.js';

/** This id belongs to no subscription. The credentials check uses it. */
const NOBODY = '00000000-0000-4000-8000-000000000000';
const REMEMBERED_ANSWERS = 100_000;

export interface OneSignalRegistration {
  readonly appId: string;
  readonly apiKey: string;
}

/** OneSignal's `POST /notifications` for subscription ids. https://documentation.onesignal.com/reference/create-message */
export class OneSignalFake {
  private readonly apiKeys = new Map<string, string>();
  private readonly answers = new Map<string, { readonly body: string; readonly reply: Reply }>();

  constructor(private readonly context: FakeContext) {}

  register({ appId, apiKey }: OneSignalRegistration): void {
    this.apiKeys.set(appId, apiKey);
  }

  readonly handle = (request: FakeRequest): Reply => {
    const deletion = /^\/apps\/([^/]+)\/subscriptions\/([^/]+)$/.exec(request.path);
    if (deletion) return this.deleteSubscription(request, deletion[1] ?? '', deletion[2] ?? '');
    if (request.path !== '/notifications') return errorReply(404, 'Not Found');
    if (request.method !== 'POST') return errorReply(405, 'Method Not Allowed');
    const message = parseObject(request.body);
    if (message === null) return this.refused('', [], { status: 400, reason: 'Body must be a JSON object' });
    const appId = stringOrNull(message.app_id) ?? '';
    const targets = Array.isArray(message.include_subscription_ids) ? message.include_subscription_ids.map(String) : [];
    const refusal = this.checkKey(appId, request.headers.authorization) ?? checkOneSignalRequest(request, message);
    if (refusal !== null) return this.refused(appId, targets, refusal);
    return this.replay(appId, message, request) ?? this.take(request, { appId, targets, message });
  };

  /** https://documentation.onesignal.com/reference/delete-subscription */
  private deleteSubscription(request: FakeRequest, appId: string, id: string): Reply {
    if (request.method !== 'DELETE') return errorReply(405, 'Method Not Allowed');
    const refusal = this.checkKey(appId, request.headers.authorization);
    if (refusal !== null) return errorReply(refusal.status, refusal.reason);
    if (!isUuid(id)) return errorReply(400, 'Invalid subscription_id');
    const { nthOnConnection, mayRefuse } = request;
    const asked = { provider: 'provider_b', appKey: appId, targets: [id], nthOnConnection, mayRefuse } as const;
    const fault = this.context.misbehaviour.next(asked);
    if (fault?.kind === 'answer' && fault.status !== 200)
      return errorReply(fault.status, fault.reason ?? 'Misbehaviour');
    this.context.ledger.note(`provider_b subscription ${id} deleted`);
    return jsonReply(202, {});
  }

  private checkKey(appId: string, authorization: string | undefined): OneSignalRefusal | null {
    if (authorization === undefined || !authorization.startsWith('Key ')) {
      return { status: 401, reason: 'Access denied. Please include an authorization header with a valid API key' };
    }
    const apiKey = this.apiKeys.get(appId);
    if (apiKey === undefined) return { status: 400, reason: 'app_id not found' };
    return authorization === `Key ${apiKey}`
      ? null
      : { status: 403, reason: 'Access denied: the API key is not of this app' };
  }

  /** The same idempotency key gets the same answer and sends nothing. */
  private replay(appId: string, message: Record<string, unknown>, request: FakeRequest): Reply | null {
    const known = this.answers.get(`${appId}/${String(message.idempotency_key)}`);
    if (message.idempotency_key === undefined || known === undefined) return null;
    const isSame = known.body === request.body.toString();
    this.context.ledger.note(isSame ? 'provider_b idempotent replay' : 'provider_b idempotency key with another body');
    return known.reply;
  }

  private take(request: FakeRequest, { appId, targets, message }: Call): Reply {
    const { misbehaviour } = this.context;
    const { nthOnConnection, mayRefuse } = request;
    const fault = misbehaviour.next({ provider: 'provider_b', appKey: appId, targets, nthOnConnection, mayRefuse });
    if (fault?.kind === 'answer' && fault.status !== 200) {
      const reply = this.refused(appId, targets, { status: fault.status, reason: fault.reason ?? 'Misbehaviour' });
      return { ...reply, headers: { ...reply.headers, ...retryAfter(fault.retryAfterSeconds) }, fault };
    }
    if (isLost(fault)) {
      this.refused(appId, targets, { status: 0, reason: fault?.kind ?? '' });
      return { status: 200, fault };
    }
    const reply = this.deliver({ appId, targets, message });
    this.remember(appId, message, request, reply);
    return { ...reply, fault };
  }

  private deliver({ appId, targets, message }: Call): Reply {
    const { misbehaviour } = this.context;
    const dead = targets.filter((id) => id === NOBODY || misbehaviour.deadSince('provider_b', id) !== null);
    const deadOnes = new Set(dead);
    const alive = [...new Set(targets)].filter((target) => !deadOnes.has(target));
    const id = alive.length === 0 ? '' : randomUUID();
    const shown = readContent(message);
    const common = { provider: 'provider_b', appKey: appId, messageId: id, ...shown } as const;
    for (const target of deadOnes) {
      this.context.ledger.record({ ...common, target, status: 410, reason: 'invalid_subscription_id', identity: null });
    }
    const identity = shown.receipt ?? stringOrNull(message.idempotency_key) ?? `${shown.title}|${shown.body}`;
    const shownAs = stringOrNull(message.collapse_id);
    for (const target of alive) {
      this.context.ledger.record({ ...common, target, status: 200, reason: null, identity, shownAs });
    }
    if (id === '') return jsonReply(200, { id, errors: ['All included players are not subscribed'] });
    return jsonReply(200, {
      id,
      external_id: null,
      ...(dead.length > 0 && { errors: { invalid_subscription_ids: dead } }),
    });
  }

  private remember(appId: string, message: Record<string, unknown>, request: FakeRequest, reply: Reply): void {
    if (message.idempotency_key === undefined) return;
    if (this.answers.size >= REMEMBERED_ANSWERS) this.answers.clear();
    this.answers.set(`${appId}/${String(message.idempotency_key)}`, { body: request.body.toString(), reply });
  }

  private refused(appKey: string, targets: readonly string[], { status, reason }: OneSignalRefusal): Reply {
    const nothing = { messageId: null, title: null, body: null, content: null, receipt: null, identity: null };
    const listed = targets.length === 0 ? [''] : targets.filter(isUuid);
    for (const target of listed) {
      this.context.ledger.record({ provider: 'provider_b', appKey, target, status, reason, ...nothing });
    }
    return errorReply(status, reason);
  }
}

interface Call {
  readonly appId: string;
  readonly targets: readonly string[];
  readonly message: Record<string, unknown>;
}

interface OneSignalRefusal {
  readonly status: number;
  readonly reason: string;
}

const errorReply = (status: number, reason: string): Reply => jsonReply(status, { errors: [reason] });

const readContent = (message: Record<string, unknown>) => {
  const english = (value: unknown) => (isObject(value) ? stringOrNull(value.en) : null);
  const receipt = isObject(message.data) ? stringOrNull(message.data.receipt) : null;
  return { title: english(message.headings), body: english(message.contents), content: message, receipt };
};
