import type { Carrier } from '../carrier.js';
import { keyOf } from '../credentials-trust.js';
import { LruMap } from '../lru-map.js';
import type { Outcome, SendBatch, Sender, SenderClock } from '../sender.js';
import { MAX_QUIET_MS } from './origin-state.js';
import { originOf, type WebTask } from './webpush-carrier.js';

const MAX_APPS = 1000;
const MAX_ORIGINS = 100;

/** Browsers: the carrier does it all; what one thread's push service asked for is passed on to the others. */
export class WebPushSender implements Sender {
  readonly provider = 'webpush';
  /** Epoch ms, by application and origin. */
  private readonly quiet = new LruMap<string, LruMap<string, number>>(MAX_APPS);

  constructor(private readonly options: { clock: SenderClock; carrier: Carrier<WebTask, Outcome> }) {}

  async send(batch: SendBatch): Promise<Outcome[]> {
    const { app, messages, ttlSeconds, urgency, collapseKey, signal } = batch;
    const quietUntil = this.quietUntil(batch);
    const task: WebTask = { app, messages, ttlSeconds, urgency, collapseKey, quietUntil };
    const outcomes = await this.options.carrier.carry(task, signal);
    this.noteQuiet(batch, outcomes);
    return outcomes;
  }

  close(): Promise<void> {
    return this.options.carrier.close();
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
