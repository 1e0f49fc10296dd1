import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { must } from '../support/service-steps.js';
import { ADMIN, ConsoleWorld, findBarriers, NOTHING_WRONG, takeShots } from './support/console-world.js';

/** A campaign that is sent now goes out at the next full minute. */
const A_MINUTE_AND_MORE = 240_000;

withChromium('the first campaign in the console', () => {
  describe.each(eachDatabase())('on $name', (kind) => {
    let world: ConsoleWorld;
    beforeAll(async () => {
      world = await ConsoleWorld.open(kind);
    });
    afterAll(() => world[Symbol.asyncDispose]());

    test(
      'goes out by pointer, from the first start to a live run',
      async () => {
        const page = await world.join();
        await page.getByText('Three steps, about five minutes.').waitFor();
        expect(await findBarriers(page)).toEqual([]);
        await setUpApplication(page, world);
        await registerTwo(world);
        await page.getByRole('link', { name: 'Overview' }).first().click();

        await page.getByRole('link', { name: 'New campaign' }).first().click();
        await page.getByLabel('Title').fill('Hello from the console');
        await page.getByLabel('Text', { exact: true }).fill('It took less than five minutes.');
        await page.getByText('Draft saved').waitFor();
        await page.getByRole('button', { name: 'German' }).click();
        await page.getByLabel('Title').fill('Hallo aus der Konsole');
        await page.getByLabel('Text', { exact: true }).fill('Es hat keine fünf Minuten gedauert.');
        await page.getByRole('button', { name: 'Next: Audience' }).click();
        await page
          .getByRole('status')
          .filter({ hasText: /^2 devices/ })
          .waitFor();
        await page.getByRole('button', { name: 'Next: When' }).click();
        await page.getByRole('button', { name: 'Next: Review' }).click();
        await page.getByRole('button', { name: 'Send test' }).first().click();
        await page.getByText(/The provider took it in \d+ ms/).waitFor();
        await page.getByRole('button', { name: 'Send now' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click();
        await expectSent(page, 'Hello from the console', 2);
        expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
        await page.close();
      },
      A_MINUTE_AND_MORE,
    );

    test(
      'goes out by keyboard alone, after a sign-in',
      async () => {
        const page = await world.browser.open(world.at('/'));
        await page.context().clearCookies();
        await page.reload();
        await page.getByLabel('Email').waitFor();
        await page.keyboard.type(ADMIN.email);
        await press(page, 'Tab');
        await page.keyboard.type(ADMIN.password);
        await press(page, 'Enter');
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
        await reach(page, 'link', 'New campaign');
        await press(page, 'Enter');
        await page.getByLabel('Name of the campaign').waitFor();
        await reach(page, 'textbox', 'Title');
        await page.keyboard.type('By keyboard');
        await press(page, 'Tab');
        await page.keyboard.type('No hand has left the keys.');
        await reach(page, 'button', 'Next: Audience');
        await press(page, 'Enter');
        await reach(page, 'button', 'Next: When');
        await press(page, 'Enter');
        await reach(page, 'radio', /^Now/);
        await press(page, 'ArrowDown', 'ArrowUp');
        await reach(page, 'button', 'Next: Review');
        await press(page, 'Enter');
        await reach(page, 'button', 'Send now');
        await press(page, 'Enter');
        await page.getByRole('alertdialog').waitFor();
        await press(page, 'Enter');
        await expectSent(page, 'By keyboard', 2);
        expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
        await page.close();
      },
      A_MINUTE_AND_MORE,
    );
  });
});

/** With the credentials of its provider, which are tried. */
const setUpApplication = async (page: Page, { world }: ConsoleWorld): Promise<void> => {
  const { given } = await world.fakes.makeApp('provider_c');
  await page.getByRole('link', { name: 'Add an application' }).click();
  await page.getByText('Apple (iOS)').click();
  await page.getByLabel('Name', { exact: true }).fill('My shop');
  await page.getByLabel('Or paste its text').fill(given.private_key ?? '');
  await page.getByLabel('Key ID').fill(given.private_key_id ?? '');
  await page.getByLabel('Team ID').fill(given.team_id ?? '');
  await page.getByLabel('Bundle id of the app').fill(given.topic ?? '');
  await page.getByRole('button', { name: 'Create application' }).click();
  await page.getByRole('heading', { name: 'My shop', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.locator('.card .banner[data-kind="good"]').waitFor();
};

const registerTwo = async (world: ConsoleWorld): Promise<void> => {
  const { apps } = await must(200, world.service.api('GET', '/apps'));
  for (const [index, language] of ['en', 'de-DE'].entries()) {
    const token = randomBytes(32).toString('hex');
    await world.registerDevice(apps[0].service_id, { token, language, external_user_id: `user-${index + 1}` });
  }
};

/** On the campaign's page, live: nothing is loaded anew. */
const expectSent = async (page: Page, name: string, messages: number): Promise<void> => {
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByText(`${messages} messages sent`).waitFor({ timeout: 90_000 });
  await page.getByText('Finished').waitFor();
  await takeShots(page, `campaign-${name.split(' ')[0]?.toLowerCase()}`);
};

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const MOST_TABS = 60;

/** By the tab key alone, as somebody without a pointer. */
const reach = async (
  page: Page,
  role: 'button' | 'link' | 'radio' | 'textbox',
  name: string | RegExp,
): Promise<void> => {
  const wanted = page.getByRole(role, { name }).first();
  await wanted.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if ((await wanted.and(page.locator(':focus')).count()) > 0) return;
    await press(page, 'Tab');
  }
  throw new Error(`The tab key does not reach ${role} ${name}.`);
};
