import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { TIMELINE_MS } from '../../delivery/record/add-run-details.js';
import type { OutcomeName } from '../../entities/outcome.js';
import type { Run } from '../../entities/run.js';
import type { ProviderName } from '../../providers/sender.js';
import { explainReason } from '../deliveries/advise.js';

/** SQLite takes 500 SELECTs in one UNION. */
const RUNS_PER_STATEMENT = 400;

export interface FailureReason {
  readonly reason: string;
  readonly outcome: OutcomeName;
  readonly provider: ProviderName;
  readonly count: number;
  readonly advice: string | null;
  readonly reasonCode: string | null;
}

/** Why messages of these runs did not arrive, the most first: by their counters, in one statement. */
export const countFailureReasons = async (
  database: Database,
  runIds: readonly number[],
): Promise<Map<number, FailureReason[]>> => {
  const rows = await database.query<{
    run_id: number;
    outcome: OutcomeName;
    provider: ProviderName | '';
    reason: string;
    n: number | string;
  }>(
    `SELECT run_id, outcome, provider, reason, SUM(count) AS n FROM run_failure
     WHERE run_id IN ${inList(runIds)} GROUP BY run_id, outcome, provider, reason
     ORDER BY n DESC, outcome, provider, reason`,
    runIds,
  );
  const reasons = groupBy(rows, (row) => Number(row.run_id));
  return new Map(
    [...reasons].map(([runId, group]) => [
      runId,
      // Of an application that was deleted under way nobody knows the provider.
      group.flatMap(({ outcome, provider, reason, n }) =>
        provider === ''
          ? []
          : [{ outcome, provider, reason, count: Number(n), ...explainReason({ pushProvider: provider }, reason) }],
      ),
    ]),
  );
};

export interface WaitingReason {
  readonly reason: string;
  readonly provider: ProviderName;
  readonly count: number;
  /** The earliest of them. */
  readonly nextTryAt: Date;
  readonly advice: string | null;
  readonly reasonCode: string | null;
}

/** Runs may have millions of messages that wait; the first of them tell why. Shared by the runs of a list. */
const MOST_WAITING = 20_000;

interface WaitingRow {
  readonly run_id: number;
  readonly provider: ProviderName;
  readonly reason: string;
  readonly n: number | string;
  readonly next_at: number | string;
}

/** Why messages of these runs wait for another try, the most first. */
export const countWaitingReasons = async (
  database: Database,
  runIds: readonly number[],
): Promise<Map<number, WaitingReason[]>> => {
  const most = Math.ceil(MOST_WAITING / Math.max(1, runIds.length));
  const waiting = new Map<number, WaitingReason[]>();
  for (const part of chunk(runIds, RUNS_PER_STATEMENT)) {
    const first = `SELECT run_id, app_id, reason, due_at FROM retry_send WHERE run_id = ? AND stopped = 0 LIMIT ${most}`;
    const all = part.map((_, index) => `SELECT * FROM (${first}) r${index}`).join(' UNION ALL ');
    const rows = await database.query<WaitingRow>(
      `SELECT w.run_id, a.push_provider AS provider, w.reason, COUNT(*) AS n, MIN(w.due_at) AS next_at
       FROM (${all}) w JOIN app a ON a.id = w.app_id
       GROUP BY w.run_id, a.push_provider, w.reason ORDER BY n DESC, provider, w.reason`,
      part,
    );
    for (const [runId, group] of groupBy(rows, (row) => Number(row.run_id))) waiting.set(runId, group.map(toWaiting));
  }
  return waiting;
};

const toWaiting = ({ provider, reason, n, next_at }: WaitingRow): WaitingReason => ({
  ...{ reason, provider, count: Number(n), nextTryAt: new Date(Number(next_at)) },
  ...explainReason({ pushProvider: provider }, reason),
});

export interface TimelinePoint {
  readonly from: Date;
  readonly to: Date;
  readonly sent: number;
  readonly failed: number;
}

interface Span {
  readonly runId: number;
  readonly first: number;
  readonly last: number;
  /** Buckets to a point. */
  readonly step: number;
}

/**
 * What got its outcome when, from the first message to the last, in at most so many points of equal length. In two
 * statements for many runs; one without messages is absent.
 */
export const readTimelines = async (
  database: Database,
  runIds: readonly number[],
  points: number,
): Promise<Map<number, TimelinePoint[]>> => {
  const bounds = await database.query<{ run_id: number; first: number; last: number }>(
    `SELECT run_id, MIN(bucket) AS first, MAX(bucket) AS last FROM run_timeline
     WHERE run_id IN ${inList(runIds)} GROUP BY run_id`,
    runIds,
  );
  const spans = bounds.map((row): Span => {
    const [first, last] = [Number(row.first), Number(row.last)];
    return { runId: Number(row.run_id), first, last, step: Math.ceil((last - first + 1) / points) };
  });
  const timelines = new Map<number, TimelinePoint[]>();
  for (const part of chunk(spans, RUNS_PER_STATEMENT)) {
    const rows = await readSpans(database, part);
    for (const span of part) timelines.set(span.runId, toPoints(span, rows.get(span.runId) ?? []));
  }
  return timelines;
};

interface SpanRow {
  readonly run_id: number;
  readonly at: number;
  readonly sent: number | string;
  readonly failed: number | string;
}

const readSpans = async (database: Database, spans: readonly Span[]): Promise<ReadonlyMap<number, SpanRow[]>> => {
  const given = spans.map(() => 'SELECT ? AS run_id, ? AS first, ? AS step').join(' UNION ALL ');
  const at = 't.bucket - (t.bucket - s.first) % s.step';
  const rows = await database.query<SpanRow>(
    `SELECT t.run_id, ${at} AS at, SUM(t.sent) AS sent, SUM(t.failed) AS failed
     FROM (${given}) s JOIN run_timeline t ON t.run_id = s.run_id GROUP BY t.run_id, ${at}`,
    spans.flatMap(({ runId, first, step }) => [runId, first, step]),
  );
  return groupBy(rows, (row) => Number(row.run_id));
};

/** Every point, also those in which nothing happened. */
const toPoints = ({ first, last, step }: Span, rows: readonly SpanRow[]): TimelinePoint[] => {
  const rowAt = new Map(rows.map((row) => [Number(row.at), row]));
  return Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, index) => {
    const from = first + index * step;
    const row = rowAt.get(from);
    return {
      from: new Date(from * TIMELINE_MS),
      to: new Date((from + step) * TIMELINE_MS),
      sent: Number(row?.sent ?? 0),
      failed: Number(row?.failed ?? 0),
    };
  });
};

/**
 * How many messages a run will have had: while it is under way those that it was planned to send, so that its progress
 * has a fixed total. null: not known, as while it is being planned, and of auto-push before its hour is over.
 */
export const expectedTotal = (
  { kind, status, plannedTotal }: Pick<Run, 'kind' | 'status' | 'plannedTotal'>,
  total: number,
): number | null => {
  if (status === 'planning') return null;
  if (status !== 'running' && status !== 'paused') return total;
  if (kind === 'auto-push' || plannedTotal === null) return null;
  // Devices that meet the filters only by now are sent to as well.
  return Math.max(total, plannedTotal);
};
