import type { ServiceClient } from '../../support/service-client.js';
import { must } from '../../support/service-steps.js';

/** Like the mutation cases (`mutation-cases.ts`): the path and body of equal requests, made for each case. */
export interface RouteCase {
  readonly rule: 'same' | 'gone';
  readonly prepare: (service: ServiceClient) => Promise<{ readonly path: string; readonly body?: unknown }>;
}

const CREATES = 'makes something new at each call';
const HOUR_MS = 3_600_000;
const PUSH = { default_lang: 'en', translations: [{ language: 'en', title: 'Title', text: 'Text' }] };
const KEY = { app_id: 'app', api_key: 'a-key-of-ten' };

const make = async (service: ServiceClient, path: string, body: unknown): Promise<number> => {
  const { status, body: made } = await service.api('POST', path, body);
  if (status !== 200 && status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(made)}`);
  return made.id;
};

const oneTime = () => {
  const at = new Date(Date.now() + 48 * HOUR_MS).toISOString();
  return {
    name: 'Once',
    all_apps: true,
    date: at.slice(0, 10),
    time: at.slice(11, 16),
    timezone: '+00:00',
    local_time: false,
  };
};

const SCHEDULERS = {
  conversion: () => ({ name: 'Auto', all_apps: true, delay: '1h' }),
  onesend: oneTime,
  smartweekly: () => ({ name: 'Weekly', all_apps: true, time_send: [{ day: 1, times: ['09:00'] }], local_time: true }),
} as const;
type Kind = keyof typeof SCHEDULERS;

const app = (service: ServiceClient) => make(service, '/apps', { push_provider: 'webpush', name: 'App' });
const keyedApp = (service: ServiceClient) =>
  make(service, '/apps', { push_provider: 'provider_b', name: 'App', provider_b_creds: KEY });
const push = (service: ServiceClient) => make(service, '/pushes', PUSH);
const group = (service: ServiceClient) => make(service, '/app/groups', { name: 'Group', all_apps: true, app_ids: [] });
let events = 0;
const newCode = () => `rest_${++events}`;
const event = (service: ServiceClient) => make(service, '/events', { name: 'Event', code: newCode() });

const scheduler = async (service: ServiceClient, kind: Kind): Promise<number> => {
  await app(service);
  return make(service, `/sched/${kind}`, SCHEDULERS[kind]());
};

const active = async (service: ServiceClient, kind: Kind): Promise<number> => {
  const id = await scheduler(service, kind);
  await must(204, service.api('POST', `/sched/${kind}/${id}/activate`));
  return id;
};

type Make = (service: ServiceClient) => Promise<number>;

const at = (rule: RouteCase['rule'], makeIt: Make, path: (id: number) => string, body?: unknown): RouteCase => ({
  rule,
  prepare: async (service) => ({ path: path(await makeIt(service)), body }),
});

const ofKind = (kind: Kind): Record<string, RouteCase | string> => ({
  [`POST /sched/${kind}`]: CREATES,
  [`PUT /sched/${kind}/:sched_id`]: at(
    'same',
    (s) => active(s, kind),
    (id) => `/sched/${kind}/${id}`,
    SCHEDULERS[kind](),
  ),
  [`DELETE /sched/${kind}/:sched_id`]: at(
    'gone',
    (s) => active(s, kind),
    (id) => `/sched/${kind}/${id}`,
  ),
  [`POST /sched/${kind}/:sched_id/activate`]: at(
    'same',
    (s) => scheduler(s, kind),
    (id) => `/sched/${kind}/${id}/activate`,
  ),
  [`POST /sched/${kind}/:sched_id/deactivate`]: at(
    'same',
    (s) => active(s, kind),
    (id) => `/sched/${kind}/${id}/deactivate`,
  ),
});

const archived = (service: ServiceClient, path: string, id: number) =>
  must(204, service.api('POST', `${path}/${id}/archive`)).then(() => id);

/** This lists every REST route that changes something: a new one without an entry here fails the test. */
export const ROUTE_CASES: Readonly<Record<string, RouteCase | string>> = {
  ...ofKind('conversion'),
  ...ofKind('onesend'),
  ...ofKind('smartweekly'),
  'POST /apps': CREATES,
  'PUT /apps/:app_id': at('same', app, (id) => `/apps/${id}`, { name: 'Changed' }),
  'DELETE /apps/:app_id': at('gone', app, (id) => `/apps/${id}`),
  'POST /apps/:app_id/archive': at('same', app, (id) => `/apps/${id}/archive`),
  'POST /apps/:app_id/unarchive': at(
    'same',
    async (s) => archived(s, '/apps', await app(s)),
    (id) => `/apps/${id}/unarchive`,
  ),
  'PUT /apps/:app_id/creds/:push_provider': at('same', keyedApp, (id) => `/apps/${id}/creds/provider_b`, KEY),
  'POST /pushes': CREATES,
  'PUT /pushes/:push_id': at('same', push, (id) => `/pushes/${id}`, PUSH),
  'DELETE /pushes/:push_id': at('gone', push, (id) => `/pushes/${id}`),
  'POST /pushes/:push_id/activate': at('same', push, (id) => `/pushes/${id}/activate`),
  'POST /pushes/:push_id/deactivate': at('same', push, (id) => `/pushes/${id}/deactivate`),
  'PUT /sched/:sched_type/:sched_id/pushes': {
    rule: 'same',
    prepare: async (service) => ({
      path: `/sched/onesend/${await scheduler(service, 'onesend')}/pushes`,
      body: { push_ids: [await push(service), await push(service)] },
    }),
  },
  'POST /app/groups': CREATES,
  'PUT /app/groups/:app_group_id': {
    rule: 'same',
    prepare: async (service) => ({
      path: `/app/groups/${await group(service)}`,
      body: { name: 'Changed', all_apps: false, app_ids: [await app(service)] },
    }),
  },
  'DELETE /app/groups/:app_group_id': at('gone', group, (id) => `/app/groups/${id}`),
  'POST /app/groups/:app_group_id/archive': at('same', group, (id) => `/app/groups/${id}/archive`),
  'POST /app/groups/:app_group_id/unarchive': at(
    'same',
    async (s) => archived(s, '/app/groups', await group(s)),
    (id) => `/app/groups/${id}/unarchive`,
  ),
  'POST /events': CREATES,
  'PUT /events/:id': {
    rule: 'same',
    prepare: async (service) => ({
      path: `/events/${await event(service)}`,
      body: { name: 'Changed', code: newCode() },
    }),
  },
  'DELETE /events/:id': at('gone', event, (id) => `/events/${id}`),
  'POST /events/:id/activate': at('same', event, (id) => `/events/${id}/activate`),
  'POST /events/:id/deactivate': at('same', event, (id) => `/events/${id}/deactivate`),
};
