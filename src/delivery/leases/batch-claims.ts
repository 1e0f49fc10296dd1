import { type Database, execute, select, type Tx } from '../../database/database.js';
import { Batch } from '../../entities/batch.js';
import type { RowOf } from '../../entities/column-types.js';
import { MOST_AHEAD_MS } from '../../schedule/speed.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { Leases } from './leases.js';

/** A batch and its application. */
export interface BatchRef {
  readonly batchId: number;
  readonly appId: number;
}

/** Leases batches and gives them back. */
export class BatchClaims {
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock'>,
    private readonly leases: Leases,
  ) {}

  /** null if it is done, leased by a living worker, waiting for a pause to end, or its run is not running. */
  async claim({ batchId, appId }: BatchRef): Promise<Batch | null> {
    // If this process froze, the lease may have ended while the batch is still being sent.
    if (this.leases.has('batch', batchId)) return null;
    const until = this.leases.until();
    const claimed = await this.deps.database.tx(async (tx) => {
      const now = this.deps.clock.now();
      const batch = await this.lockFree(tx, { batchId, appId });
      if (!batch || !(await isRunnable(tx, batch, now))) return null;
      const { affected } = await execute(
        tx,
        `UPDATE batch SET status = 'running', lease_owner = ?, lease_until = ?, attempts = attempts + 1
         WHERE id = ? AND app_id = ? AND ${IS_OPEN}`,
        [this.leases.owner, until, batchId, appId, now, now],
      );
      return affected === 0 ? null : tx.findOneBy(Batch, { id: batchId, appId });
    });
    if (claimed) this.leases.add('batch', [{ id: batchId, appId }], until);
    return claimed;
  }

  /**
   * null if another transaction has locked the row. A process that froze in a transaction may lock it for long; waiting
   * would keep this worker from other batches, and then the claim would act on an outdated time.
   */
  private async lockFree(tx: Tx, { batchId, appId }: BatchRef): Promise<{ runId: number; appId: number } | null> {
    const sql = `SELECT run_id FROM batch WHERE id = ? AND app_id = ? ${this.deps.database.dialect.skipLocked}`;
    const [row] = await select<Pick<RowOf<Batch>, 'run_id'>>(tx, sql, [batchId, appId]);
    return row ? { runId: Number(row.run_id), appId } : null;
  }

  /**
   * Gives an unfinished batch back, at once or not before an instant (epoch ms). A cancelled batch only loses its lease,
   * which shows that all of its messages are recorded.
   */
  async giveBack({ id, appId }: Pick<Batch, 'id' | 'appId'>, notBefore: number | null): Promise<void> {
    this.leases.release('batch', [id]);
    await this.deps.database.tx((tx) =>
      execute(
        tx,
        `UPDATE batch SET status = CASE WHEN status = 'running' THEN 'pending' ELSE status END,
           lease_owner = NULL, lease_until = NULL, not_before = ?
         WHERE id = ? AND app_id = ? AND lease_owner = ? AND status IN ('running', 'cancelled')`,
        [notBefore, id, appId, this.leases.owner],
      ),
    );
  }

  release(batchId: number): void {
    this.leases.release('batch', [batchId]);
  }

  /** Moves the cursor if the batch is still ours. A cancelled batch records its outcomes too, and ends there. */
  async advance(tx: Tx, batch: Batch, { cursorId, done }: { cursorId: number; done: boolean }): Promise<boolean> {
    const { affected } = await execute(
      tx,
      `UPDATE batch SET cursor_id = ?, lease_until = ?, status = CASE WHEN status = 'running' THEN ? ELSE status END
       WHERE id = ? AND app_id = ? AND lease_owner = ? AND cursor_id = ?`,
      [
        ...[cursorId, this.leases.until(), done ? 'done' : 'running'],
        ...[batch.id, batch.appId, this.leases.owner, batch.cursorId],
      ],
    );
    return affected === 1;
  }
}

/**
 * Reads apart from the batch: in an `UPDATE batch`, Vitess would lock the rows of every running run and paused
 * application.
 */
const isRunnable = async (tx: Tx, batch: { runId: number; appId: number }, now: number): Promise<boolean> => {
  const sql = `SELECT r.id FROM run r ${RUNNABLE} AND r.id = ?
    AND NOT EXISTS (SELECT 1 FROM app WHERE id = ? AND paused_until > ?)`;
  return (await select(tx, sql, [now, now, batch.runId, batch.appId, now])).length > 0;
};

/**
 * Joins run `r`, if it is neither cancelled nor paused by a user nor ended, with its speed, if that allows messages
 * now. Takes `now` twice as parameters. A run cannot be ahead by more than `MOST_AHEAD_MS`: the clock was set back.
 */
