import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { createApp } from '../support/service-steps.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';
import { keyboard, pickByPointer } from './support/hands.js';

const ARABIC = { title: 'خصم خمسين بالمئة على كل شيء', text: 'تسوق الآن عبر متجرنا الإلكتروني واحصل على شحن مجاني.' };
const PUSHES = `{ pushes(first: 1, orderBy: { field: ID, direction: DESC }) { nodes {
  sound { name critical volume } badge { set increment } buttons { id link destructive input }
  urgency timeToLive group collapseKey renotify data color visibility interruption silent
  passthrough { fcm apns { headers payload } webpush onesignal }
  translations { language subtitle buttonLabels } } } }`;

withChromium('what a message can say, in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de', 'ar']);
    await createApp(world.service, world.world.fakes, { provider: 'provider_c', name: 'Shop for iPhone' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const section = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  const select = async (name: string, option: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const choose = (group: string | RegExp, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const inspect = (name: string) => world.inspect(page, `message-${name}`);
  const compose = async (title: string, text = 'Until Sunday.'): Promise<void> => {
    await page.goto(world.at('/campaigns/new'));
    await label('Title').fill(title);
    await label('Text').fill(text);
  };
  const caret = (field: Locator) =>
    field.evaluate((element) => (element as { selectionStart?: number }).selectionStart);

  test('options stay closed until opened, show their values, and reach the push', async () => {
    await compose('Sale');
    await soon(async () => expect(await label('Label of button 1').count()).toBe(0));
    await section('Buttons').click();
    await button('Add button').click();
    await label('Label of button 1').fill('Buy');
    await label('Link of button 1').fill('https://example.com/buy');
    await button('Add button').click();
    await label('Label of button 2').fill('Later');
    await page.getByText('Show in red (iPhones)').nth(1).click();
    await section('Sound and attention').click();
    await select('Sound', 'No sound');
    await select('Number on the app icon', 'Set it to');
    await label('Number').fill('3');
    await section('Delivery').click();
    await select('Priority', /^Normal/);
    await select('How long to keep trying', '6 hr');
    await section('Grouping and replacing').click();
    await choose('Alert again when it replaces one', 'On');
    await page.getByText(/^Needs the name of the messages that it replaces/).waitFor();
    await label('Replaces earlier messages named').fill('score');
    await label('Group').fill('sales');
    await section('For developers').click();
    await button('Add entry').click();
    await label('Name of entry 1').fill('campaign');
    await label('Text of entry 1').fill('spring');
    await label('For Apple: payload').fill('{\n  "own": tru\n}');
    await page.getByText('This is not JSON: look at line 2, character 10.').waitFor();
    await label('For Apple: payload').fill('{ "own": true }');
    await page.getByText('This is not JSON').waitFor({ state: 'detached' });
    await section('Buttons').getByText('2 buttons').waitFor();
    await section('Sound and attention').getByText('Sound: no sound · Number on the app icon: 3').waitFor();
    await section('Delivery')
      .getByText(/How long to keep trying: 6 hrs? · Priority: normal/)
      .waitFor();
    await inspect('options');
    await step('Review');
    await button('Save for later').click();
    await page.getByRole('heading', { name: 'Sale', level: 1 }).waitFor();
    const push = await eventually('the push', async () => {
      const { pushes } = await world.service.graphql<{ pushes: { nodes: object[] } }>(PUSHES);
      return pushes.nodes[0] ?? null;
    });
    expect(push).toMatchObject({
      sound: { name: 'NONE', critical: false, volume: null },
      badge: { set: 3, increment: null },
      buttons: [
        { id: 'button-1', link: 'https://example.com/buy', destructive: false, input: false },
        { id: 'button-2', link: null, destructive: true, input: false },
      ],
      urgency: 'NORMAL',
      timeToLive: '6h',
      group: 'sales',
      collapseKey: 'score',
      renotify: true,
      data: { campaign: 'spring' },
      color: null,
      silent: null,
      passthrough: { fcm: null, apns: { headers: null, payload: { own: true } }, webpush: null, onesignal: null },
      translations: [{ language: 'en', subtitle: null, buttonLabels: { 'button-1': 'Buy', 'button-2': 'Later' } }],
    });
    // The campaign opens again with the same options.
    await page.getByRole('link', { name: 'Edit' }).click();
    await section('Sound and attention').getByText('Sound: no sound · Number on the app icon: 3').waitFor();
    await section('For developers').click();
    await soon(async () => expect(JSON.parse(await label('For Apple: payload').inputValue())).toEqual({ own: true }));
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('each option shows its platforms, and an invalid one blocks the campaign', async () => {
    await compose('Sale');
    await section('Appearance and lock screen').click();
    await page.getByText('None of your platforms can do this.').first().waitFor();
    await section('Sound and attention').click();
    await page.getByText('Browsers only').first().waitFor();
    await page.locator('.setting-section').getByText('iPhones only').first().waitFor();
    await section('For developers').click();
    await label('For browsers').fill('{');
    await step('Review');
    await page.getByText('An option is not valid: Custom JSON.').waitFor();
    await soon(async () => expect(await button('Save for later').isDisabled()).toBe(true));
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('an emoji is inserted at the cursor, by pointer and by keyboard', async () => {
    await compose('Big sale');
    await label('Title').evaluate((element) => (element as unknown as HTMLInputElement).setSelectionRange(4, 4));
    await button('Insert emoji into Title').click();
    await page.getByRole('option', { name: 'grinning face', exact: true }).waitFor();
    await inspect('emoji');
    await page.getByRole('option', { name: 'grinning face', exact: true }).click();
    await eventually('the emoji', async () => ((await label('Title').inputValue()) === 'Big 😀sale' ? true : null));
    expect(await caret(label('Title'))).toBe(6);
    await soon(async () =>
      expect(await label('Title').evaluate((element) => element === document.activeElement)).toBe(true),
    );

    const hands = keyboard(page);
    await hands.press('button', 'Insert emoji into Text');
    await page.getByRole('searchbox', { name: 'Search emoji' }).waitFor();
    await hands.type('Search emoji', 'party popper');
    await page.getByRole('option', { name: 'party popper' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually('the emoji', async () => ((await label('Text').inputValue()) === 'Until Sunday.🎉' ? true : null));
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('the preview shows each view of a device, and the bytes that providers receive', async () => {
    await compose('Sale', 'A long text. '.repeat(20));
    await button('Subtitle, image and icon').click();
    await label('Subtitle').fill('This week');
    await section('Buttons').click();
    await button('Add button').click();
    await label('Label of button 1').fill('Buy');
    await section('Appearance and lock screen').click();
    await select('On the lock screen', 'Without its content');
    const android = page.locator('.preview').nth(0);
    const iphone = page.locator('.preview').nth(1);
    await android.getByText('Buy').waitFor();
    const unlessDrawn = android.getByText('only if the app draws the message');
    await unlessDrawn.waitFor();
    await select('Who draws the message', /^The app/);
    await unlessDrawn.waitFor({ state: 'detached' });
    await choose('View of Android', 'Collapsed');
    await android.getByText('Buy').waitFor({ state: 'detached' });
    await choose('View of Android', 'Lock screen');
    await android.getByText('Content hidden').waitFor();
    await soon(async () => expect(await android.getByText('This week').count()).toBe(0));
    await iphone.getByText('This week').waitFor();
    await choose('View of iPhone', 'Held');
    await iphone.getByText('Buy').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await inspect('preview');
    await choose('View', 'Bytes');
    const apple = page.getByRole('region', { name: 'Apple (iOS)', exact: true });
    await apple.getByText('“On the lock screen” has no effect here.').waitFor();
    await apple.getByRole('button', { name: /Show the request/ }).click();
    await apple.getByText('"A long text.').waitFor();
    await apple.getByText(/ of 4,096 bytes/).waitFor();
    await inspect('bytes');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('an application has default options for its messages', async () => {
    await page.goto(world.at('/apps'));
    await page.getByRole('link', { name: 'Shop for iPhone' }).click();
    await page.getByText('None are set.').waitFor();
    await button('Change options').click();
    await section('Sound and attention').click();
    await select('Sound', 'No sound');
    await section('Grouping and replacing').click();
    await label('Group').fill('news');
    await inspect('defaults');
    await button('Save').click();
    await page.getByText('Sound: no sound · Group: news').waitFor();
    const read = () =>
      world.service.graphql<{ apps: { nodes: { messageDefaults: object | null }[] } }>(
        '{ apps(where: { nameContains: "iPhone" }) { nodes { messageDefaults { sound { name } group urgency } } } }',
      );
    expect((await read()).apps.nodes[0]?.messageDefaults).toEqual({
      sound: { name: 'NONE' },
      group: 'news',
      urgency: null,
    });
    await button('Change options').click();
    await section('Sound and attention').click();
    await select('Sound', 'As usual');
    await section('Grouping and replacing').click();
    await label('Group').fill('');
    await button('Save').click();
    await page.getByText('None are set.').waitFor();
    expect((await read()).apps.nodes[0]?.messageDefaults).toBeNull();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('German and Arabic messages have labels in each language, and run in their direction', async () => {
    // A composer may still be saving its draft after the page is left.
    await page.goto(world.at('/campaigns'));
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.goto(world.at('/campaigns/new'));
    await label('Titel').fill('Sommerschlussverkauf');
    await label('Text').fill('Bis Sonntag ist alles zum halben Preis.');
    await button('Sprache hinzufügen').click();
    await pickByPointer(page, 'Sprache', 'Arabisch', 'Arabisch');
    await label('Titel').fill(ARABIC.title);
    await label('Text').fill(ARABIC.text);
    await section('Tasten').click();
    await button('Taste hinzufügen').click();
    await label('Beschriftung von Taste 1 auf Deutsch').fill('Jetzt kaufen');
    await label('Beschriftung von Taste 1 auf Arabisch').fill('اشتر الآن');
    await section('Ton und Aufmerksamkeit').click();
    await inspect('de-options');
    await page.evaluate('scrollTo(0, 0)');
    const note = page.locator('.preview-note').first();
    await soon(async () => expect(await note.getAttribute('dir')).toBe('rtl'));
    await note.getByText('اشتر الآن').waitFor();
    await inspect('de-arabic');
    await page.getByRole('tab', { name: 'Deutsch' }).click();
    await soon(async () => expect(await note.getAttribute('dir')).toBe('ltr'));
    await note.getByText('Jetzt kaufen').waitFor();
    await inspect('de-german');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});
