import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { compileTree, keepTree } from '../../src/audience/segments/segment-tree.js';
import { importDevices } from '../../src/cli/devices/import-devices.js';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { systemClock } from '../../src/ports/clock.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { readRepositoryFile } from '../support/repository.js';
import { CREDS } from '../support/rest-factory.js';

const FOLDER = 'examples/moving-from';
const pathOf = (file: string): string => fileURLToPath(new URL(`../../${FOLDER}/${file}`, import.meta.url));

/** Each page's sample, and the users in its segment. */
const PAGES = [
  ['onesignal', 'onesignal', 'onesignal.csv', 'provider_b', ['user-1']],
  ['firebase', 'android', 'firebase.jsonl', 'provider_a', ['user-1']],
  ['countly', 'ios', 'countly.jsonl', 'provider_c', ['user-1']],
  ['parse', 'ios', 'parse.json', 'provider_c', ['uGq2XxLk0a']],
] as const;

/** The last block of JSON in the section about segments. */
const treeOf = (page: string): Readonly<Record<string, unknown>> => {
  const section =
    readRepositoryFile(`docs/moving-from/${page}.md`).split('\n## Segments\n')[1]?.split('\n## ')[0] ?? '';
  return JSON.parse([...section.matchAll(/```json\n(.*?)```/gs)].at(-1)?.[1] ?? '');
};

const usersOf = async (
  database: Database,
  userId: number,
  condition: { sql: string; parameters: readonly unknown[] },
) => {
  const sql = `SELECT d.external_user_id AS user FROM device d JOIN app a ON a.id = d.app_id
    WHERE a.user_id = ? AND ${condition.sql} ORDER BY d.id`;
  return (await database.query<{ user: string }>(sql, [userId, ...condition.parameters])).map(({ user }) => user);
};

describe.each(eachDatabase())('segments from other services, $name', ({ open }) => {
  test.each(PAGES)(
    'the segment on the page about %s finds its users',
    async (page, kind, sample, pushProvider, users) => {
      await using database = await open();
      const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
      const services = createServices({ database, clock: systemClock, ...parts });
      const { userId } = await services.keys.createUser('somebody');
      const caller = { userId, keyId: 0, scopes: ['write' as const] };
      const input = { pushProvider, name: 'An app', link: null, credentials: CREDS[pushProvider] };
      const app = await services.apps.create(caller, input);
      await services.customEvents.create(caller, { name: 'Refund', code: 'refund' });
      const words = [pathOf('map.mjs'), page, kind, ...(page === 'firebase' ? [pathOf('firebase-users.csv')] : [])];
      const { stdout } = spawnSync(process.execPath, words, {
        input: readRepositoryFile(`${FOLDER}/${sample}`),
        encoding: 'utf8',
      });
      const folder = await mkdtemp(join(tmpdir(), 'pushgraph-segments-'));
      try {
        const file = join(folder, 'devices.jsonl');
        await writeFile(file, stdout);
        const result = await importDevices({ ...services, terminal: { write: () => '' } }, app, file);
        expect(result).toMatchObject({ imported: stdout.trim().split('\n').length, rejected: 0 });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      const tree = treeOf(page);
      await services.segments.create(caller, { name: 'From elsewhere', tree });
      const read = await services.segments.readTree(caller, tree);
      const kept = await keepTree(JSON.parse(JSON.stringify(read)), { manager: database.reader, userId });
      const condition = await compileTree(kept, { database, userId, at: systemClock.now() });
      expect(await usersOf(database, userId, condition)).toEqual(users);
    },
  );
});
