import type { FilterField } from '../../audience/filters/index.js';
import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { hydrate, type Row } from '../../database/hydrate.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import { Scheduler, STORED_KINDS } from '../../entities/scheduler.js';
import { MAX_SHIFT_MS } from '../../schedule/pending-moments.js';
import type { Condition } from './scheduler-conditions.js';

/** The state of a scheduler as people see it (docs/campaigns.md). */
export const SCHEDULER_STATES = [
  'draft',
  'scheduled',
  'listening',
  'sending',
  'paused',
  'sent',
  'nothing-to-send',
  'missed',
  'archived',
] as const;
export type SchedulerStateName = (typeof SCHEDULER_STATES)[number];

/**
 * The applications that have a device; null: the statement looks for devices itself. On shards, vtgate does not finish
 * planning such a statement (docs/decisions/sharding.md).
 */
type WithDevices = ReadonlySet<number> | null;

/** A column of the run of `scheduler t` that meets the condition and is due last; found by an index. */
const latest = (column: string, condition = '1 = 1'): string =>
  `(SELECT r.${column} FROM run r WHERE r.scheduler_id = t.id AND ${condition} ORDER BY r.due_at DESC LIMIT 1)`;

/** Whether there is such a row. The limit keeps MariaDB from reading everybody's tables first. */
const exists = (from: string): string => `(SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL`;

const anyRun = (condition: string): string => exists(`run r WHERE r.scheduler_id = t.id AND ${condition}`);

/**
 * With local time a moment is many runs, none due much more than a day before the last. The condition names status and
 * reason because the index includes them.
 */
const inLastOccasion = (condition: string): string =>
  `COALESCE(${latest('due_at', condition)} > ${latest('due_at')} - ${MAX_SHIFT_MS}, 0 = 1)`;

const HAS_SENT = inLastOccasion("r.status = 'finished' AND r.status_reason IS NULL");
const HAS_MISSED = inLastOccasion("r.status = 'missed' AND r.status_reason IS NULL");

/**
 * Whether the last moment is meaningful: it belongs to this activation and, with local time, all of its waves have
 * come.
 */
const IS_JUDGED = `${latest('created_at')} >= COALESCE(t.active_from, 0)
  AND (t.local_time = 0 OR t.next_due_at IS NULL OR t.next_due_at > ${latest('due_at')} + ${MAX_SHIFT_MS})`;

const HAS_PUSH = exists('push p WHERE p.scheduler_id = t.id AND p.status = 1 AND p.archived = 0');

/** Casts an entry of a list of ids, so that the primary key is used. */
const NAMED = 'CAST(f.value AS SIGNED)';

const isListed = (field: FilterField): string => `f.scheduler_id = t.id AND f.field = '${field}'`;

const groupsIn = (field: FilterField): string =>
  `scheduler_filter f JOIN app_group g ON ${isListed(field)} AND g.id = ${NAMED} AND g.user_id = t.user_id AND g.archived = 0`;

/** Whether the lists of a scheduler exclude the application `a`. */
const IS_EXCLUDED = `(${exists(`scheduler_filter f WHERE ${isListed('app_ids_exclude')} AND f.value = CAST(a.id AS CHAR)`)}
  OR ${exists(`${groupsIn('app_groups_exclude')} WHERE g.all_apps = 1
    OR ${exists('app_group_member m WHERE m.group_id = g.id AND m.app_id = a.id')}`)})`;

/** Whether the application `a` is sent to, and has a device. `+ 0`: MariaDB would seek each id for each scheduler. */
const isReached = (withDevices: WithDevices): string =>
  `a.user_id = t.user_id AND a.archived = 0 AND NOT ${IS_EXCLUDED}
   AND ${withDevices ? `a.id + 0 IN (${[...withDevices, 0].join(', ')})` : exists('device d WHERE d.app_id = a.id')}`;

