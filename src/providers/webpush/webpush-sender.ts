import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../../collections.js';
import { keyOf } from '../credentials-trust.js';
import type { CredentialsCheck, Message, Outcome, SendBatch, Sender, SenderApp, SenderClock } from '../sender.js';
import type { Transport } from '../transport.js';
import { foreignKeyOutcome } from './foreign-key.js';
import { MAX_QUIET_MS, type Refused } from './origin-memory.js';
import { OriginReader } from './read-origin.js';
import { isKeyPair } from './vapid-keys-for.js';
import { originOf, type WebTask } from './webpush-transport.js';

const MAX_APPS = 1000;
const MAX_ORIGINS = 100;
/** Time in which the push service may accept a message of another device. */
const WAIT_MS = 60_000;

/**
 * Browsers. Passes a push service's Retry-After from one thread to the others. Also decides for all threads whether the
 * application's credentials or a single subscription caused a refusal.
 */
export class WebPushSender implements Sender {
  readonly provider = 'webpush';
  /** The end of the wait (epoch ms), by application and origin. */
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

  /** Checks the key pair locally: only a message to a browser could show whether a push service accepts it. */
  async check({ credentials }: SenderApp): Promise<CredentialsCheck> {
    if (credentials.provider === 'webpush' && isKeyPair(credentials)) return { accepted: true, reason: null };
    return { accepted: false, reason: { code: 'UNUSABLE_KEYS', detail: null } };
  }

  close(patienceMs?: number): Promise<void> {
    return this.options.transport.close(patienceMs);
  }

  private judge({ app, messages }: SendBatch, results: readonly (Outcome | Refused)[]): Outcome[] {
    const trusts = getOrInsert(this.trusts, keyOf(app), () => new LRUCache({ max: MAX_ORIGINS }));
    const goodBefore = [...trusts].flatMap(([origin, trust]) => (trust.isGood ? [origin] : []));
    for (const [origin, evidence] of readPage(messages, results)) {
      getOrInsert(trusts, origin, () => new OriginTrust()).record(evidence);
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
      // Each thread judges whether a 429 is for one device or for all. In the second case it answers PUSH_SERVICE_WAITS.
      if (outcome.code === 'TOO_MANY_REQUESTS') continue;
      const origins = getOrInsert(this.quiet, keyOf(app), () => new LRUCache({ max: MAX_ORIGINS }));
      origins.set(originOf(message), nowMs + Math.min(outcome.afterMs, MAX_QUIET_MS));
    }
  }
}

/**
 * If our signature is good, the subscription is at fault. If that is unknown, the application pauses, unless the push
 * service names another cause or another service accepts our messages: one device must not block all others.
 */
const judgeRefusal = (
  refused: Refused,
  { trust, isElsewhereGood }: { trust: OriginTrust | undefined; isElsewhereGood: boolean },
): Outcome => {
  const { code, detail, isNamed } = refused;
  if (refused.isAlone || trust?.isGood || (trust?.isProven && isNamed)) return foreignKeyOutcome(refused);
  if (isNamed) return { kind: 'retry-after', code: 'FOREIGN_KEY', detail, afterMs: WAIT_MS, isForeignKey: true };
  if (isElsewhereGood) return { kind: 'retry-after', code, detail, afterMs: WAIT_MS };
  return { kind: 'app-paused', code, detail, afterMs: null };
};

/** Counts acceptances and unexplained refusals of a page by origin. */
const readPage = (messages: readonly Message[], results: readonly (Outcome | Refused)[]): Map<string, PageEvidence> => {
  const pages = new Map<string, PageEvidence>();
  const reader = new OriginReader();
  for (const [index, result] of results.entries()) {
    const message = messages[index];
    if (message === undefined || (result.kind !== 'sent' && result.kind !== 'refused')) continue;
    const origin = message.target.kind === 'web' ? reader.read(message.target.endpoint) : '';
    const evidence = pages.get(origin) ?? { accepted: false, unexplained: 0 };
    pages.set(origin, evidence);
    if (result.kind === 'sent') evidence.accepted = true;
    else if (!result.isAlone && !result.isNamed) evidence.unexplained += 1;
  }
  return pages;
};

/** After this many unexplained refusals in a row our signature may be at fault, so a refused message waits. */
const REFUSALS_TO_DOUBT = 8;

/** The answers of one push service to the messages of one page. */
interface PageEvidence {
  accepted: boolean;
  /** Messages refused without an explanation and with none accepted after them. */
  unexplained: number;
}

/**
 * Whether the signature of an application is good at one push service. A device chooses its own endpoint, so an endpoint
 * that refuses everything must not pause the application for the others.
 */
class OriginTrust {
  private hasAccepted = false;
  private unexplained = 0;

  record({ accepted, unexplained }: PageEvidence): void {
    if (accepted) {
      this.hasAccepted = true;
      this.unexplained = 0;
    }
    this.unexplained += unexplained;
  }

  /** The push service has accepted our signature, so a refusal that names the subscription is not our fault. */
  get isProven(): boolean {
    return this.hasAccepted;
  }

  /** The push service has not stopped accepting, so an unexplained refusal is not our fault either. */
  get isGood(): boolean {
    return this.hasAccepted && this.unexplained < REFUSALS_TO_DOUBT;
  }
}
