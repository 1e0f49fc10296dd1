import { execute, select, type Tx } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { Clock } from '../../ports/clock.js';
import type { RunControl } from '../runs/run-control.js';

/** Updates schedulers when an event that they name changes or is deleted. */
export class EventUpkeep {
  constructor(
    private readonly clock: Clock,
    private readonly runControl: RunControl,
  ) {}

  async renameCode(tx: Tx, userId: number, { from, to }: { from: string; to: string }): Promise<void> {
    await execute(
      tx,
      `UPDATE scheduler_filter SET value = ? WHERE field IN ('event_include', 'event_exclude') AND value = ?
       AND scheduler_id IN (SELECT id FROM scheduler WHERE user_id = ?)`,
      [to, from, userId],
    );
  }

  /**
   * Removes the code from lists. If it was the only one in `event_include`, it stays as a name without an event and the
   * scheduler becomes inactive, because an empty list would mean every device (docs/rules.md#emptied-lists), now or
   * after another activation.
   */
  async forgetCode(tx: Tx, userId: number, code: string): Promise<void> {
    const including = await select<{ id: number; codes: number }>(
      tx,
      `SELECT s.id, (SELECT COUNT(*) FROM scheduler_filter a WHERE a.scheduler_id = s.id AND a.field = 'event_include')
         AS codes
       FROM scheduler s JOIN scheduler_filter f ON f.scheduler_id = s.id AND f.field = 'event_include' AND f.value = ?
       WHERE s.user_id = ? ORDER BY s.id`,
      [code, userId],
    );
    for (const { id, codes } of including) {
      if (Number(codes) > 1) await deleteCode(tx, Number(id), code);
      else await this.stop(tx, Number(id));
    }
    await execute(
      tx,
      `DELETE FROM scheduler_filter WHERE field = 'event_exclude' AND value = ?
       AND scheduler_id IN (SELECT id FROM scheduler WHERE user_id = ?)`,
      [code, userId],
    );
  }

  private async stop(tx: Tx, schedulerId: number): Promise<void> {
    const updatedAt = new Date(this.clock.now());
    await tx.update(Scheduler, { id: schedulerId, active: true }, { active: false, nextDueAt: null, updatedAt });
    await this.runControl.cancelRunsOf(tx, schedulerId, 'EVENT_DELETED');
  }
}

const deleteCode = (tx: Tx, schedulerId: number, code: string) =>
  execute(tx, "DELETE FROM scheduler_filter WHERE scheduler_id = ? AND field = 'event_include' AND value = ?", [
    schedulerId,
    code,
  ]);
