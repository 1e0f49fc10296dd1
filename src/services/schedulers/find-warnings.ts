import type { FilterField } from '../../audience/filters/index.js';
import { toAppSelection } from '../../catalogue/app-selection.js';
import { loadGroupMembers, pickApps } from '../../catalogue/resolve-apps.js';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import type { RunStatusReason } from '../../entities/run.js';

export interface Warning {
  readonly code: RunStatusReason;
  readonly message: string;
}

/** Why each of a user's schedulers would send nothing now, in six statements for any number of schedulers. */
export const findWarnings = async (
  database: Database,
  userId: number,
  schedulerIds: readonly number[],
): Promise<Map<number, Warning[]>> => {
  const withPush = await findWithPush(database, schedulerIds);
  const apps = await findAppsOf(database, userId, schedulerIds);
  const reached = await findWithDevices(database, userId);
  return new Map(
    schedulerIds.map((id) => {
      const appIds = apps.get(id) ?? [];
      const warnings: Warning[] = [];
      if (!withPush.has(id)) warnings.push(NO_ACTIVE_PUSH);
      if (appIds.length === 0) warnings.push(NO_APPLICATIONS);
      else if (!appIds.some((appId) => reached.has(appId))) warnings.push(NO_DEVICES);
      return [id, warnings];
    }),
  );
};

const NO_ACTIVE_PUSH: Warning = {
  code: 'NO_ACTIVE_PUSH',
  message: 'No active push is bound to this scheduler, so it sends nothing; bind one, or activate one that is bound.',
};
const NO_APPLICATIONS: Warning = {
  code: 'NO_APPLICATIONS',
  message: 'Its filters leave no application to send to; include one that is not archived.',
};
const NO_DEVICES: Warning = {
  code: 'NO_DEVICES',
  message: 'None of its applications has a device yet; devices register through /sdk/v1 or `registerDevices`.',
};

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

const findWithPush = async (database: Database, ids: readonly number[]): Promise<Set<number>> => {
  const sql = `SELECT DISTINCT scheduler_id AS id FROM push WHERE scheduler_id IN (${marks(ids)}) AND status = 1 AND archived = 0`;
  return new Set((await database.query<{ id: number }>(sql, ids)).map(({ id }) => Number(id)));
};

/** Whether each application has any device, by one seek in the clustered index. */
const findWithDevices = async (database: Database, userId: number): Promise<Set<number>> => {
  const sql = `SELECT a.id FROM app a WHERE a.user_id = ? AND a.archived = 0
    AND EXISTS (SELECT 1 FROM device d WHERE d.app_id = a.id)`;
  return new Set((await database.query<{ id: number }>(sql, [userId])).map(({ id }) => Number(id)));
};

const findAppsOf = async (
  database: Database,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, readonly number[]>> => {
  const everything = await database.query<{ id: number }>('SELECT id FROM app WHERE user_id = ? AND archived = 0', [
    userId,
  ]);
  const active = new Set(everything.map(({ id }) => Number(id)));
  const schedulers = await database.query<{ id: number; all_apps: number }>(
    `SELECT id, all_apps FROM scheduler WHERE user_id = ? AND id IN (${marks(ids)})`,
    [userId, ...ids],
  );
  const filters = await database.query<{ scheduler_id: number; field: FilterField; value: string }>(
    `SELECT scheduler_id, field, value FROM scheduler_filter WHERE scheduler_id IN (${marks(ids)})
     AND field IN ('app_ids_include', 'app_ids_exclude', 'app_groups_include', 'app_groups_exclude')`,
    ids,
  );
  const listsOf = groupBy(filters, ({ scheduler_id }) => Number(scheduler_id));
  const groupIds = filters.filter(({ field }) => field.startsWith('app_groups')).map(({ value }) => Number(value));
  const members = await loadGroupMembers(database.reader, { userId, groupIds, active });
  return new Map(
    schedulers.map(({ id, all_apps }) => {
      const byField = groupBy(listsOf.get(Number(id)) ?? [], ({ field }) => field);
      const lists = Object.fromEntries([...byField].map(([field, rows]) => [field, rows.map(({ value }) => value)]));
      return [Number(id), pickApps(toAppSelection(Boolean(all_apps), lists), { active, members })];
    }),
  );
};
