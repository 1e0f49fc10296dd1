import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';
import { keyboard } from './support/hands.js';

const USERS = [
  { externalUserId: 'user-1', attributes: { first_name: 'Ada', points: 1200 } },
  { externalUserId: 'user-2', attributes: { points: 1 } },
];

withChromium('messages with values of a person, in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.service.graphql(
      'mutation ($users: [UserUpsertInput!]!) { usersUpsert(input: { users: $users }) { userErrors { message } } }',
      { users: USERS },
    );
    await world.makeApp('The shop', ['en', 'de', 'en']);
    await world.service.graphql(
      `mutation { categoryCreate(input: { key: "offers", kind: MARKETING, default: ON, listed: true,
         names: [{ language: "en", text: "Offers" }, { language: "de", text: "Angebote" }] }) { userErrors { message } } }`,
    );
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const dialog = () => page.getByRole('dialog');
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const choose = async (field: string, typed: string, option: string | RegExp): Promise<void> => {
    await dialog().getByRole('combobox', { name: field }).fill(typed);
    await page.getByRole('option', { name: option }).click();
  };
  const selected = (field: Locator) =>
    field.evaluate((element) => {
      const { value, selectionStart, selectionEnd } = element as unknown as HTMLTextAreaElement;
      return value.slice(selectionStart, selectionEnd);
    });
  const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

  test('a manager inserts values by the button, repairs a mistake, sees the message of one user, and sends it', async () => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('Hello ');
    await button('Insert value: Title').click();
    await choose('Value', 'first', 'first_name, of the user');
    await dialog().getByLabel('If it is not known, write').fill('dear customer');
    await dialog().getByText('{{ user.first_name | default: "dear customer" }}').waitFor();
    await world.inspect(page, 'personal-insert');
    await dialog().getByRole('button', { name: 'Insert', exact: true }).click();
    await eventually('the value in the title', async () =>
      (await label('Title').inputValue()) === 'Hello {{ user.first_name | default: "dear customer" }}' ? true : null,
    );
    expect(await isFocused(label('Title'))).toBe(true);

    await label('Text').fill('You have {{ user.points | plurral: one: "point" }}');
    const place = page.getByRole('button', { name: 'Show line 1, column 10' });
    await place.waitFor();
    await world.inspect(page, 'personal-mistake');
    await place.click();
    expect(await selected(label('Text'))).toBe('{{ user.points | plurral: one: "point" }}');
    await step('Review');
    await page.getByText('A value in the text has a mistake: English.').waitFor();
    await soon(async () => expect(await button('Save for later').isDisabled()).toBe(true));
    await step('Message');
    await label('Text').fill('You have ');
    await button('Insert value: Text').click();
    await choose('Value', 'points', 'points, of the user');
    await dialog()
      .getByRole('button', { name: /How to show it/ })
      .click();
    await page.getByRole('option', { name: 'With a word, such as “3 items”' }).click();
    await dialog().getByLabel('Word for one').fill('point');
    await dialog().getByLabel('Word for all other numbers').fill('points');
    await dialog().getByLabel('If it is not known, write').fill('no points yet');
    await dialog().getByRole('button', { name: 'Insert', exact: true }).click();
    await place.waitFor({ state: 'detached' });

    const android = page.locator('.preview').first();
    await android.getByText('Hello dear customer').waitFor();
    await android.getByText('You have no points yet').waitFor();
    await page.getByRole('combobox', { name: 'Show it as this user gets it' }).fill('user-');
    await page.getByRole('option', { name: 'user-1' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await android.getByText('Hello Ada').waitFor();
    await android.getByText('You have 1200 points').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await world.inspect(page, 'personal-preview');
    await button('No specific person').click();
    await android.getByText('Hello dear customer').waitFor();

    await page.getByRole('button', { name: /Category$/ }).click();
    await page.getByRole('option', { name: /^Offers/ }).click();
    await page.getByText('Marketing: people can turn off this category, or all marketing.').waitFor();
    await step('Review');
    await page.getByText('Category: Offers.').waitFor();
    await page.getByText('All values in the texts can be used.').waitFor();
    await world.inspect(page, 'personal-review');
    await button('Send now').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click();
    await eventually('the run', () => (/\/console\/runs\//.test(page.url()) ? true : null));
    const titles = await eventually('three messages', async () => {
      const messages = await world.world.fakes.entries();
      return messages.length === 3 ? messages.map(({ title, body }) => `${title}: ${body}`).toSorted() : null;
    });
    expect(titles).toEqual([
      'Hello Ada: You have 1200 points',
      'Hello dear customer: You have 1 point',
      'Hello dear customer: You have no points yet',
    ]);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('two braces suggest values and filters, by keyboard alone', async () => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').focus();
    await page.keyboard.type('Hi {{ user.');
    const list = page.getByRole('listbox', { name: 'Values' });
    await list.getByRole('option').first().waitFor();
    const title = page.getByRole('combobox', { name: 'Title' });
    await soon(async () => expect(await title.getAttribute('aria-expanded')).toBe('true'));
    const active = () => page.getByRole('option', { selected: true }).getAttribute('id');
    await soon(async () => expect(await title.getAttribute('aria-activedescendant')).toBe(await active()));
    await page.keyboard.press('ArrowDown');
    await soon(async () => expect(await title.getAttribute('aria-activedescendant')).toBe(await active()));
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.type('fir');
    await list.getByRole('option', { name: /first_name/ }).waitFor();
    await world.inspect(page, 'personal-suggest');
    await page.keyboard.press('Enter');
    await page.keyboard.type('you');
    await soon(async () => expect(await label('Title').inputValue()).toBe('Hi {{ user.first_name | default: "you" }}'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type(' | up');
    await list.getByRole('option', { name: /upcase/ }).waitFor();
    await page.keyboard.press('Enter');
    await soon(async () =>
      expect(await label('Title').inputValue()).toBe('Hi {{ user.first_name | default: "you" | upcase }}'),
    );

    const hands = keyboard(page);
    await hands.press('button', 'Insert value: Text');
    await dialog().getByRole('radio', { name: 'A value', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('first');
    await page.getByRole('option', { name: 'first_name, of the user' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await hands.type('Compared with', 'Ada');
    await hands.type('Then write', 'Your countess');
    await hands.type('Otherwise write', 'Nobody');
    await hands.press('button', /^Insert$/);
    await eventually('the text', async () =>
      (await label('Text').inputValue()) === '{% if user.first_name == "Ada" %}Your countess{% else %}Nobody{% endif %}'
        ? true
        : null,
    );
    await page.locator('.preview').first().getByText('Hi YOU').waitFor();
    await page.locator('.preview').first().getByText('Nobody').waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('a message that needs a value shows whom it leaves out, in the preview and in the checklist', async () => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('{{ user.first_name }}');
    await label('Text').fill('This is for you.');
    await page.getByText('`user.first_name` may be missing.').waitFor();
    await page.getByText('Do not send it to this person').click();
    await page.getByRole('combobox', { name: 'Show it as this user gets it' }).fill('user-2');
    await page.keyboard.press('Enter');
    await page.getByText('This person would not get the message').waitFor();
    await page.getByRole('combobox', { name: 'Show it as this user gets it' }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('This user has no active device').waitFor();
    await button('Three random devices').click();
    await page.getByRole('radiogroup', { name: 'Random devices' }).getByText('user-1').click();
    await page.locator('.preview').first().getByText('Ada', { exact: true }).waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await world.inspect(page, 'personal-devices');
    await step('Review');
    await page.getByText('It would not be sent to 2 of 3 checked devices').waitFor();
    await page.getByText('Category: No category.').waitFor();
    await world.inspect(page, 'personal-left-out');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('a text that only the service refuses is shown at its field', async () => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill('Left \u0000right');
    await label('Text').fill('Hello.');
    await step('Review');
    await button('Save for later').click();
    await label('Title').waitFor();
    await page
      .locator('.writing-field', { has: label('Title') })
      .locator('.lint-notes li')
      .waitFor();
    await soon(async () => expect(await label('Title').getAttribute('aria-invalid')).toBe('true'));
    await label('Title').fill('Right');
    await page.locator('.lint-notes li').waitFor({ state: 'detached' });
    world.takeComplaints();
  });

  test('the form is available in German', async () => {
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.goto(world.at('/campaigns/new'));
    await label('Titel').fill('Hallo ');
    await button('Wert einfügen: Titel').click();
    await dialog().getByText('Ein Text je nach Wert').click();
    await choose('Wert', 'points', 'points, vom Nutzer');
    await dialog()
      .getByRole('button', { name: /Bedingung/ })
      .click();
    await page.getByRole('option', { name: 'ist größer als' }).click();
    await dialog().getByLabel('Verglichen mit').fill('100');
    await dialog().getByLabel('Dann steht da').fill('Stammgast');
    await dialog().getByLabel('Sonst steht da').fill('Gast');
    await dialog().getByText('{% if user.points > 100 %}Stammgast{% else %}Gast{% endif %}').waitFor();
    await world.inspect(page, 'de-personal-insert');
    await dialog().getByRole('button', { name: 'Einfügen', exact: true }).click();
    await label('Text').fill('{{ user.first_name }}');
    await page.getByText('`user.first_name` kann fehlen.').waitFor();
    await label('Text').fill('Schön, dass Sie da sind.');
    await page.locator('.preview').first().getByText('Hallo Gast').waitFor();
    await page.getByText('hängt von der Person ab').waitFor();
    await page.getByRole('button', { name: /Kategorie$/ }).click();
    await page.getByRole('option', { name: /^Angebote/ }).click();
    await world.inspect(page, 'de-personal');
    await page.getByText('Angebote').first().scrollIntoViewIfNeeded();
    await world.inspect(page, 'de-personal-category');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('a message to chosen people has values and a category too', async () => {
    await page.goto(world.at('/send'));
    await label('Title').fill('Hello {{ user.first_name | default: "friend" }}');
    await label('Text').fill('Only for you.');
    await label('Your user IDs').fill('user-1');
    await page.getByRole('button', { name: /Category$/ }).click();
    await page.getByRole('option', { name: /^Offers/ }).click();
    await page.getByText('Category: Offers.').waitFor();
    await page.getByText('All values in the texts can be used.').waitFor();
    await button('Send now').click();
    const question = page.getByRole('alertdialog', { name: 'Send “Hello …”?' });
    await question.getByRole('button', { name: 'Send now' }).click();
    await eventually('the run', () => (/\/console\/runs\//.test(page.url()) ? true : null));
    await eventually('the message', async () => {
      const messages = await world.world.fakes.entries();
      return messages.some(({ title, body }) => title === 'Hello Ada' && body === 'Only for you.') ? true : null;
    });
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});
