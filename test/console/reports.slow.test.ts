import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { type Database, execute } from '../../src/database/database.js';
import { insertRows } from '../../src/database/write-rows.js';
import { ARM_COUNT_TABLE } from '../../src/entities/arm-count.js';
import { CONTROL_ARM } from '../../src/ports/experiment.js';
import { withChromium } from '../support/browser.js';
import { eventually, soon } from '../support/eventually.js';
import { insertCounts, insertRuns } from '../support/seed-runs.js';
import { ConsoleWorld, takeShots } from './support/console-world.js';

const DAY = 86_400_000;
const APP = 1;

/** Sixty days of two campaigns and immediate messages. */
const seed = async (database: Database): Promise<void> => {
  const [account] = await database.query<{ id: number }>('SELECT id FROM user_account ORDER BY id LIMIT 1');
  const schedulers = await database.query<{ id: number }>('SELECT id FROM scheduler ORDER BY id');
  const userId = Number(account?.id);
  const runs = Array.from({ length: 60 }, (_, index) => ({
    ...{ id: 1_000 + index, userId },
    schedulerId: index % 5 === 4 ? -1_000 - index : Number(schedulers[index % schedulers.length]?.id ?? -1_000 - index),
    dueAt: new Date(Date.now() - index * DAY - 3_600_000),
    ...(index === 0 ? { experiment: { variants: [{ pushId: 1 }] } } : {}),
  }));
  await insertRuns(database, runs);
  const messages = runs.flatMap(({ id }, index) =>
    (['sent', 'failed', 'invalid_token', 'OPTED_OUT'] as const).map((outcome, place) => {
      const isBad = index === 0 && outcome === 'failed';
      const count = isBad ? 4_000 : Math.round((12_000 + 300 * (index % 7) - 60 * index) / (1 + place * 40));
      return { runId: id, batchId: 1, appId: APP, pushId: 1, language: index % 2 ? 'de' : 'en', outcome, count };
    }),
  );
  const receipts = runs.flatMap(({ id }, index) =>
    (['delivered', 'clicked', 'dismissed'] as const).map((kind, place) => {
      const count = Math.round((9_000 - 50 * index) / (1 + place * 9));
      return { runId: id, appId: APP, pushId: 1, kind, shard: 0, count };
    }),
  );
  await insertCounts(database, messages, receipts);
  const arms = [0, CONTROL_ARM].map((arm) => {
    return {
      runId: 1_000,
      goal: 0,
      arm,
      kind: 'converted',
      part: 0,
      count: arm === 0 ? 4_321 : 1_234,
      value: 0,
    } as const;
  });
  await database.tx((tx) => insertRows(tx, ARM_COUNT_TABLE, arms));
  await database.tx(async (tx) => {
    for (let hour = 0; hour < 24 * 21; hour += 1) {
      const minute = Math.floor(Date.now() / 60_000) - hour * 60;
      const clicked = Math.round(40 * Math.max(0, Math.sin(((hour % 24) / 24) * Math.PI)) + (hour % 5));
      await execute(
        tx,
        `INSERT INTO traffic (user_id, minute, app_id, scheduler_id, push_id, shard, sent, failed, delivered, clicked, dismissed)
         VALUES (?, ?, ?, 1, 1, 0, 0, 0, ?, ?, 0)`,
        [userId, minute, APP, clicked * 3, clicked],
      );
    }
    await execute(
      tx,
      `INSERT INTO alert_rule (id, user_id, kind, name, enabled, recipients, share, min_count, created_at, updated_at)
       VALUES (1, ?, 'RUN_FAILURES', 'Too many failures', 1, '["ops@example.com"]', 0.1, 100, 1, 1)`,
      [userId],
    );
  });
};

