import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { execute } from '../../src/database/database.js';
import { makeDue } from '../process/crash-run.js';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { createPush, startOneTime } from '../support/service-steps.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

const HOUR_MS = 3_600_000;
const MANY_USERS = Array.from({ length: 150 }, (_, index) => `user-${index + 1}`);

interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly runs: { readonly nodes: readonly unknown[] };
}

withChromium('a campaign that was sent once, in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de', 'en']);
    await send('Summer sale', {});
    await send('For members', { external_ids: MANY_USERS });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const campaigns = async (): Promise<readonly Campaign[]> => {
    const query = '{ schedulers(first: 50) { nodes { id name status runs { nodes { id } } } } }';
    return (await world.service.graphql<{ schedulers: { nodes: Campaign[] } }>(query)).schedulers.nodes;
  };
  const named = async (name: string): Promise<Campaign | undefined> =>
    (await campaigns()).find((one) => one.name === name);
  const send = async (name: string, body: object): Promise<void> => {
    const pushId = await createPush(world.service, [
      { language: 'en', title: 'Summer sale', text: 'Half price until Sunday.' },
      { language: 'ar', title: 'تخفيضات الصيف', text: 'نصف السعر حتى يوم الأحد.' },
    ]);
    const at = Date.now() + HOUR_MS;
    const id = await startOneTime(world.service, { pushId, at, body: { name, all_apps: true, ...body } });
    await makeDue(world.world, id);
    await eventually(`${name} to be sent`, async () => ((await named(name))?.status === 'SENT' ? true : null));
  };
  const open = async (name: string): Promise<void> => {
    await page.goto(world.at('/campaigns'));
    await page.getByRole('link', { name, exact: true }).click();
    await heading(name).waitFor();
  };

  test('is sent again as a copy, after a review and a question with its reach', async () => {
    await open('Summer sale');
    await page.getByRole('link', { name: 'Send again' }).waitFor();
    await soon(async () => expect(await button('Start').count()).toBe(0));
    await world.inspect(page, 'campaign-sent');
    await page.getByRole('link', { name: 'Send again' }).press('Enter');
    await heading('Copy of Summer sale').waitFor();
    await page.getByText('Devices that already got the message will get it again.').waitFor();
    await page.getByText('It reaches devices.').waitFor();
    await world.inspect(page, 'composer-again');
    expect(await campaigns()).toHaveLength(2);
    await button('Send now').click();
    const question = page.getByRole('alertdialog');
    await question.getByText('3 devices').waitFor();
    await world.inspect(page, 'composer-again-confirm');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await campaigns()).toHaveLength(2);
    await button('Send now').click();
    await question.getByRole('button', { name: 'Send now' }).click();
    // Sending now leads to the page of the run.
    await page.waitForURL(/\/runs\//);
    await heading('Copy of Summer sale').waitFor();
    expect((await named('Summer sale'))?.runs.nodes).toHaveLength(1);
    expect(['SCHEDULED', 'SENDING', 'SENT']).toContain((await named('Copy of Summer sale'))?.status);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('with more users than the composer shows is copied completely and not sent automatically', async () => {
    await open('For members');
    await button('Send again').click();
    const question = page.getByRole('alertdialog', { name: 'Copy For members?' });
    await question.getByText('It currently reaches 3 devices.').waitFor();
    await world.inspect(page, 'campaign-copy');
    await question.getByRole('button', { name: 'Create copy' }).click();
    await heading('Copy of For members').waitFor();
    await page.waitForURL(/edit=/);
    expect((await named('Copy of For members'))?.status).toBe('DRAFT');
    const counted = await world.service.graphql<{ scheduler: { externalIds: { totalCount: number } } }>(
      'query ($id: ID!) { scheduler(id: $id) { ... on OneTimeScheduler { externalIds { totalCount } } } }',
      { id: (await named('Copy of For members'))?.id },
    );
    expect(counted.scheduler.externalIds.totalCount).toBe(MANY_USERS.length);
  });

  test('shows its runs page by page, with the page in its address', async () => {
    await repeatRun(30);
    await open('Summer sale');
    const pager = page.getByRole('navigation', { name: 'Pages of Runs' });
    const runs = page.locator('.list-rows > li');
    await soon(async () => expect(await runs.count()).toBe(20));
    await pager.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/runs=/);
    await eventually('the second page', async () => ((await runs.count()) === 11 ? true : null));
    const [second = ''] = await runs.allTextContents();
    await runs.first().getByRole('link').click();
    await page.waitForURL(/\/runs\//);
    await page.goBack();
    await runs.first().getByText(second.slice(0, 12)).waitFor();
    await soon(async () => expect(await runs.count()).toBe(11));
    await world.inspect(page, 'campaign-runs-page');
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.reload();
    await page.getByRole('link', { name: 'Erneut senden' }).waitFor();
    await world.inspect(page, 'de-campaign-sent');
    await page.getByRole('link', { name: 'Erneut senden' }).click();
    await heading('Kopie von Summer sale').waitFor();
    await page.getByText('Sie erreicht Geräte.').waitFor();
    await world.inspect(page, 'de-composer-again');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  /** Copies the run to one day earlier, two days earlier and so on. */
  const repeatRun = async (count: number): Promise<void> => {
    const database = await world.world.db();
    const columns = (await database.query<{ name: string }>("SELECT name FROM pragma_table_info('run')", []))
      .map(({ name }) => name)
      .filter((name) => name !== 'id' && name !== 'due_at');
    const list = columns.join(', ');
    const sql = `INSERT INTO run (due_at, ${list}) SELECT due_at - ?, ${list} FROM run ORDER BY id LIMIT 1`;
    for (let days = 1; days <= count; days += 1) {
      await database.tx((tx) => execute(tx, sql, [days * 24 * HOUR_MS]));
    }
  };
});
