import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { PushServer } from '../support/push-server.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must, startOneTime } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue } from './crash-run.js';

const MINUTE_MS = 60_000;
const platform = 'unifiedpush';
const HOSTS = { WEBPUSH_HOSTS: '127.0.0.1,push.example.com' };

const REGISTER = `mutation ($appId: ID!, $devices: [DeviceInput!]!) {
  registerDevices(appId: $appId, devices: $devices) { results { created device { platform } } } }`;
const FILTER = `query ($platforms: [String!]) {
  devices(where: { platforms: $platforms }) { nodes { platform active } } }`;

describe.each(eachDatabase())('UnifiedPush devices on $name', (kind) => {
  test('register through both APIs, get messages from their push server, and are retired when it ends them', async () => {
    await using world = await ServiceWorld.open(kind);
    await using server = await PushServer.open();
    const service = await world.start(HOSTS);
    const app = await createApp(service, world.fakes, { provider: 'webpush', name: 'Android without Google' });
    const paths = ['/upAbC123?up=1', '/deeply/nested/endpoint', '/gone?token=a%2Fb'];
    const [ntfy, nested, gone] = paths.map((path) => server.subscribe(path));

    const body = { subscription: ntfy, platform, language: 'en', app_version: '3.1' };
    await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body }));
    const appId = await idOf(service, app.id);
    const devices = [nested, gone].map((subscription) => ({ subscription, platform }));
    const { registerDevices } = await service.graphql<Registered>(REGISTER, { appId, devices });
    expect(registerDevices.results).toEqual(devices.map(() => ({ created: true, device: { platform } })));
    await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body: browser(server) }));

    await send(world, service, app.id);
    expect(contentOf(server, paths[0])).toMatchObject({ title: 'Hello', receipt: expect.any(String) });
    expect(contentOf(server, paths[1])).toMatchObject({ title: 'Hello' });
    const [message] = server.messages.get(paths[0] ?? '') ?? [];
    expect(message?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: expect.stringMatching(/^\d+$/),
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{1,32}$/),
      authorization: expect.stringMatching(new RegExp(`^vapid t=.+, k=${app.vapidKeyPublic}$`)),
    });

    server.ended.set(paths[1] ?? '', 404);
    server.ended.set(paths[2] ?? '', 410);
    await send(world, service, app.id);
    const { devices: found } = await service.graphql<Found>(FILTER, { platforms: [platform] });
    expect(found.nodes.map(({ active }) => active).toSorted()).toEqual([false, false, true]);
    const exported = await world.cli('devices', 'export', '--app', String(app.id), '--format', 'jsonl');
    const platforms = exported.lines.map((line) => [line.subscription.endpoint, line.platform]);
    expect(platforms).toContainEqual([ntfy?.endpoint, platform]);
    expect(platforms).not.toContainEqual([gone?.endpoint, platform]);
  });

  test('of a distributor outside WEBPUSH_HOSTS are refused', async () => {
    await using world = await ServiceWorld.open(kind);
    await using server = await PushServer.open();
    const service = await world.start({ WEBPUSH_HOSTS: 'ntfy.example.com' });
    const app = await createApp(service, world.fakes, { provider: 'webpush', name: 'Android without Google' });
    const subscription = server.subscribe('/upAbC123?up=1');
    const answer = await service.sdk('POST', `/${app.serviceId}/devices`, { body: { subscription, platform } });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('WEBPUSH_HOSTS')]);
    const allowed = { ...subscription, endpoint: 'https://ntfy.example.com/upAbC123?up=1' };
    await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body: { subscription: allowed, platform } }));
  });
});

interface Registered {
  readonly registerDevices: { readonly results: readonly object[] };
}
interface Found {
  readonly devices: { readonly nodes: readonly { readonly active: boolean }[] };
}

const idOf = async (service: ServiceProcess, databaseId: number): Promise<string | undefined> => {
  const { apps } = await service.graphql<{ apps: { nodes: { id: string; databaseId: number }[] } }>(
    '{ apps { nodes { id databaseId } } }',
  );
  return apps.nodes.find((app) => app.databaseId === databaseId)?.id;
};

/** A browser of the same application. The platform filter excludes it. */
const browser = (server: PushServer) => ({ subscription: server.subscribe('/browser'), platform: 'web' });

const contentOf = (server: PushServer, path = '') => server.messages.get(path)?.at(-1)?.content;

/** Sends a push to every device, and waits for the end of its run. */
const send = async (world: ServiceWorld, service: ServiceProcess, appId: number): Promise<void> => {
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: 'From a self-hosted server' }]);
  const at = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const schedulerId = await startOneTime(service, { pushId, at, body: { name: 'now', app_ids_include: [appId] } });
  await makeDue(world, schedulerId);
  await eventually('the end of the run', async () => {
    const sql = "SELECT 1 AS one FROM run WHERE scheduler_id = ? AND status = 'finished'";
    return (await (await world.db()).query(sql, [schedulerId])).length > 0 ? true : null;
  });
};
