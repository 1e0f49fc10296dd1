import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { App } from '../../entities/app.js';
import type { AppGroup } from '../../entities/app-group.js';
import type { AppGroupMember } from '../../entities/app-group-member.js';
import type { RowOf } from '../../entities/column-types.js';
import { notFound } from '../../errors.js';
import { selectMembers } from '../app-groups/app-group-queries.js';
import type { Caller } from '../caller.js';
import { type Listed, type PageRequest, toWindow } from '../listing.js';

/** An application with every group that contains it, by id. */
export interface AppRecord {
  readonly app: Pick<App, 'id' | 'serviceId' | 'pushProvider' | 'name' | 'link' | 'credentialsComplete' | 'archived'>;
  readonly groups: readonly Pick<AppGroup, 'id' | 'name'>[];
}

/** A group with the ids of its applications, ascending. */
export interface AppGroupRecord {
  readonly group: Pick<AppGroup, 'id' | 'name' | 'allApps' | 'archived'>;
  readonly appIds: readonly number[];
}

/** A page of either archived or live applications. */
export interface ArchivedPage extends PageRequest {
  readonly archived: boolean;
}

/** Reads applications with their groups and groups with their applications, in a fixed number of statements. */
export class AppListing {
  constructor(private readonly database: Database) {}

  async getApp(caller: Caller, id: number): Promise<AppRecord> {
    const sql = `SELECT ${APP_COLUMNS} FROM app WHERE id = ? AND user_id = ?`;
    const apps = await this.database.query<AppRow>(sql, [id, caller.userId]);
    const [record] = await this.withGroups(caller, apps);
    if (!record) throw notFound('application');
    return record;
  }

  async listApps(caller: Caller, page: ArchivedPage): Promise<Listed<AppRecord>> {
    const { rows, totalCount } = await this.selectPage<AppRow>(caller, page, { table: 'app', columns: APP_COLUMNS });
    return { items: await this.withGroups(caller, rows), totalCount };
  }

  async getGroup(caller: Caller, id: number): Promise<AppGroupRecord> {
    const sql = `SELECT ${GROUP_COLUMNS} FROM app_group WHERE id = ? AND user_id = ?`;
    const groups = await this.database.query<GroupRow>(sql, [id, caller.userId]);
    const [record] = await this.withApps(caller, groups);
    if (!record) throw notFound('application group');
    return record;
  }

  async listGroups(caller: Caller, page: ArchivedPage): Promise<Listed<AppGroupRecord>> {
    const from = { table: 'app_group', columns: GROUP_COLUMNS } as const;
    const { rows, totalCount } = await this.selectPage<GroupRow>(caller, page, from);
    return { items: await this.withApps(caller, rows), totalCount };
  }

  private async selectPage<Row>(
    caller: Caller,
    { archived, ...page }: ArchivedPage,
    { table, columns }: { table: 'app' | 'app_group'; columns: string },
  ): Promise<{ rows: Row[]; totalCount: number }> {
    const { skip, take } = toWindow(page);
    const rest = `FROM ${table} WHERE user_id = ? AND archived = ?`;
    const parameters = [caller.userId, archived];
    const [counted] = await this.database.query<{ n: number }>(`SELECT COUNT(*) AS n ${rest}`, parameters);
    const sql = `SELECT ${columns} ${rest} ORDER BY id LIMIT ? OFFSET ?`;
    const rows = await this.database.query<Row>(sql, [...parameters, take, skip]);
    return { rows, totalCount: Number(counted?.n ?? 0) };
  }

  private async withGroups(caller: Caller, apps: readonly AppRow[]): Promise<AppRecord[]> {
    if (apps.length === 0) return [];
    const members = await this.database.query<MemberRow>(
      `SELECT group_id, app_id FROM app_group_member WHERE app_id IN ${inList(apps)}`,
      apps.map((app) => app.id),
    );
    const named = [...new Set(members.map((member) => member.group_id))];
    const groups = await this.database.query<GroupRow>(
      `SELECT ${GROUP_COLUMNS} FROM app_group WHERE user_id = ? AND (all_apps = ? OR id IN ${inList(named)}) ORDER BY id`,
      [caller.userId, true, ...named],
    );
    const membersOf = groupBy(members, (member) => member.app_id);
    return apps.map((app) => {
      const own = new Set((membersOf.get(app.id) ?? []).map((member) => member.group_id));
      const includes = (group: GroupRow): boolean => (group.all_apps ? !app.archived : own.has(group.id));
      return { app: toApp(app), groups: groups.filter(includes).map(({ id, name }) => ({ id, name })) };
    });
  }

  private async withApps(caller: Caller, groups: readonly GroupRow[]): Promise<AppGroupRecord[]> {
    if (groups.length === 0) return [];
    const explicit = groups.filter((group) => !group.all_apps).map((group) => group.id);
    const membersOf = await selectMembers(this.database, explicit);
    const everything = explicit.length < groups.length ? await this.activeAppIds(caller) : [];
    return groups.map((group) => ({
      group: toGroup(group),
      appIds: group.all_apps ? everything : (membersOf.get(group.id) ?? []),
    }));
  }

  private async activeAppIds(caller: Caller): Promise<number[]> {
    const sql = 'SELECT id FROM app WHERE user_id = ? AND archived = ? ORDER BY id';
    const apps = await this.database.query<{ id: number }>(sql, [caller.userId, false]);
    return apps.map((app) => app.id);
  }
}

/** Returns the ids of all applications of a user. */
export const selectAppIds = async (database: Database, userId: number): Promise<number[]> => {
  const rows = await database.query<{ id: number }>('SELECT id FROM app WHERE user_id = ? ORDER BY id', [userId]);
  return rows.map(({ id }) => Number(id));
};

/** An application whose devices count as inactive until they are seen after an instant, in milliseconds. */
export interface ActiveSince {
  readonly appId: number;
  readonly since: number;
}

/** Returns the applications of a user that were ever archived, by id. */
export const selectActiveSince = async (database: Database, userId: number): Promise<ActiveSince[]> => {
  const sql =
    'SELECT id, devices_active_since AS since FROM app WHERE user_id = ? AND devices_active_since > 0 ORDER BY id';
  const rows = await database.query<{ id: number; since: number }>(sql, [userId]);
  return rows.map(({ id, since }) => ({ appId: Number(id), since: Number(since) }));
};

const APP_COLUMNS = 'id, service_id, push_provider, name, link, credentials_complete, archived';

type AppRow = Pick<
  RowOf<App>,
  'id' | 'service_id' | 'push_provider' | 'name' | 'link' | 'credentials_complete' | 'archived'
>;

const toApp = (row: AppRow): AppRecord['app'] => ({
  id: row.id,
  serviceId: row.service_id,
  pushProvider: row.push_provider,
  name: row.name,
  link: row.link,
  credentialsComplete: Boolean(row.credentials_complete),
  archived: Boolean(row.archived),
});

const GROUP_COLUMNS = 'id, name, all_apps, archived';

type GroupRow = Pick<RowOf<AppGroup>, 'id' | 'name' | 'all_apps' | 'archived'>;

const toGroup = ({ id, name, all_apps, archived }: GroupRow): AppGroupRecord['group'] => ({
  id,
  name,
  allApps: Boolean(all_apps),
  archived: Boolean(archived),
});

type MemberRow = RowOf<AppGroupMember>;
