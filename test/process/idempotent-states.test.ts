import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SDK_OPERATIONS } from '../../src/openapi/sdk-operations.js';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { eachDatabase } from '../support/databases.js';
import type { ServiceAnswer, ServiceClient } from '../support/service-client.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { sharedGraph } from '../support/shared-graph.js';
import { MUTATION_CASES, type MutationCase } from './idempotent/mutation-cases.js';
import { ROUTE_CASES, type RouteCase } from './idempotent/rest-cases.js';
import { OneDevice, SDK_CASES, type SdkCase } from './idempotent/sdk-cases.js';
import { Steps } from './idempotent/steps.js';

const AT_ONCE = 10;

const casesIn = <T extends object>(all: Readonly<Record<string, T | string>>): (readonly [string, T])[] =>
  Object.entries(all).flatMap(([name, found]) => (typeof found === 'string' ? [] : [[name, found] as const]));

const expectRule = (rule: 'same' | 'gone', failed: readonly unknown[]): void => {
  if (rule === 'same') expect(failed).toEqual([]);
  else expect(new Set(failed)).toEqual(new Set(failed.length > 0 ? ['NOT_FOUND'] : []));
  expect(failed.length).toBeLessThan(AT_ONCE);
};

test('every mutation and every route that changes something is listed', async () => {
  const mutations = Object.keys((await sharedGraph()).getMutationType()?.getFields() ?? {});
  expect(Object.keys(MUTATION_CASES).sort()).toEqual(mutations.sort());
  const routes = REST_ROUTES.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(ROUTE_CASES).sort()).toEqual(routes.sort());
  const ofDevices = SDK_OPERATIONS.filter(({ method }) => method !== 'GET').map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(Object.keys(SDK_CASES).sort()).toEqual(ofDevices.sort());
});

describe.each(eachDatabase())('ten concurrent equal calls, $name', (kind) => {
  let world: ServiceWorld;
  let services: ServiceProcess[];
  beforeAll(async () => {
    world = await ServiceWorld.open(kind);
    // Only one process can use a SQLite file.
    services = [await world.start({ ROLE: 'api' })];
    if (kind.name === 'mysql') {
      services.push(...(await Promise.all([world.start({ ROLE: 'api' }), world.start({ ROLE: 'api' })])));
    }
  });
  afterAll(() => world?.[Symbol.asyncDispose]());

  const first = (): ServiceProcess => {
    const [service] = services;
    if (!service) throw new Error('no service was started');
    return service;
  };

  const atOnce = (call: (service: ServiceClient) => Promise<ServiceAnswer>): Promise<ServiceAnswer[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(services[index % services.length] ?? first())));

  test.each(casesIn<RouteCase>(ROUTE_CASES))('%s', async (name, { rule, prepare }) => {
    const { path, body } = await prepare(first());
    const [method = ''] = name.split(' ');
    const answers = await atOnce((service) => service.api(method, path, body));
    const failed = answers.filter(({ status }) => status !== 200 && status !== 204);
    expectRule(
      rule,
      failed.map(({ status, body: said }) => (status === 404 ? 'NOT_FOUND' : said)),
    );
  });

  test.each(casesIn<SdkCase>(SDK_CASES))('%s of /sdk/v1', async (name, { rule, prepare }) => {
    const { path, ...request } = await prepare(await OneDevice.open(world, first()));
    const [method = ''] = name.split(' ');
    const answers = await atOnce((service) => service.sdk(method, path, request));
    const failed = answers.filter(({ status }) => status >= 300);
    expectRule(
      rule,
      failed.map(({ status, body: said }) => (status === 404 ? 'NOT_FOUND' : said)),
    );
  });

  test.each(casesIn<MutationCase>(MUTATION_CASES))('%s', async (name, { rule, prepare, declare = '$id: ID!' }) => {
    const variables = await prepare(new Steps(world, first()));
    const given = Object.keys(variables).map((variable) => `${variable}: $${variable}`);
    const [types, values] = declare === '' ? ['', ''] : [`(${declare})`, `(${given.join(', ')})`];
    const query = `mutation ${types} { ${name}${values} { userErrors { message code } } }`;
    const answers = await atOnce((service) =>
      service.request('POST', '/graphql', { body: { query, variables }, bearer: SERVICE_KEY }),
    );
    const told = answers.map(({ body }) => body?.data?.[name]?.userErrors ?? body);
    if (name.startsWith('user')) await first().graphql('mutation { userResume { userErrors { message } } }');
    const failed = told.filter((errors) => JSON.stringify(errors) !== '[]');
    expectRule(
      rule,
      failed.map((errors) => errors[0]?.code ?? errors),
    );
  });
});
