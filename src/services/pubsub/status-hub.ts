import type { Database } from '../../database/database.js';
import { DeviceImport } from '../../entities/device-import.js';
import { RUN_STATUSES, type RunStatus } from '../../entities/run.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { badInput, notFound } from '../../errors.js';
import type { Hint, HintRelay } from '../../ports/hint-relay.js';
import type { RunChange, StatusPublisher } from '../../ports/status-publisher.js';
import type { Caller } from '../caller.js';
import type { RunQueryService } from '../runs/run-query-service.js';
import { ChangePoller } from './change-poller.js';
import { EventFeed } from './event-feed.js';
import { parseEventId } from './event-id.js';
import type { StreamedEvent } from './event-stream.js';
import { type FeedEventType, isAnnounced } from './feed-event.js';
import { LiveView } from './live-view.js';
import { OutboxReader } from './outbox-reader.js';
import { OwnerInterest } from './owner-interest.js';
import type { Target } from './read-marks.js';
import { createRunStates, type RunState } from './run-states.js';
import { createSchedulerStates, type SchedulerState } from './scheduler-states.js';

export interface StatusHubDeps {
  readonly database: Database;
  readonly runs: RunQueryService;
  /** null: other processes' changes are found only in the database. */
  readonly relay?: HintRelay | null;
  /** For tests; the defaults are a quarter of a second, a second, and ten with a relay. */
  readonly minIntervalMs?: number;
  readonly pollMs?: number;
  readonly relayedPollMs?: number;
}

export interface EventWish {
  /** The id of an event, to continue after it; null starts now. */
  readonly after: string | null;
  /** null for all types. */
  readonly types: readonly FeedEventType[] | null;
}

export type SubscriberCounts = Readonly<Record<'run' | 'scheduler' | 'import' | 'events', number>>;

/**
 * The subscriptions of this process. A change is only a hint to read the tables again, so lost or repeated hints do no
 * harm. Hints come from this process, from others by the relay, and from polling the database.
 */
export class StatusHub implements StatusPublisher {
  private readonly runViews = new Map<number, LiveView<RunState>>();
  private readonly schedulerViews = new Map<number, LiveView<SchedulerState>>();
  private readonly importViews = new Map<number, LiveView<DeviceImport>>();
  private readonly feeds = new Map<number, EventFeed>();
  private readonly outboxWatchers = new Map<number, Set<() => void>>();
  private readonly runStates;
  private readonly schedulerStates;
  private readonly outbox: OutboxReader;
  private readonly poller: ChangePoller;
  private readonly interest: OwnerInterest;
  private readonly relay: HintRelay | null;
  private readonly minIntervalMs: number;

  constructor(private readonly deps: StatusHubDeps) {
    const { database, runs, relay = null, minIntervalMs = 250, pollMs = 1_000, relayedPollMs = 10_000 } = deps;
    this.relay = relay;
    this.minIntervalMs = minIntervalMs;
    this.runStates = createRunStates(runs);
    this.schedulerStates = createSchedulerStates(database, this.runStates);
    this.outbox = new OutboxReader(database);
    const intervalMs = () => (relay?.isConnected ? relayedPollMs : pollMs);
    this.poller = new ChangePoller({ database, minIntervalMs, intervalMs });
    this.interest = new OwnerInterest({
      begin: (userId) => relay?.watch(userId),
      end: (userId) => relay?.unwatch(userId),
    });
    relay?.listen({ onHint: (hint) => this.take(hint), relayChanged: () => this.poller.soon() });
  }

  /** Called when this process changed a run's counts or status. */
  runChanged({ userId, ...run }: RunChange): void {
    this.take({ userId, run });
    this.relay?.publish({ userId, run });
  }

  /** Called when this process added to a user's outbox. */
  outboxGrew(userId: number): void {
    this.take({ userId, run: null });
    this.relay?.publish({ userId, run: null });
  }

  /** Called when an import of this user progressed, or its file arrived. */
  importChanged(userId: number): void {
    this.outboxGrew(userId);
  }

