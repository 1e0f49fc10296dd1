import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { execute } from '../../src/database/database.js';
import { makeDue } from '../process/crash-run.js';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { createPush, startOneTime, startScheduler } from '../support/service-steps.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Both names begin the same, so a single line in a narrow day does not distinguish them. */
const NAMES = { sale: 'Autumn campaign: sale', members: 'Autumn campaign: members' };

withChromium('the calendar in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  let shopId: number;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    const shop = await world.makeApp('The shop', ['en', 'de']);
    const news = await world.makeApp('The news', ['en']);
    shopId = shop.id;
    await send(NAMES.sale, [shop.id]);
    await send(NAMES.members, [news.id]);
    const times = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['23:59'] }));
    const body = {
      name: 'Every night',
      app_ids_include: [shop.id],
      time_send: times,
      local_time: false,
      timezone: '+00:00',
    };
    await startScheduler(world.service, { kind: 'smartweekly', pushId: await push(), body });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const push = () => createPush(world.service, [{ language: 'en', title: 'Autumn', text: 'It is here.' }]);
  const send = async (name: string, appIds: readonly number[]): Promise<void> => {
    const at = Date.now() + HOUR_MS;
    const id = await startOneTime(world.service, { pushId: await push(), at, body: { name, app_ids_include: appIds } });
    await makeDue(world.world, id);
    await eventually(`${name} to be sent`, async () => {
      const query = '{ schedulers { nodes { name status } } }';
      const { schedulers } = await world.service.graphql<{ schedulers: { nodes: { name: string; status: string }[] } }>(
        query,
      );
      return schedulers.nodes.some((one) => one.name === name && one.status === 'SENT') ? true : null;
    });
  };
  const chips = (name: string | RegExp) => page.locator('.calendar').getByRole('button', { name });
  const choose = async (field: RegExp, option: string | RegExp): Promise<void> => {
    await page.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: option }).first().click();
  };

  test('shows sent messages next to planned ones, and links to their run', async () => {
    await page.goto(world.at('/calendar?zone=UTC'));
    const sale = chips(new RegExp(`^Sent .*${NAMES.sale}`));
    await sale.waitFor();
    await chips(new RegExp(`^Sent .*${NAMES.members}`)).waitFor();
    await chips(/^Planned .*Every night/)
      .first()
      .waitFor();
    // Both names are shown in full.
    const shown = await sale
      .locator('.moment-name')
      .evaluate((element) => [element.scrollHeight, element.clientHeight]);
    expect(shown[0]).toBe(shown[1]);
    await world.inspect(page, 'calendar-sent');
    await sale.press('Enter');
    await page.getByRole('dialog', { name: NAMES.sale }).getByText('2 messages sent').waitFor();
    await world.inspect(page, 'calendar-sent-details');
    await page.getByRole('dialog').locator('.calendar-runs a').click();
    await page.getByRole('heading', { name: NAMES.sale, level: 1 }).waitFor();
    await page.goBack();
    await sale.waitFor();
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('can be filtered by application, kind and state, and keeps the filters in its address', async () => {
    await page.goto(world.at('/calendar?zone=UTC'));
    await chips(/members/).waitFor();
    await choose(/Application/, 'The shop');
    await chips(/members/).waitFor({ state: 'detached' });
    await chips(/sale/).waitFor();
    await choose(/Status/, /^Planned$/);
    await chips(/sale/).waitFor({ state: 'detached' });
    await chips(/Every night/)
      .first()
      .waitFor();
    await choose(/Type/, /^Once/);
    await page.getByText('No matches in this period').waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      zone: 'UTC',
      app: searchParams.get('app'),
      state: 'planned',
      kind: 'ONE_TIME',
    });
    await world.inspect(page, 'calendar-narrowed');
    await choose(/Status/, /^Sent$/);
    await chips(/sale/).waitFor();
    await chips(/sale/).press('Enter');
    await page.getByRole('link', { name: 'Open campaign' }).click();
    await page.getByRole('heading', { name: NAMES.sale, level: 1 }).waitFor();
    await page.goBack();
    await chips(/sale/).waitFor();
    await soon(async () => expect(await chips(/members|Every night/).count()).toBe(0));
    await page.evaluate(`localStorage.setItem('pushgraph:language', 'de')`);
    await page.reload();
    await chips(/^Gesendet .*sale/).waitFor();
    await world.inspect(page, 'de-calendar');
    await page.evaluate(`localStorage.removeItem('pushgraph:language')`);
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  test('shows everything that an earlier month has sent, missed and cancelled', async () => {
    await repeatRuns();
    const day = new Date(Date.now() - 60 * DAY_MS).toISOString().slice(0, 10);
    await page.goto(world.at(`/calendar?zone=UTC&view=week&day=${day}`));
    await chips(/^Missed or cancelled/)
      .first()
      .waitFor();
    await chips(/^Sent/).first().waitFor();
    await world.inspect(page, 'calendar-past');
    await chips(/^Sent/).first().press('Enter');
    // A moment in local time has many runs, which share one entry.
    await soon(async () => expect(await page.getByRole('dialog').locator('.calendar-runs > li').count()).toBe(20));
  });

  /** Copies the run to 20 days about two months ago, in 20 waves each, which is more than one page of the graph. */
  const repeatRuns = async (): Promise<void> => {
    const database = await world.world.db();
    const columns = (await database.query<{ name: string }>("SELECT name FROM pragma_table_info('run')", []))
      .map(({ name }) => name)
      .filter((name) => !['id', 'due_at', 'status'].includes(name));
    const list = columns.join(', ');
    const sql = `INSERT INTO run (due_at, status, ${list}) SELECT ?, ?, ${list} FROM run WHERE id = (SELECT MIN(id) FROM run)`;
    const noon = Math.floor((Date.now() - 70 * DAY_MS) / DAY_MS) * DAY_MS + 2 * HOUR_MS;
    await database.tx(async (tx) => {
      for (let day = 0; day < 20; day += 1) {
        await execute(tx, sql, [noon + day * DAY_MS - HOUR_MS, day % 2 === 0 ? 'missed' : 'cancelled']);
        for (let wave = 0; wave < 20; wave += 1) {
          await execute(tx, sql, [noon + day * DAY_MS + wave * HOUR_MS, 'finished']);
        }
      }
    });
  };

  test('shows only the messages of the chosen application, even in the graph', async () => {
    const query = `query ($where: RunWhereInput!) { runs(where: $where) { nodes { scheduler { name } } } }`;
    const { apps } = await world.service.graphql<{ apps: { nodes: { id: string; databaseId: number }[] } }>(
      '{ apps { nodes { id databaseId } } }',
    );
    const appId = apps.nodes.find(({ databaseId }) => databaseId === shopId)?.id;
    const { runs } = await world.service.graphql<{ runs: { nodes: { scheduler: { name: string } }[] } }>(query, {
      where: { appId },
    });
    expect(new Set(runs.nodes.map(({ scheduler }) => scheduler.name))).toEqual(new Set([NAMES.sale]));
  });
});
