import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, type RegisteredApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { FileSite } from './file-site.js';
import { stubPushManager } from './stub-push-manager.js';
import { CLICK, deliver, deliverShown, send, shownBy, subscriptionChange, workerOf } from './worker-steps.js';

const REPOSITORY = new URL('../../', import.meta.url);

withChromium('a site of its own with the browser SDK', () => {
  let world: ServiceWorld;
  let service: ServiceProcess;
  beforeAll(async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await ServiceWorld.open(sqlite);
    service = await world.start();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const openBrowser = async (site: FileSite, app: RegisteredApp): Promise<TestBrowser> => {
    const browser = await TestBrowser.launch();
    await browser.context.grantPermissions(['notifications'], { origin: site.origin });
    const subscriptions = await world.fakes.makeSubscriptions({
      seed: app.serviceId,
      count: 4,
      vapidPublicKey: app.vapidKeyPublic ?? '',
    });
    await browser.context.addInitScript(stubPushManager(subscriptions));
    return browser;
  };
  const openPage = async (browser: TestBrowser, site: FileSite): Promise<Page> => {
    const page = await browser.open(site.origin);
    await page.waitForFunction('globalThis.push !== undefined');
    return page;
  };
  const createSite = async (name: string) => {
    const app = await createApp(service, world.fakes, { provider: 'webpush', name });
    const script = `<script type="module">
      import { Pushgraph, PushgraphError } from '${service.address}/sdk/web.js';
      Object.assign(globalThis, { Pushgraph, PushgraphError, push: new Pushgraph({ serviceId: '${app.serviceId}' }) });
    </script>`;
    const page = `<!doctype html><link rel="icon" href="data:,">${script}`;
    const worker = `importScripts('${service.address}/sdk/sw.js');`;
    return { app, site: await FileSite.open({ '/': page, '/there': page, '/sw.js': worker }) };
  };
  const receipts = async (app: RegisteredApp): Promise<string[]> => {
    const sql = 'SELECT kind FROM receipt WHERE app_id = ? ORDER BY kind';
    return (await (await world.db()).query<{ kind: string }>(sql, [app.id])).map(({ kind }) => kind);
  };
  const tokens = async (app: RegisteredApp): Promise<string[]> => {
    const rows = await (await world.db()).query<{ token: string }>('SELECT token FROM device WHERE app_id = ?', [
      app.id,
    ]);
    return rows.map(({ token }) => token);
  };

  test('may register its worker itself: receipts and renewals survive restarts and a change of its file', async () => {
    const { app, site } = await createSite('own worker');
    await using _site = site;
    await using browser = await openBrowser(site, app);
    const page = await openPage(browser, site);
    await page.evaluate("navigator.serviceWorker.register('/sw.js')");
    await page.evaluate("push.subscribe({ language: 'de' })");
    expect((await workerOf(browser)).url()).toBe(`${site.origin}/sw.js`);
    const sent = await send({ world, service, app, link: `${site.origin}/there` });
    await stopWorkers(page);
    await deliver(page, JSON.stringify(sent));
    await eventually('the receipt', async () => ((await receipts(app)).length === 1 ? true : null));

    site.files['/sw-2.js'] = `${site.files['/sw.js']} addEventListener('install', () => skipWaiting());`;
    await page.evaluate("navigator.serviceWorker.register('/sw-2.js')");
    const replaced = await eventually('the other worker', () => {
      const found = browser.context.serviceWorkers().find((worker) => worker.url() === `${site.origin}/sw-2.js`);
      return found ?? null;
    });
    await eventually('its turn', async () =>
      (await replaced.evaluate('registration.active?.scriptURL')) === replaced.url() ? true : null,
    );
    await eventually('the notification', () => shownBy(replaced));
    await replaced.evaluate(CLICK);
    await eventually('the receipt', async () => ((await receipts(app)).length === 2 ? true : null));
    expect(await receipts(app)).toEqual(['clicked', 'delivered']);

    const [renewed] = await world.fakes.makeSubscriptions({ seed: 'own', vapidPublicKey: app.vapidKeyPublic ?? '' });
    await replaced.evaluate(subscriptionChange(JSON.stringify(renewed)));
    expect(await tokens(app)).toEqual([renewed?.endpoint]);
  });

  test('reads the permission, notices changes, and refreshes on each visit without a prompt', async () => {
    const { app, site } = await createSite('permission');
    await using _site = site;
    await using browser = await openBrowser(site, app);
    const page = await openPage(browser, site);
    const { context } = browser;
    const { origin } = site;
    const allow = async (setting: 'granted' | 'denied') => {
      await context.clearPermissions();
      // Chromium denies permissions that the list omits.
      await context.grantPermissions([setting === 'granted' ? 'notifications' : 'geolocation'], { origin });
    };
    const outcome = (call: string) =>
      page.evaluate(`${call}.catch((error) => [error instanceof PushgraphError, error.code])`);
    await page.evaluate('globalThis.heard = []; globalThis.stop = push.onPermissionChange((is) => heard.push(is))');
    const heard = (last: string) =>
      eventually('the change', async () => ((await page.evaluate('heard.at(-1)')) === last ? true : null));

    await allow('denied');
    await heard('denied');
    expect(await page.evaluate('push.permission')).toBe('denied');
    expect(await outcome('push.subscribe()')).toEqual([true, 'denied']);
    expect(await outcome('push.subscribe({ prompt: false })')).toBeNull();
    await allow('granted');
    await heard('granted');
    await page.evaluate('stop()');

    await page.evaluate("Notification.requestPermission = () => Promise.resolve('default')");
    expect(await outcome('push.subscribe()')).toEqual([true, 'dismissed']);
    const id = await page.evaluate('push.subscribe({ prompt: false })');
    expect(id).toBe(await page.evaluate('push.deviceId'));
    await page.evaluate('push.unsubscribe()');
    expect(await page.evaluate('push.subscribe({ prompt: false })')).toBeNull();
    await page.reload();
    await page.waitForFunction('globalThis.push !== undefined');
    expect(await page.evaluate('push.subscribe({ prompt: false })')).toBeNull();
    expect(await page.evaluate('push.subscribe()')).not.toBeNull();
    expect(await page.evaluate('push.subscribe({ prompt: false })')).not.toBeNull();
  });

  test('gets a code for each failure', async () => {
    const { app, site } = await createSite('codes');
    await using _site = site;
    await using browser = await openBrowser(site, app);
    const page = await openPage(browser, site);
    const fail = (options: object) => {
      const all = { serviceId: app.serviceId, ...options };
      const report = '({ code, status, retryAfterSeconds }) => [code, status ?? null, retryAfterSeconds ?? null]';
      return page.evaluate(`new Pushgraph(${JSON.stringify(all)}).subscribe().catch(${report})`);
    };
    expect(await fail({ baseUrl: 'http://127.0.0.1:1' })).toEqual(['network', null, null]);
    expect(await fail({ serviceId: 'nothing' })).toEqual(['refused', 404, null]);
    expect(await fail({ serviceWorker: '/none.js' })).toEqual(['worker', null, null]);
    const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'retry-after' };
    for (const [status, code] of [
      [429, 'rate-limited'],
      [503, 'unavailable'],
    ] as const) {
      await browser.context.route('**/vapidkey', (route) =>
        route.fulfill({ status, headers: { ...headers, 'retry-after': '7' }, json: { error: 'Slow down.' } }),
      );
      expect(await fail({})).toEqual([code, status, 7]);
    }
    await page.evaluate(`(() => {
      const refuse = () => { throw new DOMException('Denied.', 'SecurityError'); };
      Object.defineProperty(globalThis, 'localStorage', { get: refuse });
      ServiceWorkerContainer.prototype.register = refuse;
    })()`);
    expect(await fail({})).toEqual(['blocked-storage', null, null]);
  });

  test('tracks events before it subscribes: they wait, even across a reload, and count once', async () => {
    const { app, site } = await createSite('queue');
    await using _site = site;
    await using browser = await openBrowser(site, app);
    const page = await openPage(browser, site);
    const codes = async () => {
      const events = await (await world.db()).query('SELECT 1 AS one FROM device_event WHERE app_id = ?', [app.id]);
      return events.length;
    };
    expect(await page.evaluate("push.track('reg', { id: 'first' })")).toEqual({ accepted: 0, ignored: 0, queued: 1 });
    await page.evaluate("push.track('no_such_event')");
    await page.evaluate("push.track('dep')");
    const kept = await page.evaluate('JSON.stringify(push.queued())');
    await page.reload();
    await page.waitForFunction('globalThis.push !== undefined');
    await page.evaluate('push.subscribe()');
    // The third one is `install`.
    expect(await codes()).toBe(3);
    expect(await page.evaluate('push.queued()')).toEqual([]);

    await page.evaluate(`push.store('queue', ${kept})`);
    await page.evaluate('push.subscribe({ prompt: false })');
    expect([await codes(), await page.evaluate('push.queued()')]).toEqual([3, []]);

    await page.evaluate('push.unsubscribe()');
    await page.evaluate(
      "(async () => { for (let n = 0; n < 120; n += 1) await push.track('reg', { id: 'n' + n }); })()",
    );
    expect(await page.evaluate('[push.queued().length, push.queued()[0].id]')).toEqual([100, 'n20']);
  });

  test('on a click, has its window focused and navigated to the link, or a new window opened', async () => {
    const { app, site } = await createSite('windows');
    await using _site = site;
    await using browser = await openBrowser(site, app);
    const page = await openPage(browser, site);
    await page.evaluate('push.subscribe()');
    await page.reload();
    await page.waitForFunction('navigator.serviceWorker.controller !== null');
    const worker = await workerOf(browser);
    // Browsers let a worker focus or open windows only after a real click, which a test cannot make.
    await worker.evaluate(`(() => {
      globalThis.done = [];
      WindowClient.prototype.focus = async function () { done.push('focus ' + new URL(this.url).pathname); return this; };
      clients.openWindow = async (url) => void done.push('open ' + url);
    })()`);
    const show = (link: string) =>
      deliverShown({ page, worker }, JSON.stringify({ title: link, link, receipt: 'forged' }));
    const click = async (link: string) => {
      await show(link);
      await worker.evaluate(CLICK);
      return worker.evaluate('done.splice(0)');
    };
    await page.evaluate('globalThis.isSamePage = true');
    expect(await click(`${site.origin}/`)).toEqual(['focus /']);
    expect(await page.evaluate('isSamePage')).toBe(true);
    expect(await click('https://elsewhere.example/')).toEqual(['open https://elsewhere.example/']);
    expect(await click('/there')).toEqual(['focus /there']);
    expect(page.url()).toBe(`${site.origin}/there`);
    await show('/');
    await page.goto('about:blank');
    await worker.evaluate(CLICK);
    expect(await worker.evaluate('done')).toEqual([`open ${site.origin}/`]);
  });

  test('works under the documented content security policy', async () => {
    const app = await createApp(service, world.fakes, { provider: 'webpush', name: 'policy' });
    const read = (path: string) => readFile(new URL(path, REPOSITORY), 'utf8');
    const [, documented = ''] = /^content-security-policy: (.*)$/im.exec(await read('docs/devices.md')) ?? [];
    expect(documented).toContain('https://push.example.com');
    const policy = documented.replaceAll('https://push.example.com', service.address);
    const file = async (name: string) =>
      (await read(`examples/site/${name}`))
        .replaceAll('{{service}}', service.address)
        .replaceAll('{{serviceId}}', app.serviceId)
        .replaceAll('data:,', '/icon');
    await using site = await FileSite.open(
      { '/': await file('index.html'), '/page.js': await file('page.js'), '/sw.js': await file('sw.js'), '/icon': '' },
      { 'content-security-policy': policy },
    );
    await using browser = await openBrowser(site, app);
    const page = await browser.open(site.origin);
    await page.getByRole('button', { name: 'Allow notifications' }).click();
    await page.getByText('This browser is device').waitFor();
    await page.getByRole('button', { name: 'Report the event' }).click();
    await page.getByText('Accepted: 1.').waitFor();
    const sent = await send({ world, service, app, link: `${site.origin}/` });
    await deliver(page, JSON.stringify(sent));
    await eventually('the receipt', async () => ((await receipts(app)).length === 1 ? true : null));
    expect([browser.complaints, browser.outside]).toEqual([[], []]);
  });
});

/** Simulates a restart of the browser, in which workers lose their memory. */
const stopWorkers = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
};
