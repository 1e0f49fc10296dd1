import { type Static, Type } from 'typebox';
import type { CustomEvent } from '../../entities/custom-event.js';
import { Id, Name, PageQuery } from '../common-schemas.js';
import { resourceRoutes } from '../resource-routes.js';

export const EventBody = Type.Object(
  {
    name: Name,
    code: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Letters A to Z, digits and underscores. Unique among your events and the system events.',
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

export const toEventAnswer = ({ id, name, code, status, userId }: CustomEvent): EventAnswer => ({
  id,
  name,
  code,
  status,
  type: userId === null ? 'SYSTEM' : 'CUSTOM',
});

/** Custom events (docs/rules.md#events). */
export const EVENT_ROUTES = resourceRoutes({
  tag: 'events',
  path: '/events',
  param: 'id',
  noun: 'custom event',
  title: 'Event',
  create: {
    summary: 'Create a custom event',
    body: EventBody,
    status: 201,
    run: ({ services, caller }, body) => services.customEvents.create(caller, body),
  },
  list: {
    summary: 'List custom and system events',
    name: 'events',
    query: PageQuery,
    item: EventAnswer,
    run: ({ services, caller }, _query, page) => services.customEvents.list(caller, page),
    toAnswer: toEventAnswer,
  },
  get: {
    summary: 'Get a custom event',
    answer: EventAnswer,
    run: ({ services, caller, id }) => services.customEvents.get(caller, id),
    toAnswer: toEventAnswer,
  },
  update: {
    summary: 'Update the name and the code of a custom event',
    body: EventBody,
    answer: EventAnswer,
    run: async ({ services, caller, id }, body) => toEventAnswer(await services.customEvents.update(caller, id, body)),
  },
  delete: {
    summary: 'Delete a custom event',
    run: ({ services, caller, id }) => services.customEvents.delete(caller, id),
  },
  actions: {
    activate: {
      summary: 'Activate a custom event',
      run: ({ services, caller, id }) => services.customEvents.activate(caller, id),
    },
    deactivate: {
      summary: 'Deactivate a custom event, so that it is no longer recorded',
      run: ({ services, caller, id }) => services.customEvents.deactivate(caller, id),
    },
  },
});
