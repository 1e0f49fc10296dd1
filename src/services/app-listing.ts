import { In } from 'typeorm';
import { groupBy } from '../collections.js';
import type { Database } from '../database/database.js';
import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { AppGroupMember } from '../entities/app-group-member.js';
import { notFound } from '../errors.js';
import type { Caller } from './caller.js';
import { type Listed, type PageRequest, toWindow } from './listing.js';

/** An application with every group that includes it, by id. */
export interface AppRecord {
  readonly app: App;
  readonly groups: readonly Pick<AppGroup, 'id' | 'name'>[];
}

/** A group with the ids of its applications, ascending. */
export interface AppGroupRecord {
  readonly group: AppGroup;
  readonly appIds: readonly number[];
}

/** Applications with their groups and groups with their applications, in a fixed number of statements. */
export class AppListing {
  constructor(private readonly database: Database) {}

  async getApp(caller: Caller, id: number): Promise<AppRecord> {
    const app = await this.database.reader.findOneBy(App, { id, userId: caller.userId });
    const [record] = app ? await this.withGroups(caller, [app]) : [];
    if (!record) throw notFound('application');
    return record;
  }

  async listApps(
    caller: Caller,
    { archived, ...page }: PageRequest & { archived: boolean },
  ): Promise<Listed<AppRecord>> {
    const where = { userId: caller.userId, archived };
    const options = { where, order: { id: 'ASC' }, ...toWindow(page) } as const;
    const [apps, totalCount] = await this.database.reader.findAndCount(App, options);
    return { items: await this.withGroups(caller, apps), totalCount };
  }

  async getGroup(caller: Caller, id: number): Promise<AppGroupRecord> {
    const group = await this.database.reader.findOneBy(AppGroup, { id, userId: caller.userId });
    const [record] = group ? await this.withApps(caller, [group]) : [];
    if (!record) throw notFound('application group');
    return record;
  }

  async listGroups(
    caller: Caller,
    { archived, ...page }: PageRequest & { archived: boolean },
  ): Promise<Listed<AppGroupRecord>> {
    const where = { userId: caller.userId, archived };
    const options = { where, order: { id: 'ASC' }, ...toWindow(page) } as const;
    const [groups, totalCount] = await this.database.reader.findAndCount(AppGroup, options);
    return { items: await this.withApps(caller, groups), totalCount };
  }

  private async withGroups(caller: Caller, apps: readonly App[]): Promise<AppRecord[]> {
    if (apps.length === 0) return [];
    const { reader } = this.database;
    const members = await reader.findBy(AppGroupMember, { appId: In(apps.map((app) => app.id)) });
    const named = [...new Set(members.map((member) => member.groupId))];
    const groups = await reader.find(AppGroup, {
      where: [
        { userId: caller.userId, allApps: true },
        { userId: caller.userId, id: In(named) },
      ],
      order: { id: 'ASC' },
    });
    const namedBy = groupBy(members, (member) => member.appId);
    return apps.map((app) => {
      const own = new Set((namedBy.get(app.id) ?? []).map((member) => member.groupId));
      const includes = (group: AppGroup): boolean => (group.allApps ? !app.archived : own.has(group.id));
      return { app, groups: groups.filter(includes).map(({ id, name }) => ({ id, name })) };
    });
  }

  private async withApps(caller: Caller, groups: readonly AppGroup[]): Promise<AppGroupRecord[]> {
    if (groups.length === 0) return [];
    const { reader } = this.database;
    const explicit = groups.filter((group) => !group.allApps).map((group) => group.id);
    const members = await reader.find(AppGroupMember, { where: { groupId: In(explicit) }, order: { appId: 'ASC' } });
    const everything = explicit.length < groups.length ? await this.activeAppIds(caller) : [];
    const membersOf = groupBy(members, (member) => member.groupId);
    return groups.map((group) => ({
      group,
      appIds: group.allApps ? everything : (membersOf.get(group.id) ?? []).map((member) => member.appId),
    }));
  }

  private async activeAppIds(caller: Caller): Promise<number[]> {
    const where = { userId: caller.userId, archived: false };
    const apps = await this.database.reader.find(App, { select: { id: true }, where, order: { id: 'ASC' } });
    return apps.map((app) => app.id);
  }
}
