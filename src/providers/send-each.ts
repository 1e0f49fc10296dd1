import type { Message, Outcome } from './sender.js';
import { ABORTED_OUTCOME } from './unsent-outcome.js';

/** One batch, sent message by message. `R` is wider than Outcome if the sender judges results after the batch. */
export interface SendPlan<R extends { readonly kind: string }> {
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
  /** Maximum number of messages in flight. */
  readonly concurrency: number;
  /**
   * A lower limit while answers are fast; default: `concurrency`. More would only queue at the provider, and over
   * HTTP/1.1 each costs a connection (docs/decisions/few-under-way.md).
   */
  readonly few?: number;
  /** Sends the first message alone, so unproven credentials cost one request if they are bad. */
  readonly isFirstAlone: boolean;
  /** Key of the messages that a pause stops: the application, or for web push the origin. */
  readonly pauseKeyOf: (message: Message) => string;
  /** Whether a result stops the remaining messages with its key; default: `app-paused`. */
  readonly isPause?: (result: R | Outcome) => boolean;
  /**
   * Calls `end` once, now or later, with a function that returns the result. If that function throws, or `sendOne`
   * throws before it calls `end`, the message counts as not renderable. The return type `undefined` rejects async
   * functions; for those there is `endWith`.
   */
  readonly sendOne: (message: Message, end: End<R>) => undefined;
}

export type End<R> = (judge: () => R | Outcome) => void;

/** Answers are slow if fewer than a tenth of the messages in flight have one after this time. */
const SOON_MS = 20;
const SOON_PART = 0.1;

/**
 * Sends every message and returns the results in the same order. After a pause or an abort, the remaining messages are
 * not sent. Never throws.
 */
export const sendEach = <R extends { readonly kind: string }>(plan: SendPlan<R>): Promise<(R | Outcome)[]> =>
  new Promise((resolve) => new Sending(plan, resolve).sendNext());

/** Adapts a promise to `end`. */
export const endWith = <R>(sent: Promise<R | Outcome>, end: End<R>): undefined => {
  sent.then(
    (result) => end(() => result),
    () => end(notRendered),
  );
};

/** One batch in flight. Uses callbacks, because promises took a tenth of the CPU time of a message. */
class Sending<R extends { readonly kind: string }> {
  private readonly results: (R | Outcome)[];
  private readonly pauses = new Map<string, R | Outcome>();
  private readonly isPause: (result: R | Outcome) => boolean;
  /** Index of the next message to send. */
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

  /** Sends messages while there is room. */
  sendNext(): void {
    // A message that ends synchronously calls this again; the running loop continues with the next one.
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
    // An immediate runs after the event loop has read the answers in its sockets.
    return setTimeout(() => setImmediate(() => this.judgeSpeed(before)), SOON_MS);
  }

  /** @param before value of `next` when the watch began; every answer has advanced it by one. */
  private judgeSpeed(before: number): void {
    if (this.next === this.plan.messages.length) return;
    this.timer = undefined;
    const isSlow = this.next - before < this.mostAtOnce * SOON_PART;
    if (isSlow) this.mostAtOnce = Math.min(2 * this.mostAtOnce, this.plan.concurrency);
    this.sendNext();
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
    // A failing message must not lose the outcomes of the others.
    try {
      this.plan.sendOne(message, (judge) => this.recordOutcome(place, judge));
    } catch {
      this.recordOutcome(place, notRendered);
    }
  }

  private recordOutcome(place: number, judge: () => R | Outcome): void {
    this.underWay -= 1;
    this.settle(place, judged(judge));
    this.sendNext();
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

const NOT_RENDERED: Outcome = { kind: 'failed', code: 'NOT_RENDERED', detail: null };
const notRendered = (): Outcome => NOT_RENDERED;

const judged = <R>(judge: () => R | Outcome): R | Outcome => {
  try {
    return judge();
  } catch {
    return NOT_RENDERED;
  }
};

const isPaused = (result: { readonly kind: string }): boolean => result.kind === 'app-paused';
