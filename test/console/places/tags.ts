import { test } from '@jest/globals';
import { pickByPointer } from '../support/hands.js';
import type { Places } from './places.js';

/** Tags, tag groups, application groups and events. */
export const testTags = (places: Places): void => {
  const { go, button, actOn, inspect } = places;

  test('tags are counted; groups of tags and of applications, and events, are created, changed and deleted', async () => {
    const { page } = places;
    await go('/tags');
    await page.getByRole('link', { name: 'newsletter', exact: true }).waitFor();
    await inspect('tags');
    await page.getByRole('link', { name: 'Tag groups' }).click();
    await button('New tag group').click();
    await page.getByLabel('Group name').fill('Regulars');
    await pickByPointer(page, 'Tags', 'vip', /vip/);
    await page.keyboard.press('Tab');
    await button('Save').click();
    await page.getByRole('cell', { name: 'Regulars', exact: true }).waitFor();
    await inspect('tag-groups');
    await button('Actions for Regulars').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('cell', { name: 'Regulars', exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Application groups' }).click();
    await button('New application group').click();
    await page.getByLabel('Group name').fill('Browsers');
    await pickByPointer(page, 'Applications', 'browser', /Corner shop in the browser/);
    await page.keyboard.press('Tab');
    await inspect('app-group-new');
    await button('Save').click();
    await page.getByRole('cell', { name: 'Browsers', exact: true }).waitFor();
    await inspect('app-groups');

    await page.getByRole('link', { name: 'Events', exact: true }).click();
    await page.getByRole('cell', { name: /basket_left/ }).waitFor();
    await page.getByRole('link', { name: 'Basket reminder' }).waitFor();
    await inspect('events');
    await button('New event').click();
    await page.getByLabel('Name', { exact: true }).fill('Reached level 10');
    await page.getByLabel('Code', { exact: true }).fill('level 10');
    await button('Save').click();
    await page
      .locator('.field-error')
      .getByText(/underscore/)
      .waitFor();
    await page.getByLabel('Code', { exact: true }).fill('level_10');
    await inspect('event-new');
    await button('Save').click();
    await page.getByRole('cell', { name: /level_10/ }).waitFor();
    await go('/campaigns/new');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'When' }).click();
    await page.getByText('After an event', { exact: true }).first().click();
    await page.getByRole('combobox', { name: 'Which event?' }).fill('level');
    await page.getByRole('option', { name: /Reached level 10/ }).waitFor();
    await go('/tags/events');
    await actOn('Reached level 10', 'Switch off');
    await page.getByText('Switched off').waitFor();
    await actOn('Reached level 10', 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('cell', { name: /level_10/ }).waitFor({ state: 'detached' });
    await page.getByText('Built-in', { exact: true }).click();
    await page
      .getByRole('cell', { name: /install/ })
      .first()
      .waitFor();
  });
};
