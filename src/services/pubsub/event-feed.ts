import { setTimeout as sleep } from 'node:timers/promises';
import type { Watched } from './change-poller.js';
import { EventStream } from './event-stream.js';
import type { FeedEvent } from './feed-event.js';
import type { OutboxReader } from './outbox-reader.js';
import type { Target } from './read-marks.js';
import { ResyncRequired } from './resync-required.js';
import { ThrottleByKey } from './throttle-by-key.js';

export interface EventFeedOptions {
  readonly userId: number;
  readonly outbox: OutboxReader;
  /** The minimum interval between two progress events of one run. */
  readonly minIntervalMs: number;
  /** Called when the last listener leaves. */
  onIdle(): void;
}

const PAGE = 200;
const RETRY_MS = 1_000;
/** The next page waits for subscribers with more than this many waiting events, for at most this long. */
const PATIENCE_EVENTS = 500;
const PATIENCE_MS = 200;
/** A cancelled run has its last counts after this time, because no request waits longer for its answer. */
const SETTLES_MS = 60_000;

/** Events of one user's runs and applications. All listeners in this process share one read. */
export class EventFeed implements Watched {
  private readonly streams = new Set<EventStream>();
  private readonly live = new Set<EventStream>();
  /** Live listeners have got everything up to here; null: there are none. */
  private position: number | null = null;
  private openRuns = new Set<number>();
  private openRunsLoaded: Promise<void> = Promise.resolve();
  private reading: Promise<void> | null = null;
  private isStale = false;
  private readonly progress: ThrottleByKey<number>;

  constructor(private readonly options: EventFeedOptions) {
    this.progress = new ThrottleByKey(options.minIntervalMs, (runId) => this.tellProgress(runId));
  }

  get subscriberCount(): number {
    return this.streams.size;
  }

  open(position: number, accepts: (event: FeedEvent) => boolean): EventStream {
    const { userId, outbox } = this.options;
    const stream: EventStream = new EventStream({
      userId,
      position,
      accepts,
      read: (after) => outbox.readAfter(userId, after, PAGE),
      join: () => this.join(stream),
      leave: () => this.leave(stream),
    });
    this.streams.add(stream);
    return stream;
  }

  /** Called after a possible change. Many calls in a row cause one read. */
  refresh(): void {
    void this.readOn();
  }

  /** Called when the counts of a run have changed. */
  runChanged(runId: number): void {
    // Earlier events come first, such as the start or the end of the run.
    void this.readOn().then(() => {
      if (this.openRuns.has(runId)) this.progress.offer(runId, runId);
    });
  }

  targets(): Target[] {
    if (this.position === null) return [];
    return [
      { kind: 'owner', id: this.options.userId },
      ...[...this.openRuns].map((id) => ({ kind: 'run', id }) as const),
    ];
  }

  moved({ kind, id }: Target, isFirst: boolean): void {
    if (kind === 'owner') this.refresh();
    else if (!isFirst) this.runChanged(id);
  }

  close(): void {
    for (const stream of [...this.streams]) stream.end();
  }

  private join(stream: EventStream): boolean {
    if (this.position !== null && this.position > stream.position) return false;
    this.live.add(stream);
    if (this.position === null) {
      this.position = stream.position;
      this.openRunsLoaded = this.openRunsLoaded.then(() => this.loadOpenRuns());
    }
    this.refresh();
    return true;
  }

  private leave(stream: EventStream): void {
    this.streams.delete(stream);
    this.live.delete(stream);
    if (this.live.size === 0) {
      this.position = null;
      this.progress.clear();
    }
    if (this.streams.size === 0) this.options.onIdle();
  }

  private async loadOpenRuns(): Promise<void> {
    const loaded = await this.options.outbox.openRuns(this.options.userId).catch(() => []);
    this.openRuns = new Set(loaded);
  }

  /** Resolves when everything committed before the call has been delivered. */
  private async readOn(): Promise<void> {
    this.isStale = true;
    this.reading ??= this.readAll();
    await this.reading;
  }

  private async readAll(): Promise<void> {
    try {
      while (this.isStale) {
        this.isStale = false;
        while ((await this.readPage()) === PAGE) await this.waitForReaders();
      }
    } catch (error) {
      if (error instanceof ResyncRequired) for (const stream of [...this.live]) stream.fail(error);
      // A short database failure must not disconnect anybody.
      else setTimeout(() => this.refresh(), RETRY_MS).unref();
    } finally {
      this.reading = null;
    }
  }

  private async readPage(): Promise<number> {
    await this.openRunsLoaded;
    const from = this.position;
    if (from === null) return 0;
    const events = await this.options.outbox.readAfter(this.options.userId, from, PAGE);
    // All listeners may have left in the meantime, and others joined.
    if (this.position !== from) return PAGE;
    for (const event of events) this.tell(event);
    return events.length;
  }

  private tell(event: FeedEvent): void {
    this.position = event.position;
    if (OPENING.has(event.type)) this.openRuns.add(event.subjectId);
    if (CLOSING.has(event.type)) this.openRuns.delete(event.subjectId);
    // Requests on the wire are still counted.
    if (event.type === 'run.cancelled') setTimeout(() => this.openRuns.delete(event.subjectId), SETTLES_MS).unref();
    for (const stream of this.live) stream.push(event);
  }

  private tellProgress(runId: number): void {
    if (this.position === null || !this.openRuns.has(runId)) return;
    const event = { type: 'run.progress', subjectId: runId, occurredAt: new Date(), position: this.position } as const;
    for (const stream of this.live) stream.push(event);
  }

  /** A burst must not overrun readers that are fast enough; a slow reader delays the others briefly. */
  private async waitForReaders(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    do await sleep(1, undefined, { ref: false });
    while (performance.now() < until && [...this.live].some((stream) => stream.waiting > PATIENCE_EVENTS));
  }
}

const OPENING: ReadonlySet<string> = new Set(['run.started', 'run.resumed']);
const CLOSING: ReadonlySet<string> = new Set(['run.finished', 'run.missed']);
