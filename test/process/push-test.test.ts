import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { createApp, createPush, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

const TEST = `mutation ($push: ID!, $device: ID!) { pushTest(pushId: $push, deviceId: $device) {
  result { outcome reason tookMs } userErrors { message } } }`;

interface Tested {
  readonly pushTest: { readonly result: { readonly outcome: string; readonly reason: string | null } };
}

test.each(eachDatabase())('a process with ROLE=api sends a test to each provider itself, $name', async (kind) => {
  await using world = await ServiceWorld.open(kind);
  const service = await world.start({ ROLE: 'api' });
  const pushId = await createPush(service, [{ language: 'en', title: 'title', text: 'text' }]);
  const [web] = await world.fakes.makeSubscriptions({ count: 1, seed: 'push-test' });
  const addresses = {
    provider_a: { token: randomBytes(32).toString('hex') },
    provider_b: { subscription_id: crypto.randomUUID() },
    provider_c: { token: randomBytes(32).toString('hex') },
    webpush: { subscription: { endpoint: web?.endpoint, keys: web?.keys } },
  } as const;
  for (const provider of ['provider_a', 'provider_b', 'provider_c', 'webpush'] as const) {
    const app = await createApp(service, world.fakes, { provider, name: provider });
    const registered = service.sdk('POST', `/${app.serviceId}/devices`, { body: addresses[provider] });
    const { device_id: deviceId } = await must(201, registered);
    const ids = { push: toGlobalId('Push', pushId), device: toGlobalId('Device', deviceId) };
    const { pushTest } = await service.graphql<Tested>(TEST, ids);
    expect([provider, pushTest.result]).toMatchObject([provider, { outcome: 'SENT', reason: null }]);
  }
  expect([...(await world.fakes.countByTarget()).values()]).toEqual([1, 1, 1, 1]);
});
