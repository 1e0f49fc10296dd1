import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { keyOf } from '../credentials-trust.js';
import type { CredentialsCheck, Message, Outcome, SendBatch, Sender, SenderApp, SenderClock } from '../sender.js';
import type { Transport } from '../transport.js';
import { describeRefusal, foreignKeyOutcome, UNUSABLE_KEYS } from './foreign-key.js';
import { MAX_QUIET_MS, type Refused } from './origin-state.js';
import { OriginTrust, type PageWord } from './origin-trust.js';
import { OriginReader } from './read-origin.js';
import { isKeyPair } from './vapid-keys-for.js';
import { originOf, type WebTask } from './webpush-transport.js';

const MAX_APPS = 1000;
const MAX_ORIGINS = 100;
/** Until somebody's message may have been taken. */
const WAIT_MS = 60_000;

/**
 * Browsers. What one thread's push service asked for is passed on to the others; and since a refusal may be the fault of
 * the application's credentials or of one subscription, whom to blame is judged here, for all threads.
 */
export class WebPushSender implements Sender {
  readonly provider = 'webpush';
  /** Epoch ms, by application and origin. */
  private readonly quiet = new LRUCache<string, LRUCache<string, number>>({ max: MAX_APPS });
  private readonly trusts = new LRUCache<string, LRUCache<string, OriginTrust>>({ max: MAX_APPS });

  constructor(private readonly options: { clock: SenderClock; transport: Transport<WebTask, Refused> }) {}

  async send(batch: SendBatch): Promise<Outcome[]> {
    const { app, messages, ttlSeconds, urgency, collapseKey, signal } = batch;
    const quietUntil = this.quietUntil(batch);
    const task: WebTask = { app, messages, ttlSeconds, urgency, collapseKey, quietUntil };
    const results = await this.options.transport.send(task, signal);
    this.noteQuiet(batch, results);
    return this.judge(batch, results);
  }

  /** By the keys alone: whether a push service takes them shows only with a message to a browser. */
  async check({ credentials }: SenderApp): Promise<CredentialsCheck> {
    if (credentials.provider === 'webpush' && isKeyPair(credentials)) return { accepted: true, reason: null };
    return { accepted: false, reason: UNUSABLE_KEYS };
  }

  close(patienceMs?: number): Promise<void> {
    return this.options.transport.close(patienceMs);
  }

  private judge({ app, messages }: SendBatch, results: readonly (Outcome | Refused)[]): Outcome[] {
    const trusts = getOrInsert(this.trusts, keyOf(app), () => new LRUCache({ max: MAX_ORIGINS }));
    const goodBefore = [...trusts].flatMap(([origin, trust]) => (trust.isGood ? [origin] : []));
    for (const [origin, word] of readPage(messages, results)) {
      getOrInsert(trusts, origin, () => new OriginTrust()).note(word);
    }
    return results.map((result, index) => {
      if (result.kind !== 'refused') return result;
      const message = messages[index];
      const origin = message === undefined ? '' : originOf(message);
      const isElsewhereGood = goodBefore.some((other) => other !== origin);
      return judgeRefusal(result, { trust: trusts.get(origin), isElsewhereGood });
    });
  }

  private quietUntil({ app }: SendBatch): [string, number][] {
    const known = this.quiet.get(keyOf(app));
    const nowMs = this.options.clock.now();
    return known === undefined ? [] : [...known].filter(([, untilMs]) => untilMs > nowMs);
  }

  private noteQuiet({ app, messages }: SendBatch, results: readonly (Outcome | Refused)[]): void {
    const nowMs = this.options.clock.now();
    for (const [index, outcome] of results.entries()) {
      const message = messages[index];
      if (outcome.kind !== 'retry-after' || outcome.afterMs === null || message === undefined) continue;
      const origins = getOrInsert(this.quiet, keyOf(app), () => new LRUCache({ max: MAX_ORIGINS }));
      origins.set(originOf(message), nowMs + Math.min(outcome.afterMs, MAX_QUIET_MS));
    }
  }
}

/**
 * Where our signature is good, the subscription is at fault. Where that is not known, the application pauses; but not if
 * the push service names another cause, or another one takes our messages: one device would keep all others waiting.
 */
const judgeRefusal = (
  refused: Refused,
  { trust, isElsewhereGood }: { trust: OriginTrust | undefined; isElsewhereGood: boolean },
): Outcome => {
  const { reason, isNamed } = refused;
  if (refused.isAlone || trust?.isGood || (trust?.isProven && isNamed)) return foreignKeyOutcome(refused);
  if (isNamed) return { kind: 'retry-after', reason: describeRefusal(refused), afterMs: WAIT_MS, isForeignKey: true };
  if (isElsewhereGood) return { kind: 'retry-after', reason, afterMs: WAIT_MS };
  return { kind: 'app-paused', reason, afterMs: null };
};

/** By origin, as far as it was accepted or refused. */
const readPage = (messages: readonly Message[], results: readonly (Outcome | Refused)[]): Map<string, PageWord> => {
  const words = new Map<string, PageWord>();
  const reader = new OriginReader();
  for (const [index, result] of results.entries()) {
    const message = messages[index];
    if (message === undefined || (result.kind !== 'sent' && result.kind !== 'refused')) continue;
    const origin = message.target.kind === 'web' ? reader.read(message.target.endpoint) : '';
    const word = words.get(origin) ?? { accepted: false, unexplained: 0 };
    words.set(origin, word);
    if (result.kind === 'sent') word.accepted = true;
    else if (!result.isAlone && !result.isNamed) word.unexplained += 1;
  }
  return words;
};
