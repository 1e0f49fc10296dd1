import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

withChromium('variants and the holdout in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de', 'fr']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const box = (name: string) => page.getByRole('checkbox', { name });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const write = async (title: string): Promise<void> => {
    await field('Title').fill(title);
    await field('Text').fill('Until Sunday.');
  };

  test('are set by keyboard, saved with the campaign, and shown on the page of the run', async () => {
    await page.goto(world.at('/campaigns/new'));
    await write('First offer');
    await page.getByRole('button', { name: 'Add another message' }).click();
    await write('Second offer');
    await box('Send each user one of these messages').press('Space');
    await field('Weight of message 1').fill('3');
    await field('Control group (%)').fill('60');
    await page.getByText('A number from 0 to 50.').waitFor();
    await field('Control group (%)').fill('20');
    await box('Decide on a winner').press('Space');
    await field('Hours until the decision').fill('2');
    await field('Tested users (%)').fill('50');
    await box('Decide on a winner').scrollIntoViewIfNeeded();
    await world.inspect(page, 'variants');
    await step('When');
    await step('Review');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    const query = `{ schedulers { nodes { id name experiment { controlShare testShare decideAfter winner }
        pushes(first: 5) { nodes { weight } } ... on OneTimeScheduler { runs(first: 1) { nodes { id variants { number weight } } } } } } }`;
    // biome-ignore lint/suspicious/noExplicitAny: the shape is asserted
    const { schedulers } = await world.service.graphql<any>(query);
    const [made] = schedulers.nodes;
    expect(made.experiment).toEqual({ controlShare: 0.2, testShare: 0.5, decideAfter: 7_200, winner: 'BEST' });
    expect(made.pushes.nodes).toEqual([{ weight: 3 }, { weight: null }]);
    expect(made.runs.nodes[0].variants).toEqual([
      { number: 1, weight: 3 },
      { number: 2, weight: 1 },
    ]);
    await page.goto(world.at(`/runs/${made.runs.nodes[0].id}`));
    await page.getByText(/The winner is decided at/).waitFor();
    await page.getByRole('button', { name: 'Choose as winner: 2' }).scrollIntoViewIfNeeded();
    await world.inspect(page, 'run-variants');
    await page.getByRole('button', { name: 'Choose as winner: 2' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Choose as winner' }).click();
    await page.getByText('Somebody chose the winner.').waitFor();
    await page.getByText('Winner', { exact: true }).waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('an admin sets the holdout', async () => {
    await page.goto(world.at('/settings'));
    await field('Users without messages (%)').fill('5');
    await page.getByRole('button', { name: 'Save holdout' }).press('Enter');
    await page.getByText('The holdout is saved.').waitFor();
    const { viewer } = await world.service.graphql<{ viewer: { user: { holdout: unknown } } }>(
      '{ viewer { user { holdout { share generation } } } }',
    );
    expect(viewer.user.holdout).toEqual({ share: 0.05, generation: 1 });
    await field('Users without messages (%)').scrollIntoViewIfNeeded();
    await world.inspect(page, 'holdout');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('an admin sets the attribution windows, and sees errors at the field', async () => {
    await page.goto(world.at('/settings'));
    await soon(async () => expect(await field('Hours after a click').inputValue()).toBe('24'));
    await field('Hours after a click').fill('0');
    await field('Hours after a message').fill('1.5');
    await page.getByRole('button', { name: 'Save attribution' }).press('Enter');
    await page.getByText('Enter between one minute and 720 hours.').waitFor();
    const read = '{ viewer { user { attribution { clickWindow sendWindow } } } }';
    type Read = { viewer: { user: { attribution: unknown } } };
    const before = await world.service.graphql<Read>(read);
    expect(before.viewer.user.attribution).toEqual({ clickWindow: 86_400, sendWindow: 21_600 });
    await field('Hours after a click').fill('48');
    await page.getByRole('button', { name: 'Save attribution' }).press('Enter');
    await page.getByText('The attribution is saved.').waitFor();
    const after = await world.service.graphql<Read>(read);
    expect(after.viewer.user.attribution).toEqual({ clickWindow: 172_800, sendWindow: 5_400 });
    await field('Hours after a click').scrollIntoViewIfNeeded();
    await world.inspect(page, 'attribution');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});
