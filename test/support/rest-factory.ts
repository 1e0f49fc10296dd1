import type { Api } from './http-app.js';

const PEM =
  '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n';

/** Well-formed credentials for each provider. None of them work. */
export const CREDS = {
  provider_a: {
    type: 'service_account',
    project_id: 'demo',
    private_key_id: 'kid',
    private_key: PEM,
    client_email: 'a@demo.iam.gserviceaccount.com',
    client_id: '1',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://oauth2.googleapis.com/token',
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: 'https://www.googleapis.com/robot/v1/metadata/x509/a',
    universe_domain: 'googleapis.com',
  },
  provider_b: { app_id: 'b-app', api_key: 'b-secret-key' },
  provider_c: { topic: 'com.example.app', team_id: 'TEAM', private_key_id: 'KID', private_key: PEM },
} as const;

/** Creates an object over REST and returns its id. A refusal fails the test. */
const create = async (api: Api, path: string, body: unknown): Promise<number> => {
  const answer = await api('POST', path, body);
  if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.body.error}`);
  return answer.body.id;
};

export const createApp = (api: Api, fields: Record<string, unknown> = {}): Promise<number> =>
  create(api, '/apps', { push_provider: 'webpush', name: 'An app', ...fields });

export const createGroup = (api: Api, appIds: readonly number[], fields: Record<string, unknown> = {}) =>
  create(api, '/app/groups', { name: 'A group', all_apps: appIds.length === 0, app_ids: appIds, ...fields });

export const createEvent = (api: Api, code: string, name = 'An event'): Promise<number> =>
  create(api, '/events', { name, code });

export const PUSH = { default_lang: 'en', translations: [{ language: 'en', title: 'Title', text: 'Text' }] } as const;

export const createPush = (api: Api, fields: Record<string, unknown> = {}): Promise<number> =>
  create(api, '/pushes', { ...PUSH, ...fields });

/** A valid body of each kind of scheduler, for every application of the caller. */
export const SCHEDULERS = {
  conversion: { name: 'Auto', all_apps: true, delay: '1h' },
  onesend: { name: 'Once', all_apps: true, date: '2026-12-24', time: '18-30', local_time: false, timezone: '+02:00' },
  smartweekly: { name: 'Weekly', all_apps: true, time_send: [{ day: 1, times: ['09:00'] }], local_time: true },
} as const;
export type Kind = keyof typeof SCHEDULERS;
export const KINDS = Object.keys(SCHEDULERS) as Kind[];

/** The names of the kinds in bindings (docs/rules.md#kind-paths). */
export const SEGMENTS = { conversion: 'conversion', onesend: 'onesend', smartweekly: 'list' } as const;

export const createScheduler = (api: Api, kind: Kind, fields: Record<string, unknown> = {}): Promise<number> =>
  create(api, `/sched/${kind}`, { ...SCHEDULERS[kind], ...fields });
