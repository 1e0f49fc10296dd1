import { getOrInsert, lastUsed } from '../../collections.js';
import { topicOf } from '../collapse-key.js';
import { keyOf } from '../credentials-trust.js';
import type { Exchange } from '../exchange.js';
import { checkUrl } from '../outbound/check-url.js';
import type { ConnectionOptions } from '../outbound/connection-options.js';
import { guardedLookup, toLookup } from '../outbound/guarded-lookup.js';
import type { HostSuffixes } from '../outbound/host-suffixes.js';
import { Http1Client } from '../outbound/http1-client.js';
import { WebResolver } from '../outbound/web-resolver.js';
import { endWith, sendEach } from '../send-each.js';
import type { Message, Outcome, SendBatch, SenderClock } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { encryptMessage, MAX_PLAINTEXT_BYTES, parseKeys } from './encrypt-message.js';
import { UNUSABLE_KEYS } from './foreign-key.js';
import { OriginState, type Refused, type Suspicion, settle } from './origin-state.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { originOfEndpoint } from './read-origin.js';
import { PayloadRenderer } from './render-payload.js';
import { VapidHeaders } from './vapid-headers.js';
import { type KeyPair, vapidKeysFor } from './vapid-keys-for.js';

/** More than one processor encrypts at a round trip of 50 ms: 256 / 0.05 s = 5,120 a second. Each is a connection. */
const CONCURRENCY = 256;
/** While push services answer at once. */
const FEW_UNDER_WAY = 32;
const MAX_ORIGIN_STATES = 10_000;
const FEW = 8;

/** One message, encrypted, on its way to its push service. */
interface Letter {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly body: Buffer;
  /** RFC 8030, 5.4: a message replaces one of the same topic that has not reached the browser yet. */
  readonly topic: string;
  readonly state: OriginState;
  readonly confirmedAt: number | undefined;
  /** Strangers are tried in small tasks; large ones go where another thread may have heard already. */
  readonly isOfFew: boolean;
}

interface Posting {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

export interface WebTask extends TransportTask, Pick<SendBatch, 'app' | 'ttlSeconds' | 'urgency' | 'collapseKey'> {
  /** Push services that asked another thread for quiet, by origin: until when, epoch ms. */
  readonly quietUntil: readonly (readonly [origin: string, untilMs: number])[];
}

export interface WebPushTransportOptions {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  /** Push services that messages may go to; null: any. */
  readonly hosts: HostSuffixes | null;
  readonly connection: ConnectionOptions;
  readonly answerMs: number;
  readonly strangerConnectMs: number;
}

/**
 * Browsers, by Web Push: RFC 8030, encrypted by RFC 8291, signed by RFC 8292. Each thread signs its own headers: RFC 8292
 * knows no limit to how many are good at once, and one serves for hours.
 */
export class WebPushTransport implements Transport<WebTask, Refused> {
  /** For push services that have taken a message. */
  private readonly client: Http1Client;
  /** Unproven push services have connections of their own, so that they cannot evict the proven ones, and less time to connect. */
  private readonly strangers: Http1Client;
  private readonly vapid: VapidHeaders;
  private readonly states = lastUsed<string, OriginState>(MAX_ORIGIN_STATES);

  constructor(private readonly options: WebPushTransportOptions) {
    const { answerMs, strangerConnectMs: connectMs } = options;
    this.client = new Http1Client({ ...connectTo(options), answerMs });
    this.strangers = new Http1Client({ ...connectTo(options), answerMs, connectMs });
    this.vapid = new VapidHeaders(options.clock);
  }

  async send(task: WebTask, signal: AbortSignal): Promise<(Outcome | Refused)[]> {
    const renderer = new PayloadRenderer(task.collapseKey);
    const headers = sharedHeaders(task);
    const nowMs = this.options.clock.now();
    for (const [origin, untilMs] of task.quietUntil) this.stateOf(task, origin).keepQuiet(nowMs, untilMs - nowMs);
    const results = await sendEach<Outcome | Suspicion>({
      messages: task.messages,
      signal,
      concurrency: CONCURRENCY,
      few: FEW_UNDER_WAY,
      isFirstAlone: false,
      pauseKeyOf: originOf,
      sendOne: (message, end) => {
        const letter = this.seal(task, message, renderer);
        if ('kind' in letter) end(() => letter);
        else endWith(this.post(task, letter, { headers, signal }), end);
      },
    });
    return results.map(settle);
  }

  async close(patienceMs?: number): Promise<void> {
    await Promise.all([this.client.close(patienceMs), this.strangers.close(patienceMs)]);
  }

