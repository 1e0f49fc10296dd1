import { In, IsNull, Not } from 'typeorm';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { TIMELINE_MS } from '../../delivery/record/add-run-details.js';
import { NOT_IN_TOTALS } from '../../delivery/upkeep/history-retention.js';
import type { OutcomeName } from '../../entities/outcome.js';
import { Run, type RunStatus } from '../../entities/run.js';
import type { RunPush } from '../../entities/run-snapshot.js';
import { STORED_KINDS } from '../../entities/scheduler.js';
import { notFound } from '../../errors.js';
import { type Clock, systemClock } from '../../ports/clock.js';
import type { ProviderName } from '../../providers/sender.js';
import type { Caller } from '../caller.js';

/** Large columns that only delivery reads: the filters may hold 100,000 external ids. */
export const RUN_SNAPSHOT_COLUMNS = ['parts', 'audience', 'pushes'] as const;

/** Messages of one run with the same application, language and outcome. */
export interface RunCount {
  readonly appId: number;
  /** null if the application has been deleted. */
  readonly provider: ProviderName | null;
  readonly language: string;
  readonly outcome: OutcomeName;
  readonly count: number;
}

export interface RunBatches {
  readonly total: number;
  readonly done: number;
}

export const NO_BATCHES: RunBatches = { total: 0, done: 0 };

/** The rate covers at least this many seconds, because a shorter time would jump with every checkpoint. */
const RATE_MS = 10_000;
/** After this time, due messages that were claimed before an hour of auto-push was cancelled are recorded. */
const SETTLES_MS = 60_000;
/** Keeps a run that has just begun from showing a rate of millions. */
const SHORTEST_MS = 1_000;
const SENDING: ReadonlySet<RunStatus> = new Set(['planning', 'running']);

/** The progress of a run with a speed. */
export interface RunPaceState {
  /** The time since its first message. */
  readonly elapsedMs: number;
  /** null: slots are free now. */
  readonly throttledUntil: Date | null;
}

