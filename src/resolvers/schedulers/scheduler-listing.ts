import { ID } from 'type-graphql';
import type { FilterField } from '../../audience/filters/index.js';
import { Scheduler, STORED_KINDS } from '../../entities/scheduler.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_CHANGE, BY_CREATION, BY_ID } from '../../schema/paging/list-inputs.js';
import { type Condition, contains, number, text } from '../../schema/paging/listing.js';
import { flag, type WhereField } from '../../schema/paging/where-fields.js';
import { CountryCodeScalar, LanguageTagScalar } from '../../schema/scalars/scalars.js';
import { schedulersSaying } from '../../services/pushes/text-search.js';
import { byApp, byCountry, byEachApp } from '../../services/schedulers/scheduler-conditions.js';
import { inState, type SchedulerStateName } from '../../services/schedulers/scheduler-state.js';
import { kindIn, SchedulerStateEnum } from './scheduler-enums.js';
import { SchedulerType } from './scheduler-types.js';

/** Wraps a condition over `scheduler s`, as REST uses it. @param id the column of `t` that names the scheduler */
const reaching = (condition: Condition, userId: number, id: string): Condition => ({
  sql: `t.${id} IN (SELECT s.id FROM scheduler s WHERE s.user_id = ? AND (${condition.sql}))`,
  parameters: [userId, ...condition.parameters],
});

/** An id that is not an application's matches no scheduler. @param column names the scheduler */
export const sendingTo = (column: string, description: string): WhereField<string> => ({
  type: () => ID,
  description,
  toCondition: (globalId, { caller: { userId } }) =>
    reaching(byApp(userId, databaseIdOf('App', globalId) ?? 0), userId, column),
});

export const schedulerListing = defineListing({
  name: 'scheduler',
  noun: 'Scheduler',
  plural: 'schedulers',
  type: () => SchedulerType,
  entity: Scheduler,
  table: 'scheduler',
  ownerColumn: 'user_id',
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    NAME: { by: [text('name_folded')], description: 'Name, ignoring case.' },
    ACTIVE: { by: [number('active')], description: 'Inactive schedulers before active ones.' },
    CREATED_AT: BY_CREATION,
    UPDATED_AT: BY_CHANGE,
  },
  where: {
    language: {
      type: () => LanguageTagScalar,
      description: 'Schedulers that reach devices with this language. One for `pt` also reaches `pt-BR`.',
      toCondition: async (language: string, { loaders, caller: { userId } }) =>
        reaching(await loaders.languageConditions.load(language), userId, 'id'),
    },
    appId: sendingTo('id', 'Schedulers that currently send to this application.'),
    country: {
      type: () => CountryCodeScalar,
      description: 'Schedulers that reach this country.',
      toCondition: (country: string, { caller: { userId } }) =>
        country === '' ? null : reaching(byCountry(country.toUpperCase()), userId, 'id'),
    },
    kind: kindIn('Schedulers of any of these kinds.'),
    active: flag('active', 'True: only active schedulers. False: only the others.'),
    archived: flag('archived', 'True: only archived schedulers. False: only the others.'),
    nameContains: {
      type: () => String,
      description: 'Part of the name, in either case.',
      toCondition: (part: string) => contains('name_folded', part.toLowerCase()),
    },
    status: {
      type: () => [SchedulerStateEnum],
      description: 'Schedulers that are now in any of these states.',
      toCondition: async (states: SchedulerStateName[], { loaders, caller: { userId } }) =>
        inState(states, await loaders.reachableApps.load(userId)),
    },
    search: {
      type: () => String,
      description:
        'Part of the name of the scheduler or of one of its pushes, or of a title or text of these, in either case; up to 100 characters.',
      toCondition: (part: string) => (part === '' ? null : schedulersSaying(part)),
    },
  },
  slowWhere: ['status', 'search'],
});

const using = (name: string, table: string) => ({ ...schedulerListing.listing, name, table: `(${table})` });

const hasEntry = (fields: readonly FilterField[], value: string | null): string =>
  `EXISTS (SELECT 1 FROM scheduler_filter f WHERE f.scheduler_id = s.id
     AND f.field IN (${fields.map((field) => `'${field}'`).join(', ')}) ${value === null ? '' : `AND f.value = ${value}`})`;

/** Schedulers with the application groups that they name, by `app_group_id`. */
export const appGroupUses = using(
  'schedulerOfAppGroup',
  `SELECT s.*, g.id AS app_group_id FROM app_group g JOIN scheduler s ON s.user_id = g.user_id
   WHERE ${hasEntry(['app_groups_include', 'app_groups_exclude'], 'CAST(g.id AS CHAR)')}`,
);

/** Schedulers with the tag groups that they name, by `audience_group_id`. */
export const tagGroupUses = using(
  'schedulerOfTagGroup',
  `SELECT s.*, g.id AS audience_group_id FROM audience_group g JOIN scheduler s ON s.user_id = g.user_id
   WHERE ${hasEntry(['audience_groups_include', 'audience_groups_exclude'], 'CAST(g.id AS CHAR)')}`,
);

/** Schedulers with the segments that they name, by `segment_id`. */
export const segmentUses = using(
  'schedulerOfSegment',
  `SELECT s.*, g.id AS segment_id FROM segment g JOIN scheduler s ON s.user_id = g.user_id
   WHERE ${hasEntry(['segments_include', 'segments_exclude'], 'CAST(g.id AS CHAR)')}`,
);

/** Schedulers with the events that they name, by `event_id`. Built-in events have schedulers of every user. */
export const eventUses = using(
  'schedulerOfEvent',
  `SELECT s.*, e.id AS event_id FROM custom_event e JOIN scheduler s ON s.user_id = e.user_id OR e.user_id IS NULL
   WHERE ${hasEntry(['event_include', 'event_exclude'], 'e.code')}`,
);

/**
 * Auto-push schedulers with the events that start them, by `event_id`. A scheduler that includes no event listens to
 * `install` (docs/rules.md#event-filters).
 */
export const eventListeners = using(
  'listenerOfEvent',
  `SELECT s.*, e.id AS event_id FROM custom_event e JOIN scheduler s ON s.user_id = e.user_id OR e.user_id IS NULL
   WHERE s.kind = '${STORED_KINDS['auto-push']}' AND (${hasEntry(['event_include'], 'e.code')} OR (e.user_id IS NULL
     AND e.code = 'install' AND NOT ${hasEntry(['event_include'], null)}))`,
);

/** Schedulers with the applications that they currently send to, by `app_id`. */
export const appUses = using(
  'schedulerOfApp',
  `SELECT s.*, a.id AS app_id FROM app a JOIN scheduler s ON s.user_id = a.user_id WHERE ${byEachApp()}`,
);
