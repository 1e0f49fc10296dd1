import { resourceRoutes } from '../resource-routes.js';
import { toPushAnswer, toPushInput } from './push-mapping.js';
import { PushAnswer, PushBody, PushCreatedAnswer } from './push-schemas.js';

/** Pushes (docs/rules.md#pushes). `binding-routes.ts` lists them by scheduler. */
export const PUSH_ROUTES = resourceRoutes({
  tag: 'pushes',
  path: '/pushes',
  param: 'push_id',
  noun: 'push',
  title: 'Push',
  create: {
    summary: 'Create a push with its translations',
    body: PushBody,
    status: 201,
    answer: PushCreatedAnswer,
    run: async ({ services, caller }, body) => {
      const { id, translations } = await services.pushes.create(caller, toPushInput(body));
      return { id, translations: Object.fromEntries(translations.map((item) => [item.language, item.id])) };
    },
  },
  get: {
    summary: 'Get a push',
    answer: PushAnswer,
    run: ({ services, caller, id }) => services.pushListing.get(caller, id),
    toAnswer: toPushAnswer,
  },
  update: {
    summary: 'Replace a push and all its translations',
    body: PushBody,
    run: ({ services, caller, id }, body) => services.pushes.updateRestFields(caller, id, toPushInput(body)),
  },
  delete: {
    summary: 'Delete a push and its translations',
    run: ({ services, caller, id }) => services.pushes.delete(caller, id),
  },
  actions: {
    activate: {
      summary: 'Activate a push',
      run: ({ services, caller, id }) => services.pushes.activate(caller, id),
    },
    deactivate: {
      summary: 'Deactivate a push: it stays bound but is not sent',
      run: ({ services, caller, id }) => services.pushes.deactivate(caller, id),
    },
  },
});
