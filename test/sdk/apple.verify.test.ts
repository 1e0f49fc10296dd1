import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { readRepositoryFile } from '../support/repository.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { copySwiftPackage, runSwift, swiftRoot } from '../support/swift-root.js';
import { openImageServer } from './apple/image-server.js';

/* The Apple library and its sample app with stubs of Apple's frameworks (sdk/apple/stubs): `npm run verify:apple`. */

const SAMPLE = fileURLToPath(new URL('../../examples/ios/', import.meta.url));
const SEND = `mutation ($input: MessageSendInput!) { messageSend(input: $input) { userErrors { message } } }`;
const message = (image: string) => ({
  defaultLang: 'en',
  badge: { increment: 2 },
  buttons: [{ id: 'buy', link: 'sample://buy' }],
  translations: [{ language: 'en', title: 'Sale', text: 'Half price!', image, buttonLabels: { buy: 'Buy now' } }],
});

(swiftRoot ? describe : describe.skip)('the library swift on iOS', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-apple-'));
    await copySwiftPackage(folder);
    await writeFile(join(folder, 'apple/Package.swift'), readRepositoryFile('sdk/apple/stubs/Package.swift'));
    await cp(SAMPLE, join(folder, 'apple/example'), { recursive: true });
    await swift('build', '--build-tests');
  }, 1_800_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const swift = (command: 'build' | 'test', ...words: string[]) =>
    runSwift(folder, command, '--package-path', 'apple', '-Xswiftc', '-warnings-as-errors', ...words);

  const countPassed = (output: string): number => Number(/Test run with (\d+) tests? passed/.exec(output)?.[1]);

  test('parses, stores, loads images, prepares messages and gets taps', async () => {
    await using images = await openImageServer();
    await writeFile(join(folder, 'server'), images.address);
    const { stdout } = await swift('test', '--skip', 'RealServiceTests');
    process.stdout.write(`apple: ${countPassed(stdout)} tests\n`);
    expect(stdout).not.toMatch(/"with a server" skipped/);
    expect(countPassed(stdout)).toBeGreaterThan(45);
  }, 1_800_000);

  test('prepares and reports a message from the real service', async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('there is always SQLite');
    await using images = await openImageServer();
    await using world = await ServiceWorld.open(sqlite);
    const service = await world.start();
    const { serviceId } = await createApp(service, world.fakes, { provider: 'provider_c', name: 'iPhones' });
    await writeFile(join(folder, 'service.json'), JSON.stringify({ address: service.address, serviceId }));
    const running = swift('test', '--filter', 'RealServiceTests');
    // A failure is reported at the end. Until then it must not end this process.
    running.catch(() => {});
    const database = await world.db();
    const devices = await eventually('the device', async () => {
      const found = await database.query("SELECT platform FROM device WHERE external_user_id = 'user-17'");
      return found.length > 0 ? found : null;
    });
    expect(devices).toEqual([{ platform: 'ios' }]);
    const { messageSend } = await service.graphql<{ messageSend: object }>(SEND, {
      input: { to: { externalIds: ['user-17'] }, message: message(`${images.address}/png`) },
    });
    expect(messageSend).toEqual({ userErrors: [] });
    const payload = await eventually('the message', async () => {
      const [entry] = await world.fakes.entries({ target: '1a'.repeat(32) });
      return entry?.content ?? null;
    });
    await writeFile(join(folder, 'part'), JSON.stringify(payload));
    await rename(join(folder, 'part'), join(folder, 'message.json'));
    expect(countPassed((await running).stdout)).toBe(1);
    expect(await database.query('SELECT kind, button FROM receipt ORDER BY kind')).toEqual([
      { kind: 'clicked', button: 'buy' },
      { kind: 'delivered', button: null },
    ]);
  }, 1_800_000);
});

test('the page shows the code of the sample app', () => {
  const blocks = [...readRepositoryFile('docs/mobile.md').matchAll(/^( *)```swift\n(.*?)^\1```$/gms)];
  const shown = blocks.map(([, indent = '', text = '']) => text.replaceAll(`\n${indent}`, '\n').slice(indent.length));
  const sample = ['NotificationService/NotificationService.swift', 'Sample/SampleApp.swift'];
  expect(shown).toEqual(sample.map((name) => readRepositoryFile(`examples/ios/${name}`)));
});