  /** Encrypts, unless it is clear already that the message cannot go. */
  private seal(task: WebTask, message: Message, renderer: PayloadRenderer): Letter | Outcome {
    const { target } = message;
    if (target.kind !== 'web') return { kind: 'failed', reason: 'not a web push subscription' };
    const checked = checkUrl(target.endpoint, this.options);
    if (!checked.isAllowed) return { kind: 'failed', reason: `endpoint refused: ${checked.reason}` };
    const { origin, pathname, search } = checked.url;
    const state = this.stateOf(task, origin);
    const quietMs = state.quietMs(this.options.clock.now());
    if (quietMs > 0) return { kind: 'retry-after', reason: 'push service asked to wait', afterMs: quietMs };
    const keys = parseKeys(target);
    if (keys === null) return INVALID_KEYS;
    const plaintext = renderer.render(message);
    if (plaintext.length > MAX_PLAINTEXT_BYTES) return { kind: 'failed', reason: '413 payload too large' };
    const body = encryptMessage(plaintext, keys);
    if (body === null) return INVALID_KEYS;
    const isOfFew = task.messages.length <= FEW;
    const topic = topicOf(task.collapseKey ?? message.id);
    return { origin, path: pathname + search, body, topic, state, confirmedAt: target.confirmedAt, isOfFew };
  }

  private async post(
    task: WebTask,
    letter: Letter,
    { headers: shared, signal }: Posting,
  ): Promise<Outcome | Suspicion> {
    const { origin } = letter;
    const headers = { ...shared, topic: letter.topic };
    const [keys, ...others] = vapidKeysFor(task.app, letter.confirmedAt);
    const authorization = this.vapid.headerFor(task.app, origin, keys);
    if (authorization === null) return UNSIGNED;
    const postWith = (authorization: string) =>
      this.postOnce(letter, { headers: { ...headers, authorization }, signal });
    const verdict = await postWith(authorization);
    if (verdict.kind !== 'unauthorised') return verdict;
    let isNamed = verdict.isNamed;
    for (const other of others) {
      const signed = this.vapid.headerFor(task.app, origin, other);
      const tried = signed === null ? verdict : await postWith(signed);
      if (tried.kind !== 'unauthorised') return tried;
      isNamed &&= tried.isNamed;
    }
    const renewed = this.renewHeader(task, letter, { authorization, keys });
    if (renewed === authorization) return letter.state.refuse({ ...verdict, isNamed });
    const again = await postWith(renewed);
    if (again.kind !== 'unauthorised') return again;
    return letter.state.refuse({ ...again, isNamed: isNamed && again.isNamed });
  }

  /** The rejected header itself where it is fresh: the subscription is refused, and not the signature. */
  private renewHeader(
    { app }: WebTask,
    { origin, state }: Letter,
    { authorization, keys }: { authorization: string; keys: KeyPair | undefined },
  ): string {
    const current = this.vapid.headerFor(app, origin, keys) ?? authorization;
    if (current !== authorization || !state.takeRenewal(this.options.clock.now())) return current;
    return this.vapid.renew(app, origin, authorization, keys) ?? authorization;
  }

  private async postOnce(letter: Letter, { headers, signal }: Posting): Promise<Verdict> {
    const { origin, path, body, state } = letter;
    const client = state.taken === 0 && letter.isOfFew ? this.strangers : this.client;
    const exchange: Exchange = await client.post(origin, { path, headers, body, signal, isStatusEnough: true });
    if (exchange.kind !== 'answer') return unsentOutcome(exchange);
    const nowMs = this.options.clock.now();
    const verdict = readAnswer(exchange, nowMs);
    if (verdict.kind === 'sent') state.accept();
    if (verdict.kind === 'retry-after' && verdict.afterMs !== null) state.keepQuiet(nowMs, verdict.afterMs);
    return verdict;
  }

  private stateOf({ app }: WebTask, origin: string): OriginState {
    return getOrInsert(this.states, `${keyOf(app)} ${origin}`, () => new OriginState());
  }
}

/** Names of each are kept apart as well. */
const connectTo = ({ connection, allowPrivate }: WebPushTransportOptions) => {
  const { resolve } = new WebResolver({ hostsFile: allowPrivate });
  const lookup = allowPrivate ? toLookup(resolve, () => true) : guardedLookup(resolve);
  return { connection: { ...connection, lookup }, connectionsPerOrigin: CONCURRENCY };
};

const INVALID_KEYS: Outcome = { kind: 'invalid-token', reason: 'keys are not usable', deadSince: null };
const UNSIGNED: Outcome = { kind: 'app-paused', reason: UNUSABLE_KEYS, afterMs: null };

/** A pause covers one push service. */
export const originOf = ({ target }: Message): string =>
  target.kind === 'web' ? originOfEndpoint(target.endpoint) : '';

const sharedHeaders = (task: WebTask): Record<string, string> => ({
  // A place for what `post` fills in.
  authorization: '',
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(task.ttlSeconds),
  urgency: task.urgency,
});
