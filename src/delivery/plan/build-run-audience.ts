import { type EntityManager, In, IsNull } from 'typeorm';
import { toAppSelection, toIds } from '../../catalogue/app-selection.js';
import { resolveApps } from '../../catalogue/resolve-apps.js';
import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { CustomEvent } from '../../entities/custom-event.js';
import type { RunAudience } from '../../entities/run-snapshot.js';
import { TagGroup } from '../../entities/tag-group.js';
import { canonicalCountry } from '../../text/country.js';
import { canonicalLanguage } from '../../text/language.js';

type Filtered = Pick<SchedulerRecord, 'scheduler' | 'filters'>;

/** A scheduler's filters as they are now: what a run keeps, so that later changes do not touch it. */
export const buildRunAudience = async (manager: EntityManager, record: Filtered): Promise<RunAudience> => {
  const { scheduler, filters } = record;
  const { userId } = scheduler;
  return {
    appIds: await resolveApps(manager, userId, toAppSelection(scheduler.allApps, filters)),
    countries: {
      include: orNull(filters.countries_include, canonicalCountry),
      exclude: map(filters.countries_exclude, canonicalCountry),
    },
    languages: {
      include: orNull(filters.languages_include, canonicalLanguage),
      exclude: map(filters.languages_exclude, canonicalLanguage),
    },
    tags: await buildTags(manager, record),
    events: {
      include: await includedEvents(manager, userId, filters.event_include ?? []),
      exclude: await eventIds(manager, userId, filters.event_exclude ?? []),
    },
    externalIds: filters.external_ids ?? null,
  };
};

type Canonical = (value: string) => string | null;

const map = (values: readonly string[] | undefined, canonical: Canonical): string[] =>
  (values ?? []).flatMap((value) => canonical(value) ?? []);

const orNull = (values: readonly string[] | undefined, canonical: Canonical): string[] | null =>
  values ? map(values, canonical) : null;

const buildTags = async (manager: EntityManager, { scheduler, filters }: Filtered): Promise<RunAudience['tags']> => {
  const groupTags = await loadGroupTags(manager, scheduler.userId, [
    ...toIds(filters.audience_groups_include),
    ...toIds(filters.audience_groups_exclude),
  ]);
  const tagsOf = (ids: readonly number[]): string[] => ids.flatMap((id) => groupTags.get(id) ?? []);
  const included = [...(filters.audiences_include ?? []), ...tagsOf(toIds(filters.audience_groups_include))];
  const filtered = filters.audiences_include !== undefined || filters.audience_groups_include !== undefined;
  return {
    anyTag: scheduler.allAudiences,
    include: filtered ? [...new Set(included)] : null,
    exclude: [...new Set([...(filters.audiences_exclude ?? []), ...tagsOf(toIds(filters.audience_groups_exclude))])],
  };
};

const loadGroupTags = async (
  manager: EntityManager,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, string[]>> => {
  if (ids.length === 0) return new Map();
  const groups = await manager.findBy(TagGroup, { id: In([...ids]), userId });
  return new Map(groups.map((group) => [group.id, group.tags]));
};

/**
 * null, no filter, when nothing or `install` is asked for: every device was installed (docs/rules.md#event-filters).
 */
const includedEvents = async (
  manager: EntityManager,
  userId: number,
  codes: readonly string[],
): Promise<number[] | null> =>
  codes.length === 0 || codes.includes('install') ? null : eventIds(manager, userId, codes);

const eventIds = async (manager: EntityManager, userId: number, codes: readonly string[]): Promise<number[]> => {
  if (codes.length === 0) return [];
  const where = [
    { code: In([...codes]), userId },
    { code: In([...codes]), userId: IsNull() },
  ];
  return (await manager.findBy(CustomEvent, where)).map((event) => event.id);
};
