import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { execute } from '../../src/database/database.js';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { eventually, soon } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, type RegisteredApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { type Site, serveSite } from './site.js';
import { stubPushManager } from './stub-push-manager.js';
import {
  CLICK,
  CLOSE,
  clickButton,
  deliver,
  deliverShown,
  send,
  sendPush,
  shownBy,
  subscriptionChange,
  workerOf,
} from './worker-steps.js';

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
    service = await world.start({ PUBLIC_URL: 'https://push.example.com' });
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

  test('sets attributes that devices may set, and names the one that the service refuses', async () => {
    const define = `mutation ($key: String!, $writable: Boolean!) {
      attributeDefine(input: { key: $key, type: STRING, writableByDevice: $writable }) { userErrors { message } } }`;
    await service.graphql(define, { key: 'favourite_team', writable: true });
    await service.graphql(define, { key: 'plan', writable: false });
    const attributes = async () => {
      const [row] = await (await world.db()).query<{ attributes: string | null }>('SELECT attributes FROM device');
      return row?.attributes;
    };
    await page.evaluate("push.subscribe({ attributes: { favourite_team: 'Reds' } })");
    expect(await attributes()).toBe('{"favourite_team":"Reds"}');
    await page.evaluate("push.setAttributes({ favourite_team: 'Blues' })");
    expect(await attributes()).toBe('{"favourite_team":"Blues"}');
    const refusal = await page.evaluate(
      "push.setAttributes({ plan: 'pro' }).catch(({ code, status, message }) => ({ code, status, message }))",
    );
    expect(refusal).toEqual({ code: 'refused', status: 400, message: expect.stringContaining('`attributes.plan`') });
    await page.evaluate('push.update({ attributes: { favourite_team: null } })');
    expect(await attributes()).toBeNull();
  });

  test("shows the service's message, and reports its arrival and its click", async () => {
    const sent = await send({ world, service, app, link: `${site.origin}/?there` });
    const worker = await workerOf(browser);
    expect(await deliverShown({ page, worker }, JSON.stringify(sent))).toMatchObject({
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
    // The click navigates the open page of the site to the link.
    await page.waitForURL(`${site.origin}/?there`);
    await page.close();
    page = await openSite();
  });

  test("leaves other senders' messages and notifications to the site", async () => {
    const worker = await workerOf(browser);
    await deliver(page, 'no JSON');
    await deliver(page, '{"alert":"of another format"}');
    // Once this message is shown, earlier ones have been handled.
    const last = JSON.stringify({ title: 'The last', receipt: 'forged' });
    expect(await deliverShown({ page, worker }, last)).toMatchObject({ title: 'The last' });
    expect(await worker.evaluate('registration.getNotifications().then(({ length }) => length)')).toBe(1);
    expect(await receipts()).toEqual(['clicked', 'delivered']);
  });

  test('shows buttons, and reports clicks on them and dismissals', async () => {
    const buttons = [{ id: 'buy', link: `${site.origin}/?bought` }, { id: 'later' }];
    const labels = { buttonLabels: { buy: 'Kaufen', later: 'Später' } };
    const translations = [{ language: 'de', title: 'Angebot', text: 'Nur heute', ...labels }];
    const input = { defaultLang: 'de', translations, buttons, requireInteraction: true, data: { order: '17' } };
    const create =
      'mutation ($input: PushInput!) { pushCreate(input: $input) { push { databaseId } userErrors { message } } }';
    const worker = await workerOf(browser);
    const reportOf = async (step: string) => {
      const { pushCreate } = await service.graphql<{ pushCreate: { push: { databaseId: number } } }>(create, { input });
      const pushId = pushCreate.push.databaseId;
      const message = JSON.stringify(await sendPush({ world, service, app }, pushId));
      expect(await deliverShown({ page, worker }, message)).toMatchObject({
        ...{ title: 'Angebot', requireInteraction: true, lang: 'de', dir: 'ltr', data: { order: '17' } },
        actions: [
          { action: 'buy', title: 'Kaufen' },
          { action: 'later', title: 'Später' },
        ],
      });
      await worker.evaluate(step);
      const sql = "SELECT kind, button FROM receipt WHERE push_id = ? AND kind <> 'delivered'";
      const rows = await eventually('the receipt', async () => {
        const found = await (await world.db()).query(sql, [pushId]);
        return found.length > 0 ? found : null;
      });
      await worker.evaluate('registration.getNotifications().then((all) => all.forEach((one) => one.close()))');
      return rows;
    };
    await worker.evaluate('registration.getNotifications().then((all) => all.forEach((one) => one.close()))');
    expect(await reportOf(CLOSE)).toEqual([{ kind: 'dismissed', button: null }]);
    expect(await reportOf(clickButton('buy'))).toEqual([{ kind: 'clicked', button: 'buy' }]);
    await page.waitForURL(`${site.origin}/?bought`);
    await page.close();
    page = await openSite();
  });

  test('keeps the device if the browser has a new subscription', async () => {
    const [before] = await devices();
    // Simulates new keys of the application. The subscription with the old key would reject their messages.
    await page.evaluate(`localStorage.setItem('test:subscription', JSON.stringify({ index: 0, key: 'AAAA' }))`);
    await page.evaluate('push.subscribe()');
    const [after, ...others] = await devices();
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, active: 1 });
    expect(after?.token).not.toBe(before?.token);
  });

  test('identifies its user by the hash from its server, and keeps its state if the hash is wrong', async () => {
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

    // Two parts of the page register a browser that has lost its storage, and only one of them knows the user.
    await page.evaluate('push.keepDevice(null)');
    const user = `external_user_id: 'user-17', identityHash: '${identityHash}'`;
    await page.evaluate(`Promise.all([push.subscribe({ ${user}, prompt: false }), push.subscribe({ prompt: false })])`);
    expect(await (await world.db()).query(sql, [before?.id])).toEqual([{ external_user_id: 'user-17' }]);
    await service.graphql(update, { id, to: 'OFF' });
  });

  test("reads and changes the user's preferences, and fails offline like other calls", async () => {
    const create = `mutation ($input: CategoryInput!) {
      categoryCreate(input: $input) { category { key } userErrors { message } } }`;
    const names = [
      { language: 'en', text: 'News' },
      { language: 'de', text: 'Neues' },
    ];
    for (const [key, kind] of [
      ['news', 'MARKETING'],
      ['orders', 'SERVICE'],
      ['receipts', 'TRANSACTIONAL'],
    ]) {
      const { categoryCreate } = await service.graphql<{ categoryCreate: object }>(create, {
        input: { key, names, kind, default: 'ON', listed: true },
      });
      expect(categoryCreate).toEqual({ category: { key }, userErrors: [] });
    }
    await page.evaluate("push.update({ language: 'de' })");
    const news = { key: 'news', name: 'Neues', description: '', kind: 'marketing', isOn: true };
    expect(await page.evaluate('push.preferences()')).toEqual({
      categories: [
        news,
        { ...news, key: 'orders', kind: 'service' },
        { ...news, key: 'receipts', kind: 'transactional' },
      ],
      allMarketing: true,
      url: expect.stringMatching(/^https:\/\/push\.example\.com\/preferences\/[\w.-]+$/),
    });
    const changed = 'push.setPreferences({ orders: false, allMarketing: false }, { language: "en" })';
    expect(await page.evaluate(changed)).toMatchObject({
      categories: [{ name: 'News', isOn: true }, { key: 'orders', isOn: false }, { isOn: true }],
      allMarketing: false,
    });
    expect(await page.evaluate('push.preferencesUrl()')).toMatch(/^https:\/\/push\.example\.com\/preferences\//);

    const failure = (call: string) =>
      page.evaluate(`${call}.catch(({ name, code, message }) => ({ name, code, message }))`);
    const refused = { name: 'PushgraphError', code: 'refused' };
    expect(await failure('push.setPreferences({ unknown: true })')).toMatchObject({
      ...refused,
      message: expect.stringContaining('"unknown"'),
    });
    expect(await failure('push.setPreferences({ receipts: false })')).toMatchObject({
      ...refused,
      message: expect.stringContaining('cannot be turned off'),
    });
    await browser.context.setOffline(true);
    for (const call of ['push.preferences()', 'push.setPreferences({ orders: true })', 'push.preferencesUrl()'])
      expect(await failure(call)).toMatchObject({ name: 'PushgraphError', code: 'network' });
    await browser.context.setOffline(false);

    // The sample site has a form for preferences, which saves only the visitor's changes.
    await page.close();
    page = await openSite();
    await page.getByRole('checkbox', { name: 'All marketing' }).check();
    await soon(async () => expect(await page.getByRole('checkbox', { name: 'Neues' }).nth(2).isDisabled()).toBe(true));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choices are saved.').waitFor();
    expect(await page.evaluate('push.preferences()')).toMatchObject({
      categories: [{ isOn: true }, { isOn: false }, { isOn: true }],
      allMarketing: true,
    });
    const rows = await (await world.db()).query('SELECT choice FROM category_choice');
    expect(rows).toHaveLength(2);
  });

  test('reports a subscription that the browser has renewed to the service', async () => {
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

  test('keeps earlier settings; the time zone follows the browser until the page has set one', async () => {
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

    // A device that the service no longer knows registers again, like a new device.
    await (await world.db()).tx((tx) => execute(tx, 'DELETE FROM device'));
    expect(await visitIn('Asia/Tokyo')).toEqual(['en-US', 'web', 'Europe/Paris']);
    await zones.detach();
  });

  test('rejects a worker whose scope does not include the page', async () => {
    const other = `new Pushgraph({ serviceId: '${app.serviceId}', scope: '/elsewhere/' })`;
    expect(await page.evaluate(`${other}.registerWorker().then(({ active }) => active.state)`)).toMatch(/^activat/);
    await page.evaluate("navigator.serviceWorker.getRegistration('/elsewhere/').then((own) => own.unregister())");
  });

  test('ends the registration, even if the service no longer knows it', async () => {
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

  test('does not break the page if storage is blocked, and knows its device until the user leaves the page', async () => {
    const blocked = await browser.context.newPage();
    await blocked.addInitScript(BLOCKED_STORAGE);
    await blocked.goto(site.origin);
    await blocked.getByText('This browser is not registered.').waitFor();
    const id = await blocked.evaluate('push.subscribe()');
    expect((await devices()).at(-1)).toMatchObject({ id, active: 1 });
    expect(await blocked.evaluate('push.deviceId')).toBe(id);
    expect(await blocked.evaluate("push.track('reg')")).toEqual({ accepted: 1, ignored: 0 });
    const withData = 'push.track("reg", { data: { total: 42 } })';
    const request = blocked.waitForRequest((sent) => sent.url().endsWith('/events'));
    expect(await blocked.evaluate(withData)).toEqual({ accepted: 1, ignored: 0 });
    expect((await request).postDataJSON()).toMatchObject({ events: [{ code: 'reg', data: { total: 42 } }] });
    expect(await blocked.evaluate('push.track("reg", { data: [1] }).catch(({ status }) => status)')).toBe(400);

    await blocked.reload();
    await blocked.getByText('This browser is not registered.').waitFor();
    expect(await blocked.evaluate('push.subscribe()')).toBe(id);
    await blocked.evaluate('push.unsubscribe()');
    expect((await devices()).at(-1)).toMatchObject({ id, active: 0 });
    expect(await blocked.evaluate('push.deviceId')).toBeNull();
    await blocked.close();
  });

  test('does not register in a sandboxed frame or with a damaged stored state', async () => {
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

  test('contacts only the site and the service', () => {
    expect(browser.outside).toEqual([]);
  });
});

/** Blocks the SDK's storage, like browsers that block site data. The push manager stub keeps its own storage. */
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