/** `resolveApps` and `findWarnings` in SQL: the remaining applications, and whether any has a device. */
const hasDevices = (withDevices: WithDevices): string => `(
  (t.all_apps = 1 OR ${exists(`${groupsIn('app_groups_include')} WHERE g.all_apps = 1`)})
    AND ${exists(`app a WHERE ${isReached(withDevices)}`)}
  OR ${exists(`scheduler_filter f JOIN app a ON a.id = ${NAMED} WHERE ${isListed('app_ids_include')} AND ${isReached(withDevices)}`)}
  OR ${exists(`${groupsIn('app_groups_include')} JOIN app_group_member m ON m.group_id = g.id
    JOIN app a ON a.id = m.app_id WHERE g.all_apps = 0 AND ${isReached(withDevices)}`)})`;

const IS_AUTO_PUSH = `t.kind = '${STORED_KINDS['auto-push']}'`;
const IS_ONE_TIME = `t.kind = '${STORED_KINDS['one-time']}'`;

/**
 * The state of `scheduler t`: one expression for both the field and the filter, so that they cannot differ. An hour of
 * auto-push does not count as sending.
 */
const stateOf = (withDevices: WithDevices): string => `CASE
  WHEN t.archived = 1 THEN 'archived'
  WHEN NOT ${IS_AUTO_PUSH} AND ${anyRun("r.status IN ('planning', 'running')")} THEN 'sending'
  WHEN NOT ${IS_AUTO_PUSH} AND ${anyRun("r.status = 'paused'")} THEN 'paused'
  WHEN t.active = 0 AND t.first_activated_at IS NULL THEN 'draft'
  WHEN t.active = 0 AND (t.ended_at IS NULL OR NOT ${IS_ONE_TIME}) THEN 'paused'
  WHEN t.active = 0 THEN CASE
    WHEN ${latest('status')} = 'cancelled' THEN 'paused'
    WHEN ${latest('status')} = 'missed' THEN 'missed'
    WHEN ${HAS_SENT} THEN 'sent'
    WHEN ${HAS_MISSED} THEN 'missed'
    WHEN ${latest('status')} = 'finished' THEN 'nothing-to-send'
    ELSE 'missed' END
  WHEN NOT ${HAS_PUSH} OR NOT ${hasDevices(withDevices)} THEN 'nothing-to-send'
  WHEN ${IS_AUTO_PUSH} THEN 'listening'
  WHEN ${latest('status')} = 'missed' AND ${IS_JUDGED} THEN 'missed'
  WHEN ${latest('status_reason')} = 'NO_DEVICES' AND ${latest('created_at')} >= t.updated_at AND ${IS_JUDGED}
    AND NOT ${HAS_SENT} THEN 'nothing-to-send'
  ELSE 'scheduled' END`;

/** A condition on `scheduler t`. @param withDevices `selectReachable` of the owner */
export const inState = (states: readonly SchedulerStateName[], withDevices: WithDevices): Condition =>
  states.length === 0
    ? { sql: '1 = 0', parameters: [] }
    : { sql: `${stateOf(withDevices)} IN ${inList(states)}`, parameters: states };

/**
 * Reads the applications of these owners that have a device. Returns null where the statement looks for devices itself.
 *
 * @param owners a value, or a SELECT
 */
export const selectReachable = async (database: Database, owners: SqlFragment): Promise<WithDevices> => {
  if (!database.isVitess) return null;
  const sql = `SELECT id FROM app WHERE user_id IN (${owners.sql}) AND archived = 0`;
  const apps = await database.query<{ id: number }>(sql, owners.parameters);
  const found = new Set<number>();
  for (const part of chunk(apps, APPS_PER_READ)) {
    const seeks = database.dialect.unionAll(part.map(() => 'SELECT app_id FROM device WHERE app_id = ? LIMIT 1'));
    const ids = part.map(({ id }) => id);
    for (const { app_id } of await database.query<{ app_id: number }>(seeks, ids)) found.add(Number(app_id));
  }
  return found;
};

