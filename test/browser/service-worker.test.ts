import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Worker } from 'playwright-core';
import { Keyring } from '../../src/crypto/keyring.js';
import { signReceipt } from '../../src/crypto/receipt-token.js';
import { NO_SOUND } from '../../src/ports/field-values.js';
import { contentOf } from '../../src/ports/message-fields.js';
import { PayloadRenderer } from '../../src/providers/webpush/render-payload.js';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { FileSite } from './file-site.js';
import { CLICK, CLOSE, clickButton, deliver, deliverShown, pushAll, pushOfSafari, shownBy } from './worker-steps.js';

/** The worker of release 0.9, which sites keep in their caches after an upgrade. */
const OLD_WORKER = new URL('old-sw.js', import.meta.url);
const PRESENT_WORKER = new URL('../../public/sdk/sw.js', import.meta.url);
const SITE = '<!doctype html><link rel="icon" href="data:,">';

const SERVICE = 'https://push.example.com/sdk/v1/my-site';

const BUTTON = { destructive: false, input: false };

const receipt = signReceipt(new Keyring(Buffer.alloc(32)), { runId: 1, pushId: 1, appId: 1, deviceId: 1 });

const CONTENT = contentOf(
  {
    data: { order: '17' },
    sound: { name: NO_SOUND, critical: false, volume: null },
    requireInteraction: true,
    renotify: true,
    passthrough: {
      ...{ fcm: null, apns: null, onesignal: null },
      webpush: { notification: { badge: 'https://cdn.example/badge.png', timestamp: 1_800_000_000_000 } },
    },
    buttons: [
      { ...BUTTON, id: 'buy', link: 'https://shop.example/buy', icon: 'https://cdn.example/buy.png' },
      { ...BUTTON, id: 'later', link: null, icon: null },
    ],
  },
  {
    language: 'de',
    title: 'Sale',
    text: 'Half price!',
    image: 'https://cdn.example/image.png',
    icon: 'https://cdn.example/icon.png',
    link: 'https://shop.example/sale',
    buttonLabels: { buy: 'Buy now', later: 'Later' },
  },
);

/** A message with every field, as the service sends it. */
const FULL = JSON.parse(
  new PayloadRenderer({ collapseKey: 'offer', appLink: null })
    .render({ id: '', target: { kind: 'token', token: '' }, content: CONTENT, receipt })
    .toString(),
);

