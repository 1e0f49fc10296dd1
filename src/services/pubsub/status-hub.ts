import type { Database } from '../../database/database.js';
import { RUN_STATUSES, type Run, type RunStatus } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { RunChange, StatusPublisher } from '../../ports/status-publisher.js';
import type { Caller } from '../caller.js';
import type { RunBatches, RunCount, RunQueryService } from '../run-query-service.js';
import { LiveView } from './live-view.js';

export interface RunState {
  readonly run: Run;
  readonly counts: readonly RunCount[];
  readonly batches: RunBatches;
}

export interface SchedulerState {
  readonly scheduler: Scheduler;
  /** null: it has never run. */
  readonly latestRun: RunState | null;
}

export interface StatusHubDeps {
  readonly database: Database;
  readonly runs: RunQueryService;
  /** For tests; a quarter of a second and a second. */
  readonly minIntervalMs?: number;
  readonly pollMs?: number;
}

/**
 * Who watches which run or scheduler in this process. A change is only a hint to read the tables again, so a lost or
 * doubled hint does no harm, and runs that another process works on are noticed by polling.
 */
export class StatusHub implements StatusPublisher {
  private readonly runViews = new Map<number, LiveView<RunState>>();
  private readonly schedulerViews = new Map<number, LiveView<SchedulerState>>();

  constructor(private readonly deps: StatusHubDeps) {}

  runChanged({ runId, schedulerId }: RunChange): void {
    this.runViews.get(runId)?.refresh();
    this.schedulerViews.get(schedulerId)?.refresh();
  }

  /** The run's states, the current one first; ends after the last. @throws NOT_FOUND for another user's run. */
  async watchRun(caller: Caller, runId: number): Promise<AsyncGenerator<RunState, void, undefined>> {
    await this.deps.runs.get(caller, runId);
    return viewOf(this.runViews, runId, () => this.createRunView(caller, runId)).subscribe();
  }

  /** The scheduler's states with its latest run; ends when it is deleted. The caller must own the scheduler. */
  watchScheduler(caller: Caller, schedulerId: number): AsyncGenerator<SchedulerState, void, undefined> {
    const create = () => this.createSchedulerView(caller, schedulerId);
    return viewOf(this.schedulerViews, schedulerId, create).subscribe();
  }

  /** Ends all subscriptions. */
  close(): void {
    for (const view of [...this.runViews.values(), ...this.schedulerViews.values()]) view.close();
  }

  private createRunView({ userId }: Caller, runId: number): LiveView<RunState> {
    return new LiveView<RunState>({
      ...this.pace(),
      read: async () => {
        const [run] = await this.deps.runs.find({ userId }, [runId]);
        return run ? this.toState(run) : null;
      },
      isFinal: ({ run }) => FINAL.has(run.status),
      onIdle: () => this.runViews.delete(runId),
    });
  }

  private createSchedulerView({ userId }: Caller, schedulerId: number): LiveView<SchedulerState> {
    return new LiveView<SchedulerState>({
      ...this.pace(),
      read: async () => {
        const scheduler = await this.deps.database.reader.findOneBy(Scheduler, { id: schedulerId, userId });
        if (!scheduler) return null;
        const run = await this.deps.runs.latestOf({ userId }, schedulerId);
        return { scheduler, latestRun: run && (await this.toState(run)) };
      },
      isFinal: () => false,
      onIdle: () => this.schedulerViews.delete(schedulerId),
    });
  }

  private async toState(run: Run): Promise<RunState> {
    const counts = await this.deps.runs.countsOf([run.id]);
    const batches = await this.deps.runs.batchesOf([run.id]);
    return { run, counts: counts.get(run.id) ?? [], batches: batches.get(run.id) ?? { total: 0, done: 0 } };
  }

  private pace(): { minIntervalMs: number; pollMs: number } {
    return { minIntervalMs: this.deps.minIntervalMs ?? 250, pollMs: this.deps.pollMs ?? 1_000 };
  }
}

const FINAL: ReadonlySet<RunStatus> = new Set(
  RUN_STATUSES.filter((status) => status === 'finished' || status === 'cancelled' || status === 'missed'),
);

const viewOf = <T>(views: Map<number, LiveView<T>>, id: number, create: () => LiveView<T>): LiveView<T> => {
  const known = views.get(id);
  if (known) return known;
  const view = create();
  views.set(id, view);
  return view;
};
