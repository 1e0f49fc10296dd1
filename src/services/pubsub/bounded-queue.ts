import { SubscriptionOverflow } from './subscription-overflow.js';

export interface BoundedQueueOptions {
  /** How many events may wait. */
  readonly limit: number;
  /** Called once, when the reader, `end` or `fail` ends it. */
  readonly onClose?: () => void;
}

interface Waiting<T> {
  readonly value: T;
  readonly mergeKey: string | undefined;
}

/**
 * The events that wait for one subscriber, who reads at its own pace. Events with the same `mergeKey` replace each
 * other, so a slow reader gets the latest. Other events are kept up to the limit, and one more ends the subscription.
 */
export class BoundedQueue<T> implements AsyncGenerator<T, void, undefined> {
  private readonly waiting: Waiting<T>[] = [];
  private readonly readers: Reader<T>[] = [];
  private outcome: 'open' | 'ended' | Error = 'open';

  constructor(private readonly options: BoundedQueueOptions) {}

  /** How many events wait now. */
  get size(): number {
    return this.waiting.length;
  }

  push(value: T, mergeKey?: string): void {
    if (this.outcome !== 'open') return;
    const reader = this.readers.shift();
    if (reader) {
      reader.resolve({ done: false, value });
      return;
    }
    const replaced = mergeKey === undefined ? -1 : this.waiting.findIndex((event) => event.mergeKey === mergeKey);
    if (replaced >= 0) this.waiting.splice(replaced, 1);
    if (this.waiting.length >= this.options.limit) {
      this.waiting.length = 0;
      this.fail(new SubscriptionOverflow());
      return;
    }
    this.waiting.push({ value, mergeKey });
  }

  /** Waiting events are still delivered. */
  end(): void {
    this.close('ended');
  }

  /** Waiting events are still delivered; then the reader gets the error. */
  fail(error: Error): void {
    this.close(error);
  }

  async next(): Promise<IteratorResult<T, void>> {
    const event = this.waiting.shift();
    if (event) return { done: false, value: event.value };
    if (this.outcome === 'ended') return { done: true, value: undefined };
    if (this.outcome !== 'open') {
      const error = this.outcome;
      this.outcome = 'ended';
      throw error;
    }
    return new Promise((resolve, reject) => this.readers.push({ resolve, reject }));
  }

  async return(): Promise<IteratorResult<T, void>> {
    this.waiting.length = 0;
    this.close('ended');
    return { done: true, value: undefined };
  }

  async throw(error: Error): Promise<IteratorResult<T, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  private close(outcome: 'ended' | Error): void {
    if (this.outcome !== 'open') return;
    const readers = this.readers.splice(0);
    // An error is reported once, to the current reader or the next.
    this.outcome = readers.length > 0 ? 'ended' : outcome;
    for (const reader of readers) {
      if (outcome === 'ended') reader.resolve({ done: true, value: undefined });
      else reader.reject(outcome);
    }
    this.options.onClose?.();
  }
}

interface Reader<T> {
  resolve(result: IteratorResult<T, void>): void;
  reject(error: Error): void;
}
