import type { Message, Outcome } from './sender.js';

/** One batch, message by message. `R` may be wider than Outcome where a sender judges after the whole batch. */
export interface SendPlan<R extends { readonly kind: string }> {
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
  /** How many messages are under way at once. */
  readonly concurrency: number;
  /**
   * How many at first, and as long as answers come soon; left out: as many. Each further one would only wait for its turn
   * at the provider, and by HTTP/1.1 it costs a connection (docs/decisions/few-under-way.md).
   */
  readonly few?: number;
  /** Nothing vouches for the credentials yet: the first message goes alone, so bad ones cost one request. */
  readonly isFirstAlone: boolean;
  /** What a pause covers: the application, for webpush the origin. */
  readonly pauseKeyOf: (message: Message) => string;
  /** Results after which nothing more of their key is worth sending; default `app-paused`. */
  readonly isPause?: (result: R | Outcome) => boolean;
  /** What becomes of those that a pause keeps from being sent; default the pause itself. */
  readonly unsentAfter?: (pause: R | Outcome) => R | Outcome;
  readonly sendOne: (message: Message) => R | Outcome | Promise<R | Outcome>;
}

/** Answers take long where fewer than a tenth of those under way have one after this time. */
const SOON_MS = 20;
const SOON_PART = 0.1;

/**
 * Sends every message and returns what became of each, in their order. After a pause, what was not yet handed over is
 * not sent; after an abort neither. Never throws.
 */
export const sendEach = <R extends { readonly kind: string }>(plan: SendPlan<R>): Promise<(R | Outcome)[]> =>
  new Promise((resolve) => new Sending(plan, resolve).goOn());

/** One batch under way. Without async functions: they would run for every message, and take as much memory as it does. */
class Sending<R extends { readonly kind: string }> {
  private readonly results: (R | Outcome)[];
  private readonly pauses = new Map<string, R | Outcome>();
  private readonly isPause: (result: R | Outcome) => boolean;
  /** The place of the next message that nobody has taken. */
  private next = 0;
  private underWay = 0;
  private mostAtOnce: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly plan: SendPlan<R>,
    private readonly end: (results: (R | Outcome)[]) => void,
  ) {
    this.results = new Array(plan.messages.length);
    this.isPause = plan.isPause ?? isPaused;
    this.mostAtOnce = plan.few ?? plan.concurrency;
  }

  goOn(): void {
    const { messages } = this.plan;
    while (this.next < messages.length && this.underWay < this.room()) {
      const place = this.next;
      this.next += 1;
      this.send(place, messages[place] as Message);
    }
    if (this.underWay === 0) this.finish();
    else if (this.mostAtOnce < this.plan.concurrency && this.next < messages.length) this.timer ??= this.watch();
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.end(this.results);
  }

  private watch(): NodeJS.Timeout {
    const before = this.next;
    // Answers that have arrived are read before they are counted.
    return setTimeout(() => setImmediate(() => this.judgeSpeed(before)), SOON_MS);
  }

  /** @param before how far it was a moment ago: every answer lets another message go. */
  private judgeSpeed(before: number): void {
    if (this.next === this.plan.messages.length) return;
    this.timer = undefined;
    const isSlow = this.next - before < this.mostAtOnce * SOON_PART;
    if (isSlow) this.mostAtOnce = Math.min(2 * this.mostAtOnce, this.plan.concurrency);
    this.goOn();
  }

  private room(): number {
    const isFirstOut = this.next === 1 && this.underWay === 1;
    return this.plan.isFirstAlone && isFirstOut ? 1 : this.mostAtOnce;
  }

  private send(place: number, message: Message): void {
    const unsent = this.unsent(message);
    if (unsent !== undefined) {
      this.results[place] = unsent;
      return;
    }
    const result = this.handOver(message);
    if (!(result instanceof Promise)) {
      this.settle(place, result);
      return;
    }
    this.underWay += 1;
    result.then(
      (settled) => this.hear(place, settled),
      () => this.hear(place, NOT_RENDERED),
    );
  }

  private hear(place: number, settled: R | Outcome): void {
    this.underWay -= 1;
    this.settle(place, settled);
    this.goOn();
  }

  private unsent(message: Message): R | Outcome | undefined {
    if (this.plan.signal.aborted) return ABORTED;
    return this.pauses.size === 0 ? undefined : this.pauses.get(this.plan.pauseKeyOf(message));
  }

  /** One odd message must not take the batch's other outcomes with it. */
  private handOver(message: Message): R | Outcome | Promise<R | Outcome> {
    try {
      return this.plan.sendOne(message);
    } catch {
      return NOT_RENDERED;
    }
  }

  private settle(place: number, result: R | Outcome): void {
    this.results[place] = result;
    if (!this.isPause(result)) return;
    const { pauseKeyOf, unsentAfter, messages } = this.plan;
    this.pauses.set(pauseKeyOf(messages[place] as Message), unsentAfter?.(result) ?? result);
  }
}

const NOT_RENDERED: Outcome = { kind: 'failed', reason: 'cannot be rendered' };
const ABORTED: Outcome = { kind: 'retry-after', reason: 'aborted before sending', afterMs: null };

const isPaused = (result: { readonly kind: string }): boolean => result.kind === 'app-paused';
