import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG, SIZES } from './support/console-world.js';
import { type Hands, keyboard, pickByKeys, selectByKeys } from './support/hands.js';

const UPSERT =
  'mutation ($users: [UserUpsertInput!]!) { usersUpsert(input: { users: $users }) { results { created } } }';

withChromium('a campaign manager who reads German', () => {
  let world: ConsoleWorld;
  let page: Page;
  let keys: Hands;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    keys = keyboard(page);
    await world.makeApp('Der Laden', ['de', 'ar', 'de', 'de']);
    const users = [
      { externalUserId: 'user-1', attributes: { vorname: 'Jörg', tarif: 'gold' } },
      { externalUserId: 'user-2', attributes: { vorname: 'ليلى', tarif: 'gold' } },
      { externalUserId: 'user-3', attributes: { vorname: 'Anja', tarif: 'silber' } },
      { externalUserId: 'user-4', attributes: { tarif: 'gold' } },
    ];
    await world.service.graphql(UPSERT, { users });
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test('builds a segment, writes to its people by name, looks at the message of one, and sends it, by keyboard alone', async () => {
    await page.goto(world.at('/segments'));
    await keys.press('link', 'Neues Segment');
    await selectByKeys(page, 'Eigenschaft', 'Attribut');
    await pickByKeys(page, 'Attribut', 'tarif', 'tarif');
    await keys.type('Wert', 'gold');
    await page
      .getByRole('complementary', { name: 'Geräte in diesem Segment' })
      .locator('.reach-number strong', { hasText: /^3$/ })
      .waitFor();
    await keys.type('Name des Segments', 'Goldkunden');
    await world.inspect(page, 'german-segment');
    await keys.press('button', 'Speichern');
    await page.getByRole('heading', { name: 'Goldkunden', level: 1 }).waitFor();
    await keys.press('link', 'Kampagne beginnen');

    await keys.type('Titel', 'Guten Tag, ');
    await keys.press('button', 'Wert einfügen: Titel');
    await pickByKeys(page, 'Wert', 'vorname', /^vorname/);
    await keys.type('Falls er nicht bekannt ist, steht da', 'liebe Kundin, lieber Kunde');
    await world.inspect(page, 'german-insert');
    await keys.press('button', /^Einfügen$/);
    await keys.type('Text', 'Ihre Goldvorteile gelten noch bis Sonntag: 20 % auf alles, auch auf reduzierte Ware.');
    await keys.press('button', 'Arabisch');
    await keys.type('Titel', 'مرحبا {{ user.vorname | default: "عميلنا العزيز" }}');
    await keys.type('Text', 'مزايا العضوية الذهبية سارية حتى يوم الأحد: خصم 20٪ على كل شيء.');
    await pickByKeys(page, 'So zeigen, wie dieser Nutzer sie bekommt', 'user-2', 'user-2');
    await page.locator('.preview').first().getByText('مرحبا ليلى').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await world.inspect(page, 'german-arabic-message');

    await keys.press('button', 'Weiter: Empfänger');
    await page.getByRole('row', { name: 'Goldkunden' }).waitFor();
    await world.inspect(page, 'german-audience');
    await keys.press('button', 'Weiter: Zeitpunkt');
    await keys.press('button', 'Weiter: Prüfen');
    await page.getByText('Alle Werte in den Texten').waitFor();
    await world.inspect(page, 'german-review');
    expect(await hangsOver(page, '.composer-foot')).toBe(0);
    await keys.press('button', 'Jetzt senden');
    await keys.confirm('Jetzt senden');
    const titles = await eventually('the messages', async () => {
      const messages = await world.world.fakes.entries();
      return messages.length === 3 ? messages.map(({ title }) => title).toSorted() : null;
    });
    expect(titles).toEqual(['Guten Tag, Jörg', 'Guten Tag, liebe Kundin, lieber Kunde', 'مرحبا ليلى']);
    await page.getByText('Beendet').first().waitFor();
    await page
      .getByText(/^Der Versand hat [^:]+ gedauert(: 1 Nachricht pro Sekunde|: \d+ Nachrichten pro Sekunde)?\.$/)
      .waitFor();
    await world.inspect(page, 'german-run');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});

/** The number of pixels by which the content of an element is wider than the element, on a phone. */
const hangsOver = async (page: Page, selector: string): Promise<number> => {
  await page.setViewportSize(SIZES[1]);
  const over = await page.locator(selector).evaluate((element) => element.scrollWidth - element.clientWidth);
  await page.setViewportSize(SIZES[0]);
  return over;
};
