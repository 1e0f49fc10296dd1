import { In } from 'typeorm';
import { toAppSelection } from '../catalogue/app-selection.js';
import { resolveApps } from '../catalogue/resolve-apps.js';
import { loadRecords } from '../catalogue/scheduler-record.js';
import { execute, type Tx } from '../database/database.js';
import { AppGroupMember } from '../entities/app-group-member.js';
import { Scheduler } from '../entities/scheduler.js';
import type { Clock } from '../ports/clock.js';
import type { RunControl } from './run-control.js';

/** What happens to groups and schedulers when something that they name goes away (decisions 5, 16, 21). */
export class SchedulerUpkeep {
  constructor(
    private readonly clock: Clock,
    private readonly runControl: RunControl,
  ) {}

  /** Takes applications out of explicit lists for good; call it while they still count as active. */
  async forgetApps(tx: Tx, userId: number, appIds: readonly number[]): Promise<void> {
    const touched = await this.schedulersOf(tx, userId, ['app_ids_include'], appIds);
    const memberships = await tx.findBy(AppGroupMember, { appId: In([...appIds]) });
    const throughGroups = await this.schedulersOf(
      tx,
      userId,
      ['app_groups_include'],
      memberships.map((row) => row.groupId),
    );
    await tx.delete(AppGroupMember, { appId: In([...appIds]) });
    await this.deleteFilters(tx, userId, ['app_ids_include', 'app_ids_exclude'], appIds);
    await this.stopEmpty(tx, userId, { schedulerIds: [...touched, ...throughGroups], exceptApps: appIds });
  }

  /** Takes application groups out of schedulers. */
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

  /** A scheduler left without applications becomes inactive; it never turns into one without a filter (decision 5). */
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
      await this.runControl.cancelRunsOf(tx, scheduler.id, 'no application is left');
    }
  }
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
