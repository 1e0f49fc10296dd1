import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, ListAppsDocument } from '@pushgraph/client';
import { build } from 'esbuild';
import { WebSocket } from 'ws';
import { toGlobalId } from '../../src/schema/global-id.js';
import { FileSite } from '../browser/file-site.js';
import { stubPushManager } from '../browser/stub-push-manager.js';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { createApp, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

/*
 * Tests the published packages: packs them, installs them into an empty project, checks it with tsc, and uses it with a
 * process that the package `pushgraph` started. Run `npm run verify:packages`, which takes minutes.
 */
const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const OTHERS = [
  'graphql',
  'react',
  'react-dom',
  'svelte',
  'vue',
  'ws',
  'typescript',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@types/ws',
];
/** The dev server of docs/clients.md and its plugins for the pages, which this repository does not use. */
const VITE = ['vite@8.3.8', '@vitejs/plugin-vue@6.0.11', '@sveltejs/vite-plugin-svelte@7.3.1'];
const FRAMEWORKS = ['react', 'vue', 'svelte'];

let project: string;
let world: ServiceWorld;
let service: ServiceProcess;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'pushgraph-project-'));
  const packed = join(project, 'packed');
  const { stdout } = await run(process.execPath, [join(REPOSITORY, 'scripts/pack.mjs'), packed]);
  const tarballs = stdout.trim().split('\n');
  expect(tarballs).toHaveLength(5);
  await cp(join(REPOSITORY, 'test/packages/project'), project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  const versions = await Promise.all(OTHERS.map(async (name) => `${name}@${await versionOf(name)}`));
  await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs, ...versions, ...VITE], { cwd: project });
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  world = await ServiceWorld.open(sqlite);
  service = await startPackage();
}, 600_000);

const startPackage = (env: Record<string, string> = {}): Promise<ServiceProcess> =>
  world.start(env, { program: join(project, 'node_modules/pushgraph/bin/pushgraph.js') });

afterAll(async () => {
  await world?.[Symbol.asyncDispose]();
  await rm(project, { recursive: true, force: true });
});

