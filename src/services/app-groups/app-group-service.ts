import { In } from 'typeorm';
import { type Database, execute, type Tx } from '../../database/database.js';
import { takeIds } from '../../database/id-sequence.js';
import { insertRow, insertRows } from '../../database/write-rows.js';
import { App } from '../../entities/app.js';
import { APP_GROUP_TABLE, AppGroup } from '../../entities/app-group.js';
import { APP_GROUP_MEMBER_TABLE, AppGroupMember } from '../../entities/app-group-member.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { AppGroupInput } from '../apps/app-input.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import type { SchedulerUpkeep } from '../schedulers/scheduler-upkeep.js';

export interface AppGroupServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedulerUpkeep: SchedulerUpkeep;
}

const MAX_APPS = 10_000;

/** Application groups. They share the applications' sequence of ids (docs/rules.md#shared-ids). */
export class AppGroupService {
  constructor(private readonly deps: AppGroupServiceDeps) {}

  async create(caller: Caller, input: AppGroupInput): Promise<AppGroup> {
    const name = check(input);
    const now = new Date(this.deps.clock.now());
    return this.deps.database.tx(async (tx) => {
      await this.checkApps(tx, caller, input.appIds);
      await requireRoom(tx, this.deps.database, { what: 'appGroups', userId: caller.userId, field: 'name' });
      const id = await takeIds(tx, this.deps.database, 'app');
      const { allApps } = input;
      const group = { id, userId: caller.userId, name, allApps, archived: false, createdAt: now, updatedAt: now };
      await insertRow(tx, APP_GROUP_TABLE, group);
      await insertMembers(tx, id, input);
      return group;
    });
  }

  async get(caller: Caller, id: number): Promise<AppGroup> {
    const group = await this.deps.database.reader.findOneBy(AppGroup, { id, userId: caller.userId });
    if (!group) throw notFound('application group');
    return group;
  }

  /** Replaces everything except the archived state (docs/rules.md#group-members). */
  async update(caller: Caller, id: number, input: AppGroupInput): Promise<AppGroup> {
    const name = check(input);
    return this.change(caller, id, async (tx) => {
      await this.checkApps(tx, caller, input.appIds);
      await tx.delete(AppGroupMember, { groupId: id });
      await insertMembers(tx, id, input);
      return { name, allApps: input.allApps };
    });
  }

  /**
   * Keeps the group in schedulers' lists, where it contributes nothing until it is restored
   * (docs/rules.md#group-archive).
   */
  archive(caller: Caller, id: number): Promise<AppGroup> {
    return this.change(caller, id, async () => ({ archived: true }));
  }

  unarchive(caller: Caller, id: number): Promise<AppGroup> {
    return this.change(caller, id, async () => ({ archived: false }));
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      await this.deps.schedulerUpkeep.forgetGroups(tx, caller.userId, [id]);
      await execute(tx, 'DELETE FROM app_group WHERE id = ?', [id]);
    });
  }

  private change(caller: Caller, id: number, work: (tx: Tx) => Promise<Partial<AppGroup>>): Promise<AppGroup> {
    return this.deps.database.tx(async (tx) => {
      await this.lock(tx, caller, id);
      const changes = { ...(await work(tx)), updatedAt: new Date(this.deps.clock.now()) };
      await tx.update(AppGroup, { id }, changes);
      return tx.findOneByOrFail(AppGroup, { id });
    });
  }

  private async lock(tx: Tx, caller: Caller, id: number): Promise<void> {
    await lockCatalogue(tx, this.deps.database, caller.userId);
    const row = { table: 'app_group', id, userId: caller.userId, noun: 'application group' } as const;
    await lockOwned(tx, this.deps.database, row);
  }

  /** An archived application is in no group (docs/rules.md#app-archive), so it cannot be added to one. */
  private async checkApps(tx: Tx, caller: Caller, appIds: readonly number[]): Promise<void> {
    await lockCatalogue(tx, this.deps.database, caller.userId);
    if (appIds.length === 0) return;
    const known = await tx.findBy(App, { id: In([...appIds]), userId: caller.userId });
    const byId = new Map(known.map((app) => [app.id, app]));
    const unknown = appIds.findIndex((id) => !byId.has(id));
    if (unknown >= 0) {
      const message = `\`app_ids\` names the application ${appIds[unknown]}, which does not exist.`;
      throw badInput(`app_ids[${unknown}]`, message, 'NOT_FOUND');
    }
    const archived = appIds.findIndex((id) => byId.get(id)?.archived);
    if (archived < 0) return;
    throw badInput(
      `app_ids[${archived}]`,
      `The application ${appIds[archived]} is archived; unarchive it first.`,
      'ARCHIVED',
    );
  }
}

/** @returns the name as it is stored. */
const check = (input: AppGroupInput): string => {
  const violations = new Violations();
  const name = checkName(violations, 'name', input.name);
  violations.check(
    input.allApps || input.appIds.length > 0,
    'app_ids',
    '`app_ids` must have at least one id when `all_apps` is false.',
  );
  violations.check(
    input.appIds.length <= MAX_APPS,
    'app_ids',
    `\`app_ids\` must have at most ${MAX_APPS} entries.`,
    'TOO_MANY',
  );
  violations.throwIfAny();
  return name;
};

/** A group of all applications has no member rows. */
const insertMembers = async (tx: Tx, groupId: number, { allApps, appIds }: AppGroupInput): Promise<void> => {
  if (allApps) return;
  const members = [...new Set(appIds)].map((appId) => ({ groupId, appId }));
  await insertRows(tx, APP_GROUP_MEMBER_TABLE, members);
};
