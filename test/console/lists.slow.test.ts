import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

/** More than one page of every list. */
const MANY = Array.from({ length: 30 }, (_, index) => String(index + 1).padStart(2, '0'));

interface PagedList {
  readonly path: string;
  /** The name of the list in the pager's label. */
  readonly label: string;
  readonly rows: string;
}

const LISTS: readonly PagedList[] = [
  { path: '/campaigns?view=coming&kind=WEEKLY&sort=name', label: 'Campaigns', rows: '.table tbody tr' },
  { path: '/campaigns?view=drafts', label: 'Unfinished campaigns', rows: '.list-rows > li' },
  { path: '/devices?state=all', label: 'Devices', rows: '.table tbody tr' },
  { path: '/tags?sort=newest', label: 'Tags', rows: '.table tbody tr' },
  { path: '/tags/groups?sort=newest', label: 'Tag groups', rows: '.table tbody tr' },
  { path: '/tags/app-groups?sort=changed', label: 'Application groups', rows: '.table tbody tr' },
  { path: '/tags/events?sort=code', label: 'Events', rows: '.table tbody tr' },
  { path: '/import', label: 'Imports', rows: '.table tbody tr' },
  { path: '/settings/members', label: 'Members', rows: '.table tbody tr' },
  { path: '/settings/keys', label: 'API keys', rows: '.table tbody tr' },
  { path: '/users?sort=name', label: 'Users', rows: '.table tbody tr' },
  { path: '/segments?sort=newest', label: 'Segments', rows: '.table tbody tr' },
  { path: '/categories?sort=newest', label: 'Categories', rows: '.table tbody tr' },
  { path: '/settings/attributes?sort=newest', label: 'Attributes', rows: '.table tbody tr' },
  { path: '/settings/audit?kind=campaigns', label: 'Audit log', rows: '.table tbody tr' },
];

withChromium('lists in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp(
      'The shop',
      MANY.map(() => 'en'),
    );
    await fill(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const go = (path: string) => page.goto(world.at(path));
  /** Removes relative times such as "2 minutes ago", which change during the test. */
  const textsOf = async (rows: string): Promise<string[]> => {
    const texts = await page.locator(rows).allTextContents();
    return texts.map((text) => text.replace(/\d+ (?:second|minute)s? ago|this minute|now/g, ''));
  };
  const rowsBecome = (rows: string, wanted: readonly string[]): Promise<true> =>
    eventually('the rows of that page', async () =>
      JSON.stringify(await textsOf(rows)) === JSON.stringify(wanted) ? true : null,
    );

  test.each(LISTS)('$path shows the same page again after Back, a reload or a link', async (list) => {
    const pager = page.getByRole('navigation', { name: `Pages of ${list.label}` });
    const button = (name: string) => pager.getByRole('button', { name });
    await go(list.path);
    await button('Next').waitFor();
    const first = await textsOf(list.rows);
    await soon(async () => expect(await button('Previous').isDisabled()).toBe(true));
    await button('Next').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/after=|drafts=/);
    const second = await eventually('the second page', async () => {
      const texts = await textsOf(list.rows);
      return texts.length > 0 && texts[0] !== first[0] ? texts : null;
    });
    const address = page.url();

    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.goBack();
    expect(page.url()).toBe(address);
    await rowsBecome(list.rows, second);
    await page.reload();
    await rowsBecome(list.rows, second);
    await button('Previous').click();
    await rowsBecome(list.rows, first);
    expect(page.url()).toBe(world.at(list.path));

    // A person who opens the address has no earlier pages.
    await page.goto('about:blank');
    await page.goto(address);
    await rowsBecome(list.rows, second);
    await button('First page').click();
    await rowsBecome(list.rows, first);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test("a list's search, filters and order are in its address, and changes start at the first page", async () => {
    await go('/campaigns');
    await page.getByRole('navigation', { name: 'Pages of Campaigns' }).getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/after=/);
    await page.getByText('Active', { exact: true }).click();
    await page.getByRole('button', { name: /Sort/ }).click();
    await page.getByRole('option', { name: 'By name' }).click();
    await page.getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: 'Weekly' }).click();
    await page.getByRole('searchbox').fill('Weekly 1');
    await page.getByRole('link', { name: 'Weekly 11' }).waitFor();
    await page.getByRole('link', { name: 'Weekly 21' }).waitFor({ state: 'detached' });
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      view: 'coming',
      kind: 'WEEKLY',
      sort: 'name',
      search: 'Weekly 1',
    });
    const names = await page.locator('.table .cell-name').allTextContents();
    expect(names).toEqual(MANY.slice(9, 19).map((number) => `Weekly ${number}`));
    await world.inspect(page, 'campaigns-narrowed');
    await page.getByRole('link', { name: 'Weekly 12' }).click();
    await page.getByRole('heading', { name: 'Weekly 12', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Weekly 19' }).waitFor();
    await soon(async () => expect(await page.getByRole('searchbox').inputValue()).toBe('Weekly 1'));
    await soon(async () => expect(await page.getByRole('radio', { name: 'Active' }).isChecked()).toBe(true));
    await soon(async () => expect(await page.locator('.table .cell-name').allTextContents()).toEqual(names));
  });

  test('a draft is deleted only after a question, and the list confirms it in German', async () => {
    await go('/campaigns?view=drafts');
    const remove = page.getByRole('button', { name: 'Remove Draft 30' });
    await remove.click();
    await page.getByRole('alertdialog', { name: 'Delete the draft Draft 30?' }).waitFor();
    await world.inspect(page, 'draft-delete');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Draft 30' }).waitFor();
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Draft 30' }).waitFor({ state: 'detached' });
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.reload();
    await page.getByRole('button', { name: 'Draft 29 entfernen' }).click();
    await page.getByRole('alertdialog', { name: 'Entwurf Draft 29 löschen?' }).waitFor();
    await world.inspect(page, 'de-draft-delete');
    await page.keyboard.press('Escape');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });
});

