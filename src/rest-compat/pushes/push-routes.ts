import { parseId } from '../parse-id.js';
import { defineRoute } from '../rest-route.js';
import { toPushAnswer, toPushInput } from './push-mapping.js';
import { PushAnswer, PushBody, PushCreatedAnswer } from './push-schemas.js';

const tag = 'pushes';
const noun = 'push';

/** Pushes (docs/rules.md#pushes). */
export const PUSH_ROUTES = [
  defineRoute({
    method: 'POST',
    path: '/pushes',
    operationId: 'createPush',
    tag,
    summary: 'Create a push with its translations',
    body: PushBody,
    status: 201,
    answer: PushCreatedAnswer,
    handle: async ({ services, caller, body }) => {
      const { id, translations } = await services.pushes.create(caller, toPushInput(body));
      return { id, translations: Object.fromEntries(translations.map((item) => [item.language, item.id])) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/pushes/:push_id',
    operationId: 'getPush',
    tag,
    summary: 'Get a push',
    status: 200,
    answer: PushAnswer,
    handle: async ({ services, caller, params }) =>
      toPushAnswer(await services.pushListing.get(caller, parseId(params.push_id, noun))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/pushes/:push_id',
    operationId: 'updatePush',
    tag,
    summary: 'Replace a push and all its translations',
    body: PushBody,
    status: 204,
    handle: async ({ services, caller, params, body }) => {
      await services.pushes.update(caller, parseId(params.push_id, noun), toPushInput(body));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/pushes/:push_id',
    operationId: 'deletePush',
    tag,
    summary: 'Delete a push and its translations',
    status: 204,
    handle: ({ services, caller, params }) => services.pushes.delete(caller, parseId(params.push_id, noun)),
  }),
  defineRoute({
    method: 'POST',
    path: '/pushes/:push_id/activate',
    operationId: 'activatePush',
    tag,
    summary: 'Activate a push',
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.pushes.activate(caller, parseId(params.push_id, noun));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/pushes/:push_id/deactivate',
    operationId: 'deactivatePush',
    tag,
    summary: 'Deactivate a push; it stays bound and is not sent',
    status: 204,
    handle: async ({ services, caller, params }) => {
      await services.pushes.deactivate(caller, parseId(params.push_id, noun));
    },
  }),
];
