import type { ProviderName } from '../../src/providers/sender.js';
import type { Fakes } from './fakes/fakes.js';
import type { TestApp } from './fakes/keys.js';
import type { ServiceAnswer, ServiceClient } from './service-client.js';

/** A user's REST calls to send a message, one function for each step. All throw if they are refused. */

/** One process, or several behind one address. */
export type Asked = Pick<ServiceClient, 'api' | 'sdk'>;

export interface RegisteredApp {
  readonly id: number;
  readonly serviceId: string;
  readonly provider: ProviderName;
  readonly vapidKeyPublic: string | null;
}

export interface Translation {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly link?: string;
}

export const createApp = async (
  service: Asked,
  fakes: Fakes,
  { provider, name }: { provider: ProviderName; name: string },
): Promise<RegisteredApp> => {
  const credentials =
    provider === 'webpush' ? {} : { [`${provider}_creds`]: completeCredentials(await fakes.makeApp(provider)) };
  const { id } = await must(201, service.api('POST', '/apps', { push_provider: provider, name, ...credentials }));
  const { service_id: serviceId } = await must(200, service.api('GET', `/apps/${id}`));
  const isWeb = provider === 'webpush';
  const vapid = isWeb ? await must(200, service.sdk('GET', `/${serviceId}/vapidkey`, {})) : null;
  return { id, serviceId, provider, vapidKeyPublic: vapid?.vapid_key_public ?? null };
};

/** The fake omits two required addresses that real service accounts have. */
export const completeCredentials = ({ given }: TestApp): Readonly<Record<string, string>> => ({
  ...given,
  ...(given.type === 'service_account' && {
    auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
    client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${given.client_email}`,
  }),
});

export const createPush = async (service: Asked, translations: readonly Translation[]): Promise<number> => {
  const body = { default_lang: translations[0]?.language, translations };
  return (await must(201, service.api('POST', '/pushes', body))).id;
};

/** An active auto-push scheduler (`conversion`) bound to its push. */
export const startAutoPush = (service: Asked, { pushId, body }: { pushId: number; body: object }): Promise<number> =>
  startScheduler(service, { kind: 'conversion', pushId, body });

/** An active one-time scheduler bound to its push, due at a whole minute (epoch ms). */
export const startOneTime = (
  service: Asked,
  { pushId, at, body }: { pushId: number; at: number; body: object },
): Promise<number> => {
  const due = new Date(at).toISOString();
  const timing = { date: due.slice(0, 10), time: due.slice(11, 16).replace(':', '-'), timezone: '+00:00' };
  return startScheduler(service, { kind: 'onesend', pushId, body: { ...body, ...timing, local_time: false } });
};

/** An active scheduler of any kind, bound to its push. */
export const startScheduler = async (
  service: Asked,
  { kind, pushId, body }: { kind: 'conversion' | 'onesend' | 'smartweekly'; pushId: number; body: object },
): Promise<number> => {
  const { id } = await must(201, service.api('POST', `/sched/${kind}`, body));
  const boundAs = kind === 'smartweekly' ? 'list' : kind;
  await must(204, service.api('PUT', `/sched/${boundAs}/${id}/pushes`, { push_ids: [pushId] }));
  await must(204, service.api('POST', `/sched/${kind}/${id}/activate`));
  return id;
};

/** The body of an answer with the expected status. @throws with the actual answer */
export const must = async (status: number, asked: Promise<ServiceAnswer>): Promise<ServiceAnswer['body']> => {
  const answer = await asked;
  if (answer.status === status) return answer.body;
  throw new Error(`The service answered ${answer.status}, not ${status}: ${JSON.stringify(answer.body)}`);
};
