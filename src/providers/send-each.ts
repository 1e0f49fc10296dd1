import type { Message, Outcome } from './sender.js';
import { ABORTED_OUTCOME } from './unsent-outcome.js';

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
  /**
   * Calls `end` once, at once or later, with a function that says what became of the message. Where that throws, or this
   * does before it has called `end`, the message counts as one that cannot be rendered. `undefined` and not void, so that
   * an async function is refused: see `endWith`.
   */
  readonly sendOne: (message: Message, end: End<R>) => undefined;
}

export type End<R> = (judge: () => R | Outcome) => void;

/** Answers take long where fewer than a tenth of those under way have one after this time. */
const SOON_MS = 20;
const SOON_PART = 0.1;

/**
 * Sends every message and returns what became of each, in their order. After a pause, what was not yet handed over is
 * not sent; after an abort neither. Never throws.
 */
export const sendEach = <R extends { readonly kind: string }>(plan: SendPlan<R>): Promise<(R | Outcome)[]> =>
  new Promise((resolve) => new Sending(plan, resolve).goOn());

/** For what sends with promises. */
export const endWith = <R>(sent: Promise<R | Outcome>, end: End<R>): undefined => {
  sent.then(
    (result) => end(() => result),
    () => end(notRendered),
  );
};

/** One batch under way. Without promises: those of a message took a tenth of all its CPU. */
class Sending<R extends { readonly kind: string }> {
  private readonly results: (R | Outcome)[];
  private readonly pauses = new Map<string, R | Outcome>();
  private readonly isPause: (result: R | Outcome) => boolean;
  /** The place of the next message that nobody has taken. */
  private next = 0;
  private underWay = 0;
  private isHandingOver = false;
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
    // What ends at once comes back here while others are handed over: the loop sees it.
    if (this.isHandingOver) return;
    this.isHandingOver = true;
    const { messages } = this.plan;
    while (this.next < messages.length && this.underWay < this.room()) {
      const place = this.next;
      this.next += 1;
      this.send(place, messages[place] as Message);
    }
    this.isHandingOver = false;
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
    this.underWay += 1;
    // One odd message must not take the batch's other outcomes with it.
    try {
      this.plan.sendOne(message, (judge) => this.hear(place, judge));
    } catch {
      this.hear(place, notRendered);
    }
  }

  private hear(place: number, judge: () => R | Outcome): void {
    this.underWay -= 1;
    this.settle(place, judged(judge));
    this.goOn();
  }

  private unsent(message: Message): R | Outcome | undefined {
    if (this.plan.signal.aborted) return ABORTED_OUTCOME;
    return this.pauses.size === 0 ? undefined : this.pauses.get(this.plan.pauseKeyOf(message));
  }

  private settle(place: number, result: R | Outcome): void {
    this.results[place] = result;
    if (!this.isPause(result)) return;
    const { pauseKeyOf, messages } = this.plan;
    this.pauses.set(pauseKeyOf(messages[place] as Message), result);
  }
}

const NOT_RENDERED: Outcome = { kind: 'failed', reason: 'cannot be rendered' };
const notRendered = (): Outcome => NOT_RENDERED;

const judged = <R>(judge: () => R | Outcome): R | Outcome => {
  try {
    return judge();
  } catch {
    return NOT_RENDERED;
  }
};

const isPaused = (result: { readonly kind: string }): boolean => result.kind === 'app-paused';
