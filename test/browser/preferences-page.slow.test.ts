import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inspect, SIZES } from '../console/support/console-world.js';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { soon } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, type RegisteredApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { sendPush } from './worker-steps.js';

const PUBLIC_URL = 'https://push.example.com';
/** WCAG 2.2, 2.5.8. */
const SMALLEST_TARGET = 24;

withChromium('the hosted preferences page in Chromium, without JavaScript', () => {
  let world: ServiceWorld;
  let service: ServiceProcess;
  let app: RegisteredApp;
  let browser: TestBrowser;
  /** Only tools that examine pages need JavaScript. */
  let examiner: TestBrowser;
  beforeAll(async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await ServiceWorld.open(sqlite);
    service = await world.start({ PUBLIC_URL });
    app = await createApp(service, world.fakes, { provider: 'webpush', name: 'Bakery Brown' });
    browser = await TestBrowser.launch({ javaScriptEnabled: false, viewport: SIZES[0], locale: 'en-GB' });
    examiner = await TestBrowser.launch({ viewport: SIZES[0], locale: 'en-GB' });
    await change(
      'mutation ($id: ID!, $icon: String) { it: appUpdate(id: $id, input: { icon: $icon }) { userErrors { message } } }',
      {
        ...{ id: await appId(), icon: `${service.address}/favicon.svg` },
      },
    );
    for (const category of CATEGORIES) {
      await change(
        'mutation ($input: CategoryInput!) { it: categoryCreate(input: $input) { userErrors { message } } }',
        { input: { ...category, default: 'ON', listed: true } },
      );
    }
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await examiner[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  const change = async (mutation: string, variables: object): Promise<void> => {
    const { it } = await service.graphql<{ it: { userErrors: object[] } }>(mutation, variables);
    expect(it.userErrors).toEqual([]);
  };
  const appId = async () => {
    const { apps } = await service.graphql<{ apps: { nodes: { id: string }[] } }>('{ apps { nodes { id } } }');
    return apps.nodes[0]?.id;
  };
  /** The address of a new device's page on this machine. */
  const linkOf = async (language: string): Promise<string> => {
    const [subscription] = await world.fakes.makeSubscriptions();
    await service.sdk('POST', `/${app.serviceId}/devices`, { body: { subscription, language } });
    const { devices } = await service.graphql<{ devices: { nodes: { preferencesUrl: string }[] } }>(
      '{ devices(last: 1, orderBy: { field: ID, direction: ASC }) { nodes { preferencesUrl } } }',
    );
    return (devices.nodes[0]?.preferencesUrl ?? '').replace(PUBLIC_URL, service.address);
  };
  const expectSound = async (url: string, name: string, act?: (page: Page) => Promise<void>) => {
    const page = await examiner.open(url);
    await act?.(page);
    const wrong = [...(await inspect(page, `preferences-${name}`)), ...(await findSmallTargets(page))];
    const { complaints, outside } = examiner;
    expect({ name, wrong, outside: outside.splice(0) }).toEqual({ name, wrong: [], outside: [] });
    // Chromium reports each page with an error status.
    expect(complaints.splice(0).filter((text) => !text.includes('404'))).toEqual([]);
    await page.close();
  };

  test('can be read and changed by keyboard alone', async () => {
    const page = await browser.open(await linkOf('en-GB'));
    expect(await page.title()).toBe('Notification preferences – Bakery Brown');
    await page.getByRole('heading', { name: 'Notification preferences', level: 1 }).waitFor();
    await expectSound(page.url(), 'en');
    const offers = page.getByRole('checkbox', { name: 'Offers', exact: true });
    await soon(async () => expect(await page.getByRole('checkbox').count()).toBe(4));
    await soon(async () =>
      expect(await page.getByRole('group', { name: 'Always on' }).getByRole('checkbox').count()).toBe(0),
    );

    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('All offers and news');
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('Offers');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineWidth')).toBe('3px');
    await page.keyboard.press('Space');
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Save');
    await page.keyboard.press('Enter');

    await page.getByRole('status').getByText('Your choices are saved.').waitFor();
    expect(await page.title()).toBe('Your choices are saved. – Bakery Brown');
    await soon(async () =>
      expect([await offers.isChecked(), await page.getByRole('checkbox', { checked: true }).count()]).toEqual([
        false,
        3,
      ]),
    );
    await expectSound(page.url(), 'saved');
    // A reload does not offer to send the form again, and the choice is stored.
    await page.reload();
    await soon(async () => expect(await offers.isChecked()).toBe(false));

    await page.getByRole('button', { name: 'Turn off all offers and news' }).click();
    await page.getByRole('heading', { name: '“All offers and news” is turned off.' }).waitFor();
    await page.getByRole('link', { name: 'All preferences' }).click();
    await soon(async () =>
      expect(await page.getByRole('checkbox', { name: 'All offers and news' }).isChecked()).toBe(false),
    );
    await soon(async () => expect(await page.getByRole('button').count()).toBe(1));
    await page.close();
  });

  test("uses the device's language, and asks before it turns one category off", async () => {
    const link = await linkOf('de-AT');
    const page = await browser.open(link);
    await soon(async () => expect(await page.locator('html').getAttribute('lang')).toBe('de'));
    await page.getByRole('heading', { name: 'Benachrichtigungen einstellen', level: 1 }).waitFor();
    await expectSound(link, 'de');
    await page.goto(`${link}/unsubscribe?category=offers`);
    await page.getByRole('heading', { name: '„Angebote“ abschalten?', level: 1 }).waitFor();
    await expectSound(page.url(), 'de-ask');
    await page.getByRole('button', { name: 'Abschalten' }).click();
    await page.getByRole('heading', { name: '„Angebote“ ist abgeschaltet.', level: 1 }).waitFor();
    await expectSound(page.url(), 'de-done', (other) => other.getByRole('button').click());
    await page.getByRole('link', { name: 'Alle Einstellungen' }).click();
    await soon(async () =>
      expect(await page.getByRole('checkbox', { name: 'Angebote', exact: true }).isChecked()).toBe(false),
    );
    await page.close();
  });

  test('is opened by the link in a message, for the device that received it', async () => {
    const translation = {
      language: 'en',
      title: 'Fresh bread',
      text: 'Come by',
      link: '{{ preferences_url }}/unsubscribe',
    };
    const create = `mutation ($input: PushInput!) {
      it: pushCreate(input: $input) { push { databaseId } userErrors { message } } }`;
    const { it } = await service.graphql<{ it: { push: { databaseId: number }; userErrors: object[] } }>(create, {
      input: { defaultLang: 'en', missing: 'ABORT', translations: [translation] },
    });
    expect(it.userErrors).toEqual([]);
    const path = new URL(await linkOf('en')).pathname;
    const message = JSON.stringify(await sendPush({ world, service, app }, it.push.databaseId));
    const [link = ''] = /https:\/\/push\.example\.com\/preferences\/[\w.-]+\/unsubscribe/.exec(message) ?? [];
    // One of the devices of this file. Each has its own link, which is valid all day.
    expect(new URL(link).pathname.split('.').slice(0, 2)).toEqual(path.split('.').slice(0, 2));
    const page = await browser.open(link.replace(PUBLIC_URL, service.address));
    await page
      .getByRole('heading', { level: 1 })
      .getByText(/All offers and news|Alle Angebote/)
      .waitFor();
    await page.close();
  });

  test('explains what to do about a broken link', async () => {
    const page = await browser.open(`${service.address}/preferences/abc`);
    await page.getByRole('alert').getByText('The address may be incomplete.').waitFor();
    await expectSound(page.url(), 'unknown');
    await page.close();
  });
});

const CATEGORIES = [
  {
    ...{ key: 'offers', kind: 'MARKETING' },
    names: [
      { language: 'en', text: 'Offers' },
      { language: 'de', text: 'Angebote' },
    ],
    descriptions: [
      { language: 'en', text: 'Bread of the week and what is left in the evening.' },
      { language: 'de', text: 'Das Brot der Woche und was abends übrig ist.' },
    ],
  },
  {
    ...{ key: 'events', kind: 'MARKETING' },
    names: [
      { language: 'en', text: 'Baking courses, tastings and everything else that happens at our shops in town' },
      { language: 'de', text: 'Backkurse, Verkostungen und sonstige Veranstaltungen in unseren Filialen' },
    ],
  },
  {
    ...{ key: 'orders', kind: 'SERVICE' },
    names: [
      { language: 'en', text: 'Your orders' },
      { language: 'de', text: 'Ihre Bestellungen' },
    ],
    descriptions: [
      { language: 'en', text: 'When your order is ready.' },
      { language: 'de', text: 'Wenn Ihre Bestellung fertig ist.' },
    ],
  },
  {
    ...{ key: 'account', kind: 'TRANSACTIONAL' },
    names: [
      { language: 'en', text: 'Payments' },
      { language: 'de', text: 'Zahlungen' },
    ],
  },
];

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`document.getElementById(document.activeElement.getAttribute('aria-labelledby'))?.textContent`);

/** The controls that are too small for a finger. */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, a, input:not([type=hidden])')]
    .map((one) => [one.getBoundingClientRect(), one.outerHTML])
    .filter(([{ width, height }]) => Math.min(width, height) < ${SMALLEST_TARGET})
    .map(([, markup]) => 'small: ' + markup)`);
