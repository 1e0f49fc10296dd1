import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

/** The longest possible title or name, without a place to break. */
const WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(8).slice(0, 255);
/** Lists the visible text fields that do not follow the direction of the typed text. */
const WITHOUT_DIRECTION = `[...document.querySelectorAll('main input, main textarea')]
  .filter((field) => ['text', 'search', 'textarea'].includes(field.type) && field.dir !== 'auto')
  .map((field) => field.outerHTML.slice(0, 200))`;
const TITLE_AR = 'خصم خمسين بالمئة على كل شيء حتى نهاية الأسبوع';
const TEXT_AR = 'تسوق الآن عبر متجرنا الإلكتروني واحصل على شحن مجاني.';

withChromium('long words and other scripts in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  let campaignId: string;
  let draftId: string;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp(WORD, ['en', 'ar']);
    campaignId = await makeCampaign(world);
    draftId = await makeDraft(world);
    await makeNames(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  const inspect = (name: string) => world.inspect(page, `long-${name}`);

  test('a title of 255 characters without a space breaks neither the composer nor the page of its campaign', async () => {
    await page.goto(world.at(`/campaigns/new?draft=${encodeURIComponent(draftId)}`));
    await page.getByLabel('Title', { exact: true }).waitFor();
    await inspect('composer-message');
    await page.getByText(/^2\. /).click();
    await step('Audience');
    await page.getByRole('complementary', { name: 'Reach' }).getByRole('status').waitFor();
    await inspect('composer-audience');
    await step('When');
    await inspect('composer-when');
    await step('Review');
    await page.getByText('Checklist').waitFor();
    await inspect('composer-review');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('alertdialog').waitFor();
    await inspect('composer-confirm');
    await page.keyboard.press('Escape');
    await page.goto(world.at(`/campaigns/${encodeURIComponent(campaignId)}`));
    await page.getByRole('heading', { name: 'Audience' }).waitFor();
    await inspect('campaign');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('alertdialog').getByText('It currently reaches').waitFor();
    await inspect('campaign-start');
  });

  test('every text field and every text of a user follows the direction of its letters', async () => {
    for (const [path, ready] of [
      ['/campaigns', '.search-field'],
      ['/users', '.search-field'],
      ['/segments/new', 'textarea'],
      ['/settings', '.field'],
      ['/campaigns/new', 'textarea'],
    ] as const) {
      await page.goto(world.at(path));
      await page.locator(ready).first().waitFor();
      expect({ path, without: await page.evaluate(WITHOUT_DIRECTION) }).toEqual({ path, without: [] });
    }
    await step('Audience');
    await page.getByText('Segments', { exact: true }).last().waitFor();
    expect(await page.evaluate(WITHOUT_DIRECTION)).toEqual([]);
    await page.goto(world.at('/users'));
    await page.getByRole('link', { name: WORD }).click();
    const value = page.getByText(TITLE_AR).first();
    await value.waitFor();
    expect(await value.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await inspect('user');
  });

  test('no list scrolls sideways because of a long name', async () => {
    for (const [path, name] of [
      ['/campaigns', 'campaigns'],
      ['/calendar?day=2035-03-25', 'calendar'],
      ['/calendar?day=2035-03-25&view=week', 'calendar-week'],
      ['/devices', 'devices'],
      ['/tags', 'tags'],
      ['/tags/groups', 'tag-groups'],
      ['/tags/app-groups', 'app-groups'],
      ['/tags/events', 'events'],
      ['/import', 'import'],
      ['/users', 'users'],
      ['/segments', 'segments'],
      ['/categories', 'categories'],
      ['/settings/webhooks', 'webhooks'],
      ['/settings/alerts', 'alerts'],
    ] as const) {
      await page.goto(world.at(path));
      await page.locator('main').getByText(WORD.slice(0, 30)).first().waitFor({ state: 'attached' });
      await inspect(name);
    }
    await page.goto(world.at('/devices'));
    await page.locator('td .cell-name').first().click();
    await page.getByText('Registered').waitFor();
    await inspect('device');
  });

  test('Arabic runs from right to left in its fields and previews, and is marked as Arabic', async () => {
    await page.goto(world.at(`/campaigns/${encodeURIComponent(campaignId)}`));
    await page.getByRole('tab', { name: 'Arabic' }).click();
    const shown = page.locator('.preview-text > span').first();
    await page.getByText(TEXT_AR).first().waitFor();
    expect(
      await shown.evaluate((element) => [element.getAttribute('lang'), getComputedStyle(element).direction]),
    ).toEqual(['ar', 'rtl']);
    await inspect('arabic-campaign');
    await page.goto(world.at(`/campaigns/new?edit=${encodeURIComponent(campaignId)}`));
    await page.getByRole('tab', { name: 'Arabic' }).click();
    for (const label of ['Title', 'Text']) {
      const field = page.getByLabel(label, { exact: true });
      const look = await field.evaluate((element) => [
        element.getAttribute('dir'),
        element.getAttribute('lang'),
        getComputedStyle(element).direction,
      ]);
      expect([label, ...look]).toEqual([label, 'auto', 'ar', 'rtl']);
    }
    // The direction changes back with the text.
    await page.getByLabel('Title', { exact: true }).fill('Half price');
    expect(
      await page.getByLabel('Title', { exact: true }).evaluate((element) => getComputedStyle(element).direction),
    ).toBe('ltr');
    await page.getByLabel('Title', { exact: true }).fill(TITLE_AR);
    await inspect('arabic-composer');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});

const TEXTS = [
  { language: 'en', title: WORD, text: `${WORD} ${WORD}` },
  { language: 'ar', title: TITLE_AR, text: TEXT_AR },
];

const makeCampaign = async ({ service }: ConsoleWorld): Promise<string> => {
  const scheduler = {
    name: WORD,
    audience: { apps: { all: true }, tags: { include: [WORD.slice(0, 100)] } },
    date: '2035-03-25',
    time: '12:30',
    timeZone: 'America/Argentina/ComodRivadavia',
  };
  const pushes = [{ defaultLang: 'en', translations: TEXTS }];
  const make = async (activate: boolean): Promise<string> => {
    const { campaignCreate } = await service.graphql<{ campaignCreate: { scheduler: { id: string } } }>(
      'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id } userErrors { message } } }',
      { input: { oneTime: { scheduler, pushes, activate } } },
    );
    return campaignCreate.scheduler.id;
  };
  // The calendar contains the other name.
  await make(true);
  return make(false);
};

const makeDraft = async ({ service }: ConsoleWorld): Promise<string> => {
  const texts = TEXTS.map((text) => ({ ...text, image: '', icon: '', link: `https://example.com/${WORD}` }));
  const messages = [
    { defaultLang: 'en', texts },
    { defaultLang: 'ar', texts },
  ];
  const { draftSave } = await service.graphql<{ draftSave: { draft: { id: string } } }>(
    'mutation ($content: JSONObject!, $name: String!) { draftSave(name: $name, content: $content) { draft { id } } }',
    { name: WORD, content: { name: WORD, messages } },
  );
  return draftSave.draft.id;
};

const makeNames = async ({ service }: ConsoleWorld): Promise<void> => {
  const { apps } = await service.graphql<{ apps: { nodes: { id: string }[] } }>('{ apps { nodes { id } } }');
  const appId = apps.nodes[0]?.id;
  const { devices } = await service.graphql<{ devices: { nodes: { id: string }[] } }>('{ devices { nodes { id } } }');
  const tag = WORD.slice(0, 100);
  await service.graphql(
    'mutation ($id: ID!, $input: DeviceUpdateInput!) { deviceUpdate(id: $id, input: $input) { userErrors { message } } }',
    { id: devices.nodes[0]?.id, input: { tags: [tag], externalUserId: WORD } },
  );
  const made = await service.graphql(
    `mutation ($name: String!, $tags: [String!]!, $appId: ID!, $file: String!) {
      tagGroupCreate(input: { name: $name, tags: $tags }) { userErrors { message } }
      appGroupCreate(input: { name: $name, appIds: [$appId] }) { userErrors { message } }
      customEventCreate(input: { name: $name, code: "long" }) { userErrors { message } }
      deviceImportCreate(input: { appId: $appId, fileName: $file, format: CSV }) { userErrors { message } }
    }`,
    { name: WORD, tags: [tag], appId, file: `${WORD.slice(0, 200)}.csv` },
  );
  const later = await service.graphql<Readonly<Record<string, { readonly userErrors: unknown }>>>(
    `mutation ($name: String!, $text: String!, $category: [CategoryTextInput!]!) {
      segmentCreate(input: { name: $name, tree: { language: { in: ["en"] } } }) { userErrors { message } }
      categoryCreate(input: { key: "long", names: $category }) { userErrors { message } }
      webhookCreate(input: { url: "https://example.com", description: $name }) { userErrors { message } }
      alertRuleUpsert(input: { kind: APP_PAUSED, name: $name, minutes: 5 }) { userErrors { message } }
      userUpsert(input: { externalUserId: $name, attributes: { city: $text } }) { userErrors { message } }
    }`,
    { name: WORD, text: TITLE_AR, category: [{ language: 'en', text: WORD.slice(0, 100) }] },
  );
  expect(Object.values(later).flatMap(({ userErrors }) => userErrors)).toEqual([]);
  expect(made).toEqual({
    tagGroupCreate: { userErrors: [] },
    appGroupCreate: { userErrors: [] },
    customEventCreate: { userErrors: [] },
    deviceImportCreate: { userErrors: [] },
  });
};
