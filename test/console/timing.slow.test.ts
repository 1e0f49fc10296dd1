import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

withChromium('when and how often, in the console: quiet hours and frequency caps', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const appId = async () => {
    const { apps } = await world.service.graphql<{ apps: { nodes: { id: string }[] } }>(
      '{ apps(first: 1) { nodes { id } } }',
    );
    return apps.nodes[0]?.id;
  };
  const read = () =>
    world.service.graphql<{ viewer: { user: { frequencyCaps: object | null } }; apps: { nodes: object[] } }>(
      `{ viewer { user { quietHours { off start end days policy unknownZone releaseOver }
           frequencyCaps { onCapped caps { max window subject } } } }
         apps(first: 1) { nodes { quietHours { off start } } } }`,
    );

  test('an admin sets quiet hours of the account, and switches them off for one application, by keyboard', async () => {
    await page.goto(world.at('/settings'));
    await page.getByText('There are none: messages arrive at any time.').waitFor();
    await button('Change quiet hours').press('Enter');
    await dialog().getByText('These', { exact: true }).click();
    await dialog().getByLabel('From', { exact: true }).fill('21:30');
    await dialog().getByLabel('To', { exact: true }).fill('21:30');
    await dialog().getByText('The end must differ from the start.').waitFor();
    await soon(async () => expect(await dialog().getByRole('button', { name: 'Save' }).isDisabled()).toBe(true));
    await dialog().getByLabel('To', { exact: true }).fill('08:00');
    await dialog().getByRole('checkbox', { name: 'Sunday' }).press('Space');
    await dialog().getByLabel('Send waiting messages over (minutes)').fill('90');
    await world.inspect(page, 'quiet-hours');
    await dialog().getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText(/^From 21:30 to 08:00, Monday, .* Saturday\. Messages wait until the end\.$/).waitFor();
    expect((await read()).viewer.user).toMatchObject({
      quietHours: {
        ...{ off: false, start: '21:30', end: '08:00', days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
        ...{ policy: 'HOLD', unknownZone: 'ACCOUNT_ZONE', releaseOver: '1h30m' },
      },
    });
    await page.goto(world.at('/apps'));
    await page.getByRole('link', { name: 'The shop' }).click();
    await page.getByText('The account’s quiet hours apply.').waitFor();
    await button('Change quiet hours').click();
    await dialog().getByText('None, even if the account has some').click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('Switched off: messages arrive at any time').waitFor();
    expect((await read()).apps.nodes).toEqual([{ quietHours: { off: true, start: null } }]);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('an admin adds, changes and removes frequency caps', async () => {
    await page.goto(world.at('/settings'));
    await button('Add a cap').click();
    await page.getByLabel('Maximum messages').fill('2');
    await button('Add a cap').click();
    await world.inspect(page, 'frequency-caps');
    await button('Save caps').click();
    await page.getByText('The caps are saved.').waitFor();
    expect((await read()).viewer.user).toMatchObject({
      frequencyCaps: {
        onCapped: 'DROP',
        caps: [
          { max: 2, window: 'CALENDAR_DAY', subject: 'USER' },
          { max: 3, window: 'CALENDAR_DAY', subject: 'USER' },
        ],
      },
    });
    await button('Remove Cap 2').click();
    await button('Remove Cap 1').click();
    await button('Save caps').click();
    await eventually('the caps to be gone', async () =>
      (await read()).viewer.user.frequencyCaps === null ? true : null,
    );
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('the question before a campaign starts names the quiet hours that apply to its messages', async () => {
    await page.goto(world.at('/campaigns/new'));
    await page.getByLabel('Title', { exact: true }).fill('Sale -> 3x5');
    await page.getByLabel('Text', { exact: true }).fill('Until Sunday.');
    // The font must not change the text that devices show.
    expect(await page.evaluate('getComputedStyle(document.body).fontVariantLigatures')).toBe('no-contextual');
    await button('Next: Audience').click();
    await button('Next: When').click();
    await button('Next: Review').click();
    await page.getByText('The shop · now').waitFor();
    await button('Send now').click();
    const confirm = page.getByRole('alertdialog');
    const ask = async (quietHours: string, said: RegExp) => {
      await world.service.graphql(
        `mutation ($id: ID!) {
          appUpdate(id: $id, input: { quietHours: ${quietHours} }) { userErrors { message } } }`,
        { id: await appId() },
      );
      await button('Send now').click();
      await confirm.getByText(said).waitFor();
      const lines = await confirm.getByText(/quiet hours/i).count();
      await confirm.getByRole('button', { name: 'Cancel' }).click();
      return lines;
    };
    await confirm.getByText('No quiet hours in the application The shop').waitFor();
    await world.inspect(page, 'question-quiet-hours');
    expect(await confirm.getByText('Quiet hours of the account').count()).toBe(0);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    const ofApp = /^Quiet hours of the application The shop, .*: From 12:00 to 13:00, .*$/;
    expect(await ask('{ start: "12:00", end: "13:00" }', ofApp)).toBe(1);
    const ofAccount = /^Quiet hours of the account, .*: From 21:30 to 08:00, .* Messages wait until the end\.$/;
    expect(await ask('null', ofAccount)).toBe(1);
    await button('Back').click();
    await button(/^Quiet hours/).click();
    await page.getByText('None: send at any time, even at night').click();
    await button('Next: Review').click();
    await button('Send now').click();
    await confirm.getByText('Sending starts immediately').waitFor();
    await soon(async () => expect(await confirm.getByText('Quiet hours').count()).toBe(0));
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('the forms are available in German', async () => {
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.goto(world.at('/settings'));
    await page.getByText(/^Von 21:30 bis 08:00/).waitFor();
    await button('Ruhezeit ändern').click();
    await dialog().getByText('entfällt', { exact: true }).click();
    await world.inspect(page, 'de-quiet-hours');
    await dialog().getByRole('button', { name: 'Abbrechen' }).click();
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});