/** The version that this repository uses. */
const versionOf = async (name: string): Promise<string> =>
  JSON.parse(await readFile(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8')).version;

describe('pushgraph', () => {
  test('is a command: without arguments it starts the service with its pages, otherwise it is the command line', async () => {
    for (const path of ['/', '/console', '/graphiql', '/docs/', '/sdk/web.js', '/readyz']) {
      expect([path, (await fetch(service.address + path)).status]).toEqual([path, 200]);
    }
    const { stdout } = await run('npx', ['--no-install', 'pushgraph', '--version'], { cwd: project });
    expect(stdout).toMatch(/^pushgraph \d+\.\d+\.\d+ \([0-9a-f]{12}\), Node\.js v/);
  }, 60_000);
});

test('@pushgraph/http2-client sends a request to an HTTP/2 server', async () => {
  const program = `
    import { createServer } from 'node:http2';
    import { Http2Pool } from '@pushgraph/http2-client';
    const server = createServer().on('stream', (stream, headers) => {
      stream.respond({ ':status': 200 });
      stream.pipe(stream);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const pool = new Http2Pool({ origin: 'http://127.0.0.1:' + server.address().port });
    const request = { headers: { ':method': 'POST', ':path': '/' }, body: Buffer.from('hello') };
    const exchange = await new Promise((resolve) =>
      pool.request('group', { ...request, signal: new AbortController().signal }, resolve),
    );
    await pool.close();
    server.close();
    console.log(exchange.status, exchange.body);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project });
  expect(stdout).toBe('200 hello\n');
});

describe('@pushgraph/client', () => {
  test('is typed, runs queries and mutations, and gets each event once across a lost connection and two restarts', async () => {
    await run(process.execPath, [join(project, 'node_modules/typescript/bin/tsc'), '-p', project]).catch(
      ({ stdout }) => {
        throw new Error(stdout);
      },
    );
    await using line = await CutLine.open(new URL(service.address));
    const env = { PATH: process.env.PATH ?? '', SERVICE_URL: line.address, SERVICE_KEY };
    const child = spawn(process.execPath, [join(project, 'out/use.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const said: Record<string, unknown>[] = [];
    createInterface({ input: child.stdout }).on('line', (text) => said.push(JSON.parse(text)));
    try {
      expect(await eventually('its answers', () => said[0] ?? null)).toEqual({
        made: 'by the package',
        refused: ['REQUIRED'],
        names: ['by the package'],
        wrong: 'BAD_USER_INPUT',
        badKey: true,
        nodes: true,
        schema: join(project, 'node_modules/@pushgraph/client/dist/schema.graphql'),
      });
      const retired: number[] = [];
      const phones = await makePhones();
      const retire = async (): Promise<void> => {
        retired.push(await phones.end());
      };
      const heard = (): number => said.length - 1;
      // The program does not report when it starts to listen, so remove devices until it reports one.
      await eventually('the first event', async () => {
        if (heard() === 0) await retire();
        return heard() > 0 ? true : null;
      });
      await eventually('the events so far', () => (said.at(-1)?.retired === globalId(retired.at(-1)) ? true : null));
      line.cut();
      for (let count = 0; count < 3; count += 1) await retire();
      line.mend();
      await eventually('the events since', () => (said.at(-1)?.retired === globalId(retired.at(-1)) ? true : null));
      await service.terminate();
      for (let n = 0; n < 2; n += 1) {
        service = await startPackage({ PORT: new URL(service.address).port });
        for (let count = 0; count < 3; count += 1) await retire();
        await eventually('the events since', () => (said.at(-1)?.retired === globalId(retired.at(-1)) ? true : null));
        if (n === 0) await service.terminate();
      }
      const ids = said.slice(1).map((event) => event.retired);
      expect(ids).toEqual(retired.slice(-ids.length).map(globalId));
      expect([ids.length > 3, line.connections > 2]).toEqual([true, true]);
    } finally {
      child.kill();
    }
  }, 120_000);
});

test('a page of Vite reaches queries and subscriptions through the documented proxy', async () => {
  const docs = await readFile(join(REPOSITORY, 'docs/clients.md'), 'utf8');
  const [, config = ''] = /```js\n\/\/ vite\.config\.js\n([\s\S]*?)```/.exec(docs) ?? [];
  expect(config).toContain('http://127.0.0.1:4000');
  await writeFile(join(project, 'vite.config.js'), config.replace('http://127.0.0.1:4000', service.address));
  const args = [join(project, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '0'];
  const vite = spawn(process.execPath, args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let output = '';
    vite.stdout.on('data', (text) => {
      output += text;
    });
    const origin = await eventually(
      'its address',
      () => /http:\/\/127\.0\.0\.1:\d+/.exec(stripVTControlCharacters(output))?.[0] ?? null,
    );
    class OfPage extends WebSocket {
      constructor(address: string, protocols: string) {
        super(address, protocols, { headers: { origin } });
      }
    }
    const client = createClient({ url: origin, apiKey: SERVICE_KEY, webSocketImpl: OfPage });
    expect((await client.request(ListAppsDocument, { first: 100 })).apps.edges.length).toBeGreaterThan(0);
    const events = client.deliveryEvents();
    const next = events.next();
    await eventually('the connection', () => (client.connectionState === 'connected' ? true : null));
    await client.close();
    await next;
  } finally {
    vite.kill();
  }
}, 120_000);

test('@pushgraph/web is imported safely on a server; its React part is a client component', async () => {
  const script = `
    import { Pushgraph } from '@pushgraph/web';
    ${FRAMEWORKS.map((name) => `import '@pushgraph/web/${name}';`).join('\n')}
    console.log(Pushgraph.isSupported);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
  expect(stdout).toBe('false\n');
  const react = await readFile(join(project, 'node_modules/@pushgraph/web/dist/react.js'), 'utf8');
  expect(react).toMatch(/^["']use client["'];/);
});

test.each(FRAMEWORKS)(
  'Vite builds the sample site for %s',
  async (framework) => {
    const site = join(project, `web-${framework}`);
    await cp(join(REPOSITORY, `examples/web-${framework}`), site, { recursive: true });
    await run(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), 'build'], { cwd: site });
    expect(await readdir(join(site, 'dist'))).toEqual(expect.arrayContaining(['assets', 'index.html', 'sw.js']));
  },
  300_000,
);

withChromium('@pushgraph/web', () => {
  const pages = (): string => join(project, 'pages');

  beforeAll(async () => {
    for (const options of [[], ['--ssr']])
      await run(process.execPath, [join(project, 'node_modules/vite/bin/vite.js'), 'build', ...options], {
        cwd: pages(),
      });
  }, 300_000);

  test.each(FRAMEWORKS)(
    'registers the browser from a server-rendered page of %s, with the bundled service worker',
    async (framework) => {
      const app = await createApp(service, world.fakes, { provider: 'webpush', name: framework });
      const worker = await bundleWorker();
      const settings = JSON.stringify({ serviceId: app.serviceId, baseUrl: service.address });
      const html = await renderOnServer(framework, settings);
      expect(html).toContain('Not here.');
      await using site = await FileSite.open({
        ...(await scripts(join(pages(), 'browser'))),
        '/': `<!doctype html><link rel="icon" href="data:,"><div id="root">${html}</div>
        <script>globalThis.PUSHGRAPH = ${settings};</script><script type="module" src="/${framework}.js"></script>`,
        '/sw.js': worker,
      });
      await using browser = await TestBrowser.launch();
      await browser.context.grantPermissions(['notifications'], { origin: site.origin });
      const subscriptions = await world.fakes.makeSubscriptions({ count: 1, vapidPublicKey: app.vapidKeyPublic ?? '' });
      await browser.context.addInitScript(stubPushManager(subscriptions));
      const opened = await browser.open(site.origin);
      await opened.getByText('nobody').waitFor();
      await opened.getByRole('button', { name: 'Notify me' }).click();
      await opened.getByText('device ').waitFor();
      const rows = await (await world.db()).query('SELECT language, active FROM device WHERE app_id = ?', [app.id]);
      expect(rows).toMatchObject([{ language: 'de' }]);
      const serviceWorker = await eventually('the worker', () => browser.context.serviceWorkers()[0] ?? null);
      expect(serviceWorker.url()).toContain(encodeURIComponent(`${service.address}/sdk/v1/${app.serviceId}`));
      expect(worker).toContain('showNotification');
      await opened.getByRole('button', { name: 'I registered' }).click();
      await eventually('the event', async () => {
        const events = await (await world.db()).query('SELECT 1 AS one FROM device_event WHERE app_id = ?', [app.id]);
        // `install` is the other one.
        return events.length > 1 ? true : null;
      });
      await opened.getByRole('button', { name: 'Sign in' }).click();
      await eventually('the user and tag', async () => {
        const [device] = await readDevices(app.id);
        return device?.external_user_id === 'anna' && device.tags === 1 ? device : null;
      });
      await opened.getByRole('button', { name: 'Sign out' }).click();
      const signedOut = await eventually('another device', async () => (await readDevices(app.id)).at(1) ?? null);
      expect(signedOut).toMatchObject({ external_user_id: null, tags: 0 });
      await opened.getByText('device ').waitFor();
      await opened.getByRole('button', { name: 'No more' }).click();
      await opened.getByText('nobody').waitFor();
      await opened.getByText('granted').waitFor();
      await browser.context.clearPermissions();
      await opened.getByText('default').waitFor();
      await browser.context.grantPermissions(['notifications'], { origin: site.origin });
      await opened.getByText('granted').waitFor();

      const blocked = await browser.context.newPage();
      await blocked.addInitScript(BLOCKED_STORAGE);
      await blocked.goto(site.origin);
      await blocked.getByText('nobody').waitFor();
      await blocked.getByRole('button', { name: 'Notify me' }).click();
      // The push manager stub stores its subscriptions there.
      await blocked.getByText('storage is blocked').waitFor();
      expect(await blocked.getByRole('button', { name: 'Notify me' }).isEnabled()).toBe(true);
      expect([browser.complaints, browser.outside]).toEqual([[], []]);
    },
    120_000,
  );
});

const readDevices = async (appId: number) =>
  (await world.db()).query<{ external_user_id: string | null; tags: number }>(
    `SELECT external_user_id, (SELECT COUNT(*) FROM device_tag WHERE device_id = device.id) AS tags
    FROM device WHERE app_id = ? ORDER BY id`,
    [appId],
  );

const BLOCKED_STORAGE = `Object.defineProperty(globalThis, 'localStorage', {
  get() {
    throw new DOMException('storage is blocked', 'SecurityError');
  },
});`;

const bundleWorker = async (): Promise<string> => {
  const options = { bundle: true, write: false, format: 'iife' } as const;
  const { outputFiles } = await build({ ...options, absWorkingDir: project, entryPoints: ['sw.ts'] });
  return outputFiles[0]?.text ?? '';
};

const renderOnServer = async (framework: string, settings: string): Promise<string> => {
  const program = `
    globalThis.PUSHGRAPH = ${settings};
    const { html } = await import('./pages/server/${framework}-server.js');
    process.stdout.write(html);`;
  return (await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: project })).stdout;
};

