import { LRUCache } from 'lru-cache';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import type { RowOf } from '../../entities/column-types.js';
import type { Run, WinnerReason } from '../../entities/run.js';
import { decisionDueAt, needsGoals, type RunExperiment } from '../../ports/experiment.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { Decision } from '../judgement/arms.js';
import { decide, readArms } from './decide-winner.js';

type DecidedRun = Pick<Run, 'id' | 'schedulerId' | 'experiment'>;

interface StoredDecision {
  readonly winner: number | null;
  readonly reason: WinnerReason;
}

const MAX_REMEMBERED = 1_000;

/** Decides which variant won. All runs of an experiment share the decision. */
export class Winners {
  /** Decisions never change. */
  private readonly known = new LRUCache<number, Decision>({ max: MAX_REMEMBERED });

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>) {}

  /**
   * The decision of a run whose `decisionDueAt` has passed. It is made now unless it exists already.
   * @returns null: an event that it needs is not counted yet.
   */
  async of(run: DecidedRun): Promise<Decision | null> {
    const known = this.known.get(run.id);
    if (known) return known;
    const { experiment } = run;
    if (!experiment) throw new Error(`run ${run.id} has no experiment`);
    const decision = await this.deps.database.tx((tx) => this.decide(tx, run, experiment));
    if (decision) this.known.set(run.id, decision);
    return decision;
  }

  /** The decision of a run, if somebody has made it. */
  async find(run: DecidedRun): Promise<Decision | null> {
    const known = this.known.get(run.id);
    if (known) return known;
    const { database } = this.deps;
    const found = await readDecision((sql, parameters) => database.query(sql, parameters), run.id);
    if (found) this.known.set(run.id, found);
    return found;
  }

  private async decide(tx: Tx, { id, schedulerId }: DecidedRun, experiment: RunExperiment): Promise<Decision | null> {
    await lockExperiment(tx, this.deps.database, schedulerId);
    const own = await readDecision((sql, parameters) => select(tx, sql, parameters), id);
    if (own) return own;
    const runs = await readRuns(tx, schedulerId, experiment);
    const given = runs.find(({ decided_at }) => decided_at !== null);
    if (!given && needsGoals(experiment) && (await hasUncounted(tx, runs[0]?.user_id, experiment))) return null;
    const now = this.deps.clock.now();
    const made = given ? toDecision(given) : decide(experiment, await readArms(tx, runs.map(toId), experiment), now);
    await storeDecision(tx, id, { ...made, now });
    const about = { run_id: id, scheduler_id: schedulerId, winner: made.winner, reason: made.reason };
    this.deps.log.info(about, 'the winner of an experiment was decided');
    return made;
  }
}

/** Two runs of an experiment, or two workers, decide one after the other. */
export const lockExperiment = (tx: Tx, { dialect }: Pick<Database, 'dialect'>, schedulerId: number) =>
  select(tx, `SELECT id FROM scheduler WHERE id = ? ${dialect.forUpdate}`, [schedulerId]);

export const storeDecision = (
  tx: Tx,
  runId: number,
  { winner, reason, now }: StoredDecision & { readonly now: number },
) =>
  execute(tx, 'UPDATE run SET winner = ?, winner_reason = ?, decided_at = ? WHERE id = ? AND decided_at IS NULL', [
    ...[winner, reason, now, runId],
  ]);

/** Whether an event that was reported before `decideAt` waits to be counted, as after an outage. */
const hasUncounted = async (tx: Tx, userId: number | undefined, experiment: RunExperiment): Promise<boolean> => {
  const sql = `SELECT id FROM goal_event WHERE due_at <= ? AND user_id = ? AND kind = 'event' LIMIT 1`;
  return (await select(tx, sql, [decisionDueAt(experiment), userId ?? 0])).length > 0;
};

type Read = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

const readDecision = async (read: Read, runId: number): Promise<StoredDecision | null> => {
  const sql = 'SELECT winner, winner_reason FROM run WHERE id = ? AND decided_at IS NOT NULL';
  const [row] = await read<Pick<RowOf<Run>, 'winner' | 'winner_reason'>>(sql, [runId]);
  return row ? toDecision(row) : null;
};

const toDecision = ({ winner, winner_reason }: Pick<RowOf<Run>, 'winner' | 'winner_reason'>): StoredDecision => ({
  winner: winner === null ? null : Number(winner),
  reason: winner_reason as WinnerReason,
});

/** The runs of the same experiment. The first of them was made when it began, or later. */
export const readRuns = async (tx: Tx, schedulerId: number, experiment: RunExperiment): Promise<RunRow[]> => {
  const { decideAt, decideAfter } = experiment;
  const since = (decideAt ?? 0) - (decideAfter ?? 0) * 1_000;
  const sql = `SELECT id, user_id, experiment, winner, winner_reason, decided_at FROM run
    WHERE scheduler_id = ? AND created_at >= ? AND experiment IS NOT NULL`;
  const rows = await select<RunRow>(tx, sql, [schedulerId, since]);
  return rows.filter((row) => row.experiment !== null && isSame(JSON.parse(row.experiment), experiment));
};

type RunRow = Pick<RowOf<Run>, 'id' | 'user_id' | 'experiment' | 'winner' | 'winner_reason' | 'decided_at'>;

const toId = ({ id }: RunRow): number => Number(id);

/** Whether two runs belong to one experiment: neither its variants nor its settings have changed in between. */
export const isSame = (one: RunExperiment, other: RunExperiment): boolean =>
  JSON.stringify({ ...one, decideAt: null }) === JSON.stringify({ ...other, decideAt: null });
