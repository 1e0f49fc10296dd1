import type { Scheduler } from '../../entities/scheduler.js';
import type { GraphContext } from '../context.js';
import type { SchedulerOrderInput } from '../inputs/scheduler-order-input.js';
import { SchedulerWhereInput } from '../inputs/scheduler-where-input.js';
import type { schedulerListing } from '../listings/scheduler-listing.js';
import type { Connection } from '../paging/connection.js';
import type { Condition } from '../paging/listing.js';
import type { PageArgs } from '../paging/page-args.js';
import { toPageRequest } from '../paging/to-page-request.js';

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
  const request = toPageRequest(listing, {
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