/** SQLite joins at most 500 selects. */
const APPS_PER_READ = 100;

const reachableOf = (database: Database, schedulerIds: readonly number[]): Promise<WithDevices> =>
  selectReachable(database, {
    sql: `SELECT t.user_id FROM scheduler t WHERE t.id IN ${inList(schedulerIds)} AND t.active = 1 AND t.archived = 0`,
    parameters: schedulerIds,
  });

/** Does not check the owner; one statement, except on Vitess. */
export const selectStates = async (
  database: Database,
  schedulerIds: readonly number[],
): Promise<Map<number, SchedulerStateName>> => {
  const withDevices = await reachableOf(database, schedulerIds);
  const rows = await database.query<{ id: number; state: SchedulerStateName }>(
    `SELECT t.id, ${stateOf(withDevices)} AS state FROM scheduler t WHERE t.id IN ${inList(schedulerIds)}`,
    schedulerIds,
  );
  return new Map(rows.map(({ id, state }) => [Number(id), state]));
};

/** The run of each scheduler that is due last; absent if it has never run. */
export const selectLastRuns = async (
  database: Database,
  schedulerIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await database.query<{ id: number; run_id: number | null }>(
    `SELECT t.id, ${latest('id')} AS run_id FROM scheduler t WHERE t.id IN ${inList(schedulerIds)}`,
    schedulerIds,
  );
  return new Map(rows.flatMap(({ id, run_id }) => (run_id === null ? [] : [[Number(id), Number(run_id)] as const])));
};

export interface SchedulerWithState {
  readonly scheduler: Scheduler;
  readonly status: SchedulerStateName;
  /** The run created last; null if it has never run. */
  readonly latestRunId: number | null;
}

/** Does not check the owner. Reads a row, its state and its run in one statement, so that they are consistent. */
export const selectWithStates = async (
  database: Database,
  schedulerIds: readonly number[],
): Promise<Map<number, SchedulerWithState>> => {
  const withDevices = await reachableOf(database, schedulerIds);
  const rows = await database.query<Row & { current_state: SchedulerStateName; latest_run_id: number | null }>(
    `SELECT t.*, ${stateOf(withDevices)} AS current_state, (SELECT MAX(r.id) FROM run r WHERE r.scheduler_id = t.id) AS latest_run_id
     FROM scheduler t WHERE t.id IN ${inList(schedulerIds)}`,
    schedulerIds,
  );
  const schedulers = hydrate(database.reader, Scheduler, rows);
  return new Map(
    rows.map(({ current_state, latest_run_id }, index) => {
      const scheduler = schedulers[index] as Scheduler;
      const latestRunId = latest_run_id === null ? null : Number(latest_run_id);
      return [scheduler.id, { scheduler, status: current_state, latestRunId }];
    }),
  );
};

/**
 * A short description of what each scheduler sends: the name of its first active push (otherwise its first), or that
 * push's title in the default language. Absent without pushes.
 */
export const selectPreviews = async (
  database: Database,
  schedulerIds: readonly number[],
): Promise<Map<number, string>> => {
  const first = (condition: string) =>
    `(SELECT q.id FROM push q WHERE q.scheduler_id = t.id ${condition} ORDER BY q.position, q.id LIMIT 1)`;
  const rows = await database.query<{ id: number; preview: string | null }>(
    `SELECT t.id, COALESCE(p.name, (SELECT x.title FROM push_translation x WHERE x.push_id = p.id
       AND LOWER(x.language) = LOWER(p.default_lang) LIMIT 1)) AS preview
     FROM scheduler t JOIN push p ON p.id = COALESCE(${first('AND q.status = 1')}, ${first('')})
     WHERE t.id IN ${inList(schedulerIds)}`,
    schedulerIds,
  );
  return new Map(rows.flatMap(({ id, preview }) => (preview === null ? [] : [[Number(id), preview] as const])));
};
