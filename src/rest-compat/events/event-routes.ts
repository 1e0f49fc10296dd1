import { type Static, Type } from 'typebox';
import type { CustomEvent } from '../../entities/custom-event.js';
import { Id, IdAnswer, Name, PageQuery, pageOf, toPageAnswer, toPageRequest } from '../common-schemas.js';
import { parseId } from '../parse-id.js';
import { defineRoute } from '../rest-route.js';

export const EventBody = Type.Object(
  {
    name: Name,
    code: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Letters A to Z, digits and underscores; unique, and no code of a system event.',
      examples: ['first_purchase', 'level_10', 'X'],
    }),
  },
  { title: 'EventInput' },
);

export const EventAnswer = Type.Object(
  {
    id: Id,
    name: Type.String(),
    code: Type.String(),
    status: Type.Integer({ minimum: 0, maximum: 1, description: '0 inactive, 1 active.' }),
    type: Type.Enum(['CUSTOM', 'SYSTEM']),
  },
  { title: 'Event' },
);
export type EventAnswer = Static<typeof EventAnswer>;

const tag = 'events';
const noun = 'custom event';

/** Custom events (docs/rules.md#events). */
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

/** One event, a custom or a system one. */
export const toEventAnswer = ({ id, name, code, status, userId }: CustomEvent): EventAnswer => ({
  id,
  name,
  code,
  status,
  type: userId === null ? 'SYSTEM' : 'CUSTOM',
});
