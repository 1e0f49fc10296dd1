import { BoundedQueue } from './bounded-queue.js';
import { toEventId } from './event-id.js';
import { type FeedEvent, isKept } from './feed-event.js';

export interface StreamedEvent {
  /** The value of `after` to continue from here. */
  readonly eventId: string;
  readonly event: FeedEvent;
}

export interface EventStreamOptions {
  readonly userId: number;
  /** Everything up to here has been delivered. */
  readonly position: number;
  accepts(event: FeedEvent): boolean;
  /** Reads the next page from the outbox. */
  read(position: number): Promise<FeedEvent[]>;
  /** Switches to live events; returns false while the outbox has more. */
  join(stream: EventStream): boolean;
  /** Called once, however it ends. */
  leave(stream: EventStream): void;
}

/** How many events may wait for a slow reader. */
const QUEUE_LIMIT = 1_000;

/**
 * Delivers the events since a position to one subscriber: first from the outbox at the subscriber's pace, then live.
 * Nothing is skipped or repeated in between.
 */
export class EventStream implements AsyncGenerator<StreamedEvent, void, undefined> {
  private page: FeedEvent[] = [];
  private live: BoundedQueue<FeedEvent> | null = null;
  private isClosed = false;
  /** The position of the last delivered event. */
  private deliveredTo: number;
  /** The position of the last live event. */
  private liveTo = 0;

  constructor(private readonly options: EventStreamOptions) {
    this.deliveredTo = options.position;
  }

  get position(): number {
    return this.deliveredTo;
  }

  get waiting(): number {
    return this.live?.size ?? 0;
  }

  /** Too many waiting events end the stream with an error. */
  push(event: FeedEvent): void {
    const kept = isKept(event);
    if (kept && event.position <= this.liveTo) return;
    if (kept) this.liveTo = event.position;
    if (this.options.accepts(event)) this.live?.push(event, kept ? undefined : `progress:${event.subjectId}`);
  }

  async next(): Promise<IteratorResult<StreamedEvent, void>> {
    try {
      while (!this.live) {
        if (this.isClosed) return END;
        const event = this.page.shift();
        if (!event) await this.turnPage();
        else if (this.pass(event)) return this.tell(event);
      }
    } catch (error) {
      this.close();
      throw error;
    }
    const result = await this.live.next();
    return result.done ? END : this.tell(result.value);
  }

  /** Waiting events are still delivered. */
  end(): void {
    this.live?.end();
    this.close();
  }

  /** Waiting events are still delivered; then the reader gets the error. */
  fail(error: Error): void {
    this.live?.fail(error);
    this.close();
  }

  async return(): Promise<IteratorResult<StreamedEvent, void>> {
    this.close();
    await this.live?.return();
    return END;
  }

  async throw(error: Error): Promise<IteratorResult<StreamedEvent, void>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  private async turnPage(): Promise<void> {
    this.page = await this.options.read(this.deliveredTo);
    if (this.page.length > 0 || this.isClosed || !this.options.join(this)) return;
    this.liveTo = this.deliveredTo;
    this.live = new BoundedQueue({ limit: QUEUE_LIMIT, onClose: () => this.close() });
  }

  private pass(event: FeedEvent): boolean {
    this.deliveredTo = event.position;
    return this.options.accepts(event);
  }

  private tell(event: FeedEvent): IteratorResult<StreamedEvent, void> {
    // The progress may be older than the last event read from the outbox.
    this.deliveredTo = Math.max(this.deliveredTo, event.position);
    const mark = isKept(event) ? null : `${event.subjectId}.${event.occurredAt.getTime()}`;
    return { done: false, value: { eventId: toEventId({ ...this.options, position: this.deliveredTo }, mark), event } };
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.page = [];
    this.options.leave(this);
  }
}

const END = { done: true, value: undefined } as const;
