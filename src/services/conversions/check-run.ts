import type { Database } from '../../database/database.js';
import { selectList } from '../../database/write-rows.js';
import { ledgerDays } from '../../delivery/record/device-ledger.js';
import { type ArmCountKind, NO_GOAL } from '../../entities/arm-count.js';
import type { RowOf } from '../../entities/column-types.js';
import { CONVERSION_TABLE, type Conversion } from '../../entities/conversion.js';
import { Run } from '../../entities/run.js';
import { AppError, notFound } from '../../errors.js';
import { MAX_GOAL_WINDOW_S } from '../../ports/goals.js';
import { judgeEvent } from './judge-event.js';
import { type Query, readEvidence } from './read-evidence.js';
import { type ArmSum, sumArmCounts } from './run-results.js';

type Sum = Pick<ArmSum, 'count' | 'value'>;

/** A stored count of a run, and the same count recalculated from the stored facts. */
export interface CheckedCount extends Pick<ArmSum, 'goal' | 'arm' | 'kind'> {
  readonly stored: Sum;
  readonly recalculated: Sum;
}

const ROWS_PER_PAGE = 500;
const DAY_MS = 86_400_000;
const KINDS: readonly ArmCountKind[] = ['units', 'converted', 'attributed'];
const NOTHING: Sum = { count: 0, value: 0 };

/**
 * Recalculates units and both kinds of conversions of a run, from events, messages and clicks. Users who were erased are
 * missing. @throws NOT_FOUND, and BAD_USER_INPUT for a run whose messages are past their retention.
 */
export const checkRun = async (
  database: Database,
  { runId, now }: { runId: number; now: number },
): Promise<CheckedCount[]> => {
  const run = await database.reader.findOneBy(Run, { id: runId });
  if (!run) throw notFound('run');
  const days = ledgerDays() - MAX_GOAL_WINDOW_S / 86_400;
  if (run.createdAt.getTime() < now - days * DAY_MS) {
    throw new AppError('BAD_USER_INPUT', `Run ${runId} began more than ${days} days ago; its messages are deleted.`);
  }
  const stored = ((await sumArmCounts(database, [runId])).get(runId) ?? []).filter(({ kind }) => KINDS.includes(kind));
  const recalculated = await recalculate(database, runId);
  const keys = new Set([...stored.map(keyOf), ...recalculated.map(keyOf)]);
  return [...keys].sort().map((key) => {
    const [one, other] = [stored, recalculated].map((sums) => sums.find((sum) => keyOf(sum) === key));
    const { goal, arm, kind } = (one ?? other) as ArmSum;
    return { goal, arm, kind, stored: toSum(one), recalculated: toSum(other) };
  });
};

const keyOf = ({ goal, arm, kind }: ArmSum): string => `${goal} ${arm} ${kind}`;

const toSum = (sum: ArmSum | undefined): Sum => (sum ? { count: sum.count, value: sum.value } : NOTHING);

const recalculate = async (database: Database, runId: number): Promise<ArmSum[]> => {
  const sums = new Map<string, ArmSum>();
  const add = (of: Pick<ArmSum, 'goal' | 'arm' | 'kind'>, { count, value }: Sum): void => {
    const key = keyOf({ ...of, ...NOTHING });
    const known = sums.get(key) ?? { ...of, ...NOTHING };
    sums.set(key, { ...known, count: known.count + count, value: known.value + value });
  };
  const query: Query = (sql, parameters) => database.query(sql, parameters);
  const arms = await query<{ arm: number; n: number }>(
    'SELECT arm, COUNT(*) AS n FROM run_unit WHERE run_id = ? GROUP BY arm',
    [runId],
  );
  for (const { arm, n } of arms)
    add({ goal: NO_GOAL, arm: Number(arm), kind: 'units' }, { count: Number(n), value: 0 });
  const converted = new Set<string>();
  for await (const rows of pages(query, runId)) {
    for (const { row, attributed, unit } of await judgeAgain(query, runId, rows)) {
      const [goal, arm, value] = [Number(row.goal), Number(row.arm), Number(row.value ?? 0)];
      const isFirst = !converted.has(`${goal} ${unit}`);
      converted.add(`${goal} ${unit}`);
      add({ goal, arm, kind: 'converted' }, { count: Number(isFirst), value });
      if (attributed) add({ goal, arm, kind: 'attributed' }, { count: 1, value });
    }
  }
  return [...sums.values()];
};

type ConversionRow = RowOf<Conversion>;

async function* pages(query: Query, runId: number): AsyncGenerator<ConversionRow[]> {
  const columns = selectList(CONVERSION_TABLE);
  const after = '(device_id > ? OR (device_id = ? AND (goal > ? OR (goal = ? AND event_key > ?))))';
  const sql = `SELECT ${columns} FROM conversion WHERE run_id = ? AND ${after}
    ORDER BY device_id, goal, event_key LIMIT ${ROWS_PER_PAGE}`;
  for (
    let last: Pick<ConversionRow, 'device_id' | 'goal' | 'event_key'> = { device_id: -1, goal: -1, event_key: '' };
    ;
  ) {
    const { device_id: device, goal, event_key: key } = last;
    const rows = await query<ConversionRow>(sql, [runId, device, device, goal, goal, key]);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}

/** Judges the events of conversions again, from messages and clicks alone. Conversions that no longer hold are left out. */
const judgeAgain = async (query: Query, runId: number, rows: readonly ConversionRow[]) => {
  const claimants = rows.map((row) => ({
    userId: Number(row.user_id),
    subject: row.subject,
    deviceId: Number(row.device_id),
    occurredAt: Number(row.occurred_at),
  }));
  const evidence = await readEvidence(query, claimants);
  return rows.flatMap((row, index) => {
    const claimant = claimants[index];
    const goal = evidence.goals.get(runId)?.[Number(row.goal)];
    if (!claimant || !goal) return [];
    const event = { ...claimant, code: goal.event, valueOf: () => null };
    const about = { goals: evidence.goals, attribution: evidence.attributionOf(claimant.userId) };
    const credits = judgeEvent(event, evidence.touchesOf(claimant), about);
    const credit = credits.find((one) => one.runId === runId && one.goal === Number(row.goal));
    return credit ? [{ row, unit: credit.unit, attributed: credit.attributed }] : [];
  });
};
