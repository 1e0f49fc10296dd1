import { toPageAnswer, toPageRequest } from '../common-schemas.js';
import { parseId } from '../parse-id.js';
import { defineRoute, type RestRequest } from '../rest-route.js';
import { readSegment } from '../schedulers/scheduler-kinds.js';
import { toPushAnswer } from './push-mapping.js';
import { BindBody, PushListAnswer, PushListQuery } from './push-schemas.js';

const tag = 'pushes';
const DEFAULT_LIMIT = 20;

/** The pushes of schedulers (docs/rules.md#binding). */
export const BINDING_ROUTES = [
  defineRoute({
    method: 'PUT',
    path: '/sched/:sched_type/:sched_id/pushes',
    operationId: 'bindPushes',
    tag,
    summary: 'Bind pushes to a scheduler, replacing the current ones',
    body: BindBody,
    status: 204,
    handle: ({ services, caller, params, body }) => {
      const kind = readSegment(params.sched_type);
      const schedulerId = parseId(params.sched_id, 'scheduler');
      return services.bindings.bind(caller, { schedulerId, kind, pushIds: body.push_ids });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/pushlist/:sched_id/:sched_type',
    operationId: 'listSchedulerPushes',
    tag,
    summary: 'List the pushes of a scheduler, by page or by cursor',
    query: PushListQuery,
    status: 200,
    answer: PushListAnswer,
    handle: (request) => (isCursorStyle(request.query) ? listAfter(request) : listPage(request)),
  }),
];

type ListRequest = RestRequest<PushListQuery, unknown>;

/** Parameters of both styles mean page style (docs/rules.md#cursors). */
const isCursorStyle = ({ page, per_page, after_cursor, limit }: PushListQuery): boolean =>
  page === undefined && per_page === undefined && (after_cursor !== undefined || limit !== undefined);

const listPage = async ({ services, caller, params, query }: ListRequest) => {
  const page = toPageRequest(query);
  const listed = await services.pushListing.listPage(caller, { ...readScheduler(params), ...toFilter(query), ...page });
  return toPageAnswer('pushes', { listed, page, toAnswer: toPushAnswer });
};

const listAfter = async ({ services, caller, params, query }: ListRequest) => {
  const { items, nextCursor } = await services.pushListing.listAfter(caller, {
    ...readScheduler(params),
    ...toFilter(query),
    // The first request of a client may contain an empty cursor.
    cursor: query.after_cursor || null,
    limit: query.limit ?? DEFAULT_LIMIT,
  });
  return { pushes: items.map(toPushAnswer), next_cursor: nextCursor, has_more: nextCursor !== null };
};

const readScheduler = (params: ListRequest['params']) => ({
  kind: readSegment(params.sched_type),
  schedulerId: parseId(params.sched_id, 'scheduler'),
});

const toFilter = ({ archived }: PushListQuery) => ({ archived: archived ?? null });