/** Reads the state of runs. A run stores no totals: they are sums over its batches. */
export class RunQueryService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock = systemClock,
  ) {}

  /** @throws NOT_FOUND for another user's run too. */
  async get(caller: Pick<Caller, 'userId'>, id: number): Promise<Run> {
    const [run] = await this.find(caller, [id]);
    if (!run) throw notFound('run');
    return run;
  }

  /** The caller's runs among these, without their snapshots. */
  async find({ userId }: Pick<Caller, 'userId'>, ids: readonly number[]): Promise<Run[]> {
    return this.database.reader.find(Run, { select: SHOWN, where: { userId, id: In([...ids]) } });
  }

  /** Does not check the owner, so call it only for runs whose owner is known. Without their snapshots. */
  findAnyones(ids: readonly number[]): Promise<Run[]> {
    return this.database.reader.find(Run, { select: SHOWN, where: { id: In([...ids]) } });
  }

  /** Reads many runs in one statement; a run without messages is absent. */
  async countsOf(runIds: readonly number[]): Promise<Map<number, RunCount[]>> {
    if (runIds.length === 0) return new Map();
    const rows = await this.database.query<CountRow>(
      `SELECT c.run_id, c.app_id, a.push_provider, c.language, c.outcome, SUM(c.count) AS messages
       FROM batch_count c LEFT JOIN app a ON a.id = c.app_id
       WHERE c.run_id IN (${marks(runIds)}) GROUP BY c.run_id, c.app_id, a.push_provider, c.language, c.outcome
       ORDER BY c.run_id, c.app_id, c.language, c.outcome`,
      runIds,
    );
    const counts = groupBy(rows, (row) => Number(row.run_id));
    return new Map([...counts].map(([runId, group]) => [runId, group.map(toRunCount)]));
  }

  /** The messages of runs without a scheduler, which have one each; other runs are absent. */
  async messagesOf(runIds: readonly number[]): Promise<Map<number, RunPush | null>> {
    const select = { id: true, pushes: true } as const;
    const runs = await this.database.reader.find(Run, {
      select,
      where: { id: In([...runIds]), target: Not(IsNull()) },
    });
    return new Map(runs.map(({ id, pushes }) => [id, pushes?.[0] ?? null]));
  }

  /** Reads many runs in one statement; a run without batches is absent. */
  async batchesOf(runIds: readonly number[]): Promise<Map<number, RunBatches>> {
    if (runIds.length === 0) return new Map();
    const rows = await this.database.query<{ run_id: number; total: number; done: number }>(
      `SELECT run_id, SUM(total) AS total, SUM(done) AS done FROM (
         SELECT run_id, COUNT(*) AS total, SUM(CASE WHEN status = 'done' THEN 1 ELSE 0 END) AS done
         FROM batch WHERE run_id IN (${marks(runIds)}) GROUP BY run_id HAVING ${NOT_IN_TOTALS}
         UNION ALL SELECT run_id, batches, batches_done FROM run_total WHERE run_id IN (${marks(runIds)})
       ) counted GROUP BY run_id`,
      [...runIds, ...runIds],
    );
    return new Map(rows.map((row) => [Number(row.run_id), { total: Number(row.total), done: Number(row.done) }]));
  }

  /** Does not check the owner. Absent for runs without a speed. */
  async pacesOf(runIds: readonly number[]): Promise<Map<number, RunPaceState>> {
    const rows = await this.database.query<{ run_id: number; began_at: number | null; ready_at: number }>(
      `SELECT run_id, began_at, ready_at FROM run_pace WHERE run_id IN (${marks(runIds)})`,
      runIds,
    );
    const now = this.clock.now();
    return new Map(
      rows.map(({ run_id, began_at, ready_at }) => {
        const throttledUntil = Number(ready_at) > now ? new Date(Number(ready_at)) : null;
        return [Number(run_id), { elapsedMs: now - Number(began_at ?? now), throttledUntil }];
      }),
    );
  }

  /**
   * Returns the cancelled runs whose counts may still change, in one statement: a worker has yet to record messages
   * on the wire, or to end a waiting message.
   */
  async unsettledOf(runs: readonly Pick<Run, 'id' | 'status'>[]): Promise<Set<number>> {
    const ids = runs.filter(({ status }) => status === 'cancelled').map(({ id }) => id);
    if (ids.length === 0) return new Set();
    const now = this.clock.now();
    const rows = await this.database.query<{ id: number }>(
      `SELECT run_id AS id FROM batch WHERE run_id IN (${marks(ids)}) AND status = 'cancelled' AND lease_until > ?
       UNION SELECT run_id FROM retry_send WHERE run_id IN (${marks(ids)})
       UNION SELECT r.id FROM run r JOIN due_send d ON d.scheduler_id = r.scheduler_id
         WHERE r.id IN (${marks(ids)}) AND r.kind = '${STORED_KINDS['auto-push']}'
           AND r.finished_at > ? AND d.lease_until > ?`,
      [...ids, now, ...ids, ...ids, now - SETTLES_MS, now],
    );
    return new Set(rows.map(({ id }) => Number(id)));
  }

  /**
   * Messages a second with an outcome in the last 10 to 15 seconds, over all workers, for runs that are being sent.
   * Takes one statement; others are absent.
   */
  async ratesOf(runs: readonly Pick<Run, 'id' | 'status' | 'createdAt'>[]): Promise<Map<number, number>> {
    const sending = runs.filter(({ status }) => SENDING.has(status));
    if (sending.length === 0) return new Map();
    const now = this.clock.now();
    const first = Math.floor((now - RATE_MS) / TIMELINE_MS);
    const ids = sending.map(({ id }) => id);
    const rows = await this.database.query<{ run_id: number; messages: number | string }>(
      `SELECT run_id, SUM(sent + failed) AS messages FROM run_timeline
       WHERE run_id IN (${marks(ids)}) AND bucket >= ? GROUP BY run_id`,
      [...ids, first],
    );
    const messages = new Map(rows.map((row) => [Number(row.run_id), Number(row.messages)]));
    const rateOf = ({ id, createdAt }: Pick<Run, 'id' | 'createdAt'>): number => {
      const tookMs = Math.max(SHORTEST_MS, now - Math.max(first * TIMELINE_MS, createdAt.getTime()));
      return Math.round(((messages.get(id) ?? 0) * 10_000) / tookMs) / 10;
    };
    return new Map(sending.map((run) => [run.id, rateOf(run)]));
  }
}

/** The content and the audience of a run, which may be large, and the progress of its planning. */
type Snapshot = 'parts' | 'audience' | 'pushes' | 'quietHours' | 'cancelCount' | 'cutIndex' | 'cutId';
const SHOWN = {
  id: true,
  userId: true,
  schedulerId: true,
  kind: true,
  dueAt: true,
  status: true,
  statusReason: true,
  statusMessage: true,
  statusCode: true,
  target: true,
  leftOut: true,
  plannedTotal: true,
  speed: true,
  bestHour: true,
  goals: true,
  experiment: true,
  winner: true,
  winnerReason: true,
  decidedAt: true,
  createdAt: true,
  finishedAt: true,
  historyDeletedAt: true,
} as const satisfies Record<Exclude<keyof Run, Snapshot>, true>;

interface CountRow {
  readonly run_id: number;
  readonly app_id: number;
  readonly push_provider: ProviderName | null;
  readonly language: string;
  readonly outcome: OutcomeName;
  readonly messages: number | string;
}

const toRunCount = (row: CountRow): RunCount => ({
  appId: Number(row.app_id),
  provider: row.push_provider,
  language: row.language,
  outcome: row.outcome,
  count: Number(row.messages),
});

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
