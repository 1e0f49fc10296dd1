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
import type { Http1Wire } from '../recorded-wire.js';
import { endWith, sendEach } from '../send-each.js';
import type { Message, Outcome, SendBatch, SenderClock } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import { unsentOutcome } from '../unsent-outcome.js';
import { encryptMessage, MAX_PLAINTEXT_BYTES, parseKeys } from './encrypt-message.js';
import { OriginMemory, type Refused, type Suspicion, settle } from './origin-memory.js';
import { readAnswer, type Verdict } from './read-answer.js';
import { originOfEndpoint } from './read-origin.js';
import { PayloadRenderer } from './render-payload.js';
import { VapidHeaders } from './vapid-headers.js';
import { type KeyPair, vapidKeysFor } from './vapid-keys-for.js';

/** 256 / 0.05 s = 5,120 messages per second, more than one core can encrypt. Each is a connection. */
const CONCURRENCY = 256;
/** The limit while push services answer quickly. */
const FEW_UNDER_WAY = 32;
const MAX_MEMORIES = 10_000;
const FEW = 8;

/** One encrypted message for its push service. */
interface Letter {
  readonly origin: string;
  /** Includes the query. */
  readonly path: string;
  readonly body: Buffer;
  /** RFC 8030, 5.4: a message replaces one of the same topic that has not reached the browser yet. */
  readonly topic: string;
  readonly memory: OriginMemory;
  readonly confirmedAt: number | undefined;
  /** Unproven origins are tried in small tasks; large tasks go to origins that another thread may have proven. */
  readonly isOfFew: boolean;
}

interface Posting {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

export interface WebTask extends TransportTask, Pick<SendBatch, 'app' | 'ttlSeconds' | 'urgency' | 'collapseKey'> {
  /** Push services that asked another thread to wait, with the end of the wait in epoch ms. */
  readonly quietUntil: readonly (readonly [origin: string, untilMs: number])[];
}

export interface WebPushTransportOptions {
  readonly clock: SenderClock;
  readonly allowPrivate: boolean;
  /** Allowed push services; null: any. */
  readonly hosts: HostSuffixes | null;
  readonly connection: ConnectionOptions;
  readonly answerMs: number;
  readonly unprovenConnectMs: number;
  /** Replaces connections, signatures and encryption, for previews. */
  readonly recorded?: Recorded;
}

export interface Recorded {
  readonly client: Http1Wire;
  readonly vapid: Pick<VapidHeaders, 'headerFor' | 'renew'>;
  readonly encrypt: (plaintext: Buffer) => Buffer;
}

/**
 * Web Push to browsers: RFC 8030, encrypted by RFC 8291, signed by RFC 8292. Each thread signs its own headers, which
 * RFC 8292 does not limit and which are valid for hours.
 */
export class WebPushTransport implements Transport<WebTask, Refused> {
  /** Connects to push services that have accepted a message. */
  private readonly client: Http1Wire;
  /** Unproven push services have separate connections, so they cannot evict proven ones, and less time to connect. */
  private readonly unprovenClient: Http1Wire;
  private readonly vapid: Recorded['vapid'];
  private readonly memories = lastUsed<string, OriginMemory>(MAX_MEMORIES);

  constructor(private readonly options: WebPushTransportOptions) {
    const { answerMs, unprovenConnectMs: connectMs, recorded } = options;
    this.client = recorded?.client ?? new Http1Client({ ...connectTo(options), answerMs });
    this.unprovenClient = recorded?.client ?? new Http1Client({ ...connectTo(options), answerMs, connectMs });
    this.vapid = recorded?.vapid ?? new VapidHeaders(options.clock);
  }

  async send(task: WebTask, signal: AbortSignal): Promise<(Outcome | Refused)[]> {
    const renderer = new PayloadRenderer({ collapseKey: task.collapseKey, appLink: task.app.link ?? null });
    const headers = sharedHeaders(task);
    const nowMs = this.options.clock.now();
    for (const [origin, untilMs] of task.quietUntil) this.memoryOf(task, origin).keepQuiet(nowMs, untilMs - nowMs);
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
    await Promise.all([this.client.close(patienceMs), this.unprovenClient.close(patienceMs)]);
  }

