import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { exportDevices } from '../../src/cli/devices/export-devices.js';
import { importDevices } from '../../src/cli/devices/import-devices.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { systemClock } from '../../src/ports/clock.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';
import { CREDS } from '../support/rest-factory.js';

const FOLDER = 'examples/moving-from';
const repositoryPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SCRIPT = repositoryPath(`${FOLDER}/map.mjs`);

const APPLE = '7abcd558f29d0b1f048083e2834ad8ea4b3d87d8ad9c088b33c132706ff445f0';
const SECOND = 'eX4mPleTok3n-2:APA91bSecondTokenOfSomebody';

/** Google Analytics exports users separately from tokens. */
const USERS: Readonly<Record<string, string>> = { 'firebase.jsonl': `${FOLDER}/firebase-users.csv` };

const GOLD = { plan: 'gold', orders: 12 };
const FREE = { plan: 'free', orders: 1 };

/** The expected result of each sample: an imported device, exported again. */
const MOVES: readonly [
  file: string,
  kind: string,
  provider: Exclude<ProviderName, 'webpush'>,
  devices: readonly object[],
][] = [
  [
    ...(['onesignal.csv', 'ios', 'provider_c'] as const),
    [
      {
        ...{ token: APPLE, language: 'en', country: 'GB', timezone: 'Europe/London', external_user_id: 'user-1' },
        ...{ audiences: ['vip'], platform: 'ios', app_version: '2.4.1' },
        attributes: { ...GOLD, favourite_team: 'Reds, FC' },
      },
    ],
  ],
  [
    'onesignal.csv',
    'android',
    'provider_a',
    [{ external_user_id: 'user-2', timezone: 'Europe/Vienna', attributes: FREE }],
  ],
  [
    ...(['onesignal.csv', 'onesignal', 'provider_b'] as const),
    [1, 2, 3].map((number) => ({ subscription_id: `5fd4ca42-e2e1-4d0a-b7c3-00000000000${number}` })),
  ],
  [
    ...(['firebase.jsonl', 'android', 'provider_a'] as const),
    [
      {
        ...{ language: 'en-GB', platform: 'ios', attributes: GOLD },
        audiences: ['news', 'sport', 'Purchasers', 'Lapsed, 30 days', 'newsletter'],
      },
      { token: SECOND, external_user_id: 'user-2', attributes: FREE },
    ],
  ],
  [
    ...(['countly.jsonl', 'ios', 'provider_c'] as const),
    [
      {
        ...{ token: APPLE, country: 'GB', app_version: '2.4.1' },
        attributes: { ...GOLD, birth_year: 1987, gender: 'F', newsletter: true, favourite_teams: ['Reds', 'Blues'] },
      },
    ],
  ],
  [
    ...(['countly.jsonl', 'android', 'provider_a'] as const),
    [{ token: SECOND, language: 'de', external_user_id: 'user-2', attributes: FREE }],
  ],
  [
    ...(['parse.json', 'ios', 'provider_c'] as const),
    [
      {
        ...{ token: APPLE, audiences: ['news', 'sport'], external_user_id: 'uGq2XxLk0a' },
        attributes: { member_since: '2025-01-02T00:00:00.000Z', orders: 12 },
        device_attributes: {
          ...{ plan: 'gold', trial_ends: '2026-12-31T00:00:00.000Z' },
          favourite_teams: ['Reds', 'Blues'],
        },
      },
    ],
  ],
  [
    ...(['parse.json', 'android', 'provider_a'] as const),
    [{ token: SECOND, language: 'de-AT', timezone: 'Europe/Vienna', attributes: { plan: 'free' } }],
  ],
];

test("each service's sample is mapped and imported without a rejected line, and keeps its meaning", async () => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  await using database = await sqlite.open();
  const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
  const services = createServices({ database, clock: systemClock, ...parts });
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-moving-'));
  try {
    for (const [index, [sample, kind, pushProvider, devices]] of MOVES.entries()) {
      const [service = ''] = sample.split('.');
      const { userId } = await services.keys.createUser(`somebody ${index}`);
      const caller = { userId, keyId: 0, scopes: ['write' as const] };
      const input = readRepositoryFile(`${FOLDER}/${sample}`);
      const words = [SCRIPT, service, kind, ...(USERS[sample] ? [repositoryPath(USERS[sample])] : [])];
      const { stdout, status } = spawnSync(process.execPath, words, { input, encoding: 'utf8' });
      expect(status).toBe(0);
      const file = join(folder, `${index}.jsonl`);
      await writeFile(file, stdout);
      const credentials = CREDS[pushProvider];
      const app = await services.apps.create(caller, { pushProvider, name: `app ${index}`, link: null, credentials });
      const result = await importDevices({ ...services, terminal: { write: () => '' } }, app, file);
      expect([sample, kind, result]).toMatchObject([sample, kind, { imported: devices.length, rejected: 0 }]);
      const output = new PassThrough();
      const written = text(output);
      await exportDevices(database, app, { format: 'jsonl', all: false, end: true, output });
      const lines = (await written).split('\n').filter(Boolean);
      const exported = lines.map((line) => JSON.parse(line));
      expect(exported).toMatchObject(devices);
      for (const { external_user_id: id, attributes = {} } of exported) {
        if (id) expect((await services.endUsers.find(userId, id))?.attributes ?? {}).toEqual(attributes);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every service has its sample and its page', () => {
  const names = (path: string, ending: RegExp) =>
    repositoryFiles(path)
      .filter((file) => ending.test(file))
      .map((file) => file.split('/').at(-1)?.split('.')[0]);
  expect(names('docs/moving-from', /\.md$/)).toEqual(['countly', 'firebase', 'onesignal', 'parse']);
  expect(names(FOLDER, /\.(?:csv|jsonl?)$/)).toEqual(['countly', 'firebase-users', 'firebase', 'onesignal', 'parse']);
  expect(new Set(MOVES.map(([sample]) => sample)).size).toBe(4);
});
