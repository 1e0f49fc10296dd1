import { APP_GROUP_ROUTES } from './app-groups/app-group-routes.js';
import { APP_CREDENTIALS_ROUTES } from './apps/app-credentials-routes.js';
import { APP_ROUTES } from './apps/app-routes.js';
import { EVENT_ROUTES } from './events/event-routes.js';
import { BINDING_ROUTES } from './pushes/binding-routes.js';
import { PUSH_ROUTES } from './pushes/push-routes.js';
import { SCHEDULER_ROUTES } from './schedulers/scheduler-kinds.js';

/** Every operation of the REST interface. */
export const REST_ROUTES = [
  ...SCHEDULER_ROUTES,
  ...APP_ROUTES,
  ...APP_CREDENTIALS_ROUTES,
  ...PUSH_ROUTES,
  ...BINDING_ROUTES,
  ...APP_GROUP_ROUTES,
  ...EVENT_ROUTES,
];
