import type { Static, TSchema } from 'typebox';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { badInput } from '../../errors.js';
import type { TimingInput } from '../../services/schedulers/scheduler-input.js';
import type { SchedulerListQuery as ListQuery } from '../../services/schedulers/scheduler-listing.js';
import { IdAnswer } from '../common-schemas.js';
import { resourceRoutes } from '../resource-routes.js';
import type { RestRoute } from '../rest-route.js';
import { itemAnswer, singleAnswer } from './scheduler-answers.js';
import { toItemAnswer, toSchedulerInput, toSingleAnswer } from './scheduler-mapping.js';
import { type CommonBody, SchedulerListQuery } from './scheduler-schemas.js';

/** The parts that differ between the kinds of schedulers. */
export interface SchedulerRoutesOptions<Body extends TSchema> {
  readonly kind: SchedulerKind;
  /** Its name in REST paths. */
  readonly path: string;
  /** Its name in summaries, with an article. */
  readonly noun: string;
  /** Its name in operation ids and schemas. */
  readonly title: string;
  readonly body: Body;
  /** The schema of the kind's own fields in answers. */
  readonly timing: { readonly properties: Record<string, TSchema> };
  readonly toTimingInput: (body: Static<Body>) => TimingInput;
}

/** The seven operations of one kind of scheduler. */
export const schedulerRoutes = <Body extends TSchema>({
  kind,
  path,
  noun,
  title,
  body,
  timing,
  toTimingInput,
}: SchedulerRoutesOptions<Body>): readonly RestRoute[] => {
  const toInput = (given: Static<Body>) => toSchedulerInput(given as CommonBody, toTimingInput(given));
  return resourceRoutes({
    tag: 'schedulers',
    path: `/sched/${path}`,
    param: 'sched_id',
    noun: 'scheduler',
    title,
    create: {
      summary: `Create ${noun}; it starts inactive`,
      body,
      status: 201,
      run: ({ services, caller }, given) => services.schedulers.create(caller, toInput(given)),
    },
    list: {
      summary: `List ${noun.replace(/^an? /, '')}s`,
      name: 'schedulers',
      query: SchedulerListQuery,
      item: itemAnswer(title, timing),
      run: ({ services, caller }, query, page) =>
        services.schedulerListing.list(caller, { ...toListQuery(query), ...page, kind }),
      toAnswer: toItemAnswer,
    },
    get: {
      summary: `Get ${noun}`,
      answer: singleAnswer(title, timing),
      run: ({ services, caller, id }) => services.schedulers.get(caller, id, kind),
      toAnswer: toSingleAnswer,
    },
    update: {
      summary: `Replace ${noun}; its state and its pushes stay`,
      body,
      answer: IdAnswer,
      run: async ({ services, caller, id }, given) => ({
        id: (await services.schedulers.update(caller, id, toInput(given))).id,
      }),
    },
    delete: {
      summary: `Delete ${noun} with its pushes and their translations`,
      run: ({ services, caller, id }) => services.schedulers.delete(caller, id, kind),
    },
    actions: {
      activate: {
        summary: `Activate ${noun}: it sends from now on`,
        scopes: ['send'],
        run: ({ services, caller, id }) => services.schedulers.activate(caller, id, { kind }),
      },
      deactivate: {
        summary: `Deactivate ${noun}: sending stops`,
        run: ({ services, caller, id }) => services.schedulers.deactivate(caller, id, kind),
      },
    },
  });
};

/** Forms send empty texts for no filter. */
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
