import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AppError, badInput } from '../../errors.js';
import { parseEventId, toEventId } from '../pubsub/event-id.js';
import { ResyncRequired } from '../pubsub/resync-required.js';
import type { AccountEvent, EventCursor } from './account-event.js';
import type { EventLog } from './event-log.js';
import type { EventType } from './event-types/index.js';

export interface PollWish {
  /** The id of an event or `next` of an answer, `latest`, or null for the oldest event. */
  readonly after: string | null;
  readonly limit: number;
  /** null: every type. */
  readonly types: ReadonlySet<EventType> | null;
  /** How long to wait for the first event. */
  readonly waitMs: number;
}

export interface PollAnswer {
  readonly events: readonly AccountEvent[];
  /** The value of `after` to continue. It moves past events of other types. */
  readonly next: string;
}

/** Calls back whenever an account may have new events. Returns a function that ends it. */
export type WatchOutbox = (userId: number, grew: () => void) => () => void;

/** A waiting client with narrow types would otherwise search after every commit of its account. */
const MIN_INTERVAL_MS = 100;
/** A search through events of other types ends after this time, and the client continues it. */
const SEARCH_MS = 2_000;

/** Reads events for a polling client, and waits for the next ones. */
export class EventPoll {
  constructor(
    private readonly log: EventLog,
    private readonly watch: WatchOutbox,
  ) {}

  /** @throws BAD_USER_INPUT for an invalid `after`, GONE if the events after it were deleted. */
  async poll(userId: number, wish: PollWish, signal: AbortSignal): Promise<PollAnswer> {
    let cursor = await this.begin(userId, wish.after);
    const growth = new Growth();
    const unwatch = wish.waitMs > 0 ? this.watch(userId, () => growth.note()) : () => undefined;
    const until = performance.now() + wish.waitMs;
    try {
      for (;;) {
        const searchedAt = performance.now();
        const found = await this.search(userId, cursor, wish);
        ({ cursor } = found);
        const leftMs = until - performance.now();
        const isOver = found.events.length > 0 || !found.isLast || leftMs <= 0 || signal.aborted;
        if (isOver) return { events: found.events, next: toNext(userId, cursor) };
        await growth.wait({ afterMs: searchedAt + MIN_INTERVAL_MS - performance.now(), untilMs: leftMs }, signal);
      }
    } catch (error) {
      throw error instanceof ResyncRequired ? gone() : error;
    } finally {
      unwatch();
    }
  }

  private async begin(userId: number, after: string | null): Promise<EventCursor> {
    if (after === null) return this.log.oldest(userId);
    if (after === 'latest') return this.log.head(userId);
    const place = parseEventId(after);
    if (place?.userId !== userId) {
      throw badInput(
        'after',
        '`after` must be the `id` of an event, the header `next-after` of an answer, or `latest`.',
      );
    }
    const { position, entry } = place;
    return entry === undefined ? { position, entry: 0 } : { position: position - 1, entry: entry + 1 };
  }

  private async search(userId: number, from: EventCursor, { limit, types }: PollWish) {
    const until = performance.now() + SEARCH_MS;
    let page = await this.log.readAfter(userId, from, { limit, types });
    while (page.events.length === 0 && !page.isLast && performance.now() < until) {
      // SQLite answers synchronously, so other work gets a turn of the event loop.
      await nextTurn();
      page = await this.log.readAfter(userId, page.cursor, { limit, types });
    }
    return page;
  }
}

/** Notes that the log may have grown, also between two waits. */
class Growth {
  private hasGrown = false;
  private resume: () => void = () => undefined;

  note(): void {
    this.hasGrown = true;
    this.resume();
  }

  /** Waits for growth, at least `afterMs` and at most `untilMs`. */
  async wait({ afterMs, untilMs }: { afterMs: number; untilMs: number }, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    if (!this.hasGrown) await this.pause(untilMs, signal);
    const leftMs = Math.min(afterMs, untilMs) - (performance.now() - startedAt);
    this.resume = () => undefined;
    if (leftMs > 0) await sleep(leftMs, undefined, { signal }).catch(() => undefined);
    this.hasGrown = false;
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.resume = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener('abort', this.resume, { once: true });
    });
    signal.removeEventListener('abort', this.resume);
  }
}

const toNext = (userId: number, { position, entry }: EventCursor): string =>
  entry === 0 ? toEventId({ userId, position }) : toEventId({ userId, position: position + 1 }, entry - 1);

const gone = (): AppError =>
  new AppError(
    'GONE',
    'The events after `after` are no longer kept. Read the current state, then continue without `after`, or with `after=latest`.',
  );
