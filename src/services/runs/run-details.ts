import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { TIMELINE_MS } from '../../delivery/record/add-run-details.js';
import type { OutcomeName } from '../../entities/outcome.js';
import type { Run } from '../../entities/run.js';
import type { ProviderName } from '../../providers/sender.js';
import type { StoredReason } from '../../providers/stored-reason.js';
import { explainStored } from '../deliveries/advise.js';

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

/** Reads why messages of these runs did not arrive, most frequent first, from counters in one statement. */
export const countFailureReasons = async (
  database: Database,
  runIds: readonly number[],
): Promise<Map<number, FailureReason[]>> => {
  const rows = await database.query<{
    run_id: number;
    outcome: OutcomeName;
    provider: ProviderName | '';
    reason: string;
    code: string | null;
    detail: string | null;
    n: number | string;
  }>(
    `SELECT run_id, outcome, provider, reason, MAX(code) AS code, MAX(detail) AS detail, SUM(count) AS n
     FROM run_failure
     WHERE run_id IN ${inList(runIds)} GROUP BY run_id, outcome, provider, reason
     ORDER BY n DESC, outcome, provider, reason`,
    runIds,
  );
  const reasons = groupBy(rows, (row) => Number(row.run_id));
  return new Map(
    [...reasons].map(([runId, group]) => [
      runId,
      // The provider is unknown if the application was deleted during the run.
      group.flatMap(({ outcome, provider, n, ...stored }) =>
        provider === '' ? [] : [{ outcome, provider, count: Number(n), ...explain(provider, stored) }],
      ),
    ]),
  );
};

export interface WaitingReason {
  readonly reason: string;
  readonly provider: ProviderName;
  readonly count: number;
  /** The earliest retry. */
  readonly nextTryAt: Date;
  /** The latest retry, or the last release of a held message. */
  readonly lastTryAt: Date;
  readonly advice: string | null;
  readonly reasonCode: string | null;
}

/**
 * Runs may have millions of waiting messages, so only the first are sampled for reasons. The runs of a list share the
 * limit.
 */
const MOST_WAITING = 20_000;

interface WaitingRow extends StoredReason {
  readonly run_id: number;
  readonly provider: ProviderName;
  readonly n: number | string;
  readonly next_at: number | string;
  readonly last_at: number | string;
}

/** Reads why messages of these runs wait for a retry, most frequent first. */
export const countWaitingReasons = async (
  database: Database,
  runIds: readonly number[],
): Promise<Map<number, WaitingReason[]>> => {
  const most = Math.ceil(MOST_WAITING / Math.max(1, runIds.length));
  const waiting = new Map<number, WaitingReason[]>();
  for (const part of chunk(runIds, RUNS_PER_STATEMENT)) {
    const first = `SELECT run_id, app_id, reason, code, detail, due_at FROM retry_send WHERE run_id = ? AND stopped = 0 LIMIT ${most}`;
    const all = part.map((_, index) => `SELECT * FROM (${first}) r${index}`).join(' UNION ALL ');
    const rows = await database.query<WaitingRow>(
      `SELECT w.run_id, a.push_provider AS provider, w.reason, MAX(w.code) AS code, MAX(w.detail) AS detail,
         COUNT(*) AS n, MIN(w.due_at) AS next_at, MAX(w.due_at) AS last_at
       FROM (${all}) w JOIN app a ON a.id = w.app_id
       GROUP BY w.run_id, a.push_provider, w.reason ORDER BY n DESC, provider, w.reason`,
      part,
    );
    for (const [runId, group] of groupBy(rows, (row) => Number(row.run_id))) waiting.set(runId, group.map(toWaiting));
  }
  return waiting;
};

const toWaiting = ({ provider, n, next_at, last_at, ...stored }: WaitingRow): WaitingReason => ({
  ...{ provider, count: Number(n), nextTryAt: new Date(Number(next_at)), lastTryAt: new Date(Number(last_at)) },
  ...explain(provider, stored),
});

const explain = (pushProvider: ProviderName, stored: StoredReason) => ({
  ...explainStored({ pushProvider }, stored),
  reason: stored.reason,
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
  /** Buckets per point. */
  readonly step: number;
}

/**
 * Outcomes over time, from the first message to the last, in at most this many points of equal length. Takes two
 * statements for many runs; a run without messages is absent.
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

/** Every point, including empty ones. */
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
 * The expected number of messages of a run. During a run it is the planned number, so that progress has a fixed total.
 * null if unknown, as while it is being planned, or for auto-push before its hour ends.
 */
export const expectedTotal = (
  { kind, status, plannedTotal }: Pick<Run, 'kind' | 'status' | 'plannedTotal'>,
  total: number,
): number | null => {
  if (status === 'planning') return null;
  if (status !== 'running' && status !== 'paused') return total;
  if (kind === 'auto-push' || plannedTotal === null) return null;
  // Devices that came to match the filters later are sent to as well.
  return Math.max(total, plannedTotal);
};
