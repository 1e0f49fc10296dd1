import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { execute } from '../../src/database/database.js';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { must } from '../support/service-steps.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

withChromium('problems in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const makePaused = async (count: number): Promise<void> => {
    for (let number = 1; number <= count; number += 1) {
      await must(201, world.service.api('POST', '/apps', { push_provider: 'webpush', name: `Shop ${number}` }));
    }
    const database = await world.world.db();
    const sql = "UPDATE app SET paused_since = ?, pause_reason = 'It answered 503.' WHERE name LIKE 'Shop %'";
    await database.tx((tx) => execute(tx, sql, [Date.now()]));
  };
  /** Active campaigns without a message. */
  const makeEmpty = async (count: number): Promise<void> => {
    for (let number = 1; number <= count; number += 1) {
      const scheduler = {
        name: `Empty ${number}`,
        audience: { apps: { all: true } },
        times: [{ day: 1, times: ['09:00'] }],
        timeZone: 'UTC',
      };
      await world.service.graphql(
        'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id } userErrors { message } } }',
        { input: { weekly: { scheduler, pushes: [PUSH], activate: true } } },
      );
    }
    const database = await world.world.db();
    await database.tx((tx) => execute(tx, 'UPDATE push SET status = 0', []));
  };

  test('the overview has one banner for each kind of problem, with all affected items', async () => {
    await makePaused(7);
    await makeEmpty(3);
    await page.goto(world.at('/'));
    await page.getByText('7 applications are paused by their providers').waitFor();
    await page.getByText('3 campaigns have nothing to send').waitFor();
    await soon(async () => expect(await page.locator('main .banner').count()).toBe(2));
    await world.inspect(page, 'overview-problems');
    await page.getByRole('link', { name: 'Empty 2' }).first().click();
    await page.getByRole('heading', { name: 'Empty 2', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'View all' }).click();
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('queries that fail in the same way are reported once, and retried together', async () => {
    await page.goto(world.at('/apps'));
    await page.getByRole('heading', { name: 'Applications', level: 1 }).waitFor();
    await page.route('**/graphql', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({ errors: [{ message: 'Broken.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }] }),
      }),
    );
    await page.goto(world.at('/'));
    await page.getByRole('alert').first().waitFor();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await soon(async () => expect(await page.getByRole('alert').count()).toBe(1));
    await world.inspect(page, 'overview-failed');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Next 24 hours' }).waitFor();
    await page.getByRole('heading', { name: 'Last seven days' }).waitFor();
  });

  test('an import reports missing columns once, and is cancelled only after a question', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('AppChoices')) await released;
      await route.continue();
    });
    await page.goto(world.at('/import'));
    // A click before the applications are there would open nothing.
    const field = page.getByRole('button', { name: 'Import into' });
    await field.waitFor();
    expect(await field.isDisabled()).toBe(true);
    release();
    await field.click();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('option', { name: 'The shop' }).first().click();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'readers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('where,lang\nhttps://push.example/1,de'),
    });
    await page.getByRole('button', { name: 'Upload and preview' }).click();
    await page.getByRole('heading', { name: 'readers.csv', level: 1 }).waitFor();
    await page.getByText('No column says how to reach the devices').waitFor();
    await soon(async () => expect(await page.locator('main .banner').count()).toBe(1));
    const cancel = page.getByRole('button', { name: 'Cancel the import' });
    await cancel.click();
    const question = page.getByRole('alertdialog', { name: 'Cancel the import of readers.csv?' });
    await question.getByText('Nothing has been imported yet.').waitFor();
    await world.inspect(page, 'import-cancel');
    await question.getByRole('button', { name: 'Go back' }).click();
    await question.waitFor({ state: 'detached' });
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.reload();
    await page.getByText('Keine Spalte sagt, wie die Geräte zu erreichen sind').waitFor();
    await world.inspect(page, 'de-import-columns');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    await page.reload();
    await cancel.press('Enter');
    await question.getByRole('button', { name: 'Cancel the import' }).press('Enter');
    await page.locator('.badge').getByText('Cancelled').waitFor();
  });
});

const PUSH = { defaultLang: 'en', translations: [{ language: 'en', title: 'News', text: 'What is new.' }] };
