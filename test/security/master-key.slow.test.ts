import { chmod, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

const [OLD, NEW, OTHER] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer];
const text = (key: Buffer): string => key.toString('base64');

describe.each(eachDatabase())('processes and their master key, $name', (kind) => {
  const refusal = async (env: Record<string, string>) => {
    await using process = new NodeProcess('src/main.js', { PORT: '0', ...env });
    const { code } = await process.exited;
    return { code, stderr: process.stderr };
  };
  const reseal = async (env: Record<string, string>) => {
    await using cli = new NodeProcess('src/cli/main.js', env, { words: ['master-key', 'reseal'] });
    const { code } = await cli.exited;
    return { code, result: cli.stdout.at(-1) && JSON.parse(cli.stdout.at(-1) ?? '') };
  };
  const RENEW = 'mutation ($id: ID!) { appVapidKeyRenew(id: $id) { app { vapidKeyPublic } userErrors { message } } }';

  test('a wrong one ends the start with one line, and a rotation during operation loses nothing', async () => {
    await using place = await kind.url();
    const DATABASE_URL = place.url;
    const before = { DATABASE_URL, MASTER_KEY: text(OLD) };
    const during = { DATABASE_URL, MASTER_KEY: text(NEW), MASTER_KEY_PREVIOUS: text(OLD) };
    const after = { DATABASE_URL, MASTER_KEY: text(NEW) };
    await using first = await ServiceProcess.start(before);
    expect((await first.api('POST', '/apps', { push_provider: 'webpush', name: 'Shop' })).status).toBe(201);
    const wrong = await refusal({ DATABASE_URL, MASTER_KEY: text(OTHER) });
    expect(wrong).toEqual({ code: 1, stderr: [expect.stringMatching(/^MASTER_KEY: does not open .*\.$/)] });
    await using second = await ServiceProcess.start(during);
    expect(await reseal(during)).toEqual({ code: 0, result: { resealed: 1, unreadable: 0 } });
    for (const key of [OLD, OTHER]) expect((await refusal({ DATABASE_URL, MASTER_KEY: text(key) })).code).toBe(1);
    await using third = await ServiceProcess.start(after);
    const { apps } = await third.graphql<{ apps: { nodes: { id: string }[] } }>('{ apps { nodes { id } } }');
    for (const service of [second, third]) {
      const { appVapidKeyRenew } = await service.graphql<{ appVapidKeyRenew: { userErrors: unknown[] } }>(
        RENEW,
        apps.nodes[0],
      );
      expect(appVapidKeyRenew.userErrors).toEqual([]);
    }
  });
});

describe('SQLite files', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-files-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const modes = async (): Promise<Record<string, string>> => {
    const files = await readdir(join(folder, 'data'));
    const read = async (file: string) => [file, ((await stat(join(folder, 'data', file))).mode & 0o777).toString(8)];
    return Object.fromEntries(await Promise.all(files.map(read)));
  };
  const ALL_OWN = { 'master.key': '600', 'pushgraph.db': '600', 'pushgraph.db-shm': '600', 'pushgraph.db-wal': '600' };

  test('are readable only by their owner, including existing ones once the service has started', async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder, 'data', 'pushgraph.db')}` };
    {
      await using service = await ServiceProcess.start(env);
      expect(await modes()).toEqual(ALL_OWN);
      await service.terminate();
    }
    for (const file of await readdir(join(folder, 'data'))) await chmod(join(folder, 'data', file), 0o644);
    await using _again = await ServiceProcess.start(env);
    expect(await modes()).toEqual(ALL_OWN);
  });

  test('a key file that is moved aside becomes the former key, and a new one is created', async () => {
    const env = { DATABASE_URL: `sqlite:${join(folder, 'data', 'pushgraph.db')}` };
    const file = join(folder, 'data', 'master.key');
    {
      await using service = await ServiceProcess.start(env);
      await service.api('POST', '/apps', { push_provider: 'webpush', name: 'Shop' });
      await service.terminate();
    }
    await rename(file, `${file}.previous`);
    await using service = await ServiceProcess.start(env);
    await using cli = new NodeProcess('src/cli/main.js', env, { words: ['master-key', 'reseal'] });
    expect((await cli.exited).code).toBe(0);
    expect(JSON.parse(cli.stdout.at(-1) ?? '')).toEqual({ resealed: 1, unreadable: 0 });
    await service.terminate();
    await rm(`${file}.previous`);
    await using _again = await ServiceProcess.start(env);
    await writeFile(file, `${text(OTHER)}\n`);
    await using wrong = new NodeProcess('src/main.js', { PORT: '0', ...env });
    expect((await wrong.exited).code).toBe(1);
    expect(wrong.stderr).toEqual([expect.stringMatching(/^MASTER_KEY: /)]);
  });
});