const RUNNABLE = `LEFT JOIN run_pace p ON p.run_id = r.id WHERE r.status IN ('planning', 'running')
  AND (p.run_id IS NULL OR p.ready_at <= ? OR p.ready_at > ? + ${MOST_AHEAD_MS})`;

/** Takes `now` twice as parameters. Vitess plans only subqueries that name no column of the batch. */
const ofRunnableRuns = `run_id IN (SELECT r.id FROM run r ${RUNNABLE})`;

/** No living worker has leased the batch. Takes `now` twice as parameters. */
const IS_OPEN = `((status = 'pending' AND (not_before IS NULL OR not_before <= ?))
  OR (status = 'running' AND lease_until < ?))`;

/** Takes `now` five times as parameters. Batches of a paused application wait; new credentials let them resume at once. */
const CLAIMABLE = `${IS_OPEN} AND app_id NOT IN (SELECT id FROM app WHERE paused_until > ?) AND ${ofRunnableRuns}`;

/** Batches that no living worker has leased, oldest first, for the sweep. */
export const findClaimable = async (database: Database, now: number, limit: number): Promise<BatchRef[]> => {
  const rows = await database.query<BatchRow>(
    `SELECT id, app_id FROM batch WHERE ${CLAIMABLE} ORDER BY id LIMIT ${limit}`,
    [now, now, now, now, now],
  );
  return rows.map(toRef);
};

type BatchRow = Pick<RowOf<Batch>, 'id' | 'app_id'>;

const toRef = (row: BatchRow): BatchRef => ({ batchId: Number(row.id), appId: Number(row.app_id) });

/** The batches of a run that have not ended, in order of id. */
export const findOpenBatches = async (tx: Tx, runId: number): Promise<BatchRef[]> => {
  const sql = "SELECT id, app_id FROM batch WHERE run_id = ? AND status IN ('pending', 'running') ORDER BY id";
  return (await select<BatchRow>(tx, sql, [runId])).map(toRef);
};

/** Whether any batch of a run has not ended. */
export const hasOpenBatches = async (tx: Tx, runId: number): Promise<boolean> => {
  const sql = "SELECT id FROM batch WHERE run_id = ? AND status IN ('pending', 'running') LIMIT 1";
  return (await select(tx, sql, [runId])).length > 0;
};

/**
 * Applications with a pending batch, in order of id, after `afterId`. Paused ones are left out: while a provider is down
 * there may be a thousand. Only the index of the batches is read, since one application may have ten thousand. Vitess plans
 * no subquery that names a column of `p`.
 */
export const findPendingApps = async (
  database: Database,
  { afterId, now, limit }: { afterId: number; now: number; limit: number },
): Promise<number[]> => {
  const rows = await database.query<{ app_id: number }>(
    `SELECT p.app_id FROM (SELECT DISTINCT app_id FROM batch WHERE status = 'pending' AND app_id > ?) p
     WHERE p.app_id NOT IN (SELECT id FROM app WHERE paused_until > ?)
     ORDER BY p.app_id LIMIT ${limit}`,
    [afterId, now],
  );
  return rows.map((row) => Number(row.app_id));
};

/** The application's first batch that can be claimed now; null if it has none or is paused. */
export const findPendingBatch = async (
  database: Database,
  { appId, now, except }: { appId: number; now: number; except: ReadonlySet<number> },
): Promise<number | null> => {
  const others = except.size === 0 ? '' : `AND id NOT IN (${[...except].join(', ')})`;
  const rows = await database.query<{ id: number }>(
    `SELECT id FROM batch WHERE status = 'pending' AND app_id = ? ${others} AND (not_before IS NULL OR not_before <= ?)
     AND NOT EXISTS (SELECT 1 FROM app WHERE id = ? AND paused_until > ?) AND ${ofRunnableRuns}
     ORDER BY id LIMIT 1`,
    [appId, now, appId, now, now, now],
  );
  return rows[0] ? Number(rows[0].id) : null;
};

/** Batches whose lease has ended, in the order in which it ended. Those of paused applications are left out. */
export const findAbandonedBatches = async (
  database: Database,
  { now, limit, except = NONE }: { now: number; limit: number; except?: ReadonlySet<number> },
): Promise<BatchRef[]> => {
  const others = except.size === 0 ? '' : `AND id NOT IN (${[...except].join(', ')})`;
  const rows = await database.query<BatchRow>(
    `SELECT id, app_id FROM batch WHERE status = 'running' AND lease_until < ? ${others} AND ${ofRunnableRuns}
     AND app_id NOT IN (SELECT id FROM app WHERE paused_until > ?)
     ORDER BY lease_until LIMIT ${limit}`,
    [now, now, now, now],
  );
  return rows.map(toRef);
};

const NONE: ReadonlySet<number> = new Set();
