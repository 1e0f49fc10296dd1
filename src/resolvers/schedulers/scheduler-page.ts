import type { FilterField } from '../../audience/filters/index.js';
import { type Scheduler, STORED_KINDS } from '../../entities/scheduler.js';
import type { GraphContext } from '../../schema/context.js';
import type { Connection } from '../../schema/paging/connection.js';
import type { Condition } from '../../schema/paging/listing.js';
import { type PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { byEachApp } from '../../services/schedulers/scheduler-conditions.js';
import { isScan, type SchedulerOrderInput, SchedulerWhereInput, schedulerListing } from './scheduler-listing.js';

type SchedulerListing = typeof schedulerListing;

const using = (name: string, table: string): SchedulerListing => ({ ...schedulerListing, name, table: `(${table})` });

const hasEntry = (fields: readonly FilterField[], value: string | null): string =>
  `EXISTS (SELECT 1 FROM scheduler_filter f WHERE f.scheduler_id = s.id
     AND f.field IN (${fields.map((field) => `'${field}'`).join(', ')}) ${value === null ? '' : `AND f.value = ${value}`})`;

/** Schedulers that name application groups, by `app_group_id`. */
export const appGroupUseListing = using(
  'schedulerOfAppGroup',
  `SELECT s.*, g.id AS app_group_id FROM app_group g JOIN scheduler s ON s.user_id = g.user_id
   WHERE ${hasEntry(['app_groups_include', 'app_groups_exclude'], 'CAST(g.id AS CHAR)')}`,
);

/** Schedulers that name tag groups, by `audience_group_id`. */
export const tagGroupUseListing = using(
  'schedulerOfTagGroup',
  `SELECT s.*, g.id AS audience_group_id FROM audience_group g JOIN scheduler s ON s.user_id = g.user_id
   WHERE ${hasEntry(['audience_groups_include', 'audience_groups_exclude'], 'CAST(g.id AS CHAR)')}`,
);

/** Schedulers that name events, by `event_id`. Those of the system belong to everybody: narrow it to one user. */
export const eventUseListing = using(
  'schedulerOfEvent',
  `SELECT s.*, e.id AS event_id FROM custom_event e JOIN scheduler s ON s.user_id = e.user_id OR e.user_id IS NULL
   WHERE ${hasEntry(['event_include', 'event_exclude'], 'e.code')}`,
);

/**
 * Auto-push schedulers that events start, by `event_id`; no included event means `install`
 * (docs/rules.md#event-filters).
 */
export const listenerListing = using(
  'listenerOfEvent',
  `SELECT s.*, e.id AS event_id FROM custom_event e JOIN scheduler s ON s.user_id = e.user_id OR e.user_id IS NULL
   WHERE s.kind = '${STORED_KINDS['auto-push']}' AND (${hasEntry(['event_include'], 'e.code')} OR (e.user_id IS NULL
     AND e.code = 'install' AND NOT ${hasEntry(['event_include'], null)}))`,
);

/** Schedulers that send to applications as things stand, by `app_id`. */
export const appUseListing = using(
  'schedulerOfApp',
  `SELECT s.*, a.id AS app_id FROM app a JOIN scheduler s ON s.user_id = a.user_id WHERE ${byEachApp()}`,
);

export interface SchedulerPage {
  readonly listing: typeof schedulerListing;
  /** The column that says whose schedulers they are. */
  readonly parentColumn: string;
  readonly parentId: number;
  readonly page: PageArgs;
  readonly where: SchedulerWhereInput | null | undefined;
  readonly orderBy: SchedulerOrderInput | null | undefined;
}

/** A page of some of the caller's schedulers. */
export const toSchedulerPage = (context: GraphContext, asked: SchedulerPage): Promise<Connection<Scheduler>> => {
  const { language } = asked.where ?? {};
  // Without a promise more for the usual case.
  if (!language) return loadPage(context, asked, null);
  return context.loaders.languageConditions.load(language).then((byLanguage) => loadPage(context, asked, byLanguage));
};

const loadPage = (
  context: GraphContext,
  { listing, parentColumn, parentId, page, where, orderBy }: SchedulerPage,
  byLanguage: Condition | null,
): Promise<Connection<Scheduler>> => {
  const { userId } = context.caller;
  const own = { sql: 't.user_id = ?', parameters: [userId] };
  const request = toPageRequest(isScan(where) ? { ...listing, isLarge: true } : listing, {
    parentColumn,
    page,
    where: [
      ...(parentColumn === 'user_id' ? [] : [own]),
      ...SchedulerWhereInput.toConditions(where, { userId, byLanguage }),
    ],
    orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
  });
  return context.loaders.pages.load(request, parentId);
};