withChromium('reports and alerts in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de']);
    await seed(await world.world.db());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  test('a report has a period, totals, a table by any dimension, a heat map and a CSV file', async () => {
    await page.goto(world.at('/'));
    await page.getByRole('link', { name: 'Reports', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    await page.getByText('Accepted by Apple, Google').waitFor();
    await page.getByRole('rowheader', { name: 'Sent at once, without a campaign' }).waitFor();
    await page.getByRole('region', { name: 'When people click' }).waitFor();
    await world.inspect(page, 'reports');
    await page.getByRole('region', { name: 'Campaign' }).scrollIntoViewIfNeeded();
    await takeShots(page, 'reports-table');
    await page.getByRole('region', { name: 'When people click' }).scrollIntoViewIfNeeded();
    await takeShots(page, 'reports-heat');
    await page.getByText('Day', { exact: true }).click();
    await page.waitForURL(/by=DAY/);
    await page.getByRole('rowheader').nth(20).waitFor();
    await page.getByText('Language', { exact: true }).click();
    await page.getByRole('rowheader', { name: 'German' }).waitFor();
    await soon(async () => expect(await page.getByText('Not available in this view').count()).toBeGreaterThan(2));
    await world.inspect(page, 'reports-language');
    await page.getByText('Variant', { exact: true }).click();
    await page.getByRole('rowheader', { name: 'Control group' }).waitFor();
    await page.getByRole('cell', { name: '1,234', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Variant' }).scrollIntoViewIfNeeded();
    await world.inspect(page, 'reports-variant');
    await page.getByText('Run', { exact: true }).click();
    await button('Clicked').click();
    await page.waitForURL(/sort=clicked/);
    await button(/Period/).click();
    await page.getByRole('option', { name: 'Other days' }).click();
    await page.getByLabel('First day').fill(new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10));
    await page.waitForURL(/from=/);
    await world.inspect(page, 'reports-days');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download CSV').click()]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const rows: Record<string, string>[] = parse(Buffer.concat(chunks), { columns: true, bom: true });
    expect(rows.length).toBeGreaterThan(1);
    expect(Object.keys(rows[0] ?? {})).toContain('clicked');
    for (const [name, file] of [
      ['When people click (CSV)', 'click-heat-map.csv'],
      ['All runs of this period (CSV)', 'runs.csv'],
    ] as const) {
      await button('More downloads').click();
      const item = page.getByRole('menuitem', { name });
      await item.waitFor();
      await takeShots(page, 'reports-downloads');
      const [more] = await Promise.all([page.waitForEvent('download'), item.click()]);
      expect(more.suggestedFilename()).toBe(file);
    }
    expect(world.takeComplaints().outside).toEqual([]);
  });

  test('an alert rule is created, changed and deleted, and an open alert is on the overview', async () => {
    await page.goto(world.at('/settings/alerts'));
    await page.getByText('At least 10% of a run’s messages fail, with 100 or more messages').waitFor();
    await button('New rule').click();
    await page.getByText('No deliveries', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Silence');
    await page.getByLabel('Email to').fill('nobody');
    await button('Save').click();
    await page.locator('.field-error').first().waitFor();
    await world.inspect(page, 'alert-rule');
    await page.getByLabel('Email to').fill('ops@example.com\nanna@example.com');
    await button('Save').click();
    await page.getByRole('cell', { name: 'ops@example.com, anna@example.com' }).waitFor();
    // The service evaluates its rules every minute.
    await eventually('the alert', async () => {
      await page.goto(world.at('/settings/alerts'));
      await page.getByRole('heading', { name: 'Latest alerts' }).waitFor();
      return (await page.getByText(/ of 16,\d\d\d messages failed\./).count()) > 0 || null;
    });
    await world.inspect(page, 'alerts');
    await page.goto(world.at('/'));
    await page.getByText('One alert').waitFor();
    await world.inspect(page, 'overview-alert');
    await page.goto(world.at('/settings/alerts'));
    await button('Actions for Silence').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('cell', { name: /^Silence/ }).waitFor({ state: 'detached' });
  });
});
