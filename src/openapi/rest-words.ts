import { toCredentialFlags } from '../rest-compat/apps/app-schemas.js';
import type { NamedExample } from './documented-route.js';
import { APP_EXAMPLES, CREDENTIALS_EXAMPLES, SCHEDULER_ANSWERS, SCHEDULER_EXAMPLES } from './rest-examples.js';

interface Words {
  readonly description: string;
  readonly requests?: Readonly<Record<string, NamedExample>>;
  readonly answer?: unknown;
}

const one = (summary: string, value: unknown): { readonly example: NamedExample } => ({ example: { summary, value } });
const pageOf = (name: string, item: unknown) => ({
  [name]: [item],
  pagination: { page: 1, per_page: 20, total_pages: 1, total_count: 1 },
});

const APP = {
  id: 1,
  service_id: '6a2f41a3-c54c-4c8a-9d3e-1f0b7c1d2e3f',
  push_provider: 'webpush',
  name: 'My site',
  link: 'https://shop.example',
  groups: [{ id: 2, name: 'Shops' }],
  ...toCredentialFlags(() => false),
  archived: false,
};
const GROUP = { id: 2, name: 'Shops', all_apps: false, app_ids: '1', archived: false };
const EVENT = { id: 4, name: 'First purchase', code: 'first_purchase', status: 1, type: 'CUSTOM' };
const TRANSLATIONS = [
  { language: 'en', title: 'Sale', text: 'Half price!', link: 'https://shop.example/sale' },
  { language: 'de', title: 'Ausverkauf', text: 'Alles zum halben Preis!', link: 'https://shop.example/de/sale' },
];
const PUSH = {
  id: 1,
  default_lang: 'en',
  status: 1,
  archived: false,
  sched_id: 1,
  sched_type: 'conversion',
  translations: TRANSLATIONS.map((translation) => ({ ...translation, image: null, icon: null })),
};

const APP_WORDS: Record<string, Words> = {
  createApp: {
    description:
      'Creates an application whose devices receive pushes. The provider determines the required credentials; `webpush` needs none, because the service creates its VAPID key. `GET /apps` returns the `service_id` for SDKs.',
    requests: APP_EXAMPLES,
    answer: { id: 1 },
  },
  listApps: {
    description:
      'Lists applications by id, each with its groups. Credentials are never returned, only whether they are complete.',
    answer: pageOf('apps', APP),
  },
  getApp: { description: 'Returns one application, archived or not.', answer: APP },
  updateApp: {
    description: 'Changes the given fields and keeps the others. An empty `link` removes it.',
    requests: one('New name', { name: 'My new site', link: 'https://shop.example' }),
  },
  deleteApp: {
    description:
      'Deletes an application with its devices and removes it from all groups and explicit lists of schedulers. Its runs are kept as history. Irreversible.',
  },
  archiveApp: {
    description:
      'Deactivates all devices of the application and removes it from all groups and explicit lists of schedulers. It can be restored.',
  },
  unarchiveAppOrGroup: {
    description:
      'Restores the application or group with this id: both share one sequence of ids. A restored application does not return to its former groups and schedulers. Its devices become active again as they report.',
  },
  updateAppCredentials: {
    description:
      'Replaces the provider and its credentials. This ends a pause caused by the old credentials, and waiting messages are sent.',
    requests: CREDENTIALS_EXAMPLES,
  },
  getAppVapidKey: {
    description: 'Returns the `applicationServerKey` with which browsers subscribe. 404 for other providers.',
    answer: {
      vapid_key_public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    },
  },
};

const GROUP_WORDS: Record<string, Words> = {
  createAppGroup: {
    description:
      'Creates a named set of certain applications, or of all active ones. Schedulers can include or exclude it.',
    requests: {
      some: { summary: 'Certain applications', value: { name: 'Shops', all_apps: false, app_ids: [1] } },
      all: { summary: 'All applications', value: { name: 'Everything', all_apps: true, app_ids: [] } },
    },
    answer: { id: 2 },
  },
  listAppGroups: { description: 'Lists groups by id.', answer: pageOf('groups', GROUP) },
  getAppGroup: { description: 'Returns one group, archived or not.', answer: GROUP },
  updateAppGroup: {
    description:
      'Replaces the name and the applications of a group. Schedulers use the new applications from their next run.',
    requests: one('New name', { name: 'All shops', all_apps: false, app_ids: [1] }),
  },
  deleteAppGroup: {
    description: 'Deletes a group and removes it from schedulers. Its applications stay. Irreversible.',
  },
  archiveAppGroup: {
    description: 'Archives a group. It stays in schedulers but contributes no applications until it is restored.',
  },
  unarchiveAppGroup: { description: 'Restores a group, so that it contributes its applications again.' },
};

