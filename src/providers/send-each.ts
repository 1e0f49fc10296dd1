import type { Message, Outcome } from './sender.js';

/** One batch, message by message. `R` may be wider than Outcome where a sender judges after the whole batch. */
export interface SendPlan<R extends { readonly kind: string }> {
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
  /** How many messages are under way at once, at most: as many where answers take long. */
  readonly concurrency: number;
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

/**
 * As many keep a provider busy that answers at once. Each further one would only wait for its turn there, and outlive the
 * young generation meanwhile, which costs a tenth of a message's CPU (docs/decisions/memory-of-a-worker.md).
 */
const FEW = 125;
/** Where nothing is answered for so long, it is the round trip that is waited for: more must be under way. */
const SILENCE_MS = 20;

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
  private isSilent = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly plan: SendPlan<R>,
    private readonly end: (results: (R | Outcome)[]) => void,
  ) {
    this.results = new Array(plan.messages.length);
    this.isPause = plan.isPause ?? isPaused;
  }

  goOn(): void {
    const { messages } = this.plan;
    while (this.next < messages.length && this.underWay < this.mostAtOnce()) {
      const place = this.next;
      this.next += 1;
      this.send(place, messages[place] as Message);
    }
    if (this.underWay === 0) this.finish();
    else if (this.next < messages.length) this.timer ??= this.listen();
  }

  private finish(): void {
    clearTimeout(this.timer);
    this.end(this.results);
  }

  private listen(): NodeJS.Timeout {
    const before = this.next;
    // Answers that have arrived are read before it is judged.
    return setTimeout(() => setImmediate(() => this.judgeSilence(before)), SILENCE_MS);
  }

  /** @param before how far it was a moment ago: every answer lets another message go. */
  private judgeSilence(before: number): void {
    if (this.next === this.plan.messages.length) return;
    this.isSilent = this.next === before;
    if (this.isSilent) this.goOn();
    else this.timer = this.listen();
  }

  private mostAtOnce(): number {
    const isFirstOut = this.next === 1 && this.underWay === 1;
    if (this.plan.isFirstAlone && isFirstOut) return 1;
    return this.isSilent ? this.plan.concurrency : Math.min(FEW, this.plan.concurrency);
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
    const settle = (settled: R | Outcome): void => {
      this.underWay -= 1;
      this.settle(place, settled);
      this.goOn();
    };
    result.then(settle, () => settle(NOT_RENDERED));
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
