import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { createPush, startScheduler } from '../support/service-steps.js';
import { ADMIN, ConsoleWorld, takeShots } from './support/console-world.js';

const VERA = { name: 'Vera', email: 'vera@example.com', password: 'a password for looking on' };
/** An address without a listener. The test needs only the single sign-on button. */
const SIGN_IN_PLACE = { issuer: 'http://127.0.0.1:1', name: 'Example SSO' };

withChromium('somebody at work in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open(undefined, {
      OIDC_ISSUER: SIGN_IN_PLACE.issuer,
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
      OIDC_NAME: SIGN_IN_PLACE.name,
    });
    page = await world.join();
    await world.makeApp('The site', ['en']);
  });
  beforeEach(() => signIn(ADMIN));
  afterAll(() => world[Symbol.asyncDispose]());

  const go = (path: string) => page.goto(world.at(path));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
  const dialog = () => page.getByRole('dialog', { name: 'Your session has ended' });
  const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true });

  /** Ends the session, then triggers a request. */
  const beginApp = async (name: string): Promise<void> => {
    await go('/apps/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.context().clearCookies();
    await button('Create application').click();
    await dialog().waitFor();
  };
  /** Signs in, in another tab of the same browser. */
  const signIn = async ({ email, password }: { email: string; password: string }): Promise<void> => {
    const headers = { 'x-pushgraph-console': '1' };
    const answer = await page.context().request.post(world.at('/session'), { headers, data: { email, password } });
    expect(answer.status()).toBe(204);
  };

  /** Holds matching requests until the returned function is called. Later requests pass. */
  const hold = async (path: string, isMeant: (request: Request) => boolean = () => true) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      if (isMeant(route.request())) await released;
      return route.fallback();
    });
    return async () => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    };
  };
  const isAsked = (request: Request, operation: string): boolean =>
    (request.postData() ?? '').includes(`"operationName":"${operation}"`);

  test('loses nothing by confirming the sign-in too early, or if the service does not answer then', async () => {
    await beginApp('The shop');
    await inDialog('I have signed in').click();
    await dialog().getByText('You are not signed in yet').waitFor();
    await takeShots(page, 'session-ended-too-early');
    await page.route('**/console/session', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    );
    await dialog().getByLabel('Password').fill(ADMIN.password);
    await inDialog('Sign in').click();
    await dialog().getByText('Check your internet connection').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().clearCookies();
    await signIn(ADMIN);
    await inDialog('I have signed in').click();
    // The refused request was repeated, and took effect.
    await heading('The shop').waitFor();
    await go('/apps');
    await page.getByRole('link', { name: 'The shop' }).waitFor();
    await soon(async () => expect(await dialog().count()).toBe(0));
  });

  test('is followed by another person, who starts from scratch', async () => {
    const { memberInvite } = await world.service.graphql<{ memberInvite: { link: string } }>(
      `mutation { memberInvite(input: { name: "${VERA.name}", email: "${VERA.email}", role: VIEWER }) { link } }`,
    );
    const other = await world.browser.openApart(memberInvite.link);
    await other.getByLabel('Password').fill(VERA.password);
    await other.getByRole('button', { name: 'Continue' }).click();
    await other.getByText('Hello, Vera.').waitFor();
    await other.context().close();

    await beginApp('Of the one before');
    await signIn(VERA);
    await inDialog('I have signed in').click();
    await page.getByText('Hello, Vera.').waitFor();
    await go('/apps');
    await page.getByRole('link', { name: 'The shop' }).waitFor();
    await soon(async () => expect(await page.getByText('Of the one before').count()).toBe(0));
  });

  test('uploads a file once, watches its progress, and is not pulled away from another page at the end', async () => {
    await go('/import');
    const created: string[] = [];
    page.on('request', (request) => {
      if (isAsked(request, 'DeviceImportCreate')) created.push(request.url());
    });
    const upload = async (name: string): Promise<() => Promise<void>> => {
      const release = await hold('**/imports/**');
      const buffer = Buffer.from('endpoint,p256dh,auth\nhttps://push.example.com/1,x,y');
      await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer });
      await button('Upload and preview').dblclick();
      await page.getByRole('link', { name }).waitFor();
      return release;
    };
    const releaseFirst = await upload('watched.csv');
    await page.getByRole('link', { name: 'watched.csv' }).click();
    await heading('watched.csv').waitFor();
    await page.getByText('is being uploaded').waitFor();
    await takeShots(page, 'import-arriving');
    await releaseFirst();
    await button(/Meaning of column endpoint/).waitFor();
    await page.getByText('x', { exact: true }).waitFor();
    await soon(async () => expect(await button('Start the import').isEnabled()).toBe(true));
    expect(created).toHaveLength(1);

    await page.getByRole('navigation').getByRole('link', { name: 'Import' }).first().click();
    const releaseSecond = await upload('left.csv');
    await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).first().click();
    await heading('Devices').waitFor();
    await releaseSecond();
    await page.getByText('“left.csv” has been uploaded').waitFor();
    await heading('Devices').waitFor();
    await takeShots(page, 'import-arrived');
    expect(created).toHaveLength(2);
  });

  test('uses columns as attributes: those named so, and others on request', async () => {
    await go('/import');
    const lines =
      'endpoint,p256dh,auth,Favourite Team,attr.plan,attr.orders\nhttps://push.example.com/1,x,y,Reds,pro,12';
    const file = { name: 'attributes.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await button('Upload and preview').click();
    await button(/Meaning of column attr\.plan/).waitFor();
    await soon(async () => expect(await button(/Meaning of column attr\.plan/).innerText()).toBe('Attribute plan'));
    await button(/Meaning of column Favourite Team/).click();
    await page.getByRole('option', { name: 'Attribute favourite_team', exact: true }).click();
    await button(/Meaning of column attr\.orders/).click();
    await page.getByRole('option', { name: 'Leave out', exact: true }).click();
    await takeShots(page, 'import-attributes');
    const sent = page.waitForRequest((request) => isAsked(request, 'DeviceImportStart'));
    await button('Start the import').click();
    expect((await sent).postDataJSON().variables.columns.slice(3)).toEqual([
      { column: 'Favourite Team', field: null, attribute: 'attr.favourite_team' },
      { column: 'attr.plan', field: null, attribute: 'attr.plan' },
      { column: 'attr.orders', field: null, attribute: null },
    ]);
    await page.getByText('Finished').first().waitFor();
  });

  test('adds a typed tag with Enter, or by moving to the save button; languages must be valid', async () => {
    await go('/tags/groups');
    await button('New tag group').click();
    await page.getByLabel('Group name').fill('Regulars');
    const tags = page.getByRole('combobox', { name: 'Tags' });
    await tags.fill('vip');
    await tags.press('Enter');
    await page.locator('.chips-field .chip').getByText('vip').waitFor();
    await tags.fill('gold');
    await page.locator('button', { hasText: 'Save' }).click();
    await page
      .getByRole('row', { name: /Regulars/ })
      .getByText('gold')
      .waitFor();
    await page
      .getByRole('row', { name: /Regulars/ })
      .getByText('vip')
      .waitFor();

    await go('/campaigns/new');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Audience' }).click();
    const languages = page.getByRole('combobox', { name: 'Languages', exact: true });
    for (const [typed, key] of [
      ['german', 'Enter'],
      ['xx-Shop', 'Tab'],
      ['Ital', 'Tab'],
    ] as const) {
      await languages.fill(typed);
      await languages.press(key);
    }
    const chips = page.locator('.chips-field').filter({ has: languages }).locator('.chip');
    await chips.nth(1).waitFor();
    await soon(async () => expect(await chips.allInnerTexts()).toEqual(['German', 'xx-Shop']));
    await soon(async () => expect(await languages.inputValue()).toBe('Ital'));
  });

  test('turns to the next month and, until its answer arrives, sees nothing of the month before', async () => {
    // On its last evening, a month has no moments left.
    const shown = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await go(`/calendar?day=${shown}`);
    await page.getByText('Nothing scheduled in this period').waitFor();
    const pushId = await createPush(world.service, [{ language: 'en', title: 'Good morning', text: 'The news.' }]);
    const times = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['08:00'] }));
    const body = { name: 'Morning news', all_apps: true, time_send: times, local_time: false };
    await startScheduler(world.service, { kind: 'smartweekly', pushId, body });
    await page.reload();
    await page
      .getByRole('button', { name: /Morning news/ })
      .first()
      .waitFor();
    const release = await hold('**/graphql', (request) => isAsked(request, 'Calendar'));
    await button('Next month').click();
    await page.waitForURL((address) => address.searchParams.get('day') !== shown);
    const first = page.locator('.calendar-day').first();
    await soon(async () => expect(await first.locator('.moment-chip').count()).toBeLessThan(2));
    await soon(async () => expect(await page.getByText('Nothing scheduled in this period').count()).toBe(0));
    await takeShots(page, 'calendar-turning');
    await release();
    await page
      .locator('.calendar-day')
      .nth(20)
      .getByRole('button', { name: /Morning news/ })
      .waitFor();
  });
});