const EVENT_WORDS: Record<string, Words> = {
  createEvent: {
    description: 'Creates an event that devices can report under your code. It is active at once.',
    requests: one('A purchase', { name: 'First purchase', code: 'first_purchase' }),
    answer: { id: 4 },
  },
  listEvents: {
    description: 'Lists your own events and the system events (`install`, `reg`, `dep`) by id.',
    answer: pageOf('events', EVENT),
  },
  getEvent: { description: 'Returns one of your own events. 404 for system events.', answer: EVENT },
  updateEvent: {
    description: 'Replaces the name and the code. System events cannot be changed.',
    requests: one('New name', { name: 'First order', code: 'first_purchase' }),
    answer: { ...EVENT, name: 'First order' },
  },
  deleteEvent: {
    description:
      'Deletes an event with its history and removes it from schedulers. A scheduler without other events is deactivated. Irreversible.',
  },
  activateEvent: { description: 'Activates an event, so that devices can report it. Idempotent.' },
  deactivateEvent: {
    description: 'Deactivates an event: reports are ignored and start nothing. Its history stays. Idempotent.',
  },
};

const PUSH_WORDS: Record<string, Words> = {
  createPush: {
    description:
      'Creates a message in one or more languages. It is active, and is sent once it is bound to a scheduler.',
    requests: one('In two languages', { default_lang: 'en', translations: TRANSLATIONS }),
    answer: { id: 1, translations: { en: 1, de: 2 } },
  },
  getPush: { description: 'Returns one push with all its translations and its scheduler.', answer: PUSH },
  updatePush: {
    description:
      'Replaces the default language and all translations. Runs that have started continue with the old ones.',
    requests: one('In two languages', { default_lang: 'de', translations: TRANSLATIONS }),
  },
  deletePush: { description: 'Deletes a push and removes it from its scheduler. Irreversible.' },
  activatePush: { description: 'Activates a push, so that its scheduler sends it. Idempotent.' },
  deactivatePush: { description: 'Deactivates a push. It stays bound to its scheduler but is not sent. Idempotent.' },
  bindPushes: {
    description:
      'Binds exactly these pushes, in this order; an empty list unbinds all. A push that is deactivated, bound to another scheduler or unknown returns 400, and nothing changes.',
    requests: one('One push', { push_ids: [1] }),
  },
  listSchedulerPushes: {
    description:
      'Lists pushes in the order of sending, by page, or with `limit` and `after_cursor` by cursor. With parameters of both styles, page style applies.',
    answer: pageOf('pushes', PUSH),
  },
};

/** The texts of one kind of scheduler. */
const schedulerWords = (title: keyof typeof SCHEDULER_EXAMPLES, when: string): Record<string, Words> => {
  const { record, item } = SCHEDULER_ANSWERS[title];
  const example = SCHEDULER_EXAMPLES[title];
  return {
    [`create${title}`]: {
      description: `${when} It is inactive until it is activated, and sends the pushes bound to it. Its applications are determined when it sends; filters that allow no application return 400.`,
      requests: example,
      answer: { id: 1 },
    },
    [`update${title}`]: {
      description:
        'Replaces all fields. The state and the pushes stay, and a run that has started continues unchanged.',
      requests: example,
      answer: { id: 1 },
    },
    [`get${title}`]: {
      description: 'Returns one scheduler, with events as texts separated by commas.',
      answer: record,
    },
    [`list${title}s`]: {
      description:
        'Lists the schedulers that match all filters. Events are lists here, and `status` is true for active schedulers.',
      answer: pageOf('schedulers', item),
    },
    [`delete${title}`]: {
      description:
        'Deletes a scheduler with its pushes and cancels a run in progress. Runs are kept as history. Irreversible.',
    },
    [`activate${title}`]: {
      description: 'Activates a scheduler: it sends from its next time or event. It needs no pushes yet. Idempotent.',
    },
    [`deactivate${title}`]: { description: 'Deactivates a scheduler and cancels a run in progress. Idempotent.' },
  };
};

/** The descriptions and examples of REST operations, by operation id. */
export const REST_WORDS: Readonly<Record<string, Words>> = {
  ...schedulerWords('AutoPushScheduler', 'Creates a scheduler that sends to a device after it reports an event.'),
  ...schedulerWords('OneTimeScheduler', 'Creates a scheduler that sends once, at a date and time.'),
  ...schedulerWords('SmartWeeklyScheduler', 'Creates a scheduler that sends every week at the same times.'),
  ...APP_WORDS,
  ...GROUP_WORDS,
  ...EVENT_WORDS,
  ...PUSH_WORDS,
};
