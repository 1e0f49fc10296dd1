import { randomBytes, randomUUID } from 'node:crypto';
import { PROVIDER_NAMES } from '../../src/providers/providers.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { ServiceClient } from '../support/service-client.js';
import { createApp, createPush, must, type RegisteredApp } from '../support/service-steps.js';
import { CART, SALE, translate, WELCOME } from './texts.js';

/** The marker of existing seed data. */
export const FIRST_APP = 'Corner shop for Android';

const APP_NAMES = {
  provider_a: FIRST_APP,
  provider_b: 'Corner shop for everybody else',
  provider_c: 'Corner shop for iPhone',
  webpush: 'Corner shop in the browser',
} as const;

const DEVICES = 240;
const PLACES = [
  { language: 'en', country: 'US', timezone: 'America/New_York' },
  { language: 'en-GB', country: 'GB', timezone: 'Europe/London' },
  { language: 'de', country: 'DE', timezone: 'Europe/Berlin' },
  { language: 'de-AT', country: 'AT', timezone: 'Europe/Vienna' },
  { language: 'es', country: 'ES', timezone: 'Europe/Madrid' },
  { language: 'es-MX', country: 'MX', timezone: 'America/Mexico_City' },
  { language: 'ja', country: 'JP', timezone: 'Asia/Tokyo' },
  { language: 'pt-BR', country: 'BR', timezone: 'America/Sao_Paulo' },
] as const;
const TAGS = [['newsletter'], ['newsletter', 'vip'], [], ['beta']] as const;

export interface SeedDevice {
  readonly app: RegisteredApp;
  readonly deviceId: string;
  readonly secret: string;
  /** The target in the stand-ins' ledger. */
  readonly target: string;
}

export interface Planted {
  readonly devices: readonly SeedDevice[];
  /** An auto-push scheduler on the event `basket_left`. */
  readonly reminder: number;
  readonly salePush: number;
}

/**
 * Creates everything except messages: applications, groups, events, tag groups, devices, pushes and schedulers, all
 * inactive.
 */
export const plant = async (
  service: ServiceClient,
  fakes: Fakes,
  { webpushAt }: { webpushAt: string },
): Promise<Planted> => {
  const apps: RegisteredApp[] = [];
  for (const provider of PROVIDER_NAMES)
    apps.push(await createApp(service, fakes, { provider, name: APP_NAMES[provider] }));
  const phones = apps.filter(({ provider }) => provider === 'provider_a' || provider === 'provider_c');
  const phoneGroup = await createGroup(service, {
    name: 'Phones',
    all_apps: false,
    app_ids: phones.map(({ id }) => id),
  });
  const everything = await createGroup(service, { name: 'Everything', all_apps: true, app_ids: [] });
  for (const [name, code] of [
    ['Left a basket', 'basket_left'],
    ['Bought something', 'purchase'],
  ] as const) {
    await must(201, service.api('POST', '/events', { name, code }));
  }
  const readers = await createTagGroup(service, { name: 'Readers', tags: ['newsletter', 'vip'] });
  const devices = await registerDevices(service, await inventAddresses(fakes, apps, webpushAt));

  const reminder = await createScheduler(service, 'conversion', CART, {
    name: 'Basket reminder',
    app_groups_include: [everything],
    event_include: ['basket_left'],
    event_exclude: ['purchase'],
  });
  await createScheduler(service, 'conversion', WELCOME, {
    name: 'Welcome',
    all_apps: true,
    event_include: ['reg'],
    delay: '1h',
  });
  await createScheduler(service, 'smartweekly', WELCOME, {
    name: 'Coffee',
    app_groups_include: [phoneGroup],
    audience_groups_include: [readers],
    time_send: [
      { day: 1, times: ['09:00'] },
      { day: 4, times: ['09:00', '17:30'] },
    ],
    local_time: true,
  });
  await createScheduler(service, 'onesend', WELCOME, {
    name: 'New Year',
    all_apps: true,
    date: '2031-12-31',
    time: '12-00',
    local_time: true,
  });
  return { devices, reminder, salePush: await createPush(service, translate(SALE)) };
};

const createGroup = async (service: ServiceClient, body: object): Promise<number> =>
  (await must(200, service.api('POST', '/app/groups', body))).id;

const createTagGroup = async (service: ServiceClient, input: object): Promise<number> => {
  const query = 'mutation ($input: TagGroupInput!) { tagGroupCreate(input: $input) { tagGroup { databaseId } } }';
  const { tagGroupCreate } = await service.graphql<{ tagGroupCreate: { tagGroup: { databaseId: number } } }>(query, {
    input,
  });
  return tagGroupCreate.tagGroup.databaseId;
};

/** An inactive scheduler with its own push. */
const createScheduler = async (
  service: ServiceClient,
  kind: 'conversion' | 'onesend' | 'smartweekly',
  titles: typeof CART,
  body: object,
): Promise<number> => {
  const { id } = await must(201, service.api('POST', `/sched/${kind}`, body));
  const push = await createPush(service, translate(titles));
  const boundAs = kind === 'smartweekly' ? 'list' : kind;
  await must(204, service.api('PUT', `/sched/${boundAs}/${id}/pushes`, { push_ids: [push] }));
  return id;
};

type Address = Pick<SeedDevice, 'app' | 'target'> & { readonly address: object };

const inventAddresses = async (fakes: Fakes, apps: readonly RegisteredApp[], webpushAt: string): Promise<Address[]> => {
  const subscriptions = await fakes.makeSubscriptions({ count: DEVICES });
  return subscriptions.map(({ endpoint, keys }, index) => {
    const app = apps[index % apps.length] as RegisteredApp;
    const token = randomBytes(32).toString('hex');
    if (app.provider === 'webpush') {
      const target = webpushAt + new URL(endpoint).pathname;
      return { app, target, address: { subscription: { endpoint: target, keys } } };
    }
    if (app.provider !== 'provider_b') return { app, target: token, address: { token } };
    const id = randomUUID();
    return { app, target: id, address: { subscription_id: id } };
  });
};

const registerDevices = async (service: ServiceClient, addresses: readonly Address[]): Promise<SeedDevice[]> => {
  const devices: SeedDevice[] = [];
  for (const [index, { app, target, address }] of addresses.entries()) {
    const turn = Math.floor(index / PROVIDER_NAMES.length);
    const body = {
      ...address,
      ...PLACES[turn % PLACES.length],
      external_user_id: `user-${turn + 1}`,
      audiences: TAGS[turn % TAGS.length],
      app_version: `1.${turn % 3}.0`,
    };
    const answer = await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body }));
    devices.push({ app, target, deviceId: String(answer.device_id), secret: String(answer.device_secret) });
  }
  return devices;
};
