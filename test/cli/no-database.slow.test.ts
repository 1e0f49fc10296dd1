import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { freshDatabaseUrl } from '../support/databases.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-no-database-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cli = async (url: string, ...words: string[]) => {
  await using process = new NodeProcess('src/cli/main.js', { DATABASE_URL: url }, { words });
  const { code } = await process.exited;
  return { code, stdout: process.stdout, stderr: process.stderr.join('\n') };
};

describe('a command at a path without a database', () => {
  test.each([
    ['user', 'create', 'Somebody'],
    ['user', 'list'],
    ['key', 'list'],
    ['console', 'link'],
    ['member', 'list'],
    ['devices', 'export', '--app', '1'],
    ['pending'],
    ['restored'],
    ['rebuild-marks'],
    ['master-key', 'reseal'],
    ['migrate', '--plan'],
  ])('%s %s %s creates none and reports where it looked', async (...words) => {
    const path = join(folder, 'nowhere', 'pushgraph.db');
    const { code, stdout, stderr } = await cli(`sqlite:${path}`, ...words.filter(Boolean));
    expect({ code, stdout }).toEqual({ code: 1, stdout: [] });
    expect(stderr).toMatch(/^There is no database at \S+nowhere\/pushgraph\.db \(in \S+\)\. Set DATABASE_URL/);
    // The command is written for a checkout, where this test runs.
    expect(stderr).toMatch(/`npm run --silent cli -- migrate`\.$/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('migrate creates it and its folder', async () => {
    const path = join(folder, 'new', 'deep', 'pushgraph.db');
    expect(await cli(`sqlite:${path}`, 'migrate')).toMatchObject({ code: 0 });
    expect(existsSync(path)).toBe(true);
    expect((await cli(`sqlite:${path}`, 'user', 'list')).code).toBe(0);
    // It is closed cleanly, so the write-ahead log is empty.
    expect((await readdir(join(folder, 'new', 'deep'))).filter((name) => name.endsWith('-wal'))).toEqual([]);
    await rm(join(folder, 'new'), { recursive: true });
  });

  test('restore --yes restores a backup on a new machine, and creates its data folder', async () => {
    await using place = await freshDatabaseUrl('sqlite', { migrated: true });
    const file = join(folder, 'backup.db');
    expect(await cli(place.url, 'backup', file)).toMatchObject({ code: 0 });
    const path = join(folder, 'machine', 'data', 'pushgraph.db');
    expect(await cli(`sqlite:${path}`, 'restore', file, '--yes')).toMatchObject({ code: 0 });
    expect((await cli(`sqlite:${path}`, 'user', 'list')).code).toBe(0);
    await rm(join(folder, 'machine'), { recursive: true });
    await rm(file);
  });

  test('migrate --timeout limits the wait for a database that does not answer', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const env = { DATABASE_URL: 'mysql://user:secret@127.0.0.1:1/db', MASTER_KEY: key };
    await using process = new NodeProcess('src/cli/main.js', env, { words: ['migrate', '--timeout', '2'] });
    const { code, ms } = await process.exited;
    expect(code).toBe(1);
    expect(ms).toBeGreaterThan(2_000);
    expect(process.stderr.at(-1)).toMatch(/^DATABASE_URL: nothing answers/);
    expect(process.stderr.at(0)).toMatch(/Waiting\.$/);
    expect(process.stderr.join()).not.toContain('secret');
  });
});
