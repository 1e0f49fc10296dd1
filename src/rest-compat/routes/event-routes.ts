import { toEventAnswer } from '../mapping/to-event-answer.js';
import { toPageAnswer, toPageRequest } from '../mapping/to-page-answer.js';
import { parseId } from '../parse-id.js';
import { defineRoute } from '../rest-route.js';
import { IdAnswer, PageQuery, pageOf } from '../schemas/common-schemas.js';
import { EventAnswer, EventBody } from '../schemas/event-schemas.js';

const tag = 'events';
const noun = 'custom event';

/** Custom events (section 4.8). */
export const EVENT_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/events',
    operationId: 'createEvent',
    tag,
    summary: 'Create a custom event',
    body: EventBody,
    status: 201,
    answer: IdAnswer,
    handle: async ({ services, caller, body }) => {
      const { id } = await services.customEvents.create(caller, body);
      return { id };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    tag,
    summary: 'List custom and system events',
    query: PageQuery,
    status: 200,
    answer: pageOf('events', EventAnswer),
    handle: async ({ services, caller, query }) => {
      const page = toPageRequest(query);
      const listed = await services.customEvents.list(caller, page);
      return toPageAnswer('events', { listed, page, toAnswer: toEventAnswer });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/events/:id',
    operationId: 'getEvent',
    tag,
    summary: 'Get a custom event',
    status: 200,
    answer: EventAnswer,
    handle: async ({ services, caller, params }) =>
      toEventAnswer(await services.customEvents.get(caller, parseId(params.id, noun))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/events/:id',
    operationId: 'updateEvent',
    tag,
    summary: 'Update name and code of a custom event',
    body: EventBody,
    status: 200,
    answer: EventAnswer,
    handle: async ({ services, caller, params, body }) =>
      toEventAnswer(await services.customEvents.update(caller, parseId(params.id, noun), body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/events/:id',
    operationId: 'deleteEvent',
    tag,
    summary: 'Delete a custom event',
    status: 204,
    handle: ({ services, caller, params }) => services.customEvents.delete(caller, parseId(params.id, noun)),
  }),
  defineRoute({
    method: 'POST',
    path: '/events/:id/activate',
    operationId: 'activateEvent',
    tag,
    summary: 'Activate a custom event',
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.customEvents.activate(caller, parseId(params.id, noun));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/events/:id/deactivate',
    operationId: 'deactivateEvent',
    tag,
    summary: 'Deactivate a custom event; it is no longer recorded',
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.customEvents.deactivate(caller, parseId(params.id, noun));
    },
  }),
];