const fill = async ({ service }: ConsoleWorld): Promise<void> => {
  const { apps, devices } = await service.graphql<{
    apps: { nodes: { id: string }[] };
    devices: { nodes: { id: string }[] };
  }>('{ apps { nodes { id } } devices(first: 1) { nodes { id } } }');
  const appId = apps.nodes[0]?.id;
  await service.graphql(
    'mutation ($id: ID!, $tags: [String!]) { deviceUpdate(id: $id, input: { tags: $tags }) { userErrors { message } } }',
    { id: devices.nodes[0]?.id, tags: MANY.map((number) => `tag-${number}`) },
  );
  for (const number of MANY) {
    await service.graphql(MAKE, {
      campaign: { weekly: { scheduler: weekly(`Weekly ${number}`), pushes: [PUSH], activate: true } },
      draft: `Draft ${number}`,
      group: `Group ${number}`,
      code: `event_${number}`,
      file: `devices-${number}.csv`,
      person: `Person ${number}`,
      email: `person-${number}@example.com`,
      key: `key_${number}`,
      tree: { language: { in: ['en'] } },
      appId,
    });
    // The number of open imports is limited.
    const { deviceImports } = await service.graphql<{ deviceImports: { nodes: { id: string }[] } }>(
      '{ deviceImports(first: 1) { nodes { id } } }',
    );
    await service.graphql('mutation ($id: ID!) { deviceImportCancel(id: $id) { userErrors { message } } }', {
      id: deviceImports.nodes[0]?.id,
    });
  }
};

const MAKE = `mutation ($campaign: CampaignInput!, $draft: String!, $group: String!, $code: String!, $file: String!, $appId: ID!, $person: String!, $email: String!, $key: String!, $tree: SegmentNodeInput!) {
  campaignCreate(input: $campaign) { userErrors { message } }
  draftSave(name: $draft, content: {}) { userErrors { message } }
  tagGroupCreate(input: { name: $group, tags: [] }) { userErrors { message } }
  appGroupCreate(input: { name: $group, appIds: [$appId] }) { userErrors { message } }
  customEventCreate(input: { name: $group, code: $code }) { userErrors { message } }
  deviceImportCreate(input: { appId: $appId, fileName: $file, format: CSV }) { userErrors { message } }
  memberInvite(input: { name: $person, email: $email, role: VIEWER }) { userErrors { message } }
  userUpsert(input: { externalUserId: $email, attributes: {} }) { userErrors { message } }
  segmentCreate(input: { name: $person, tree: $tree }) { userErrors { message } }
  categoryCreate(input: { key: $key, names: [{ language: "en", text: $person }] }) { userErrors { message } }
  attributeDefine(input: { key: $key, type: STRING }) { userErrors { message } }
  apiKeyCreate(input: { name: $person, scopes: [READ] }) { userErrors { message } }
}`;

const PUSH = { defaultLang: 'en', translations: [{ language: 'en', title: 'News', text: 'What is new.' }] };

const weekly = (name: string) => ({
  name,
  audience: { apps: { all: true } },
  times: [{ day: 1, times: ['09:00'] }],
  timeZone: 'UTC',
});
