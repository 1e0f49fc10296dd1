import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

/** Longer than the maximum of a draft. */
const TOO_LONG = 'x'.repeat(66_000);

withChromium('the composer in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'fil-PH']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const title = (): Locator => page.getByLabel('Title', { exact: true });
  const text = (): Locator => page.getByLabel('Text', { exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click();
  /** Waits for the save. The status alone may be about an earlier one. */
  const fillAndSave = async (field: Locator, words: string): Promise<void> => {
    const isSaved = (request: Request) => (request.postData() ?? '').includes(JSON.stringify(words));
    const saved = page.waitForResponse((response) => isSaved(response.request()));
    await field.fill(words);
    await saved;
    await page.getByText('Draft saved').waitFor();
  };
  const question = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });
  /** Follows a link of the navigation, which does not reload the page. */
  const toCampaigns = () => page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
  const newCampaign = () => page.getByRole('link', { name: 'New campaign' }).first().click();
  const compose = async (words: string): Promise<void> => {
    await page.goto(world.at('/campaigns/new'));
    await fillAndSave(title(), words);
  };
  const openDraft = async (name: string): Promise<void> => {
    await toCampaigns();
    await page.getByRole('link', { name, exact: true }).click();
    await title().waitFor();
  };
  const addTag = async (field: Locator): Promise<void> => {
    await field.fill('vip');
    await page.getByRole('option', { name: 'vip' }).click();
    await page.keyboard.press('Escape');
  };
  const drafts = async (): Promise<string[]> => {
    type Drafts = { drafts: { nodes: { name: string }[] } };
    const found = await world.service.graphql<Drafts>('{ drafts { nodes { name } } }');
    return found.drafts.nodes.map(({ name }) => name);
  };
  /** Whether the browser would ask before it leaves the page. */
  const isHeld = () => page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
  const isAsked = (route: Route, operation: string): boolean =>
    (route.request().postData() ?? '').includes(`"operationName":"${operation}"`);
  /** Holds the response until it is released. */
  const hold = async (operation: string): Promise<() => void> => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (isAsked(route, operation)) await held;
      return route.fallback();
    });
    return () => letGo();
  };

  test('shows a reopened draft as it was last saved', async () => {
    await compose('First words');
    await openDraft('First words');
    await fillAndSave(title(), 'Second words');
    await openDraft('Second words');
    await soon(async () => expect(await title().inputValue()).toBe('Second words'));

    // Somebody else saved in the meantime, and their version can be loaded.
    const { searchParams } = new URL(page.url());
    await world.service.graphql(
      'mutation ($id: ID!, $content: JSONObject!) { draftSave(id: $id, name: "Theirs", content: $content) { draft { id } } }',
      { id: searchParams.get('draft'), content: { name: 'Their words' } },
    );
    await title().fill('Third words');
    await button('Load that version').click();
    await heading('Their words').waitFor();
    expect(await isHeld()).toBe(false);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('starts empty for a new campaign, and keeps its form and its focus at the first save', async () => {
    await compose('Kept words');
    await soon(async () => expect(await title().evaluate((element) => element === document.activeElement)).toBe(true));
    await newCampaign();
    await heading('New campaign').waitFor();
    await soon(async () => expect(await title().inputValue()).toBe(''));
    // This happens before the first save, so the input becomes a separate draft.
    await title().fill('Other words');
    await newCampaign();
    await heading('New campaign').waitFor();
    await soon(async () => expect(await title().inputValue()).toBe(''));
    await eventually('the draft', async () => ((await drafts()).includes('Other words') ? true : null));
    expect(await drafts()).toContain('Kept words');
    await title().fill('');
    await page.goBack();
    await page.goBack();
    await heading('Kept words').waitFor();
    await soon(async () => expect(await title().inputValue()).toBe('Kept words'));
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('keeps a weekly time in its field during typing, and shows delays in readable units', async () => {
    await page.goto(world.at('/campaigns/new'));
    await step('When');
    await page.getByText('Every week').click();
    await button('Add time Monday').click();
    await page.getByLabel('Time 1 on Monday').focus();
    await page.keyboard.type('0815PM');
    await soon(async () => expect(await page.getByLabel('Time 1 on Monday').inputValue()).toBe('20:15'));
    await soon(async () => expect(await page.getByLabel('Time 2 on Monday').inputValue()).toBe('18:00'));
    await page.getByText('After an event').click();
    await page.getByLabel('Which event?').fill('inst');
    await page.getByRole('option').first().click();
    await page.getByLabel('Days', { exact: true }).fill('30');
    await page.getByText('30 days after').waitFor();
  });

  test('keeps text typed just before leaving, and does not reopen on its own', async () => {
    await page.goto(world.at('/campaigns/new'));
    const letGo = await hold('DraftSave');
    await title().fill('Hasty words');
    expect(await isHeld()).toBe(true);
    await toCampaigns();
    await heading('Campaigns').waitFor();
    letGo();
    await page.getByRole('link', { name: 'Hasty words' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/console/campaigns');
    await page.unrouteAll({ behavior: 'wait' });
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('explains why a draft could not be saved, and asks before it is discarded', async () => {
    await compose('Long words');
    await text().fill(TOO_LONG);
    await page.getByText('This draft is too large to be saved.').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    await world.inspect(page, 'composer-not-saved');
    await toCampaigns();
    await question().waitFor();
    await button('Cancel').click();
    await fillAndSave(text(), 'Short again');
    expect(await isHeld()).toBe(false);
    await toCampaigns();
    await heading('Campaigns').waitFor();
  });

  test("asks before a campaign's changes are discarded, and starts from the campaign's current state", async () => {
    const input = {
      scheduler: {
        name: 'Digest',
        audience: { apps: { all: true } },
        times: [{ day: 1, times: ['09:00'] }],
        timeZone: 'UTC',
      },
      pushes: [pushOf('As it was')],
      activate: false,
    };
    const { campaignCreate } = await world.service.graphql<{ campaignCreate: { scheduler: { id: string } } }>(
      'mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id } } }',
      { input: { weekly: input } },
    );
    const { id } = campaignCreate.scheduler;
    await page.goto(world.at(`/campaigns/${encodeURIComponent(id)}`));
    await page.getByText('As it was').first().waitFor();
    const change = (words: string) =>
      world.service.graphql(
        'mutation ($id: ID!, $input: CampaignUpdateInput!) { campaignUpdate(id: $id, input: $input) { scheduler { id } } }',
        { id, input: { scheduler: { weekly: input.scheduler }, pushes: [pushOf(words)] } },
      );
    await change('As it is now');
    await page.getByRole('link', { name: 'Edit' }).click();
    await title().waitFor();
    await soon(async () => expect(await title().inputValue()).toBe('As it is now'));
    expect(await isHeld()).toBe(false);

    await title().fill('As it shall be');
    expect(await isHeld()).toBe(true);
    await toCampaigns();
    await question().waitFor();
    await world.inspect(page, 'composer-leave');
    await button('Cancel').click();
    await newCampaign();
    await button('Cancel').click();
    await page.goBack();
    await question().waitFor();
    await button('Cancel').click();
    await soon(async () => expect(await title().inputValue()).toBe('As it shall be'));
    await page.goBack();
    await button('Leave').click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();

    await page.getByRole('link', { name: 'Edit' }).click();
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    await title().fill('As one has it');
    await change('As another has it');
    await step('Review');
    await save();
    await page.getByText('Someone else changed this campaign in the meantime').waitFor();
    await world.inspect(page, 'composer-overtaken');
    await step('Message');
    await soon(async () => expect(await title().inputValue()).toBe('As one has it'));
    expect(await isHeld()).toBe(true);
    await page.goBack();
    await button('Leave').click();
    await page.getByText('As another has it').first().waitFor();

    await page.getByRole('link', { name: 'Edit' }).click();
    await title().waitFor();
    await title().fill('As it is at last');
    await step('Review');
    await save();
    await page.getByText('As it is at last').first().waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('does not claim to reach devices before the estimate is known', async () => {
    const letGo = await hold('ComposerReach');
    await page.goto(world.at('/campaigns/new'));
    await step('Review');
    await page.getByText('The number of devices it reaches is not known yet.').waitFor();
    await world.inspect(page, 'composer-counting');
    letGo();
    await page.getByText('It reaches devices.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });

    await page.context().setOffline(true);
    await step('Audience');
    await addTag(page.getByRole('combobox', { name: 'Tags', exact: true }));
    await page.getByText('Connection lost.').waitFor();
    // The last number stays.
    await page.getByRole('complementary', { name: 'Reach' }).getByText('2 devices').waitFor();
    await step('Review');
    await page.getByText('The number of devices it reaches is not known yet.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('It does not reach any devices at the moment.').waitFor();

    await step('Audience');
    await button('Exclude').click();
    await addTag(page.getByRole('combobox', { name: 'Not these tags' }));
    await step('Review');
    await page.getByText('These filters cannot be used').waitFor();
    await soon(async () => expect(await button('Send now').isDisabled()).toBe(true));
    // The browser logs failed requests.
    world.takeComplaints();
    await world.inspect(page, 'composer-refused');
  });
});

const pushOf = (words: string) => ({
  defaultLang: 'en',
  translations: [{ language: 'en', title: words, text: 'What is new.' }],
});
