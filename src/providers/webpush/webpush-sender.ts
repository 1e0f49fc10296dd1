import type { Carrier } from '../carrier.js';
import { keyOf } from '../credentials-trust.js';
import { LruMap } from '../lru-map.js';
import type { Message, Outcome, SendBatch, Sender, SenderClock } from '../sender.js';
import { describeRefusal, foreignKeyOutcome } from './foreign-key.js';
import { MAX_QUIET_MS, type Refused } from './origin-state.js';
import { OriginTrust, type PageWord } from './origin-trust.js';
import { originOf, type WebTask } from './webpush-carrier.js';

const MAX_APPS = 1000;
const MAX_ORIGINS = 100;

/**
 * Browsers. What one thread's push service asked for is passed on to the others; and since a refusal may be the fault of
 * the application's credentials or of one subscription, whom to blame is judged here, for all threads.
 */
export class WebPushSender implements Sender {
  readonly provider = 'webpush';
  /** Epoch ms, by application and origin. */
  private readonly quiet = new LruMap<string, LruMap<string, number>>(MAX_APPS);
  private readonly trusts = new LruMap<string, LruMap<string, OriginTrust>>(MAX_APPS);

  constructor(private readonly options: { clock: SenderClock; carrier: Carrier<WebTask, Refused> }) {}

  async send(batch: SendBatch): Promise<Outcome[]> {
    const { app, messages, ttlSeconds, urgency, collapseKey, signal } = batch;
    const quietUntil = this.quietUntil(batch);
    const task: WebTask = { app, messages, ttlSeconds, urgency, collapseKey, quietUntil };
    const outcomes = this.judge(batch, await this.options.carrier.carry(task, signal));
    this.noteQuiet(batch, outcomes);
    return outcomes;
  }

  close(): Promise<void> {
    return this.options.carrier.close();
  }

  private judge({ app, messages }: SendBatch, results: readonly (Outcome | Refused)[]): Outcome[] {
    const trusts = this.trusts.getOrSet(keyOf(app), () => new LruMap(MAX_ORIGINS));
    for (const [origin, word] of readPage(messages, results)) {
      trusts.getOrSet(origin, () => new OriginTrust()).note(word);
    }
    return results.map((result, index) => {
      if (result.kind !== 'refused') return result;
      const message = messages[index];
      const trust = message && trusts.get(originOf(message));
      if (result.isAlone || trust?.isGood || (trust?.isProven && result.isNamed)) return foreignKeyOutcome(result);
      const isElsewhereGood = trusts.list().some(([, other]) => other !== trust && other.isGood);
      const pause = { kind: 'app-paused', reason: describeRefusal(result), afterMs: null } as const;
      return isElsewhereGood ? { ...pause, isElsewhereGood } : pause;
    });
  }

  private quietUntil({ app }: SendBatch): [string, number][] {
    const known = this.quiet.get(keyOf(app));
    const nowMs = this.options.clock.now();
    return known === undefined ? [] : known.list().filter(([, untilMs]) => untilMs > nowMs);
  }

  private noteQuiet({ app, messages }: SendBatch, outcomes: readonly Outcome[]): void {
    const nowMs = this.options.clock.now();
    for (const [index, outcome] of outcomes.entries()) {
      const message = messages[index];
      if (outcome.kind !== 'retry-after' || outcome.afterMs === null || message === undefined) continue;
      const origins = this.quiet.getOrSet(keyOf(app), () => new LruMap(MAX_ORIGINS));
      origins.set(originOf(message), nowMs + Math.min(outcome.afterMs, MAX_QUIET_MS));
    }
  }
}

/** By origin, as far as it was accepted or refused. */
const readPage = (messages: readonly Message[], results: readonly (Outcome | Refused)[]): Map<string, PageWord> => {
  const words = new Map<string, PageWord>();
  const originsByStart = new Map<string, string>();
  for (const [index, result] of results.entries()) {
    const message = messages[index];
    if (message === undefined || (result.kind !== 'sent' && result.kind !== 'refused')) continue;
    const origin = quickOriginOf(message, originsByStart);
    const word = words.get(origin) ?? { accepted: false, unexplained: 0 };
    words.set(origin, word);
    if (result.kind === 'sent') word.accepted = true;
    else if (!result.isAlone && !result.isNamed) word.unexplained += 1;
  }
  return words;
};

/** Parsing an address for each message would cost more than all else here; those of a page begin alike. */
const quickOriginOf = (message: Message, known: Map<string, string>): string => {
  const start = message.target.kind === 'web' ? ORIGIN_START.exec(message.target.endpoint)?.[0] : undefined;
  if (start === undefined) return originOf(message);
  const origin = known.get(start) ?? originOf(message);
  known.set(start, origin);
  return origin;
};

const ORIGIN_START = /^https?:\/\/[^/]+\//i;
