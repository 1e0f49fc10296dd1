import { expect, test } from '@jest/globals';
import { untilFinished } from '../process/crash-run.js';
import { withChromium } from '../support/browser.js';
import { ConsoleWorld } from './support/console-world.js';

const SEND = `mutation ($input: MessageSendInput!) {
  messageSend(input: $input) { run { id } userErrors { message } } }`;

const MESSAGE = {
  defaultLang: 'en',
  translations: [
    { language: 'en', title: 'Your parcel is here', text: 'Pick it up until Friday.' },
    { language: 'de', title: 'Ihr Paket ist da', text: 'Holen Sie es bis Freitag ab.' },
    { language: 'ar', title: 'وصل طردك', text: 'استلمه قبل يوم الجمعة.' },
  ],
};

interface Sent {
  readonly messageSend: { readonly run: { readonly id: string }; readonly userErrors: readonly unknown[] };
}

withChromium('a message sent at once, in the console', () => {
  test('has a page and a line with its title and its audience', async () => {
    await using console = await ConsoleWorld.open();
    const page = await console.join();
    await console.makeApp('Shop', ['en', 'de']);
    const input = { to: { externalIds: ['user-1', 'user-2', 'nobody'] }, message: MESSAGE };
    const { messageSend } = await console.service.graphql<Sent>(SEND, { input });
    expect(messageSend.userErrors).toEqual([]);
    await untilFinished(console.world);

    await page.goto(console.at('/'));
    const row = page.locator('.list-row').filter({ hasText: 'Sent at once: Your parcel is here' });
    await row.getByText('To 2 users').waitFor();
    await console.inspect(page, 'sent-at-once-overview');
    await row.getByRole('link').click();

    await page.getByRole('heading', { level: 1, name: 'Sent at once: Your parcel is here' }).waitFor();
    await page.getByText(/^To 2 users, /).waitFor();
    await page.getByText('1 of the given users or devices has no active device and got nothing.').waitFor();
    await page.getByText('Ihr Paket ist da').waitFor();
    expect(await page.getByText('deleted').count()).toBe(0);
    await console.inspect(page, 'sent-at-once');
    await page.getByText('Ihr Paket ist da').scrollIntoViewIfNeeded();
    await console.inspect(page, 'sent-at-once-message');

    await page.goto(console.at('/devices'));
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByText('Your parcel is here').first().waitFor();
    await console.inspect(page, 'sent-at-once-device');
    await page
      .getByRole('button', { name: /Your parcel is here/ })
      .first()
      .click();
    await page.getByText('the device is one of its recipients').waitFor();
    await console.inspect(page, 'sent-at-once-trace');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Account:/ })
      .first()
      .click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.goto(console.at(`/runs/${messageSend.run.id}`));
    await page.getByRole('heading', { level: 1, name: 'Sofort gesendet: Your parcel is here' }).waitFor();
    await page.getByText(/^An 2 Nutzer, /).waitFor();
    await console.inspect(page, 'sent-at-once-de');
  });
});
