import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createOpenapiDocument } from '../../src/openapi/create-openapi-document.js';

const run = promisify(execFile);
const bin = (name: string): string =>
  fileURLToPath(new URL(`./generated-client/node_modules/.bin/${name}`, import.meta.url));

/** Optional members may be omitted, and the types require the mandatory ones. */
const CLIENT = `
import type { components, operations, paths } from './pushgraph';

type Bodies = components['schemas'];

export const least: Bodies['AutoPushSchedulerInput'] = { name: 'Welcome' };
export const weekly: Bodies['SmartWeeklySchedulerInput'] = {
  name: 'Digest',
  all_apps: true,
  local_time: true,
  time_send: [{ day: 1, times: ['09:00'] }],
};

export const apps: Bodies['AppInput'][] = [
  { push_provider: 'webpush', name: 'My site' },
  { push_provider: 'provider_b', name: 'My app', provider_b_creds: { app_id: 'a', api_key: 'k' } },
  { push_provider: 'provider_b', name: 'My app', push_provider_creds: { app_id: 'a', api_key: 'k' } },
];
// @ts-expect-error Apple needs a key.
export const withoutKey: Bodies['AppInput'] = { push_provider: 'provider_c', name: 'My app', provider_c_creds: { topic: 't' } };
// @ts-expect-error There is no such provider.
export const unknown: Bodies['AppInput'] = { push_provider: 'fcm', name: 'My app' };

type ListQuery = NonNullable<operations['listAutoPushSchedulers']['parameters']['query']>;
export const query: ListQuery = { sort_by: 'name' };

export const device: paths['/sdk/v1/{service_id}/devices']['post']['requestBody']['content']['application/json'] = {
  token: 'a-token',
  language: 'de',
};
export const secretOf = (answer: Bodies['DeviceRegistration']): string | undefined => answer.device_secret;
export const namesOf = (
  page: operations['listApps']['responses'][200]['content']['application/json'],
): string[] => page.apps.map((app) => app.name);
`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-client-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a client with openapi-typescript's default types type-checks under strict", async () => {
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(createOpenapiDocument()));
  await run(bin('openapi-typescript'), ['openapi.json', '--output', 'pushgraph.ts'], { cwd: folder });
  await writeFile(join(folder, 'client.ts'), CLIENT);
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: 'es2022', types: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
  const { stdout } = await run(bin('tsc'), ['--project', '.'], { cwd: folder }).catch((error) => error);
  expect(stdout).toBe('');
});
