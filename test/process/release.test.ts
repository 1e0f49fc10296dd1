import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase } from '../support/databases.js';
import { ServiceProcess } from '../support/service-process.js';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const BUNDLE = join(REPOSITORY, 'dist-test/bundle');

/*
 * A release is the bundle and the few packages that cannot be in it (scripts/dist.mjs). The bundle lacks modules that
 * are loaded by a computed name, which goes unnoticed while node_modules is next to it.
 */
describe('a release with only its own packages', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-release-'));
    await cp(BUNDLE, join(folder, 'dist'), { recursive: true });
    for (const part of ['package.json', 'public', 'dist-web'])
      await symlink(join(REPOSITORY, part), join(folder, part));
    const { LEFT_ALONE }: { LEFT_ALONE: string[] } = await import(join(REPOSITORY, 'scripts/bundle.mjs'));
    for (const name of LEFT_ALONE) {
      const place = join(folder, 'node_modules', name);
      await mkdir(dirname(place), { recursive: true });
      await symlink(join(REPOSITORY, 'node_modules', name), place);
    }
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const stores = {
    ...(process.env.TEST_MONGO_URL ? { JOBS_URL: process.env.TEST_MONGO_URL } : {}),
    ...(process.env.TEST_REDIS_URL ? { REDIS_URL: process.env.TEST_REDIS_URL } : {}),
  };

  test('has no character beyond Latin-1, because V8 would then use two bytes per character', async () => {
    const files = (await readdir(BUNDLE)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(files.map((name) => readFile(join(BUNDLE, name), 'utf8')));
    expect(files.filter((_, index) => /[^\0-\xff]/.test(texts[index] ?? ''))).toEqual([]);
    expect(files).toContain('main.js');
  });

  test('prints hints that work without npm scripts', async () => {
    const program = join(folder, 'dist/cli.js');
    const env = { DATABASE_URL: `sqlite:${join(folder, 'nowhere.db')}` };
    await using command = new NodeProcess('src/cli/main.js', env, { program, words: ['user', 'list'] });
    expect(await command.exited).toMatchObject({ code: 1 });
    expect(command.stderr.join()).toMatch(new RegExp(`or create a new one with \`node ${program} migrate\`\\.$`));
  });

  test.each(eachDatabase())('starts on $name, with every other store available', async (kind) => {
    await using place = await kind.url();
    const env = { DATABASE_URL: place.url, MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), ...stores };
    await using service = await ServiceProcess.start(env, { program: join(folder, 'dist/main.js') });
    expect(await service.graphql('{ viewer { scopes } }', {})).toHaveProperty('viewer');
    const { status, body } = await service.api('GET', '/apps');
    expect([status, body]).toMatchObject([200, expect.anything()]);
    expect((await fetch(new URL('/console', service.address))).status).toBe(200);
  });
});
