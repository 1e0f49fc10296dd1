import type { EntityManager } from 'typeorm';
import { SETTINGS } from '../../audience/filters/index.js';
import { toAppSelection } from '../../catalogue/app-selection.js';
import { resolveApps } from '../../catalogue/resolve-apps.js';
import { groupBy } from '../../collections.js';
import { clip } from '../../text/characters.js';
import { Violations } from '../rules/violations.js';
import type { AudienceFilters } from './scheduler-input.js';

/**
 * The rules that need the database (docs/rules.md#named-things): whatever a list names must exist and be the caller's,
 * and an application must remain. @throws BAD_USER_INPUT naming the first violation.
 */
export const checkReferences = async (
  manager: EntityManager,
  userId: number,
  input: AudienceFilters,
): Promise<void> => {
  const violations = new Violations();
  for (const [reference, naming] of LISTS_BY_REFERENCE) {
    const fields = naming.map(({ field }) => field);
    const entries = [...new Set(fields.flatMap((field) => (input.filters[field] ?? []).map(String)))];
    const known = entries.length === 0 ? new Set<string>() : await reference.findKnown(manager, userId, entries);
    for (const field of fields) {
      const list = (input.filters[field] ?? []).map(String);
      const index = list.findIndex((entry) => !known.has(entry));
      const unknown = list[index];
      if (unknown === undefined) continue;
      const hint = (await reference.suggest?.(manager, userId, unknown)) ?? '';
      const message = `\`${field}\` names the ${reference.noun} ${clip(unknown, 64)}, which does not exist.${hint}`;
      violations.add(`${field}[${index}]`, message, 'NOT_FOUND');
    }
  }
  violations.throwIfAny();
  for (const { checkTogether } of SETTINGS) {
    const broken = await checkTogether?.({ userId, lists: toTexts(input.filters) }, manager);
    if (broken) violations.add(broken.field, broken.message, 'TOO_LARGE');
  }
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

const toTexts = (lists: AudienceFilters['filters']): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Object.entries(lists).flatMap(([name, list]) => (list?.length ? [[name, list.map(String)]] : [])));

const NAMING_LISTS = SETTINGS.flatMap(({ lists }) => lists).flatMap(({ name, entries: { names } }) =>
  names ? [{ field: name, reference: names }] : [],
);

/** Looks up each name once, even if several lists contain it. */
const LISTS_BY_REFERENCE = groupBy(NAMING_LISTS, ({ reference }) => reference);
