import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

const LONG = 300_000;
const SPEED = { maxPerMinute: 600, ramp: { start: 100, factor: 2, every: 60 }, stopOnTrouble: null };
const QUIET = { off: false, start: '21:30', end: '07:00', policy: 'HOLD', releaseOver: '10m' };

withChromium('quiet hours and speed of a campaign in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open(undefined, { TIME_TO_LIVE_SECONDS: '60' });
    page = await world.join();
    page.setDefaultTimeout(25_000);
    await world.makeApp('The shop', ['en', 'de', 'fr']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const box = (name: string) => page.getByRole('checkbox', { name });
  const number = (label: string) => page.getByLabel(label, { exact: true });
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const compose = async (title: string): Promise<void> => {
    await page.goto(world.at('/campaigns/new'));
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Text', { exact: true }).fill('Until Sunday.');
    await step('When');
  };
  const read = async (name: string) => {
    const query = `{ schedulers { nodes { name quietHours { off start end policy releaseOver }
      speed { maxPerMinute ramp { start factor every } stopOnTrouble { share after window } } } } }`;
    const { schedulers } = await world.service.graphql<{ schedulers: { nodes: { name: string }[] } }>(query);
    return schedulers.nodes.find((scheduler) => scheduler.name === name);
  };

  test(
    'are set by keyboard, kept by the draft, the campaign, an edit and a copy',
    async () => {
      await compose('Slow sale');
      await button(/^Quiet hours/).press('Enter');
      await page.getByRole('radio', { name: 'Those of the application or the account' }).press('ArrowDown');
      await number('From').fill('21:30');
      await button(/^Speed/).press('Enter');
      await box('Limit the speed').press('Space');
      await number('Messages per minute, at most').fill('50');
      await box('Start slowly').press('Space');
      await page.getByText('The start must not be above the limit.').waitFor();
      await world.inspect(page, 'pace-wrong');
      await number('Messages per minute, at most').fill('600');
      await page.getByText('at most 600 a minute · starts with 100 a minute').waitFor();
      await button(/^Speed/).scrollIntoViewIfNeeded();
      await world.inspect(page, 'pace');
      const isSaved = (request: Request) => /"maxPerMinute":"600"/.test(request.postData() ?? '');
      const saved = page.waitForResponse((response) => isSaved(response.request()));
      await step('Review');
      await saved;
      await page.getByText('Draft saved').waitFor();

      await page.reload();
      await step('When');
      expect(await number('From').inputValue()).toBe('21:30');
      expect(await number('Messages per minute, at most').inputValue()).toBe('600');
      expect(await box('Start slowly').isChecked()).toBe(true);
      await step('Review');
      await button('Save for later').click();
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      expect(await read('Slow sale')).toMatchObject({ quietHours: QUIET, speed: SPEED });

      await page.getByRole('link', { name: 'Edit' }).click();
      await step('When');
      await box('Start slowly').press('Space');
      await step('Review');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('heading', { name: 'Runs' }).waitFor();
      const changed = { quietHours: QUIET, speed: { ...SPEED, ramp: null } };
      expect(await read('Slow sale')).toMatchObject(changed);
      await button('Actions for Slow sale').click();
      await page.getByRole('menuitem', { name: 'Duplicate' }).click();
      await page.getByRole('heading', { name: 'Copy of Slow sale', level: 1 }).waitFor();
      expect(await read('Copy of Slow sale')).toMatchObject(changed);
      expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
    },
    LONG,
  );
});
