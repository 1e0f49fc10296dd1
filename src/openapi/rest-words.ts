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
      'Something of yours that receives pushes. Its provider settles which credentials it needs; `webpush` needs none, its VAPID key is made here. The `service_id` that SDKs need is in `GET /apps`.',
    requests: APP_EXAMPLES,
    answer: { id: 1 },
  },
  listApps: {
    description:
      'In the order of ids, with the groups that each belongs to. Credentials are never shown, only whether they are complete.',
    answer: pageOf('apps', APP),
  },
  getApp: { description: 'One application, archived or not.', answer: APP },
  updateApp: {
    description: 'Changes what is sent and keeps the rest; an empty `link` means none.',
    requests: one('Another name', { name: 'My new site', link: 'https://shop.example' }),
  },
  deleteApp: {
    description:
      'For good, with its devices: it leaves all groups and explicit lists of schedulers. Its runs stay as history.',
  },
  archiveApp: {
    description:
      'Its devices get nothing more and become inactive; it leaves all groups and explicit lists of schedulers. It can be restored.',
  },
  unarchiveAppOrGroup: {
    description:
      'Restores whichever the id names: applications and application groups share one sequence of ids. Lists that an application has left do not get it back; its devices return one by one, as they report.',
  },
  updateAppCredentials: {
    description: 'A pause that the old credentials caused ends, and what waited for it is sent.',
    requests: CREDENTIALS_EXAMPLES,
  },
  getAppVapidKey: {
    description: 'The `applicationServerKey` with which browsers subscribe. 404 for the other providers.',
    answer: {
      vapid_key_public: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    },
  },
};

const GROUP_WORDS: Record<string, Words> = {
  createAppGroup: {
    description: 'A name for several applications, or for all active ones. Schedulers can include and exclude it.',
    requests: {
      some: { summary: 'Certain applications', value: { name: 'Shops', all_apps: false, app_ids: [1] } },
      all: { summary: 'All applications', value: { name: 'Everything', all_apps: true, app_ids: [] } },
    },
    answer: { id: 2 },
  },
  listAppGroups: { description: 'In the order of ids.', answer: pageOf('groups', GROUP) },
  getAppGroup: { description: 'One group, archived or not.', answer: GROUP },
  updateAppGroup: {
    description:
      'Replaces its name and its applications. Schedulers that name it use the new ones from their next run on.',
    requests: one('Another name', { name: 'All shops', all_apps: false, app_ids: [1] }),
  },
  deleteAppGroup: { description: 'For good. Its applications stay; schedulers lose the group.' },
  archiveAppGroup: {
    description: 'It stays in the lists of schedulers and contributes no applications until it is restored.',
  },
  unarchiveAppGroup: { description: 'It contributes its applications again.' },
};

const EVENT_WORDS: Record<string, Words> = {
  createEvent: {
    description: 'Something that happens on devices, under a code of yours. It is active at once.',
    requests: one('A purchase', { name: 'First purchase', code: 'first_purchase' }),
    answer: { id: 4 },
  },
  listEvents: {
    description: 'Your own events and those of the system (`install`, `reg`, `dep`), in the order of ids.',
    answer: pageOf('events', EVENT),
  },
  getEvent: { description: 'One of your own events; 404 for those of the system.', answer: EVENT },
  updateEvent: {
    description: 'Replaces name and code. System events cannot be changed.',
    requests: one('Another name', { name: 'First order', code: 'first_purchase' }),
    answer: { ...EVENT, name: 'First order' },
  },
  deleteEvent: {
    description:
      'For good, with its history; it leaves the lists of schedulers, and one that listened to nothing else stops.',
  },
  activateEvent: { description: 'Devices may report it again. It may be repeated.' },
  deactivateEvent: {
    description: 'What devices report is not recorded and starts nothing; its history stays. It may be repeated.',
  },
};

const PUSH_WORDS: Record<string, Words> = {
  createPush: {
    description: 'What devices show, in one or more languages. It is active, and sent once it is bound to a scheduler.',
    requests: one('In two languages', { default_lang: 'en', translations: TRANSLATIONS }),
    answer: { id: 1, translations: { en: 1, de: 2 } },
  },
  getPush: { description: 'One push with all its translations, and the scheduler that it is bound to.', answer: PUSH },
  updatePush: {
    description: 'Replaces the default language and all translations. Runs that have begun go on with the old ones.',
    requests: one('In two languages', { default_lang: 'de', translations: TRANSLATIONS }),
  },
  deletePush: { description: 'For good; its scheduler loses it.' },
  activatePush: { description: 'Its scheduler sends it again. It may be repeated.' },
  deactivatePush: { description: 'It stays bound to its scheduler and is not sent. It may be repeated.' },
  bindPushes: {
    description:
      'These pushes, in this order, in place of those that were bound before; an empty list unbinds all. A push that is deactivated, bound elsewhere or unknown gets 400, and nothing changes.',
    requests: one('One push', { push_ids: [1] }),
  },
  listSchedulerPushes: {
    description:
      'In the order of sending. By page, or with `limit` and `after_cursor` from where the answer before has ended; both at once is by page.',
    answer: pageOf('pushes', PUSH),
  },
};

/** The words of one kind of scheduler. */
const schedulerWords = (title: keyof typeof SCHEDULER_EXAMPLES, when: string): Record<string, Words> => {
  const { record, item } = SCHEDULER_ANSWERS[title];
  const example = SCHEDULER_EXAMPLES[title];
  return {
    [`create${title}`]: {
      description: `${when} It is inactive until it is activated, and sends the pushes that are bound to it. Which applications it reaches is worked out when it sends; none at all gets 400 here.`,
      requests: example,
      answer: { id: 1 },
    },
    [`update${title}`]: {
      description: 'Replaces all fields. Its state and its pushes stay, and a run that has begun goes on as it was.',
      requests: example,
      answer: { id: 1 },
    },
    [`get${title}`]: { description: 'One scheduler; events as texts joined by commas.', answer: record },
    [`list${title}s`]: {
      description: 'Those that fit all conditions. Events are lists here, and `status` says whether it is active.',
      answer: pageOf('schedulers', item),
    },
    [`delete${title}`]: {
      description: 'For good, with its pushes; a run under way is cancelled. Runs stay as history.',
    },
    [`activate${title}`]: {
      description: 'It sends from its next moment or event on. It may be repeated, and needs no pushes yet.',
    },
    [`deactivate${title}`]: { description: 'It sends nothing more; a run under way is cancelled. It may be repeated.' },
  };
};

/** What the document says of each operation of REST beside its schemas, by its operation id. */
export const REST_WORDS: Readonly<Record<string, Words>> = {
  ...schedulerWords('AutoPushScheduler', 'Sends to a device some time after it has reported an event.'),
  ...schedulerWords('OneTimeScheduler', 'Sends once, at a date and time.'),
  ...schedulerWords('SmartWeeklyScheduler', 'Sends every week at the same times.'),
  ...APP_WORDS,
  ...GROUP_WORDS,
  ...EVENT_WORDS,
  ...PUSH_WORDS,
};
