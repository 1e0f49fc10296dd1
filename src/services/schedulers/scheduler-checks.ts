import { type EntityManager, In, IsNull } from 'typeorm';
import { toAppSelection, toIds } from '../../catalogue/app-selection.js';
import { resolveApps } from '../../catalogue/resolve-apps.js';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import { CustomEvent } from '../../entities/custom-event.js';
import type { FilterField } from '../../entities/scheduler-filter.js';
import { TagGroup } from '../../entities/tag-group.js';
import { clip } from '../../text/characters.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { Violations } from '../rules/violations.js';
import type { AudienceFilters } from './scheduler-input.js';

/**
 * The rules that need the database (docs/rules.md#named-things): what a list names must exist and be the caller's, and
 * some application must be left. @throws BAD_USER_INPUT that names the first one that does not.
 */
export const checkReferences = async (
  manager: EntityManager,
  userId: number,
  input: AudienceFilters,
): Promise<void> => {
  const violations = new Violations();
  for (const { fields, table, noun } of ID_LISTS) {
    const ids = [...new Set(fields.flatMap((field) => toIds(input.filters[field])))];
    const known =
      ids.length === 0 ? [] : await manager.find(table, { select: { id: true }, where: { id: In(ids), userId } });
    const knownIds = new Set(known.map((row) => row.id));
    for (const field of fields) {
      findUnknown(violations, { field, noun, list: toIds(input.filters[field]), isKnown: (id) => knownIds.has(id) });
    }
  }
  await checkEventCodes(manager, userId, { violations, input });
  violations.throwIfAny();
  const apps = await resolveApps(manager, userId, toAppSelection(input.allApps, input.filters));
  violations.check(
    apps.length > 0,
    input.allApps ? 'all_apps' : 'app_ids_include',
    'The filters leave no application to send to; include at least one that is not archived.',
    'NO_APPS',
  );
  violations.throwIfAny();
};

const ID_LISTS = [
  { fields: ['app_ids_include', 'app_ids_exclude'], table: App, noun: 'application' },
  { fields: ['app_groups_include', 'app_groups_exclude'], table: AppGroup, noun: 'application group' },
  { fields: ['audience_groups_include', 'audience_groups_exclude'], table: TagGroup, noun: 'audience group' },
] as const satisfies readonly { fields: readonly FilterField[]; table: unknown; noun: string }[];

const EVENT_LISTS = ['event_include', 'event_exclude'] as const;

const checkEventCodes = async (
  manager: EntityManager,
  userId: number,
  { violations, input }: { violations: Violations; input: AudienceFilters },
): Promise<void> => {
  const codes = [...new Set(EVENT_LISTS.flatMap((field) => (input.filters[field] ?? []).map(String)))];
  if (codes.length === 0) return;
  // What cannot be a code is not looked up: MySQL does not compare letters beyond ASCII with the column of codes.
  const possible = codes.filter((code) => /^\w{1,64}$/.test(code));
  const where = [
    { code: In(possible), userId },
    { code: In(possible), userId: IsNull() },
  ];
  const known = new Set((await manager.find(CustomEvent, { where })).map((event) => event.code));
  for (const field of EVENT_LISTS) {
    const list = (input.filters[field] ?? []).map(String);
    const unknown = list.find((code) => !known.has(code));
    const hint = unknown === undefined ? '' : didYouMean(unknown, await someCodes(manager, userId));
    findUnknown(violations, { field, noun: 'event code', list, isKnown: (code) => known.has(code), hint });
  }
};

/** As many as a typo may cost to compare with. */
const someCodes = async (manager: EntityManager, userId: number): Promise<string[]> => {
  const where = [{ userId }, { userId: IsNull() }];
  const events = await manager.find(CustomEvent, { select: { code: true }, where, order: { id: 'DESC' }, take: 500 });
  return events.map((event) => event.code);
};

interface Listed<T> {
  readonly field: FilterField;
  readonly noun: string;
  readonly list: readonly T[];
  readonly hint?: string;
  isKnown(entry: T): boolean;
}

const findUnknown = <T extends string | number>(
  violations: Violations,
  { field, noun, list, isKnown, hint = '' }: Listed<T>,
): void => {
  const index = list.findIndex((entry) => !isKnown(entry));
  if (index < 0) return;
  const message = `\`${field}\` names the ${noun} ${clip(String(list[index]), 64)}, which does not exist.${hint}`;
  violations.add(`${field}[${index}]`, message, 'NOT_FOUND');
};
