import { type EntityManager, In } from 'typeorm';
import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { AppGroupMember } from '../entities/app-group-member.js';

/** The part of a scheduler that selects its applications. */
export interface AppSelection {
  readonly allApps: boolean;
  readonly appIdsInclude: readonly number[];
  readonly appIdsExclude: readonly number[];
  readonly appGroupsInclude: readonly number[];
  readonly appGroupsExclude: readonly number[];
}

/**
 * Returns the ids of the applications that a scheduler sends to now, ascending (docs/rules.md#scheduler-apps).
 * Archived applications never count.
 */
export const resolveApps = async (
  manager: EntityManager,
  userId: number,
  selection: AppSelection,
): Promise<number[]> => {
  const apps = await manager.find(App, { select: { id: true }, where: { userId, archived: false } });
  const active = new Set(apps.map((app) => app.id));
  const groupIds = [...selection.appGroupsInclude, ...selection.appGroupsExclude];
  const members = await loadGroupMembers(manager, { userId, groupIds, active });
  return pickApps(selection, { active, members });
};

/** @param active ids of the user's applications that are not archived. */
export const pickApps = (
  selection: AppSelection,
  { active, members }: { active: ReadonlySet<number>; members: ReadonlyMap<number, ReadonlySet<number>> },
): number[] => {
  const membersOf = (ids: readonly number[]): number[] => ids.flatMap((id) => [...(members.get(id) ?? [])]);
  const included = selection.allApps
    ? active
    : new Set([...selection.appIdsInclude, ...membersOf(selection.appGroupsInclude)]);
  const excluded = new Set([...selection.appIdsExclude, ...membersOf(selection.appGroupsExclude)]);
  return [...included].filter((id) => active.has(id) && !excluded.has(id)).sort((a, b) => a - b);
};

/** Loads the members of each group. An archived group has none until it is restored (docs/rules.md#group-archive). */
export const loadGroupMembers = async (
  manager: EntityManager,
  { userId, groupIds, active }: { userId: number; groupIds: readonly number[]; active: ReadonlySet<number> },
): Promise<Map<number, ReadonlySet<number>>> => {
  if (groupIds.length === 0) return new Map();
  const groups = await manager.findBy(AppGroup, { id: In([...groupIds]), userId, archived: false });
  const explicit = groups.filter((group) => !group.allApps).map((group) => group.id);
  const rows = explicit.length === 0 ? [] : await manager.findBy(AppGroupMember, { groupId: In(explicit) });
  const members = new Map<number, Set<number>>(explicit.map((id) => [id, new Set()]));
  for (const { groupId, appId } of rows) members.get(groupId)?.add(appId);
  const everything = groups.filter((group) => group.allApps).map((group) => [group.id, active] as const);
  return new Map([...members, ...everything]);
};
