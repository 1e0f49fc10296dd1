import { execute, select, type Tx } from '../../database/database.js';
import { Scheduler } from '../../entities/scheduler.js';
import type { Clock } from '../../ports/clock.js';
import type { RunControl } from '../runs/run-control.js';

/** Updates schedulers when an audience group that they name is deleted. */
export class TagGroupUpkeep {
  constructor(
    private readonly clock: Clock,
    private readonly runControl: RunControl,
  ) {}

  /**
   * Removes the group from lists. If it was the only inclusion, it stays as a name without a group and the scheduler
   * becomes inactive, because an empty list would mean every device (docs/rules.md#emptied-lists), now or after another
   * activation.
   */
  async forgetGroup(tx: Tx, userId: number, groupId: number): Promise<void> {
    const including = await select<{ id: number; entries: number }>(
      tx,
      `SELECT s.id, (SELECT COUNT(*) FROM scheduler_filter a WHERE a.scheduler_id = s.id
         AND a.field IN ('audiences_include', 'audience_groups_include')) AS entries
       FROM scheduler s JOIN scheduler_filter f ON f.scheduler_id = s.id AND f.field = 'audience_groups_include'
         AND f.value = ? WHERE s.user_id = ? ORDER BY s.id`,
      [String(groupId), userId],
    );
    for (const { id, entries } of including) {
      if (Number(entries) > 1) await deleteEntry(tx, Number(id), groupId);
      else await this.stop(tx, Number(id));
    }
    await execute(
      tx,
      `DELETE FROM scheduler_filter WHERE field = 'audience_groups_exclude' AND value = ?
       AND scheduler_id IN (SELECT id FROM scheduler WHERE user_id = ?)`,
      [String(groupId), userId],
    );
  }

  private async stop(tx: Tx, schedulerId: number): Promise<void> {
    const updatedAt = new Date(this.clock.now());
    await tx.update(Scheduler, { id: schedulerId, active: true }, { active: false, nextDueAt: null, updatedAt });
    await this.runControl.cancelRunsOf(tx, schedulerId, 'TAG_GROUP_DELETED');
  }
}

const deleteEntry = (tx: Tx, schedulerId: number, groupId: number) =>
  execute(
    tx,
    "DELETE FROM scheduler_filter WHERE scheduler_id = ? AND field = 'audience_groups_include' AND value = ?",
    [schedulerId, String(groupId)],
  );
