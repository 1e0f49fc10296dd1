import { expect, test } from '@jest/globals';
import { pickByPointer } from '../support/hands.js';
import type { Places } from './places.js';

/** Devices and imports. */
export const testDevices = (places: Places): void => {
  const { go, button, heading, inspect } = places;

  test('a device is found by its user, given a tag, sent a test, retired and deleted', async () => {
    const { page } = places;
    await go('/devices');
    await page.getByRole('searchbox', { name: 'User ID' }).fill('user-3');
    await page.getByRole('link', { name: 'user-3' }).first().waitFor();
    await inspect('devices');
    await page.getByRole('link', { name: 'user-3' }).first().click();
    await heading('user-3').waitFor();
    await page.getByText('Basket reminder').first().waitFor();
    await inspect('device');
    await page
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click();
    await page.locator('.trace-step').first().waitFor();
    await page.keyboard.press('Escape');

    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await pickByPointer(page, 'Tags', 'friends', /friends/);
    await page.keyboard.press('Tab');
    await inspect('device-edit');
    await button('Save').click();
    await page.getByRole('link', { name: 'friends' }).waitFor();

    await button('Send a test').click();
    await button('Send to this device').click();
    await page.getByText('The provider accepted it after').waitFor();
    await button('Close').last().click();

    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'Retire' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click();
    await page.getByText('Nothing is sent to this device.').waitFor();
    await button('Actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await heading('Devices').waitFor();
  });

  test('a file is imported: its columns are named, its lines are counted, and the rejected ones downloaded', async () => {
    const { page } = places;
    await go('/import');
    await page.getByRole('button', { name: 'Import into' }).click();
    await page.getByRole('option', { name: /Corner shop for Android/ }).click();
    const lines = [
      'device,lang,user',
      ...Array.from({ length: 50 }, (_, n) => `token-of-import-${n},de,reader-${n}`),
      ',de,nobody',
    ];
    await page.locator('input[type="file"]').setInputFiles({
      name: 'readers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
    await page.getByText('audiences', { exact: true }).waitFor();
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download a sample file' }).click(),
    ]);
    expect([await sample.failure(), sample.suggestedFilename()]).toEqual([null, expect.stringMatching(/sample\.csv$/)]);
    await inspect('import');
    await button('Upload and preview').click();
    await heading('readers.csv').waitFor();
    await page.getByText('No column says how to reach the devices').waitFor();
    for (const [column, field] of [
      ['device', 'Token'],
      ['lang', 'Language'],
      ['user', 'User ID'],
    ] as const) {
      await page.getByRole('button', { name: `Meaning of column ${column}` }).click();
      await page.getByRole('option', { name: field, exact: true }).click();
    }
    await inspect('import-columns');
    await button('Start the import').click();
    await page.getByText('The import is complete.').waitFor();
    await page.getByText('1 line was rejected.').waitFor();
    await inspect('import-finished');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download rejected lines' }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    await page.getByRole('link', { name: 'Show devices' }).click();
    await page.getByRole('searchbox', { name: 'User ID' }).fill('reader-7');
    await page.getByRole('link', { name: 'reader-7' }).waitFor();
  });
};
