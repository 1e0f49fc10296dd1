import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { compileKotlin } from '../support/maven-jars.js';
import { readRepositoryFile } from '../support/repository.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { findBinary } from '../support/services/find-binary.js';
import { type Build, buildAndroid, ROOT } from './android/build.js';
import { publish, reportSizes } from './android/publish.js';
import { Device } from './android/robolectric.js';

/* The Android library on a simulated Android (Robolectric), and its published form: `npm run verify:android`. */

const run = promisify(execFile);
const MAX_BYTES = 120_000;
const isHere = ['javac', 'aapt2'].every((name) => findBinary(name) !== null);

const SEND = `mutation ($input: MessageSendInput!) { messageSend(input: $input) { userErrors { message } } }`;
const MESSAGE = {
  defaultLang: 'en',
  render: 'APP',
  buttons: [{ id: 'buy', link: 'sample://buy' }],
  translations: [
    { language: 'en', title: 'Sale', text: 'Half price!', link: 'sample://message', buttonLabels: { buy: 'Buy now' } },
  ],
};

(isHere ? describe : describe.skip)('the Android library', () => {
  let folder: string;
  let build: Build;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-android-'));
    build = await buildAndroid(folder);
  }, 1_200_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('draws, reports, queues and starts on Android 6 and 15', async () => {
    const device = await Device.open(build, folder);
    const names = ['NotificationTest', 'QueueTest', 'ImageTest', 'ReceiverTest', 'StartCostTest'];
    const output = await device.run(names);
    const [, count = '0'] = /^OK \((\d+) tests?\)/m.exec(output) ?? [];
    process.stdout.write(`android: ${count} tests; ${/start: .*$/m.exec(output)?.[0] ?? ''}\n`);
    expect(Number(count)).toBeGreaterThan(80);
    await throughTheService(device, folder);
  }, 1_800_000);

  test('compiles with the Kotlin code on the pages', async () => {
    const { classes, android, kotlin, connector } = build;
    const pages = ['docs/mobile.md', 'docs/unifiedpush.md'].map(readRepositoryFile);
    const blocks = pages.flatMap((page) => [...page.matchAll(/^( *)```kotlin\n(.*?)^\1```$/gms)]);
    expect(blocks).toHaveLength(3);
    const files = blocks.map((_, index) => join(folder, `Page${index}.kt`));
    for (const [index, file] of files.entries()) await writeFile(file, blocks[index]?.[2] ?? '');
    const libraries = [...Object.values(classes), ...connector, ...kotlin, ...android];
    await compileKotlin(files, { libraries, into: join(folder, 'pages'), options: ['-Werror'] });
  }, 600_000);

  test('is published as archives with all the files that Gradle reads, within its size limit', async () => {
    // `npm run sdk:android` sets a folder, which is kept.
    const kept = process.env.ANDROID_REPOSITORY;
    const into = kept ? join(ROOT, kept) : join(folder, 'repository');
    if (kept) await rm(into, { recursive: true, force: true });
    const archives = await publish(build, into);
    const { stdout } = await run('jar', ['--list', '--file', archives.fcm]);
    const expected = ['AndroidManifest.xml', 'R.txt', 'classes.jar', 'proguard.txt'];
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(expected));
    const [version = ''] = await readdir(join(into, 'io/pushgraph/pushgraph-fcm'));
    const pom = await readFile(
      join(into, `io/pushgraph/pushgraph-fcm/${version}/pushgraph-fcm-${version}.pom`),
      'utf8',
    );
    expect(pom).toContain('<artifactId>pushgraph-android</artifactId>');
    const sizes = await reportSizes(build, archives);
    for (const [name, bytes] of Object.entries(sizes)) process.stdout.write(`${name}: ${bytes} bytes\n`);
    expect(sizes['all, shrunk']).toBeLessThan(MAX_BYTES);
    const stated = (name: string): string => `${sizes[name]?.toLocaleString('en')}`;
    expect(readRepositoryFile('docs/sdk-api.md')).toContain(
      `${stated('all, shrunk')} bytes of byte code for all modules, ${stated('core, android and fcm, shrunk')} without`,
    );
  }, 1_200_000);
});

/** The app registers with the real service, draws the message that the fake Firebase got, and reports the click. */
const throughTheService = async (device: Device, folder: string): Promise<void> => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('there is always SQLite');
  await using world = await ServiceWorld.open(sqlite);
  const service = await world.start();
  const { serviceId } = await createApp(service, world.fakes, { provider: 'provider_a', name: 'Android' });
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const properties = { address: service.address, service: serviceId, inbox };
  const names = Object.entries(properties).map(([name, value]) => [`pushgraph.${name}`, value]);
  const running = device.run(['RealServiceTest'], Object.fromEntries(names));
  // A failure is reported at the end. Until then it must not end this process.
  running.catch(() => {});
  const database = await world.db();
  const count = async (table: string): Promise<number> => {
    const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
    return Number(row?.n);
  };
  await eventually('the device', async () => ((await count('device')) === 1 ? true : null));
  const { messageSend } = await service.graphql<{ messageSend: object }>(SEND, {
    input: { to: { externalIds: ['user-17'] }, message: MESSAGE },
  });
  expect(messageSend).toEqual({ userErrors: [] });
  const data = await eventually('the message', async () => {
    const [entry] = await world.fakes.entries({ target: 'token-of-android' });
    return (entry?.content?.data as object | undefined) ?? null;
  });
  await writeFile(join(inbox, 'part'), JSON.stringify(data));
  await rename(join(inbox, 'part'), join(inbox, 'message.json'));
  expect(await running).toMatch(/^OK \(1 test\)/m);
  const receipts = await database.query('SELECT kind, button FROM receipt ORDER BY kind');
  expect(receipts).toEqual([
    { kind: 'clicked', button: 'buy' },
    { kind: 'delivered', button: null },
  ]);
};