withChromium('the service worker in Chromium', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await TestBrowser.launch();
  });
  afterAll(() => browser[Symbol.asyncDispose]());

  /** A site with this worker, whose receipts, badges and windows are recorded. */
  const openSite = async (source: string): Promise<{ page: Page; worker: Worker; site: FileSite }> => {
    const site = await FileSite.open({ '/': SITE, '/open': SITE, '/sw.js': source });
    await browser.context.grantPermissions(['notifications'], { origin: site.origin });
    const page = await browser.open(site.origin);
    await page.evaluate(`navigator.serviceWorker.register('/sw.js?pushgraph=' + encodeURIComponent('${SERVICE}'))`);
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const worker = await eventually('the worker', () => {
      const own = browser.context.serviceWorkers().find((one) => one.url().startsWith(site.origin));
      return own ?? null;
    });
    await worker.evaluate(RECORD);
    return { page, worker, site };
  };
  const present = () => readFile(PRESENT_WORKER, 'utf8');
  const recorded = (worker: Worker, what: 'receipts' | 'badges' | 'windows') => worker.evaluate(`${what}.splice(0)`);
  const show = (opened: { page: Page; worker: Worker }, payload: object): Promise<unknown> =>
    deliverShown(opened, JSON.stringify(payload));

  test('shows every part of a declarative message, and reports its arrival', async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    expect(await show(opened, FULL)).toMatchObject({
      ...{ title: 'Sale', body: 'Half price!', lang: 'de', dir: 'ltr', tag: 'offer', silent: true },
      ...{ requireInteraction: true, renotify: true },
      ...{ badge: 'https://cdn.example/badge.png', timestamp: 1_800_000_000_000 },
      actions: [
        { action: 'buy', title: 'Buy now', icon: 'https://cdn.example/buy.png' },
        { action: 'later', title: 'Later', icon: '' },
      ],
      data: { receipt, link: 'https://shop.example/sale', order: '17' },
    });
    await eventually('the receipt', async () =>
      (await opened.worker.evaluate<number>('receipts.length')) > 0 ? true : null,
    );
    expect(await recorded(opened.worker, 'receipts')).toEqual([{ receipt, kind: 'delivered' }]);
  });

  test('opens the link of the clicked button or of the message in an existing window', async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    const { worker, page, site } = opened;
    const click = async (step: string, payload: object = FULL) => {
      await show(opened, payload);
      await recorded(worker, 'receipts');
      await worker.evaluate(step);
      expect(await shownBy(worker)).toBeNull();
      return [await recorded(worker, 'windows'), await recorded(worker, 'receipts')];
    };
    const report = { receipt, kind: 'clicked' };
    const buy = { ...report, button: 'buy' };
    expect(await click(clickButton('buy'))).toEqual([['open https://shop.example/buy'], [buy]]);
    expect(await click(clickButton('later'))).toEqual([
      ['open https://shop.example/sale'],
      [{ ...report, button: 'later' }],
    ]);
    expect(await click(CLICK)).toEqual([['open https://shop.example/sale'], [report]]);
    const { link: _link, ...linkless } = FULL;
    const { navigate: _address, actions: _buttons, ...shown } = FULL.notification;
    const start = [[`focus ${new URL(page.url()).pathname}`], [report]];
    expect(await click(CLICK, { ...linkless, notification: shown })).toEqual(start);
    expect(await click(CLICK, { title: 'Sale', body: 'Half price!', tag: 'offer', receipt })).toEqual(start);
    const here = {
      ...FULL,
      notification: { ...FULL.notification, navigate: `${site.origin}/open`, data: { receipt } },
    };
    await page.goto(`${site.origin}/open`);
    expect(await click(CLICK, here)).toEqual([['focus /open'], [report]]);
  });

  test('reports a message that the user closes, once it is closed', async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    const { worker } = opened;
    await show(opened, FULL);
    await eventually('the receipt', async () => ((await worker.evaluate<number>('receipts.length')) > 0 ? true : null));
    await recorded(worker, 'receipts');
    await worker.evaluate(CLOSE);
    expect(await recorded(worker, 'receipts')).toEqual([{ receipt, kind: 'dismissed' }]);
    // A notification of the site itself has no receipt.
    await worker.evaluate('registration.getNotifications().then((all) => all.forEach((one) => one.close()))');
    await worker.evaluate("registration.showNotification('of the site')");
    await worker.evaluate(CLOSE);
    expect(await recorded(worker, 'receipts')).toEqual([]);
  });

  test('sets the badge of the app and adds to it, and a repeat adds nothing', async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    const { worker, page } = opened;
    const increment = (by: number, id: string) => ({
      web_push: 8030,
      notification: { ...FULL.notification, tag: id, data: { receipt: id, badge_increment: by } },
    });
    const badgesAfter = async (payload: object, count: number) => {
      await deliver(page, JSON.stringify(payload));
      await eventually('the badge', async () =>
        (await worker.evaluate<number>('badges.length')) >= count ? true : null,
      );
      return worker.evaluate('badges');
    };
    expect(await badgesAfter({ ...FULL, app_badge: 3 }, 1)).toEqual([3]);
    expect(await badgesAfter(increment(2, 'a'), 2)).toEqual([3, 5]);
    await deliver(page, JSON.stringify(increment(2, 'a')));
    expect(await badgesAfter(increment(1, 'b'), 3)).toEqual([3, 5, 6]);
    expect(await badgesAfter({ ...FULL, app_badge: 0 }, 4)).toEqual([3, 5, 6, 0]);
    expect(await badgesAfter(increment(-2, 'c'), 5)).toEqual([3, 5, 6, 0, 0]);
    expect(await badgesAfter(increment(1, 'd'), 6)).toEqual([3, 5, 6, 0, 0, 1]);
  });

  test('counts messages that arrive together, and keeps each of them for its click', async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    const { worker } = opened;
    const ids = Array.from({ length: 20 }, (_value, index) => `m${index}`);
    await worker.evaluate(
      pushAll(ids.map((id) => ({ ...FULL.notification, tag: id, data: { receipt: id, badge_increment: 1 } }))),
    );
    expect(await recorded(worker, 'badges')).toEqual(ids.map((_id, index) => index + 1));
    const tags = 'registration.getNotifications().then((all) => all.map(({ tag }) => tag))';
    expect((await worker.evaluate<string[]>(tags)).toSorted()).toEqual(ids.toSorted());
  });

  test('reads a message of an earlier release', async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    const { worker } = opened;
    const { title, body, image, icon, link, tag } = FULL;
    expect(await show(opened, { title, body, image, icon, link, tag, receipt })).toMatchObject({
      ...{ title: 'Sale', body: 'Half price!', tag: 'offer', actions: [], silent: false },
      data: { link: 'https://shop.example/sale', receipt },
    });
    await worker.evaluate(CLICK);
    expect(await recorded(worker, 'windows')).toEqual(['open https://shop.example/sale']);
    expect(await recorded(worker, 'badges')).toEqual([]);
  });

  test('of the earlier release reads the messages of this one', async () => {
    const opened = await openSite(await readFile(OLD_WORKER, 'utf8'));
    await using _ = opened.site;
    const { worker } = opened;
    expect(await show(opened, FULL)).toMatchObject({
      ...{ title: 'Sale', body: 'Half price!', tag: 'offer', actions: [] },
      data: { link: 'https://shop.example/sale', receipt },
    });
    await worker.evaluate(CLICK);
    expect(await recorded(worker, 'windows')).toEqual(['open https://shop.example/sale']);
    expect(await recorded(worker, 'receipts')).toEqual([
      { receipt, kind: 'delivered' },
      { receipt, kind: 'clicked' },
    ]);
  });

  test("shows a declarative message that Safari hands over without its data, and no other sender's", async () => {
    const opened = await openSite(await present());
    await using _ = opened.site;
    const { worker, page } = opened;
    const { notification } = FULL;
    await deliver(
      page,
      JSON.stringify({ web_push: 8030, notification: { ...notification, tag: '', data: { id: 'theirs' } } }),
    );
    await worker.evaluate(pushOfSafari({ notification: { ...notification, data: null }, appBadge: 9 }));
    expect(await shownBy(worker)).toBeNull();
    await worker.evaluate(pushOfSafari({ notification, appBadge: 7 }));
    expect(await shownBy(worker)).toMatchObject({ title: 'Sale', tag: 'offer', data: { order: '17', receipt } });
    expect(await worker.evaluate('registration.getNotifications().then(({ length }) => length)')).toBe(1);
    expect([await recorded(worker, 'badges'), await recorded(worker, 'receipts')]).toEqual([
      [7],
      [{ receipt, kind: 'delivered' }],
    ]);
  });
});

/** Browsers let a worker focus or open windows only after a real click, which a test cannot make. */
const RECORD = `(() => {
  Object.assign(globalThis, { receipts: [], badges: [], windows: [] });
  globalThis.fetch = async (url, { body }) => {
    if (url !== '${SERVICE}/receipts') throw new Error('not the address of receipts: ' + url);
    receipts.push(JSON.parse(body));
    return new Response(null, { status: 204 });
  };
  navigator.setAppBadge = async (count) => void badges.push(count);
  WindowClient.prototype.focus = async function () { windows.push('focus ' + new URL(this.url).pathname); return this; };
  clients.openWindow = async (url) => void windows.push('open ' + url);
})()`;
