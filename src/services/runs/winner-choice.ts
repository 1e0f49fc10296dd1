import { type Database, execute, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { lockExperiment, readRuns, storeDecision } from '../../delivery/plan/winners.js';
import { Run } from '../../entities/run.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { WAITING_ARM } from '../../ports/experiment.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { StatusPublisher } from '../../ports/status-publisher.js';
import type { Caller } from '../caller.js';

export interface WinnerChoiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly publisher: StatusPublisher;
}

/** Lets people choose the winner of an experiment. */
export class WinnerChoice {
  constructor(private readonly deps: WinnerChoiceDeps) {}

  /** @throws BAD_USER_INPUT if the run has no such variant, or another decision was made. */
  async choose({ userId }: Caller, runId: number, pushId: number): Promise<void> {
    const { database, jobs, publisher } = this.deps;
    const { schedulerId } = await this.read(userId, runId);
    await database.tx(async (tx) => {
      await lockExperiment(tx, database, schedulerId);
      await this.decide(tx, await tx.findOneByOrFail(Run, { id: runId }), pushId);
    });
    await jobs.enqueue('retries', {});
    publisher.runChanged({ runId, schedulerId, userId });
  }

  private async read(userId: number, id: number): Promise<Run> {
    const run = await this.deps.database.reader.findOneBy(Run, { id, userId });
    if (!run) throw notFound('run');
    return run;
  }

  private async decide(tx: Tx, { id, schedulerId, experiment, decidedAt, ...run }: Run, pushId: number): Promise<void> {
    if (!experiment) throw badInput('id', 'This run has no experiment, so it has no winner.');
    const winner = experiment.variants.findIndex((variant) => variant.pushId === pushId);
    if (winner < 0) throw badInput('pushId', 'This push is not a variant of the run; use one of `Run.variants`.');
    if (decidedAt !== null && run.winner === winner) return;
    if (decidedAt !== null) throw badInput('id', 'The winner of this experiment has already been decided.', 'CONFLICT');
    const runs = (await readRuns(tx, schedulerId, experiment)).map((row) => Number(row.id));
    const now = this.deps.clock.now();
    for (const runId of [...new Set([id, ...runs])]) await storeDecision(tx, runId, { winner, reason: 'CHOSEN', now });
    await release(tx, runs, now);
  }
}

/** Rows that the pause of their run holds stay held: they are due when they expire. */
const release = async (tx: Tx, runIds: readonly number[], now: number): Promise<void> => {
  const sql = `UPDATE retry_send SET due_at = ? WHERE run_id IN ${inList(runIds)}
    AND variant = ${WAITING_ARM} AND due_at <> expires_at`;
  await execute(tx, sql, [now, ...runIds]);
};
