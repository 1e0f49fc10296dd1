import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { Run, RunStatus } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';

/** A stop takes effect within a second in the process that answered, and within three in others. */
const LOOK_EVERY_MS = 500;
/** A page that took longer to prepare may have been stopped in the meantime. */
const STALE_MS = 200;

/** A page that is being sent, with the records whose change stops it. */
export interface StoppablePage {
  readonly appId: number;
  readonly run: Pick<Run, 'id' | 'kind' | 'schedulerId'>;
  /** How often the run had been cancelled when the page was chosen. */
  readonly cancelCount: number;
  readonly pushIds: readonly number[];
}

/** One page that is being sent, and its late messages. */
export class PageStop {
  private readonly controller = new AbortController();
  private holders = 1;
  /** Its run was cancelled: messages that were not sent are not tried again. */
  isCancelled = false;

  constructor(
    readonly page: StoppablePage,
    private readonly onEnd: (stop: PageStop) => void,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(): void {
    this.controller.abort();
  }

  /** A message stays under way beyond its page. Call the returned function once its outcome is recorded. */
  keep(): () => void {
    this.holders += 1;
    return () => this.release();
  }

  release(): void {
    this.holders -= 1;
    if (this.holders === 0) this.onEnd(this);
  }
}

/**
 * The pages that this process is sending. While there are any, it reads from the database twice a second which of them
 * must stop, whichever process stopped them. A hint makes it read at once.
 */
export class PageStops {
  private readonly pages = new Set<PageStop>();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private hasFailed = false;

  /** @param hardStop aborts every page, including later ones. */
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'log' | 'isHeld'>,
    private readonly hardStop: AbortSignal,
  ) {
    hardStop.addEventListener('abort', () => this.abortAll());
  }

  abortAll(): void {
    for (const stop of this.pages) stop.abort();
  }

  /** @param chosenAt `performance.now()` when it was last known that the page may be sent. */
  async begin(page: StoppablePage, chosenAt: number): Promise<PageStop> {
    const stop = new PageStop(page, (ended) => this.end(ended));
    this.pages.add(stop);
    this.timer ??= setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    if (this.hardStop.aborted || this.deps.isHeld?.()) stop.abort();
    else if (performance.now() - chosenAt > STALE_MS) await this.look();
    return stop;
  }

  /** Aborts the pages that must stop, and resolves when they are aborted. A failure is left to the next look. */
  async look(): Promise<void> {
    // A check in progress may have read the tables before the caller's change.
    await this.looking;
    this.looking ??= this.findStopped()
      .then(
        () => this.noteFailure(null),
        (error: unknown) => this.noteFailure(error),
      )
      .finally(() => {
        this.looking = null;
      });
    await this.looking;
  }

  /** While the database is away, only the first look that fails is logged. */
  private noteFailure(err: unknown): void {
    if (err !== null && !this.hasFailed) this.deps.log.warn({ err }, 'cannot read whether sending was stopped');
    this.hasFailed = err !== null;
  }

  private end(stop: PageStop): void {
    this.pages.delete(stop);
    if (this.pages.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private async findStopped(): Promise<void> {
    const stops = [...this.pages].filter(({ signal }) => !signal.aborted);
    if (stops.length === 0) return;
    const state = await readState(
      this.deps.database,
      stops.map(({ page }) => page),
    );
    for (const stop of stops) {
      const verdict = judge(stop.page, state);
      if (verdict === 'continues') continue;
      stop.isCancelled = verdict === 'cancelled';
      stop.abort();
    }
  }
}

interface RunRow {
  readonly id: number;
  readonly status: RunStatus;
  readonly cancel_count: number;
}

/** The runs of pages, and the other records that still exist and are active. */
interface State {
  readonly runs: ReadonlyMap<number, RunRow>;
  readonly apps: ReadonlySet<number>;
  readonly schedulers: ReadonlySet<number>;
  /** Pushes, each with its scheduler. */
  readonly pushes: ReadonlySet<string>;
}

const judge = (
  { run, appId, cancelCount, pushIds }: StoppablePage,
  state: State,
): 'continues' | 'stops' | 'cancelled' => {
  const now = state.runs.get(run.id);
  if (now?.status === 'cancelled' || Number(now?.cancel_count ?? 0) > cancelCount) return 'cancelled';
  if (now?.status === 'paused' || !state.apps.has(appId)) return 'stops';
  // Auto-push follows its scheduler as it is now; other runs follow their snapshot (docs/life-cycle.md).
  if (run.kind !== 'auto-push') return 'continues';
  const isBound = (pushId: number) => state.pushes.has(`${run.schedulerId} ${pushId}`);
  return state.schedulers.has(run.schedulerId) && pushIds.every(isBound) ? 'continues' : 'stops';
};

const readState = async (database: Database, pages: readonly StoppablePage[]): Promise<State> => {
  const autoPush = pages.filter(({ run }) => run.kind === 'auto-push');
  const idsOf = async (sql: (list: string) => string, ids: readonly number[]): Promise<Set<number>> =>
    new Set((await readRows<{ id: number }>(database, sql, ids)).map(({ id }) => Number(id)));
  const runs = await readRows<RunRow>(
    database,
    (list) => `SELECT id, status, cancel_count FROM run WHERE id IN ${list}`,
    pages.map(({ run }) => run.id),
  );
  const pushes = await readRows<{ id: number; scheduler_id: number }>(
    database,
    (list) => `SELECT id, scheduler_id FROM push WHERE status = 1 AND archived = 0 AND id IN ${list}`,
    autoPush.flatMap(({ pushIds }) => pushIds),
  );
  return {
    runs: new Map(runs.map((row) => [Number(row.id), row])),
    apps: await idsOf(
      (list) => `SELECT a.id FROM app a JOIN user_account u ON u.id = a.user_id
        WHERE a.archived = 0 AND u.suspended = 0 AND a.id IN ${list}`,
      pages.map(({ appId }) => appId),
    ),
    schedulers: await idsOf(
      (list) => `SELECT id FROM scheduler WHERE active = 1 AND archived = 0 AND id IN ${list}`,
      autoPush.map(({ run }) => run.schedulerId),
    ),
    pushes: new Set(pushes.map((row) => `${Number(row.scheduler_id)} ${Number(row.id)}`)),
  };
};

const readRows = async <Row>(
  database: Database,
  sql: (list: string) => string,
  ids: readonly number[],
): Promise<Row[]> => {
  const unique = [...new Set(ids)];
  return unique.length === 0 ? [] : database.query<Row>(sql(inList(unique)), unique);
};
