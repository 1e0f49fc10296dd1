import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { readKind, type StoredKind } from '../../entities/scheduler.js';
import { MEASURES } from '../reports/measures.js';
import type { ReportPeriod } from '../reports/report-period.js';
import type { CsvValue } from './csv-export.js';

const RUNS_PER_PAGE = 500;

export const RUN_COLUMNS = [
  'run_id',
  'campaign_id',
  'campaign',
  'kind',
  'status',
  'due_at',
  'finished_at',
  ...MEASURES.map(({ name }) => name),
] as const;

interface RunRow {
  readonly id: number;
  readonly scheduler_id: number;
  readonly name: string | null;
  readonly kind: StoredKind;
  readonly status: string;
  readonly due_at: number;
  readonly finished_at: number | null;
}

/** The runs that began in a period, with their counts, the earliest first. */
export async function* exportRuns(
  database: Database,
  userId: number,
  { from, to }: ReportPeriod,
): AsyncGenerator<readonly (readonly CsvValue[])[]> {
  for (let after = { dueAt: from.getTime(), id: 0 }; ; ) {
    const rows = await database.query<RunRow>(
      `SELECT r.id, r.scheduler_id, s.name, r.kind, r.status, r.due_at, r.finished_at
       FROM run r LEFT JOIN scheduler s ON s.id = r.scheduler_id
       WHERE r.user_id = ? AND r.due_at >= ? AND r.due_at < ? AND (r.due_at > ? OR r.id > ?)
       ORDER BY r.due_at, r.id LIMIT ${RUNS_PER_PAGE}`,
      [userId, after.dueAt, to.getTime(), after.dueAt, after.id],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = { dueAt: Number(last.due_at), id: Number(last.id) };
    const counts = await countRuns(
      database,
      userId,
      rows.map(({ id }) => Number(id)),
    );
    yield rows.map((row) => [...toCells(row), ...MEASURES.map(({ name }) => counts.get(Number(row.id))?.[name] ?? 0)]);
    if (rows.length < RUNS_PER_PAGE) return;
  }
}

const toCells = ({ id, scheduler_id, name, kind, status, due_at, finished_at }: RunRow): readonly CsvValue[] => [
  ...[Number(id), Number(scheduler_id) > 0 ? Number(scheduler_id) : null, name, readKind(kind), status],
  ...[due_at, finished_at].map((at) => (at === null ? null : new Date(Number(at)))),
];

type Counts = Readonly<Record<string, number>>;

const countRuns = async (
  database: Database,
  userId: number,
  runIds: readonly number[],
): Promise<ReadonlyMap<number, Counts>> => {
  const counts = new Map<number, Counts>();
  for (const [source, measures] of groupBy(MEASURES, (measure) => measure.source)) {
    const sums = measures.map(({ name, where }) => `SUM(CASE WHEN ${where} THEN c.count ELSE 0 END) AS ${name}`);
    const rows = await database.longRead<Record<string, number | string>>(
      userId,
      `SELECT c.run_id, ${sums.join(', ')} FROM ${source.table} c WHERE c.run_id IN ${inList(runIds)} GROUP BY c.run_id`,
      runIds,
    );
    for (const row of rows) {
      const runId = Number(row.run_id);
      const found = Object.fromEntries(measures.map(({ name }) => [name, Number(row[name])]));
      counts.set(runId, { ...counts.get(runId), ...found });
    }
  }
  return counts;
};
