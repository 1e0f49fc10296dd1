import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { soon } from '../support/eventually.js';
import { ADMIN, ConsoleWorld, takeShots } from './support/console-world.js';

const TOO_LONG = 'Der Name ist zu lang (höchstens 255 Zeichen).';

withChromium('what the service refuses, in the German console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  const go = async (path: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(world.at(path));
  };
  /** Waits for the text, and checks that the service's English is not shown. */
  const says = async (text: string): Promise<void> => {
    await page.getByText(text).first().waitFor();
    await soon(async () =>
      expect(await page.locator('body').innerText()).not.toMatch(/\b(the|must|is|not|again|your|characters)\b/i),
    );
  };

  test('appears in the form of a link, and after the link is used', async () => {
    const link = await world.firstLink();
    page = await world.browser.open(link);
    await page.evaluate("localStorage.setItem('pushgraph:language', 'de')");
    await page.reload();
    await fill('Ihr Name', 'n'.repeat(256));
    await fill('E-Mail', ADMIN.email);
    await fill('Passwort', 'kurz');
    await button('Weiter').click();
    await says(TOO_LONG);
    await fill('Ihr Name', ADMIN.name);
    await button('Weiter').click();
    await says('Das Passwort braucht mindestens 12 Zeichen.');
    await takeShots(page, 'refused-join-de');
    await fill('Passwort', 'aaaaaaaaaaaaaa');
    await button('Weiter').click();
    await says('Dieses Passwort ist zu leicht zu erraten.');
    await fill('Passwort', ADMIN.password);
    await button('Weiter').click();
    await page.getByRole('heading', { name: 'Übersicht', level: 1 }).waitFor();
    await page.goto('about:blank');
    await page.goto(link);
    await says('Dieser Link wurde schon benutzt oder ist abgelaufen.');
    await takeShots(page, 'refused-link-de');
  });

  test('appears in forms, uploads and pages', async () => {
    await go('/apps/new');
    await page.getByText('Web-Push (Browser)', { exact: true }).first().click();
    await fill('Name', 'n'.repeat(256));
    await button('Anwendung anlegen').click();
    await says(TOO_LONG);
    await takeShots(page, 'refused-app-de');
    await fill('Name', 'Laden');
    await button('Anwendung anlegen').click();
    await page.waitForURL(/\/apps\/[^/]+\?new=yes/);

    await go('/import');
    const empty = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) };
    await page.locator('input[type=file]').setInputFiles(empty);
    await button('Hochladen und Vorschau zeigen').click();
    await says('Die Datei ist leer.');
    await takeShots(page, 'refused-file-de');

    const header = Buffer.from(`${'c'.repeat(400)},token\nx,y\n`);
    await page.locator('input[type=file]').setInputFiles({ ...empty, buffer: header });
    await button('Hochladen und Vorschau zeigen').click();
    await says('Die erste Zeile muss die Spalten benennen');
    await takeShots(page, 'refused-header-de');

    await go('/settings');
    await fill('Bisheriges Passwort', 'not the password at all');
    await fill('Neues Passwort', 'another password of many words');
    await button('Passwort ändern').click();
    await says('Das ist nicht Ihr bisheriges Passwort.');
    await takeShots(page, 'refused-password-de');

    await page.route('**/graphql', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: FAILED }),
    );
    await go('/apps');
    await says('Es sind zu viele Geräte');
    await page.unroute('**/graphql');
  });

  test('appears in the sign-in form, which also reports a lost connection', async () => {
    await page.context().clearCookies();
    await go('/');
    await fill('E-Mail', ADMIN.email);
    await fill('Passwort', 'not the password at all');
    await button('Anmelden').click();
    await says('E-Mail-Adresse oder Passwort ist falsch.');
    await takeShots(page, 'refused-sign-in-de');
    await page.context().setOffline(true);
    await button('Anmelden').click();
    await says('Prüfen Sie Ihre Internetverbindung');
    await page.context().setOffline(false);
    const isLimited = page.getByText(
      /^Zu viele Anfragen in kurzer Zeit\. Versuchen Sie es in \d+ Sekunden noch einmal\.$/,
    );
    // An attacker in the same network takes the next slots in the queue.
    while ((await isLimited.count()) === 0) {
      await page.evaluate((email) => {
        const body = JSON.stringify({ email, password: 'a guess' });
        const headers = { 'content-type': 'application/json', 'x-pushgraph-console': '1' };
        for (let n = 0; n < 12; n += 1) void fetch('/console/session', { method: 'POST', headers, body });
      }, ADMIN.email);
      const isAnswered = page.getByText(/^(E-Mail-Adresse oder Passwort ist falsch|Zu viele Anfragen)/);
      await button('Anmelden').click();
      await isAnswered.waitFor();
    }
    await says('Zu viele Anfragen in kurzer Zeit.');
  });
});

const FAILED = JSON.stringify({
  errors: [{ message: 'This is for the service alone.', extensions: { code: 'TOO_EXPENSIVE' } }],
});
