import { APP_CREDENTIALS_ROUTES } from './app-credentials-routes.js';
import { APP_GROUP_ROUTES } from './app-group-routes.js';
import { APP_ROUTES } from './app-routes.js';
import { BINDING_ROUTES } from './binding-routes.js';
import { EVENT_ROUTES } from './event-routes.js';
import { PUSH_ROUTES } from './push-routes.js';
import { SCHEDULER_ROUTES } from './scheduler-kinds.js';

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
