import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { execute } from '../../src/database/database.js';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, type RegisteredApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { type Site, serveSite } from './site.js';
import { stubPushManager } from './stub-push-manager.js';
import { CLICK, deliver, send, shownBy, subscriptionChange, workerOf } from './worker-steps.js';

withChromium('the browser SDK in Chromium', () => {
  let world: ServiceWorld;
  let service: ServiceProcess;
  let app: RegisteredApp;
  let site: Site;
  let browser: TestBrowser;
  let page: Page;
  beforeAll(async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await ServiceWorld.open(sqlite);
    service = await world.start();
    app = await createApp(service, world.fakes, { provider: 'webpush', name: 'A site' });
    site = await serveSite({ sdk: service.address, serviceId: app.serviceId });
    browser = await TestBrowser.launch();
    await browser.context.grantPermissions(['notifications'], { origin: site.origin });
    const subscriptions = await world.fakes.makeSubscriptions({ count: 4, vapidPublicKey: app.vapidKeyPublic ?? '' });
    await browser.context.addInitScript(stubPushManager(subscriptions));
    page = await openSite();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const openSite = async (): Promise<Page> => {
    const opened = await browser.open(site.origin);
    await opened.waitForFunction('globalThis.push !== undefined');
    return opened;
  };
  const devices = async () => {
    const rows = await (await world.db()).query<{ id: number; token: string; language: string; active: number }>(
      'SELECT id, token, language, active FROM device ORDER BY id',
    );
    return rows.map(({ id, token, language, active }) => ({ id: String(id), token, language, active: Number(active) }));
  };
  const receipts = async (): Promise<string[]> => {
    const rows = await (await world.db()).query<{ kind: string }>('SELECT kind FROM receipt ORDER BY kind');
    return rows.map(({ kind }) => kind);
  };

  test('registers the device once, however often the site is visited', async () => {
    const id = await page.evaluate("push.subscribe({ language: 'de', audiences: ['news'] })");
    expect(await devices()).toEqual([{ id, token: expect.stringContaining('/wp/'), language: 'de', active: 1 }]);
    await page.close();
    page = await openSite();
    expect(await page.evaluate("push.subscribe({ language: 'de' })")).toBe(id);
    expect(await devices()).toHaveLength(1);
    await page.getByRole('button', { name: 'Report the event' }).click();
    await page.getByText('Accepted: 1.').waitFor();
  });

  test('shows what the service sends, and says that it came and was clicked', async () => {
    const sent = await send({ world, service, app, link: `${site.origin}/?there` });
    await deliver(page, JSON.stringify(sent));
    const worker = await workerOf(browser);
    expect(await eventually('the notification', () => shownBy(worker))).toMatchObject({
      title: 'Hallo',
      body: 'Schön, dass du da bist',
      data: { link: `${site.origin}/?there`, receipt: sent.receipt },
    });
    await eventually('the receipt', async () => ((await receipts()).length === 1 ? true : null));
    expect(await receipts()).toEqual(['delivered']);

    await worker.evaluate(CLICK);
    await eventually('the receipt', async () => ((await receipts()).length === 2 ? true : null));
    expect(await receipts()).toEqual(['clicked', 'delivered']);
    expect(await shownBy(worker)).toBeNull();
    // The click takes the open page of the site to the link.
    await page.waitForURL(`${site.origin}/?there`);
    await page.close();
    page = await openSite();
  });

  test('leaves messages of somebody else to the site, and notifications too', async () => {
    const worker = await workerOf(browser);
    await deliver(page, 'no JSON');
    await deliver(page, '{"alert":"of another format"}');
    // What came before is through when this one is shown.
    await deliver(page, JSON.stringify({ title: 'The last', receipt: 'forged' }));
    expect(await eventually('the notification', () => shownBy(worker))).toMatchObject({ title: 'The last' });
    expect(await receipts()).toEqual(['clicked', 'delivered']);
  });

  test('keeps the device when the browser has another subscription', async () => {
    const [before] = await devices();
    // As if the application had other keys now: the subscription of the old one would refuse its messages.
    await page.evaluate(`localStorage.setItem('test:subscription', JSON.stringify({ index: 0, key: 'AAAA' }))`);
    await page.evaluate('push.subscribe()');
    const [after, ...others] = await devices();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, active: 1 });
    expect(after?.token).not.toBe(before?.token);
  });

  test('says whose it is with the hash that its server made, and keeps what it has when the hash is wrong', async () => {
    const { apps } = await service.graphql<{ apps: { nodes: { id: string; databaseId: number }[] } }>(
      '{ apps { nodes { id databaseId } } }',
    );
    const id = apps.nodes.find(({ databaseId }) => databaseId === app.id)?.id;
    const update = `mutation ($id: ID!, $to: IdentityVerification!) {
      appUpdate(id: $id, input: { identityVerification: $to }) { identitySecret } }`;
    const { appUpdate } = await service.graphql<{ appUpdate: { identitySecret: string } }>(update, {
      id,
      to: 'REQUIRED',
    });
    const identityHash = createHmac('sha256', appUpdate.identitySecret).update('user-17').digest('hex');
    const [before] = await devices();
    const kept = await page.evaluate('JSON.stringify(push.stored("device"))');
    const subscribe = (hash: string) =>
      page.evaluate(
        `push.subscribe({ external_user_id: 'user-17', identityHash: '${hash}' }).catch(({ status }) => status)`,
      );
    expect(await subscribe('wrong')).toBe(401);
    expect(await page.evaluate('JSON.stringify(push.stored("device"))')).toBe(kept);
    expect(await subscribe(identityHash)).toBe(String(before?.id));
    await page.evaluate(`push.update({ external_user_id: 'user-17', identityHash: '${identityHash}' })`);
    const sql = 'SELECT external_user_id FROM device WHERE id = ?';
    expect(await (await world.db()).query(sql, [before?.id])).toEqual([{ external_user_id: 'user-17' }]);
    await service.graphql(update, { id, to: 'OFF' });
  });

  test('tells the service of a subscription that the browser has renewed by itself', async () => {
    const [before] = await devices();
    const [renewed] = await world.fakes.makeSubscriptions({
      seed: 'renewed',
      vapidPublicKey: app.vapidKeyPublic ?? '',
    });
    await (await workerOf(browser)).evaluate(subscriptionChange(JSON.stringify(renewed)));
    const [after, ...others] = await devices();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, token: renewed?.endpoint, active: 1 });
  });

  test('leaves what was set as it is; the time zone follows the browser until the page has set one', async () => {
    const zones = await page.context().newCDPSession(page);
    const visitIn = async (timezoneId: string) => {
      await zones.send('Emulation.setTimezoneOverride', { timezoneId });
      const id = await page.evaluate('push.subscribe()');
      const sql = 'SELECT language, platform, timezone FROM device WHERE id = ?';
      const [row] = await (await world.db()).query<Record<string, string>>(sql, [id]);
      return [row?.language, row?.platform, row?.timezone];
    };
    await page.evaluate("push.update({ language: 'pl', platform: 'kiosk' })");
    expect(await visitIn('Asia/Tokyo')).toEqual(['pl', 'kiosk', 'Asia/Tokyo']);
    expect(await visitIn('America/New_York')).toEqual(['pl', 'kiosk', 'America/New_York']);
    await page.evaluate("push.update({ timezone: 'Europe/Paris' })");
    expect(await visitIn('Asia/Tokyo')).toEqual(['pl', 'kiosk', 'Europe/Paris']);

    // One that the service no longer knows is registered anew, as a device of which nothing is known.
    await (await world.db()).tx((tx) => execute(tx, 'DELETE FROM device'));
    expect(await visitIn('Asia/Tokyo')).toEqual(['en-US', 'web', 'Europe/Paris']);
    await zones.detach();
  });

  test('takes a worker whose scope does not hold the page', async () => {
    const other = `new Pushgraph({ serviceId: '${app.serviceId}', scope: '/elsewhere/' })`;
    expect(await page.evaluate(`${other}.registerWorker().then(({ active }) => active.state)`)).toMatch(/^activat/);
    await page.evaluate("navigator.serviceWorker.getRegistration('/elsewhere/').then((own) => own.unregister())");
  });

  test('ends the registration, also one that the service no longer knows', async () => {
    await page.getByRole('button', { name: 'No more notifications' }).click();
    await page.getByText('This browser gets no more pushes.').waitFor();
    expect(await devices()).toMatchObject([{ active: 0 }]);
    expect(await page.evaluate('push.deviceId')).toBeNull();

    await page.getByRole('button', { name: 'Allow notifications' }).click();
    await page.getByText('This browser is device').waitFor();
    const id = await page.evaluate('push.deviceId');
    await (await world.db()).tx((tx) => execute(tx, 'DELETE FROM device WHERE id = ?', [id]));
    await page.evaluate('push.unsubscribe()');
    expect(await page.evaluate('push.deviceId')).toBeNull();
  });

  test('leaves the page alone where the browser lets it keep nothing, and knows its device until the page is left', async () => {
    const blocked = await browser.context.newPage();
    await blocked.addInitScript(BLOCKED_STORAGE);
    await blocked.goto(site.origin);
    await blocked.getByText('This browser is not registered.').waitFor();
    const id = await blocked.evaluate('push.subscribe()');
    expect((await devices()).at(-1)).toMatchObject({ id, active: 1 });
    expect(await blocked.evaluate('push.deviceId')).toBe(id);
    expect(await blocked.evaluate("push.track('reg')")).toEqual({ accepted: 1, ignored: 0 });

    await blocked.reload();
    await blocked.getByText('This browser is not registered.').waitFor();
    expect(await blocked.evaluate('push.subscribe()')).toBe(id);
    await blocked.evaluate('push.unsubscribe()');
    expect((await devices()).at(-1)).toMatchObject({ id, active: 0 });
    expect(await blocked.evaluate('push.deviceId')).toBeNull();
    await blocked.close();
  });

  test('is not registered in a sandboxed frame, or when what it has kept is damaged', async () => {
    const source = `import { Pushgraph } from '${service.address}/sdk/web.js';
      const push = new Pushgraph({ serviceId: '${app.serviceId}' });
      const said = [push.deviceId, await push.subscribe().catch((error) => error instanceof Error)];
      parent.postMessage(said, '*');`;
    const frame = `(source) => new Promise((resolve) => {
      addEventListener('message', ({ data }) => resolve(data), { once: true });
      const frame = document.createElement('iframe');
      frame.sandbox = 'allow-scripts';
      frame.srcdoc = '<script type="module">' + source + '</' + 'script>';
      document.body.append(frame);
    })`;
    expect(await page.evaluate(`(${frame})(${JSON.stringify(source)})`)).toEqual([null, true]);
    await page.evaluate(`localStorage.setItem('pushgraph:${app.serviceId}:device', '{"device_')`);
    expect(await page.evaluate('push.deviceId')).toBeNull();
  });

  test('asks nobody but the site and the service', () => {
    expect(browser.outside).toEqual([]);
  });
});

/** What the SDK would keep is refused, as where site data are blocked; the stub of the push manager keeps its own. */
const BLOCKED_STORAGE = `(() => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem']) {
    const act = Storage.prototype[name];
    Storage.prototype[name] = function (key, ...rest) {
      return key.startsWith('pushgraph:') ? refuse() : act.call(this, key, ...rest);
    };
  }
  CacheStorage.prototype.open = async () => refuse();
})();`;