  /**
   * The import's states, starting with the current one and ending with the last. @throws NOT_FOUND for another user's
   * import.
   */
  async watchImport(caller: Caller, importId: number): Promise<AsyncGenerator<DeviceImport, void, undefined>> {
    if (!(await this.readImport(caller, importId))) throw notFound('import');
    return obtain(this.importViews, importId, () => this.createImportView(caller, importId)).subscribe();
  }

  /**
   * The run's states, starting with the current one and ending with the last. @throws NOT_FOUND for another user's run.
   */
  async watchRun(caller: Caller, runId: number): Promise<AsyncGenerator<RunState, void, undefined>> {
    await this.deps.runs.get(caller, runId);
    return obtain(this.runViews, runId, () => this.createRunView(caller, runId)).subscribe();
  }

  /** The scheduler's states with its latest run; ends when it is deleted. The caller must own the scheduler. */
  watchScheduler(caller: Caller, schedulerId: number): AsyncGenerator<SchedulerState, void, undefined> {
    const create = () => this.createSchedulerView(caller, schedulerId);
    return obtain(this.schedulerViews, schedulerId, create).subscribe();
  }

  /** Events of the caller's runs and applications. @throws BAD_USER_INPUT for an invalid `after`; ResyncRequired */
  async watchEvents(
    { userId }: Pick<Caller, 'userId'>,
    { after, types }: EventWish,
  ): Promise<AsyncGenerator<StreamedEvent, void, undefined>> {
    const place = after === null ? { userId, position: await this.outbox.head(userId) } : parseEventId(after);
    if (place?.userId !== userId)
      throw badInput('after', '`after` must be the `eventId` of an event that you received.');
    if (after !== null) await this.outbox.check(userId, place.position);
    const wanted: ReadonlySet<string> | null = types && new Set(types);
    const feed = obtain(this.feeds, userId, () => this.createFeed(userId));
    return feed.open(place.position, (event) => isAnnounced(event) && (wanted === null || wanted.has(event.type)));
  }

  /** Calls back whenever the user's outbox may have grown, in any process. Returns a function that ends it. */
  watchOutbox(userId: number, grew: () => void): () => void {
    const watched = { targets: () => [{ kind: 'owner', id: userId } as const], moved: grew };
    const callbacks = obtain(this.outboxWatchers, userId, () => new Set<() => void>());
    callbacks.add(grew);
    this.poller.add(watched);
    this.interest.add(userId);
    return () => {
      callbacks.delete(grew);
      if (callbacks.size === 0) this.outboxWatchers.delete(userId);
      this.poller.remove(watched);
      this.interest.remove(userId);
    };
  }

  /** The number of subscriptions in this process, by kind. */
  subscriberCounts(): SubscriberCounts {
    return {
      run: countSubscribers(this.runViews),
      scheduler: countSubscribers(this.schedulerViews),
      import: countSubscribers(this.importViews),
      events: countSubscribers(this.feeds),
    };
  }

  /** Ends all subscriptions. This process still reports its own changes to others. */
  close(): void {
    const views = [...this.runViews.values(), ...this.schedulerViews.values(), ...this.importViews.values()];
    const open = [...views, ...this.feeds.values()];
    for (const one of open) one.close();
  }

  private take({ userId, run }: Hint): void {
    if (!this.interest.has(userId)) return;
    if (run === null) {
      this.feeds.get(userId)?.refresh();
      for (const grew of this.outboxWatchers.get(userId) ?? []) grew();
      this.poller.soon();
      return;
    }
    this.runViews.get(run.runId)?.refresh();
    this.schedulerViews.get(run.schedulerId)?.refresh();
    this.feeds.get(userId)?.runChanged(run.runId);
  }

  private createRunView({ userId }: Caller, runId: number): LiveView<RunState> {
    return this.createView(
      this.runViews,
      { userId, id: runId },
      {
        targets: () => [{ kind: 'run', id: runId }],
        read: async () => ownedBy(userId, await this.runStates.load(runId), ({ run }) => run),
        isFinal: isOver,
        againAfterMs: changesByTime,
      },
    );
  }

