import { In } from 'typeorm';
import { toAppSelection } from '../../catalogue/app-selection.js';
import { resolveApps } from '../../catalogue/resolve-apps.js';
import { loadRecords } from '../../catalogue/scheduler-record.js';
import { execute, type Tx } from '../../database/database.js';
import { AppGroupMember } from '../../entities/app-group-member.js';
import { Scheduler } from '../../entities/scheduler.js';
import { HIDDEN_EXCLUSION, type SchedulerFilter } from '../../entities/scheduler-filter.js';
import type { Clock } from '../../ports/clock.js';
import type { RunControl } from '../runs/run-control.js';

/** Updates groups and schedulers when something that they name is removed (docs/rules.md#emptied-lists). */
export class SchedulerUpkeep {
  constructor(
    private readonly clock: Clock,
    private readonly runControl: RunControl,
  ) {}

  /**
   * For an archived application: hides its exclusions until it is restored. Call it while it still counts as active.
   */
  async archiveApp(tx: Tx, userId: number, appId: number): Promise<void> {
    await moveExclusions(tx, userId, { appId, from: 'app_ids_exclude', to: HIDDEN_EXCLUSION });
    await this.forgetApps(tx, userId, [appId]);
  }

  /** Restores exclusions of the application, but not its inclusion. */
  async restoreApp(tx: Tx, userId: number, appId: number): Promise<void> {
    await moveExclusions(tx, userId, { appId, from: HIDDEN_EXCLUSION, to: 'app_ids_exclude' });
  }

  /** Removes every mention of a deleted application. Call it while it still counts as active. */
  async deleteApp(tx: Tx, userId: number, appId: number): Promise<void> {
    await this.deleteFilters(tx, userId, [HIDDEN_EXCLUSION, 'app_ids_exclude'], [appId]);
    await this.forgetApps(tx, userId, [appId]);
  }

  /** Removes applications from groups and from include lists. */
  private async forgetApps(tx: Tx, userId: number, appIds: readonly number[]): Promise<void> {
    const touched = await this.schedulersOf(tx, userId, ['app_ids_include'], appIds);
    const memberships = await tx.findBy(AppGroupMember, { appId: In([...appIds]) });
    const throughGroups = await this.schedulersOf(
      tx,
      userId,
      ['app_groups_include'],
      memberships.map((row) => row.groupId),
    );
    await tx.delete(AppGroupMember, { appId: In([...appIds]) });
    await this.deleteFilters(tx, userId, ['app_ids_include'], appIds);
    await this.stopEmpty(tx, userId, { schedulerIds: [...touched, ...throughGroups], exceptApps: appIds });
  }

  /** Removes application groups from schedulers. */
  async forgetGroups(tx: Tx, userId: number, groupIds: readonly number[]): Promise<void> {
    const touched = await this.schedulersOf(tx, userId, ['app_groups_include'], groupIds);
    await this.deleteFilters(tx, userId, ['app_groups_include', 'app_groups_exclude'], groupIds);
    await this.stopEmpty(tx, userId, { schedulerIds: touched, exceptApps: [] });
  }

  private async schedulersOf(
    tx: Tx,
    userId: number,
    fields: readonly string[],
    ids: readonly number[],
  ): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await tx.query(
      `SELECT DISTINCT f.scheduler_id AS id FROM scheduler_filter f JOIN scheduler s ON s.id = f.scheduler_id
       WHERE s.user_id = ? AND f.field IN (${marks(fields)}) AND f.value IN (${marks(ids)})`,
      [userId, ...fields, ...ids.map(String)],
    );
    return rows.map((row: { id: number }) => Number(row.id));
  }

  private async deleteFilters(
    tx: Tx,
    userId: number,
    fields: readonly string[],
    ids: readonly number[],
  ): Promise<void> {
    if (ids.length === 0) return;
    await execute(
      tx,
      `DELETE FROM scheduler_filter WHERE field IN (${marks(fields)}) AND value IN (${marks(ids)})
       AND scheduler_id IN (SELECT id FROM scheduler WHERE user_id = ?)`,
      [...fields, ...ids.map(String), userId],
    );
  }

  /**
   * Deactivates a scheduler left without applications; it never becomes one without a filter
   * (docs/rules.md#emptied-lists).
   */
  private async stopEmpty(
    tx: Tx,
    userId: number,
    { schedulerIds, exceptApps }: { schedulerIds: readonly number[]; exceptApps: readonly number[] },
  ): Promise<void> {
    const schedulers = await tx.findBy(Scheduler, { id: In([...schedulerIds]), active: true, allApps: false });
    for (const { scheduler, filters } of await loadRecords(tx, schedulers)) {
      const apps = await resolveApps(tx, userId, toAppSelection(false, filters));
      if (apps.some((id) => !exceptApps.includes(id))) continue;
      const updatedAt = new Date(this.clock.now());
      await tx.update(Scheduler, { id: scheduler.id }, { active: false, nextDueAt: null, updatedAt });
      await this.runControl.cancelRunsOf(tx, scheduler.id, 'NO_APPLICATION_LEFT');
    }
  }
}

const moveExclusions = (
  tx: Tx,
  userId: number,
  { appId, from, to }: { appId: number; from: SchedulerFilter['field']; to: SchedulerFilter['field'] },
) =>
  execute(
    tx,
    `UPDATE scheduler_filter SET field = ? WHERE field = ? AND value = ?
     AND scheduler_id IN (SELECT id FROM scheduler WHERE user_id = ?)`,
    [to, from, String(appId), userId],
  );

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
