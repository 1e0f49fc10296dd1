import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import type { Clock } from '../../ports/clock.js';
import { ResyncRequired } from '../pubsub/resync-required.js';
import type { AccountEvent } from './account-event.js';
import { EventLog } from './event-log.js';
import { addAllAccounts, type ClaimedReader, EventReaders, keyOf, type ReaderRef } from './event-readers.js';
import type { EventType } from './event-types/index.js';

/** A page of events for one consumer. */
export interface FollowedPage extends ReaderRef {
  readonly events: readonly AccountEvent[];
  /** How often in a row the delivery of this page has failed. */
  readonly failures: number;
}

export interface EventFollowerOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** The consumers `name` and `name:…`, which `addReader` creates. */
  readonly family: string;
  /** Follows every account from its oldest event on, under the name of the family. */
  readonly everyAccount?: boolean;
  /** The types that the consumer wants; null or absent: all. */
  readonly typesOf?: (reader: ReaderRef) => Promise<ReadonlySet<EventType> | null>;
  /**
   * Delivers a page. The cursor moves once it has resolved. When it rejects, the page is delivered again after a pause.
   */
  readonly deliver: (page: FollowedPage, signal: AbortSignal) => Promise<void>;
  readonly log: { warn(details: Record<string, unknown>, message: string): void };
  /** The largest number of events in a page. */
  readonly limit?: number;
  /** How many consumers are served at once. */
  readonly atOnce?: number;
  readonly pollMs?: number;
  readonly leaseMs?: number;
  /** The pause after a failed delivery. */
  readonly pauseMs?: (failures: number) => number;
}

/** After this time another consumer gets its turn. */
const TURN_MS = 5_000;
const MIN_INTERVAL_MS = 50;
const STOP_MS = 5_000;
const DEFAULTS = {
  limit: 500,
  atOnce: 8,
  pollMs: 1_000,
  leaseMs: 15_000,
  pauseMs: (failures: number) => Math.min(60_000, 500 * 2 ** Math.min(failures, 10)) * (1 + Math.random() / 4),
};

/**
 * Delivers the events of many accounts in order, at least once each. A lease lets one process at a time serve a consumer;
 * the lease of a killed process ends, and the next process repeats the page that was not confirmed.
 */
export class EventFollower {
  private readonly options: EventFollowerOptions & typeof DEFAULTS;
  private readonly events: EventLog;
  private readonly readers: EventReaders;
  private readonly stopping = new AbortController();
  private readonly turns = new Map<string, { readonly ref: ReaderRef; readonly ended: Promise<void> }>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private isWoken = false;
  private lastAt = 0;

  constructor(options: EventFollowerOptions) {
    this.options = { ...DEFAULTS, ...options };
    const { database, clock, family, leaseMs } = this.options;
    this.events = new EventLog(database);
    this.readers = new EventReaders({ database, family, leaseMs, now: () => clock.now(), owner: randomUUID() });
  }

  start(): void {
    this.schedule(0);
  }

  /** Called when an account may have new events. Many calls cause one look. */
  wake(): void {
    this.isWoken = true;
    if (this.timer && !this.looking) this.schedule(this.soonMs());
  }

  /** Waits a few seconds for deliveries in progress. Unconfirmed pages are delivered again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const ended = Promise.all([this.looking, ...[...this.turns.values()].map((turn) => turn.ended)]);
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
  }

  private schedule(waitMs: number): void {
    if (this.stopping.signal.aborted) return;
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookSafely(), waitMs).unref();
  }

  private soonMs(): number {
    return Math.max(0, this.lastAt + MIN_INTERVAL_MS - performance.now());
  }

  private async lookSafely(): Promise<void> {
    this.isWoken = false;
    this.lastAt = performance.now();
    // The next look finds everything after a short database failure.
    this.looking = this.look().catch((err) => this.warn({ err }, 'the consumers of events could not be read'));
    await this.looking;
    this.looking = null;
    this.schedule(this.isWoken ? this.soonMs() : this.options.pollMs);
  }

  private async look(): Promise<void> {
    const { database, family, everyAccount, atOnce } = this.options;
    if (this.turns.size >= atOnce) return;
    if (everyAccount) await addAllAccounts(database, family);
    const busy = [...this.turns.values()].map(({ ref }) => ref);
    for (const found of await this.readers.findBehind(busy)) {
      if (this.turns.size >= atOnce || this.stopping.signal.aborted) return;
      if (await this.readers.claim(found)) this.begin(found);
    }
  }

  private begin(claimed: ClaimedReader): void {
    const key = keyOf(claimed);
    const ended = this.serve(claimed)
      .catch((err) => this.warn({ err, ...claimed }, 'a consumer of events could not be served; trying again'))
      .finally(() => {
        this.turns.delete(key);
        this.wake();
      });
    this.turns.set(key, { ref: claimed, ended });
  }

  private async serve(claimed: ClaimedReader): Promise<void> {
    const renewing = setInterval(() => {
      void this.readers.renew(claimed).catch(() => undefined);
    }, this.options.leaseMs / 3).unref();
    try {
      await this.turn(claimed);
    } finally {
      clearInterval(renewing);
    }
  }

  /** Delivers page after page until the consumer has everything, its turn ends, or a delivery fails. */
  private async turn(claimed: ClaimedReader): Promise<void> {
    const types = (await this.options.typesOf?.(claimed)) ?? null;
    const { signal } = this.stopping;
    const until = performance.now() + TURN_MS;
    let { cursor, failures } = claimed;
    while (!signal.aborted && performance.now() < until) {
      const page = await this.read(claimed, cursor, types);
      if (page.events.length > 0) {
        try {
          await this.options.deliver({ ...toRef(claimed), events: page.events, failures }, signal);
        } catch (err) {
          await this.fail(claimed, failures + 1, err);
          return;
        }
      }
      if (!(await this.readers.advance(claimed, page.cursor))) return;
      cursor = page.cursor;
      failures = 0;
      if (page.isLast) break;
    }
    await this.readers.release(claimed);
  }

  private async read(ref: ReaderRef, cursor: ClaimedReader['cursor'], types: ReadonlySet<EventType> | null) {
    const { limit } = this.options;
    try {
      return await this.events.readAfter(ref.userId, cursor, { limit, types });
    } catch (error) {
      if (!(error instanceof ResyncRequired)) throw error;
      const oldest = await this.events.oldest(ref.userId, cursor.position);
      // A new consumer begins at 0 and has lost nothing.
      if (cursor.position > 0) {
        this.warn({ ...toRef(ref), from: cursor, to: oldest }, 'a consumer is so far behind that events were deleted');
      }
      return { events: [], cursor: oldest, isLast: false };
    }
  }

  private async fail(claimed: ClaimedReader, failures: number, err: unknown): Promise<void> {
    const { signal } = this.stopping;
    if (!signal.aborted)
      this.warn({ err, ...toRef(claimed), failures }, 'events could not be delivered; they will be delivered again');
    await this.readers.postpone(claimed, signal.aborted ? 0 : this.options.pauseMs(failures));
  }

  private warn(details: Record<string, unknown>, message: string): void {
    this.options.log.warn(details, message);
  }
}

const toRef = ({ reader, userId }: ReaderRef): ReaderRef => ({ reader, userId });