  /** Encrypts the message, unless it cannot be sent. */
  private seal(task: WebTask, message: Message, renderer: PayloadRenderer): Letter | Outcome {
    const { target } = message;
    if (target.kind !== 'web') return { kind: 'failed', code: 'NOT_A_SUBSCRIPTION', detail: null };
    const checked = checkUrl(target.endpoint, this.options);
    if (!checked.isAllowed) return { kind: 'failed', code: 'ENDPOINT_REFUSED', detail: checked.reason };
    const { origin, pathname, search } = checked.url;
    const memory = this.memoryOf(task, origin);
    const quietMs = memory.quietMs(this.options.clock.now());
    if (quietMs > 0) return { kind: 'retry-after', code: 'PUSH_SERVICE_WAITS', detail: null, afterMs: quietMs };
    if (message.content.silent) return SILENT;
    const keys = parseKeys(target);
    if (keys === null) return INVALID_KEYS;
    const plaintext = renderer.render(message);
    if (plaintext.length > MAX_PLAINTEXT_BYTES)
      return { kind: 'failed', code: 'PAYLOAD_TOO_LARGE', detail: '413 payload too large' };
    const { recorded } = this.options;
    const body = recorded ? recorded.encrypt(plaintext) : encryptMessage(plaintext, keys);
    if (body === null) return INVALID_KEYS;
    const isOfFew = task.messages.length <= FEW;
    const topic = topicOf(task.collapseKey ?? message.id);
    return { origin, path: pathname + search, body, topic, memory, confirmedAt: target.confirmedAt, isOfFew };
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
    if (renewed === authorization) return letter.memory.suspect({ ...verdict, isNamed });
    const again = await postWith(renewed);
    if (again.kind !== 'unauthorised') return again;
    return letter.memory.suspect({ ...again, isNamed: isNamed && again.isNamed });
  }

  /** Returns the rejected header itself if it is fresh: then the subscription is refused, not the signature. */
  private renewHeader(
    { app }: WebTask,
    { origin, memory }: Letter,
    { authorization, keys }: { authorization: string; keys: KeyPair | undefined },
  ): string {
    const current = this.vapid.headerFor(app, origin, keys) ?? authorization;
    if (current !== authorization || !memory.takeRenewal(this.options.clock.now())) return current;
    return this.vapid.renew(app, origin, authorization, keys) ?? authorization;
  }

  private async postOnce(letter: Letter, { headers, signal }: Posting): Promise<Verdict> {
    const { origin, path, body, memory } = letter;
    const client = !memory.hasAccepted && letter.isOfFew ? this.unprovenClient : this.client;
    const exchange: Exchange = await client.post(origin, { path, headers, body, signal, isStatusEnough: true });
    if (exchange.kind !== 'answer') return unsentOutcome(exchange);
    const nowMs = this.options.clock.now();
    const verdict = readAnswer(exchange, nowMs);
    if (verdict.kind === 'sent') memory.recordAccepted();
    if (verdict.kind !== 'retry-after' || verdict.afterMs === null) return verdict;
    if (verdict.code === 'TOO_MANY_REQUESTS') memory.recordLimited(nowMs, verdict.afterMs);
    else memory.keepQuiet(nowMs, verdict.afterMs);
    return verdict;
  }

  private memoryOf({ app }: WebTask, origin: string): OriginMemory {
    return getOrInsert(this.memories, `${keyOf(app)} ${origin}`, () => new OriginMemory());
  }
}

/** Each client has its own resolver, too. */
const connectTo = ({ connection, allowPrivate }: WebPushTransportOptions) => {
  const { resolve } = new WebResolver({ hostsFile: allowPrivate });
  const lookup = allowPrivate ? toLookup(resolve, () => true) : guardedLookup(resolve);
  return { connection: { ...connection, lookup }, connectionsPerOrigin: CONCURRENCY };
};

const INVALID_KEYS: Outcome = {
  kind: 'invalid-token',
  code: 'UNUSABLE_SUBSCRIPTION_KEYS',
  detail: null,
  deadSince: null,
};
const SILENT: Outcome = { kind: 'failed', code: 'SILENT_WEB_PUSH', detail: null };
const UNSIGNED: Outcome = { kind: 'app-paused', code: 'UNUSABLE_KEYS', detail: null, afterMs: null };

/** A pause covers one push service. */
export const originOf = ({ target }: Message): string =>
  target.kind === 'web' ? originOfEndpoint(target.endpoint) : '';

const sharedHeaders = (task: WebTask): Record<string, string> => ({
  // `post` fills this in.
  authorization: '',
  'content-type': 'application/octet-stream',
  'content-encoding': 'aes128gcm',
  ttl: String(task.ttlSeconds),
  urgency: task.urgency,
});
