import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';
import { type Hands, keyboard, pickByKeys as pick, pickByPointer, selectByKeys as select } from './support/hands.js';

withChromium('people in the console: users, attributes, segments and categories', () => {
  let world: ConsoleWorld;
  let page: Page;
  let keys: Hands;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    keys = keyboard(page);
    await world.makeApp('The shop', ['en', 'de', 'en', 'fr']);
    const plans = ['pro', 'free', 'pro', 'free'];
    await world.service.graphql(UPSERT, {
      users: plans.map((plan, index) => ({
        externalUserId: `user-${index + 1}`,
        attributes: { plan, orders: index * 10, newsletter: index > 1 },
      })),
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const choose = async (field: string | RegExp, option: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: field }).last().click();
    await page.getByRole('option', { name: option }).first().click();
  };
  const attributesOf = async (user: string): Promise<unknown> => {
    const query = 'query ($user: String) { user(externalUserId: $user) { attributes } }';
    return (await world.service.graphql<{ user: { attributes: unknown } }>(query, { user })).user.attributes;
  };

  test('a user is found by the start of the id and by the exact id, and a new user is created', async () => {
    await page.goto(world.at('/'));
    await page.getByRole('link', { name: 'Users', exact: true }).first().click();
    await heading('Users').waitFor();
    await page.getByRole('link', { name: 'user-4' }).waitFor();
    await page.getByText('newsletter: Yes · orders: 20 · plan: pro').first().waitFor();
    await world.inspect(page, 'users');
    await page.getByRole('searchbox', { name: 'User ID' }).fill('user');
    await page.getByRole('link', { name: 'user-4' }).waitFor();
    await page.getByText('Exactly', { exact: true }).click();
    await page.getByText('No matching user').waitFor();
    await page.getByRole('searchbox', { name: 'User ID' }).fill('user-2');
    await page.getByRole('link', { name: 'user-2' }).waitFor();
    await soon(async () => expect(await page.getByRole('link', { name: /^user-/ }).count()).toBe(1));
    await button('New user').click();
    await label('User ID').last().fill('ann@example.com');
    await button('Create user').click();
    await heading('ann@example.com').waitFor();
    await page.getByText('No devices', { exact: true }).waitFor();
    expect(await attributesOf('ann@example.com')).toEqual({});
  });

  test('attributes of a user are added, changed and removed, with the error of the service at the field', async () => {
    await page.goto(world.at('/users?user=user-1&exact=yes'));
    await page.getByRole('link', { name: 'user-1' }).click();
    await heading('user-1').waitFor();
    await page.getByRole('cell', { name: 'plan', exact: true }).waitFor();
    await button('Add attribute').click();
    await label('Key').fill('Bad Key');
    await page
      .locator('.field-error')
      .getByText(/begins with a letter/)
      .waitFor();
    await label('Key').fill('orders');
    await label('Value').fill('1e999');
    await soon(async () => expect(await button('Save').isDisabled()).toBe(true));
    await label('Key').fill('nickname');
    await choose(/Type$/, 'Text');
    await label('Value').fill('x'.repeat(256));
    await button('Save').click();
    await page
      .locator('.field-error')
      .getByText(/does not fit/)
      .waitFor();
    await label('Key').fill('birthday');
    await choose(/Type$/, 'Date');
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill('1990-05-04');
    await world.inspect(page, 'user-attribute');
    await button('Save').click();
    await page.getByRole('cell', { name: /4 May 1990/ }).waitFor();
    await button('Actions for plan').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await label('Value').fill('gold');
    await button('Save').click();
    await page.getByRole('cell', { name: 'gold', exact: true }).waitFor();
    await button('Actions for newsletter').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('cell', { name: 'newsletter', exact: true }).waitFor({ state: 'detached' });
    expect(await attributesOf('user-1')).toEqual({ plan: 'gold', orders: 0, birthday: '1990-05-04T00:00:00.000Z' });
    await world.inspect(page, 'user');
  });

  test('an attribute is defined for apps to set', async () => {
    await page.goto(world.at('/settings/attributes'));
    await page.getByRole('cell', { name: 'orders', exact: true }).waitFor();
    await button('New attribute').click();
    await label('Key').fill('teams');
    await choose(/Type$/, /List of texts/);
    await page.getByRole('dialog').getByText('Apps may set it', { exact: true }).click();
    await world.inspect(page, 'attribute-new');
    await button('Save').click();
    await page.getByRole('cell', { name: 'teams', exact: true }).waitFor();
    await page.getByText('Apps and server').waitFor();
    await world.inspect(page, 'attributes');
  });

  test('a segment is built, estimated and saved by keyboard alone', async () => {
    await page.goto(world.at('/segments'));
    await page.getByText('No segments yet').waitFor();
    await keys.press('link', 'New segment');
    await heading('New segment').waitFor();
    await select(page, 'Property', 'Attribute');
    await pick(page, 'Attribute', 'orders', 'orders');
    await select(page, 'Comparison', 'is at least');
    await keys.type('Value', '10');
    await page.getByText('Of 4 active devices').waitFor();
    await reach(page, 'Devices in this segment', '3');
    await keys.press('button', 'Add group');
    await select(page, 'Property', 'Language', 1);
    await pick(page, 'Languages', 'German', 'German');
    await keys.press('button', /^Add condition ?Group 2/);
    await select(page, 'Property', 'Language', 2);
    await pick(page, 'Languages', 'French', 'French', 1);
    await reach(page, 'Devices in this segment', '2');
    await keys.type('Segment name', 'Busy Europeans');
    await world.inspect(page, 'segment');
    await keys.press('button', 'Save');
    await heading('Busy Europeans').waitFor();
    const { segments } = await world.service.graphql<{ segments: { nodes: { name: string; tree: unknown }[] } }>(
      '{ segments { nodes { name tree } } }',
    );
    expect(segments.nodes).toEqual([
      {
        name: 'Busy Europeans',
        tree: {
          and: [
            { attribute: { key: 'orders', op: 'GE', value: 10 } },
            { or: [{ language: { in: ['de'] } }, { language: { in: ['fr'] } }] },
          ],
        },
      },
    ]);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('a campaign begins with a segment, shows it, and keeps it from being deleted', async () => {
    await page.goto(world.at('/segments'));
    await page.getByRole('link', { name: 'Busy Europeans', exact: true }).waitFor();
    await world.inspect(page, 'segments');
    await page.getByRole('link', { name: 'Start a campaign to Busy Europeans' }).click();
    await label('Campaign name').fill('For busy people');
    await label('Title').fill('Hello');
    await label('Text').fill('Good to see you.');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Audience' }).click();
    await page.getByRole('row', { name: 'Busy Europeans' }).waitFor();
    await page.locator('.reach-number strong', { hasText: /^2$/ }).waitFor();
    await world.inspect(page, 'composer-segments');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
    await button('Send now').click();
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await page.getByRole('heading', { name: /For busy people/, level: 1 }).waitFor();
    const sent = await eventually('the run has finished', async () => {
      const { runs } = await world.service.graphql<Runs>('{ runs { nodes { status counts { sent total } } } }');
      return runs.nodes[0]?.status === 'FINISHED' ? runs.nodes[0].counts : null;
    });
    expect(sent).toEqual({ sent: 2, total: 2 });
    await page.goto(world.at('/campaigns'));
    await page.getByRole('link', { name: 'For busy people', exact: true }).first().click();
    await page.getByText('In these segments').waitFor();
    await page.getByText('Busy Europeans').waitFor();
    await page.goto(world.at('/segments'));
    await page.getByRole('link', { name: 'Busy Europeans', exact: true }).click();
    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('.toast').waitFor();
    await soon(async () => expect(await page.locator('.toast').textContent()).toMatch(/^Campaigns use this segment/));
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('a category is created and changed, and a user turns it off', async () => {
    await page.goto(world.at('/categories'));
    await page.getByText('No categories yet').waitFor();
    await button('New category').click();
    await label('Key').fill('Offers!');
    await label('Name (English)').fill('Offers');
    await button('Add language').click();
    await pickByPointer(page, 'Add language', 'German', /^German$/);
    await label('Name (German)').fill('Angebote');
    await button('Save').click();
    // A hyphen is allowed, as the hint says.
    await page
      .locator('.field-error', { hasText: 'A key begins with a lower-case letter and has at most 40 characters.' })
      .waitFor();
    await label('Key').fill('offers');
    await world.inspect(page, 'category-new');
    await button('Save').click();
    await page.getByRole('cell', { name: /^Offers/ }).waitFor();
    await world.inspect(page, 'categories');

    await page.goto(world.at('/users?user=user-2&exact=yes'));
    await page.getByRole('link', { name: 'user-2' }).click();
    await page.getByText('Offers', { exact: true }).first().waitFor();
    await page
      .getByRole('row', { name: /^Offers/ })
      .locator('.switch')
      .click();
    await page.getByText(/by a member or your server/).waitFor();
    await world.inspect(page, 'user-preferences');
    const { user } = await world.service.graphql<Preferences>(
      '{ user(externalUserId: "user-2") { preferences { choice category { key } } } }',
    );
    expect(user.preferences).toContainEqual({ choice: 'OFF', category: { key: 'offers' } });
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
  test('a user is exported as a zip, and erased once its id is typed', async () => {
    await page.goto(world.at('/users?user=user-4&exact=yes'));
    await page.getByRole('link', { name: 'user-4' }).click();
    await heading('user-4').waitFor();
    const download = page.waitForEvent('download');
    await button('Export as a zip').click();
    expect((await download).suggestedFilename()).toBe('user.zip');
    await button('Erase this user').click();
    await page.getByText('This cannot be undone.').waitFor();
    await world.inspect(page, 'erase-user');
    await soon(async () => expect(await button('Erase permanently').isDisabled()).toBe(true));
    await label('To confirm, type user-4').fill('user-4');
    await button('Erase permanently').click();
    await page.getByRole('heading', { name: 'Erasures' }).waitFor();
    await eventually('the erasure', async () => {
      await page.goto(world.at('/users?erasures'));
      await page.getByRole('heading', { name: 'Erasures' }).waitFor();
      await page.getByRole('cell', { name: /In progress|Erased/ }).waitFor();
      return (await page.getByText('Erased', { exact: true }).count()) > 0 ? true : null;
    });
    await world.inspect(page, 'erasures');
    const gone = await world.service.graphql<{ user: unknown }>('{ user(externalUserId: "user-4") { id } }');
    expect(gone).toEqual({ user: null });
  });
});

const UPSERT =
  'mutation ($users: [UserUpsertInput!]!) { usersUpsert(input: { users: $users }) { results { created } } }';

interface Runs {
  readonly runs: { readonly nodes: readonly { readonly status: string; readonly counts: object }[] };
}

interface Preferences {
  readonly user: { readonly preferences: readonly { readonly choice: string; readonly category: object | null }[] };
}

/** Waits for the number of devices. */
const reach = (page: Page, name: string, count: string): Promise<void> =>
  page
    .getByRole('complementary', { name })
    .locator('.reach-number strong', { hasText: new RegExp(`^${count}$`) })
    .waitFor();