/** The scripts of a folder by their paths on the site. */
const scripts = async (folder: string): Promise<Record<string, string>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [`/${name}`, await readFile(join(folder, name), 'utf8')])),
  );
};

const globalId = (id: number | undefined): string => toGlobalId('Device', id ?? 0);

const makePhones = async () => {
  const { serviceId } = await createApp(service, world.fakes, { provider: 'provider_c', name: 'phones' });
  let count = 0;
  return {
    /** Registers a device and removes it. Returns its id. */
    end: async (): Promise<number> => {
      count += 1;
      const body = { token: `${count}`.padStart(64, '0') };
      const phone = await must(201, service.sdk('POST', `/${serviceId}/devices`, { body }));
      const path = `/${serviceId}/devices/${phone.device_id}`;
      await must(204, service.sdk('DELETE', path, { secret: phone.device_secret }));
      return Number(phone.device_id);
    },
  };
};

/** A proxy to the service whose connections can be cut. */
class CutLine implements AsyncDisposable {
  connections = 0;
  private isCut = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createTcpServer((socket) => {
    if (this.isCut) return void socket.destroy();
    this.connections += 1;
    const behind = connect(Number(this.to.port), this.to.hostname);
    for (const end of [socket, behind]) {
      this.sockets.add(end);
      end
        .on('error', () => undefined)
        .on('close', () => {
          socket.destroy();
          behind.destroy();
        });
    }
    socket.pipe(behind).pipe(socket);
  });

  static async open(to: URL): Promise<CutLine> {
    const line = new CutLine(to);
    await new Promise<void>((resolve) => line.server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  private constructor(private readonly to: URL) {}

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
