import type { Static, TSchema } from 'typebox';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { badInput } from '../../errors.js';
import type { TimingInput } from '../../services/schedulers/scheduler-input.js';
import type { SchedulerListQuery as ListQuery } from '../../services/schedulers/scheduler-listing.js';
import { IdAnswer, pageOf, toPageAnswer, toPageRequest } from '../common-schemas.js';
import { parseId } from '../parse-id.js';
import { defineRoute, type RestRoute } from '../rest-route.js';
import { itemAnswer, singleAnswer } from './scheduler-answers.js';
import { toItemAnswer, toSchedulerInput, toSingleAnswer } from './scheduler-mapping.js';
import { type CommonBody, SchedulerListQuery } from './scheduler-schemas.js';

/** What one kind of scheduler has of its own. */
export interface SchedulerRoutesOptions<Body extends TSchema> {
  readonly kind: SchedulerKind;
  /** As REST calls it. */
  readonly path: string;
  /** As people call it, for summaries. */
  readonly noun: string;
  /** As programs call it: in operation ids and names of schemas. */
  readonly title: string;
  readonly body: Body;
  /** The schema of the kind's own fields in answers. */
  readonly timing: { readonly properties: Record<string, TSchema> };
  readonly toTimingInput: (body: Static<Body>) => TimingInput;
}

const tag = 'schedulers';

/** The seven operations that every kind of scheduler has. */
export const schedulerRoutes = <Body extends TSchema>(options: SchedulerRoutesOptions<Body>): readonly RestRoute[] => [
  ...writingRoutes(options),
  ...readingRoutes(options),
  ...stateRoutes(options),
];

const writingRoutes = <Body extends TSchema>({
  path,
  noun,
  title,
  body,
  toTimingInput,
}: SchedulerRoutesOptions<Body>) => {
  const toInput = (given: Static<Body>) => toSchedulerInput(given as CommonBody, toTimingInput(given));
  return [
    defineRoute({
      method: 'POST',
      path: `/sched/${path}`,
      operationId: `create${title}`,
      tag,
      summary: `Create ${noun}; it starts inactive`,
      body,
      status: 201,
      answer: IdAnswer,
      handle: async (request) => {
        const { id } = await request.services.schedulers.create(request.caller, toInput(request.body));
        return { id };
      },
    }),
    defineRoute({
      method: 'PUT',
      path: `/sched/${path}/:sched_id`,
      operationId: `update${title}`,
      tag,
      summary: `Replace ${noun}; its state and its pushes stay`,
      body,
      status: 200,
      answer: IdAnswer,
      handle: async ({ services, caller, params, body: given }) => {
        const { id } = await services.schedulers.update(caller, readId(params), toInput(given));
        return { id };
      },
    }),
  ];
};

const readingRoutes = <Body extends TSchema>({ kind, path, noun, title, timing }: SchedulerRoutesOptions<Body>) => [
  defineRoute({
    method: 'GET',
    path: `/sched/${path}/:sched_id`,
    operationId: `get${title}`,
    tag,
    summary: `Get ${noun}`,
    status: 200,
    answer: singleAnswer(title, timing),
    handle: async ({ services, caller, params }) => {
      return toSingleAnswer(await services.schedulers.get(caller, readId(params), kind));
    },
  }),
  defineRoute({
    method: 'GET',
    path: `/sched/${path}`,
    operationId: `list${title}s`,
    tag,
    summary: `List ${noun.replace(/^an? /, '')}s`,
    query: SchedulerListQuery,
    status: 200,
    answer: pageOf('schedulers', itemAnswer(title, timing)),
    handle: async ({ services, caller, query }) => {
      const page = toPageRequest(query);
      const listed = await services.schedulerListing.list(caller, { ...toListQuery(query), ...page, kind });
      return toPageAnswer('schedulers', { listed, page, toAnswer: toItemAnswer });
    },
  }),
];

const stateRoutes = <Body extends TSchema>({ kind, path, noun, title }: SchedulerRoutesOptions<Body>) => [
  defineRoute({
    method: 'DELETE',
    path: `/sched/${path}/:sched_id`,
    operationId: `delete${title}`,
    tag,
    summary: `Delete ${noun} with its pushes and their translations`,
    status: 204,
    handle: ({ services, caller, params }) => services.schedulers.delete(caller, readId(params), kind),
  }),
  defineRoute({
    method: 'POST',
    path: `/sched/${path}/:sched_id/activate`,
    operationId: `activate${title}`,
    tag,
    summary: `Activate ${noun}: it sends from now on`,
    scopes: ['send'],
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.schedulers.activate(caller, readId(params), { kind });
    },
  }),
  defineRoute({
    method: 'POST',
    path: `/sched/${path}/:sched_id/deactivate`,
    operationId: `deactivate${title}`,
    tag,
    summary: `Deactivate ${noun}: sending stops`,
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.schedulers.deactivate(caller, readId(params), kind);
    },
  }),
];

const readId = (params: Readonly<Record<string, string>>): number => parseId(params.sched_id, 'scheduler');

/** Empty texts are what forms send for no filter. */
const toListQuery = (query: SchedulerListQuery): Omit<ListQuery, 'kind' | 'page' | 'perPage'> => ({
  archived: query.archived ?? false,
  name: query.name || null,
  appId: query.app_id ? readAppId(query.app_id) : null,
  country: query.country || null,
  language: query.language || null,
  sortBy: query.sort_by ?? 'id',
  sortDir: query.sort_dir ?? 'asc',
});

const readAppId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw badInput('app_id', '`app_id` must be the id of an application.');
};
