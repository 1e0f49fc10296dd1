import { type Database, execute, type Tx } from '../../database/database.js';
import { type BatchRef, findOpenBatches } from '../../delivery/leases/batch-claims.js';
import { appendToOutbox } from '../../delivery/record/outbox-writer.js';
import { releaseRetries } from '../../delivery/record/run-retries.js';
import { restartWatch } from '../../delivery/record/stop-on-trouble.js';
import { Run, type RunStatus, type RunStatusCode } from '../../entities/run.js';
import { type AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { StatusPublisher } from '../../ports/status-publisher.js';
import type { Caller } from '../caller.js';
import { lockOwned } from '../locks.js';
import { type RunControl, UNDER_WAY } from './run-control.js';

export interface RunServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  readonly publisher: StatusPublisher;
  readonly runControl: RunControl;
}

/** Cancels, pauses and resumes runs for their owner. */
export class RunService {
  constructor(private readonly deps: RunServiceDeps) {}

  /**
   * Workers abort messages that are not on the wire. These end as cancelled, like messages that wait for a retry. For
   * an auto-push run, only these messages are dropped and its scheduler continues. Idempotent: returns whether it changed
   * the run.
   */
  async cancel(caller: Caller, id: number): Promise<boolean> {
    const run = await this.change(caller, id, async (tx, locked) => {
      if (locked.status === 'cancelled') return;
      if (!UNDER_WAY.includes(locked.status)) throw isOver(locked.status, 'there is nothing left to cancel');
      await this.deps.runControl.cancel(tx, [locked], cancelledBy(caller));
    });
    await this.deps.jobs.enqueue('retries', {});
    this.publish(run);
    return run.status !== 'cancelled';
  }

  /** Workers abort messages that are not on the wire, and waiting messages keep waiting. Returns the same. */
  async pause(caller: Caller, id: number): Promise<boolean> {
    const run = await this.change(caller, id, async (tx, locked) => {
      if (locked.status === 'paused') return;
      if (!UNDER_WAY.includes(locked.status)) throw isOver(locked.status, 'it cannot be paused');
      if (locked.kind === 'auto-push') {
        throw badInput('id', 'An auto-push run cannot be paused; deactivate its scheduler instead.', 'AUTO_PUSH');
      }
      await this.mark(tx, locked, { status: 'paused', type: 'run.paused', reason: `${nameOf(caller)} paused it` });
    });
    this.publish(run);
    return run.status !== 'paused';
  }

  /** Workers look at open batches at once. Returns the same. */
  async resume(caller: Caller, id: number): Promise<boolean> {
    const batches: BatchRef[] = [];
    const resume = async (tx: Tx, locked: OwnRun, open: readonly BatchRef[]): Promise<void> => {
      batches.length = 0;
      if (!UNDER_WAY.includes(locked.status)) throw isOver(locked.status, 'it cannot be resumed');
      if (locked.status !== 'paused') return;
      const status = (await isCut(tx, id)) ? 'running' : 'planning';
      await releaseRetries(tx, id, this.deps.clock.now());
      await restartWatch(tx, id, this.deps.clock.now());
      batches.push(...open);
      await this.mark(tx, locked, { status, type: 'run.resumed', reason: `${nameOf(caller)} resumed it` });
    };
    // Read first, so that on shards the released messages are committed before the run, which would hold them again.
    const run = await this.change(caller, id, resume, (tx) => findOpenBatches(tx, id));
    const { jobs } = this.deps;
    await jobs.enqueueMany('batch', batches);
    await jobs.enqueue('retries', {});
    // Continues cutting, and ends a run with nothing left to send.
    await jobs.enqueue('sweep', {});
    this.publish(run);
    return run.status === 'paused';
  }

  /** Returns the run as it was. @param before runs before the run is locked. */
  private change(
    caller: Caller,
    id: number,
    work: (tx: Tx, run: OwnRun, open: readonly BatchRef[]) => Promise<void>,
    before: (tx: Tx) => Promise<readonly BatchRef[]> = async () => [],
  ): Promise<OwnRun> {
    return this.deps.database.tx(async (tx) => {
      const open = await before(tx);
      await lockOwned(tx, this.deps.database, { table: 'run', id, userId: caller.userId, noun: 'run' });
      const select = { id: true, userId: true, schedulerId: true, kind: true, status: true } as const;
      const run = await tx.findOneOrFail(Run, { select, where: { id } });
      await work(tx, run, open);
      return run;
    });
  }

  private async mark(
    tx: Tx,
    { id, userId }: OwnRun,
    { status, type, reason }: { status: RunStatus; type: 'run.paused' | 'run.resumed'; reason: string },
  ): Promise<void> {
    const occurredAt = new Date(this.deps.clock.now());
    await execute(tx, 'UPDATE run SET status = ? WHERE id = ?', [status, id]);
    await appendToOutbox(tx, [{ userId, type, runId: id, payload: { reason }, logged: { reason }, occurredAt }]);
  }

  private publish({ id, schedulerId, userId }: OwnRun): void {
    this.deps.publisher.runChanged({ runId: id, schedulerId, userId });
  }
}

type OwnRun = Pick<Run, 'id' | 'userId' | 'schedulerId' | 'kind' | 'status'>;

const nameOf = ({ isOperator }: Caller): string => (isOperator ? 'the operator' : 'its owner');

const cancelledBy = ({ isOperator }: Caller): RunStatusCode =>
  isOperator ? 'CANCELLED_BY_OPERATOR' : 'CANCELLED_BY_OWNER';

const isOver = (status: RunStatus, consequence: string): AppError => {
  const what = status === 'finished' ? 'has finished' : status === 'missed' ? 'was missed' : 'has been cancelled';
  return badInput('id', `This run ${what}; ${consequence}.`, 'OVER');
};

/**
 * Whether all of its batches exist. A run without batches is planned again, which ends at once. A run with a target is
 * created together with its batches.
 */
const isCut = async (tx: Tx, id: number): Promise<boolean> => {
  const select = { id: true, audience: true, target: true, cutIndex: true } as const;
  const run = await tx.findOneOrFail(Run, { select, where: { id } });
  const apps = run.audience?.appIds.length ?? 0;
  return run.target !== null || (apps > 0 && run.cutIndex >= apps);
};
