import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { stubPushManager } from '../browser/stub-push-manager.js';
import { deliverShown, workerOf } from '../browser/worker-steps.js';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { readRepositoryFile } from '../support/repository.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

/*
 * Follows packages/web/README.md from an empty folder to a notification, block by block, with the packed package, Vite
 * and Chromium: `npm run verify:packages`. The browser's push service is a fake.
 */
const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const README = readRepositoryFile('packages/web/README.md');
const TARBALL = 'pushgraph-web-0.9.0.tgz';

/** The code blocks of a language, without their indentation. */
const blocks = (language: string): string[] =>
  [...README.matchAll(new RegExp(`^( *)\`\`\`${language}\\n(.*?)^\\1\`\`\`$`, 'gms'))].map(([, indent, text = '']) =>
    text.replace(new RegExp(`^${indent}`, 'gm'), ''),
  );

const firstBlock = (language: string, part: string): string => {
  const found = blocks(language).find((block) => block.includes(part));
  if (!found) throw new Error(`The README has no block of ${language} with ${part}.`);
  return found;
};

const pushModule = { 'src/push.ts': firstBlock('ts', 'export const push') };
const SITES = [
  { template: 'vanilla-ts', files: { 'src/main.ts': firstBlock('ts', "createElement('button')") } },
  { template: 'react-ts', files: { ...pushModule, 'src/App.tsx': firstBlock('tsx', 'usePush') } },
  { template: 'vue-ts', files: { ...pushModule, 'src/App.vue': firstBlock('vue', 'usePush') } },
  { template: 'svelte-ts', files: { ...pushModule, 'src/App.svelte': firstBlock('svelte', 'usePush') } },
];

withChromium('ten minutes with @pushgraph/web', () => {
  let folder: string;
  let world: ServiceWorld;
  let service: ServiceProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-ten-minutes-'));
    const pack = `await (await import('./scripts/build-packages.mjs')).buildPackages(['web'])`;
    await run(process.execPath, ['--input-type=module', '-e', pack], { cwd: REPOSITORY });
    const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
    await run('npm', args, { cwd: join(REPOSITORY, 'packages/web') });
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await ServiceWorld.open(sqlite);
    service = await world.start();
  }, 300_000);
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test.each(SITES)(
    'the README leads from an empty folder to a notification: $template',
    async ({ template, files }) => {
      const began = performance.now();
      const app = await createApp(service, world.fakes, { provider: 'webpush', name: template });
      const site = await makeSite(template);
      const own = (text: string): string =>
        text
          .replaceAll('SERVICE_ID', app.serviceId)
          .replaceAll('https://push.example.com', service.address)
          .replaceAll('user-17', `user of ${template}`);
      const all = { ...files, 'public/sw.js': firstBlock('js', 'importScripts') };
      for (const [path, text] of Object.entries(all)) await writeFile(join(site, path), own(text));
      await run('npm', ['run', 'build'], { cwd: site }).catch(({ stdout }) => {
        throw new Error(stdout);
      });
      await using vite = await openVite(site);
      await using browser = await TestBrowser.launch();
      await browser.context.grantPermissions(['notifications'], { origin: vite.origin });
      const subscriptions = await world.fakes.makeSubscriptions({ count: 1, vapidPublicKey: app.vapidKeyPublic ?? '' });
      await browser.context.addInitScript(stubPushManager(subscriptions));
      const page = await browser.open(vite.origin);
      await page.getByRole('button', { name: 'Notify me' }).click();
      const target = subscriptions[0]?.endpoint ?? '';
      await eventually('the device of the user', async () => {
        const sql = 'SELECT external_user_id AS user FROM device WHERE app_id = ?';
        const [device] = await (await world.db()).query<{ user: string | null }>(sql, [app.id]);
        return device?.user ?? null;
      });
      const answer = await service.graphql<object>(own(firstBlock('graphql', 'messageSend')), {});
      expect(answer).toEqual({ messageSend: { userErrors: [] } });
      const sent = await eventually('the message', async () => {
        const [entry] = await world.fakes.entries({ target, accepted: true });
        return entry?.content ?? null;
      });
      const worker = await workerOf(browser);
      const shown = await deliverShown({ page, worker }, JSON.stringify(sent));
      expect(shown).toMatchObject({ title: 'Hello', body: 'It works.' });
      expect(browser.complaints).toEqual([]);
      const seconds = Math.round((performance.now() - began) / 1_000);
      process.stdout.write(`${template}: ${seconds} s from an empty folder to a notification\n`);
      expect(seconds).toBeLessThan(600);
    },
    900_000,
  );

  /** Runs the shell block of the README in an empty folder; returns the site. */
  const makeSite = async (template: string): Promise<string> => {
    const empty = join(folder, template);
    await mkdir(join(empty, 'path/to'), { recursive: true });
    await copyFile(join(folder, TARBALL), join(empty, 'path/to', TARBALL));
    const block = firstBlock('sh', 'npm create')
      .replace('vanilla-ts', template)
      .replace('vite@latest', 'vite@9.3.0')
      .replace('install path/to', 'install ../path/to');
    expect(block).toContain(TARBALL);
    await run('sh', ['-e', '-c', block], { cwd: empty, env: { ...process.env, npm_config_yes: 'true' } });
    return join(empty, 'my-site');
  };
});

/** The dev server of step 5. */
const openVite = async (site: string) => {
  const vite = spawn(process.execPath, [join(site, 'node_modules/vite/bin/vite.js'), '--port', '0'], {
    cwd: site,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  vite.stdout.on('data', (text) => {
    output += text;
  });
  const origin = await eventually(
    'its address',
    () => /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(output))?.[0] ?? null,
  );
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      vite.kill();
    },
  };
};
