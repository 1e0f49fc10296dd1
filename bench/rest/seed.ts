import { request } from 'undici';

export interface Seeded {
  readonly pushId: number;
  readonly schedulerId: number;
}

/** The lists' contents, created through the service: 20 applications in 3 groups, 20 schedulers, a bound push. */
export const seed = async (address: string, apiKey: string): Promise<Seeded> => {
  const create = (path: string, body: object): Promise<number> => send(address, apiKey, { path, body });
  const appIds: number[] = [];
  for (let n = 1; n <= 20; n += 1) appIds.push(await create('/apps', { ...APP, name: `Application ${n}` }));
  await create('/app/groups', { name: 'All', all_apps: true, app_ids: [] });
  const odd = await create('/app/groups', group('Odd', appIds, 1));
  const even = await create('/app/groups', group('Even', appIds, 0));
  const schedulerIds: number[] = [];
  for (let n = 1; n <= 20; n += 1) {
    const filters = { app_ids_exclude: appIds.slice(0, 3), app_groups_include: [odd, even] };
    schedulerIds.push(await create('/sched/conversion', { ...SCHEDULER, ...filters, name: `Scheduler ${n}` }));
  }
  const [schedulerId = 0] = schedulerIds;
  const pushId = await create('/pushes', PUSH);
  const binding = { path: `/sched/conversion/${schedulerId}/pushes`, body: { push_ids: [pushId] } };
  await send(address, apiKey, { method: 'PUT', ...binding });
  return { pushId, schedulerId };
};

export const APP = {
  push_provider: 'provider_b',
  name: 'An application',
  link: 'https://store.example/app',
  provider_b_creds: { app_id: 'an-app', api_key: 'a-key-of-some-length' },
} as const;

const translation = (language: string) => ({
  language,
  title: `Half price in ${language}`,
  text: 'Everything that you looked at last week costs half today, and only today.',
  image: 'https://cdn.example/images/half-price.png',
  icon: 'https://cdn.example/icons/shop.png',
  link: 'https://shop.example/sale',
});

export const PUSH = { default_lang: 'en', translations: ['en', 'de', 'fr'].map(translation) } as const;

const SCHEDULER = {
  delay: '1h30m',
  countries_include: ['US', 'DE', 'FR', 'UA'],
  languages_include: ['en', 'de', 'pt-BR'],
  audiences_include: ['vip', 'summer'],
  audiences_exclude: ['left'],
  event_include: ['install', 'reg'],
  event_exclude: ['dep'],
} as const;

const group = (name: string, appIds: readonly number[], rest: number) => ({
  name,
  all_apps: false,
  app_ids: appIds.filter((_, index) => index % 2 === rest),
});

interface Call {
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
}

const send = async (address: string, apiKey: string, { method = 'POST', path, body }: Call): Promise<number> => {
  const answer = await request(`${address}/api/b/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`);
  return text === '' ? 0 : JSON.parse(text).id;
};