  private createImportView({ userId }: Caller, importId: number): LiveView<DeviceImport> {
    return this.createView(
      this.importViews,
      { userId, id: importId },
      {
        targets: () => [{ kind: 'import', id: importId }],
        read: () => this.readImport({ userId }, importId),
        isFinal: ({ finishedAt }) => finishedAt !== null,
        againAfterMs: () => null,
      },
    );
  }

  private readImport({ userId }: Pick<Caller, 'userId'>, id: number): Promise<DeviceImport | null> {
    return this.deps.database.reader.findOneBy(DeviceImport, { id, userId });
  }

  private createSchedulerView({ userId }: Caller, schedulerId: number): LiveView<SchedulerState> {
    return this.createView(
      this.schedulerViews,
      { userId, id: schedulerId },
      {
        targets: (current) => targetsOf(schedulerId, current),
        read: async () => ownedBy(userId, await this.schedulerStates.load(schedulerId), ({ scheduler }) => scheduler),
        isFinal: () => false,
        againAfterMs: ({ latestRun }) => (latestRun ? changesByTime(latestRun) : null),
      },
    );
  }

  private createView<T>(
    views: Map<number, LiveView<T>>,
    { userId, id }: { userId: number; id: number },
    { targets, ...parts }: ViewParts<T>,
  ): LiveView<T> {
    const onIdle = () => {
      views.delete(id);
      this.poller.remove(watched);
      this.interest.remove(userId);
    };
    const view = new LiveView<T>({ minIntervalMs: this.minIntervalMs, ...parts, onIdle });
    const watched = { targets: () => targets(view.current), moved: () => view.refresh() };
    this.poller.add(watched);
    this.interest.add(userId);
    return view;
  }

  private createFeed(userId: number): EventFeed {
    const feed: EventFeed = new EventFeed({
      userId,
      outbox: this.outbox,
      minIntervalMs: this.minIntervalMs,
      onIdle: () => {
        this.feeds.delete(userId);
        this.poller.remove(feed);
        this.interest.remove(userId);
      },
    });
    this.poller.add(feed);
    this.interest.add(userId);
    return feed;
  }
}

interface ViewParts<T> {
  /** @param current the state that was read last. */
  targets(current: T | null): readonly Target[];
  read(): Promise<T | null>;
  isFinal(state: T): boolean;
  againAfterMs(state: T): number | null;
}

/** The rate of a stalled run falls over time, and a cancelled run settles when a lease ends. */
const changesByTime = ({ rate, isSettled }: RunState): number | null => {
  if (!isSettled) return SETTLES_MS;
  return rate === null || rate === 0 ? null : RATE_FADES_MS;
};
const RATE_FADES_MS = 5_000;
const SETTLES_MS = 1_000;

const FINAL: ReadonlySet<RunStatus> = new Set(
  RUN_STATUSES.filter((status) => status === 'finished' || status === 'cancelled' || status === 'missed'),
);

const isOver = ({ run, isSettled }: RunState): boolean => FINAL.has(run.status) && isSettled;

const targetsOf = (schedulerId: number, state: SchedulerState | null): Target[] => {
  const scheduler = { kind: 'scheduler', id: schedulerId } as const;
  const latest = state?.latestRun;
  // An hour's run may continue after it ended, when a message comes late.
  const mayChange = latest && (latest.run.kind === 'auto-push' || !isOver(latest));
  return mayChange ? [scheduler, { kind: 'run', id: latest.run.id }] : [scheduler];
};

/** Returns null for a run of another owner. This is a second defence, because ids are never reused. */
const ownedBy = <T>(userId: number, state: T | null, ownerOf: (state: T) => Pick<Scheduler, 'userId'>): T | null =>
  state !== null && ownerOf(state).userId === userId ? state : null;

const countSubscribers = (watched: ReadonlyMap<number, { readonly subscriberCount: number }>): number =>
  [...watched.values()].reduce((sum, { subscriberCount }) => sum + subscriberCount, 0);

const obtain = <T>(known: Map<number, T>, id: number, create: () => T): T => {
  const found = known.get(id);
  if (found) return found;
  const made = create();
  known.set(id, made);
  return made;
};
