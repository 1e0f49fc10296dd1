import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { TestBrowser, withChromium } from '../support/browser.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

withChromium('GraphiQL in Chromium', () => {
  let world: ServiceWorld;
  let service: ServiceProcess;
  let browser: TestBrowser;
  beforeAll(async () => {
    const [sqlite] = eachDatabase();
    if (!sqlite) throw new Error('SQLite is always there');
    world = await ServiceWorld.open(sqlite);
    service = await world.start({});
    browser = await TestBrowser.launch();
  });
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  /** Waits until it is ready, because its editors appear a moment after the page. */
  const openGraphiql = async (): Promise<Page> => {
    const page = await browser.open(`${service.address}/graphiql`);
    for (const editor of ['Operation', 'Response'] as const)
      await editorOf(page, editor).waitFor({ state: 'attached' });
    return page;
  };

  test('says what to do without a key, and what is wrong with an invalid one', async () => {
    const page = await openGraphiql();
    await page.getByRole('button', { name: 'Execute' }).click();
    await expectText(page, 'Enter an API key in the field at the top of the page');
    await enterKey(page, 'not-the-key-of-anyone');
    await page.getByText('This API key is invalid or has expired.').waitFor();
    await enterKey(page, 'pgk_shortened…');
    await page.getByText('This API key is invalid or has expired.').waitFor();
    expect(await stored(page, 'sessionStorage')).not.toContain('not-the-key');
    expect(browser.complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.close();
  });

  test('runs a query, creates an application and watches a run, without outside resources', async () => {
    const page = await openGraphiql();
    // Enters the key as in the README's header.
    await enterKey(page, `Bearer ${SERVICE_KEY} `);
    await page.getByText('The key is kept until this tab is closed.').waitFor();

    await run(page, 'CreateApp');
    await expectText(page, '"name": "My site"');
    await run(page, 'ListApps');
    await expectText(page, '"totalCount": 1');
    await run(page, 'CreateWelcome');
    await expectText(page, '"scheduler": {');
    await page.getByRole('tab', { name: 'StartWelcome' }).click();
    await enterIds(page, await latestIds(service));
    await page.getByRole('button', { name: 'Execute' }).click();
    await expectText(page, '"active": true');

    await run(page, 'WatchEvents');
    await reportRegistration(world, service);
    await expectText(page, '"type": "RUN_PROGRESS"');
    await expectText(page, '"sent": 1');

    await run(page, 'SendMessage');
    await expectText(page, '"matched": 1, "unknown": 0, "userErrors": []');

    expect({ complaints: browser.complaints, outside: browser.outside }).toEqual({ complaints: [], outside: [] });
    expect(page.url()).toBe(`${service.address}/graphiql`);
    expect(await stored(page, 'localStorage')).toBe('{}');
    expect(await page.context().cookies()).toEqual([]);
    expect(JSON.parse(await stored(page, 'sessionStorage'))).toMatchObject({ 'pushgraph:api-key': SERVICE_KEY });

    await page.reload();
    await page.getByText('The key is kept until this tab is closed.').waitFor();
    await page.getByRole('button', { name: 'Forget the key' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await stored(page, 'sessionStorage')).not.toContain(SERVICE_KEY);
    await page.close();
  });
});

const enterKey = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Use this key' }).click();
};

const run = async (page: Page, tab: string): Promise<void> => {
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
};

/** Types between the existing quotes, like a user. */
const enterIds = async (page: Page, { schedulerId, pushId }: Ids): Promise<void> => {
  await page.locator('.graphiql-editor-tool .view-lines').first().click();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft');
  await page.keyboard.insertText(schedulerId);
  await press('ArrowDown', 'End', 'ArrowLeft');
  await page.keyboard.insertText(pushId);
};

interface Ids {
  readonly schedulerId: string;
  readonly pushId: string;
}

/** Reads it from the answer, like a user. */
const latestIds = async (service: ServiceProcess): Promise<Ids> => {
  type Lists = Record<'pushes' | 'schedulers', { nodes: { id: string }[] }>;
  const { pushes, schedulers } = await service.graphql<Lists>(
    '{ pushes { nodes { id } } schedulers { nodes { id } } }',
  );
  return { pushId: pushes.nodes[0]?.id ?? '', schedulerId: schedulers.nodes[0]?.id ?? '' };
};

/** A device registers, and reports the event that the scheduler waits for. */
const reportRegistration = async ({ fakes }: ServiceWorld, service: ServiceProcess): Promise<void> => {
  const { apps } = await must(200, service.api('GET', '/apps'));
  const path = `/${apps[0].service_id}/devices`;
  const [subscription] = await fakes.makeSubscriptions();
  const { device_id, device_secret } = await must(
    201,
    service.sdk('POST', path, { body: { subscription, external_user_id: 'user-1' } }),
  );
  const body = { events: [{ code: 'reg' }] };
  await must(202, service.sdk('POST', `${path}/${device_id}/events`, { body, secret: device_secret }));
};

const editorOf = (page: Page, name: 'Operation' | 'Response'): Locator =>
  page.locator(name === 'Response' ? '.graphiql-response .view-lines' : '.graphiql-query-editor .view-lines');

/** The editor may break lines anywhere. */
const expectText = async (page: Page, text: string): Promise<void> => {
  let shown = '';
  const read = async (): Promise<true | null> => {
    shown = await editorOf(page, 'Response').innerText();
    return withoutSpace(shown).includes(withoutSpace(text)) ? true : null;
  };
  await eventually(`${text} in the response`, read).catch((error) => {
    throw new Error(`${error.message} It shows:\n${shown}`);
  });
};

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

const stored = (page: Page, place: 'localStorage' | 'sessionStorage'): Promise<string> =>
  page.evaluate(`JSON.stringify(${place})`);
