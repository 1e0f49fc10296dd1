import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { insertRow } from '../../src/database/write-rows.js';
import { addArmCounts } from '../../src/delivery/record/arm-counts.js';
import { RUN_TABLE } from '../../src/entities/run.js';
import type { RunExperiment } from '../../src/ports/experiment.js';
import { FINISHED_RUN } from '../conversions/conversion-world.js';
import { withChromium } from '../support/browser.js';
import { ConsoleWorld, NOTHING_WRONG } from './support/console-world.js';

withChromium('goals in the console', () => {
  let world: ConsoleWorld;
  let page: Page;
  beforeAll(async () => {
    world = await ConsoleWorld.open();
    page = await world.join();
    await world.makeApp('The shop', ['en', 'de']);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const read = async () => {
    const query =
      '{ schedulers { nodes { databaseId goals { name event window valueProperty } runs { nodes { id } } } } }';
    const answer = await world.service.graphql<{
      schedulers: { nodes: { databaseId: number; goals: object[]; runs: { nodes: { id: string }[] } }[] };
    }>(query);
    return answer.schedulers.nodes[0];
  };

  test('are set in the composer, and the run shows each arm with its interval', async () => {
    await world.service.graphql(
      'mutation { customEventCreate(input: { name: "Purchase", code: "buy" }) { userErrors { message } } }',
    );
    await page.goto(world.at('/campaigns/new'));
    await page.getByLabel('Title', { exact: true }).fill('Sale');
    await page.getByLabel('Text', { exact: true }).fill('Until Sunday.');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'When' }).click();
    await page.getByRole('button', { name: 'Add a goal', disabled: false }).press('Enter');
    await page
      .getByRole('button', { name: /Event$/ })
      .last()
      .press('Enter');
    await page.getByRole('option', { name: 'Purchase' }).press('Enter');
    await page.getByLabel('Value (optional)').fill('price');
    await page.getByText(/people per group/).waitFor();
    await world.inspect(page, 'goals-composer');
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Save for later' }).click();
    await page.getByRole('heading', { name: 'Runs' }).waitFor();

    const scheduler = await read();
    expect(scheduler?.goals).toEqual([{ name: 'Purchase', event: 'buy', window: 604_800, valueProperty: 'price' }]);
    await addResults(scheduler?.databaseId ?? 0);
    await page.goto(world.at(`/runs/${(await read())?.runs.nodes[0]?.id}`));
    await page.getByText(/Message B converts .* percentage points better than Message A/).waitFor();
    await world.inspect(page, 'goals-run');
    expect(world.takeComplaints()).toEqual(NOTHING_WRONG);
  });

  const addResults = async (schedulerId: number): Promise<void> => {
    const database = new Database(parseDatabaseUrl(world.world.databaseUrl));
    await database.open();
    const arms = [
      { arm: 0, units: 5_020, converted: 260, attributed: 190, optedOut: 7, retired: 12 },
      { arm: 1, units: 4_960, converted: 331, attributed: 244, optedOut: 9, retired: 10 },
      { arm: -1, units: 1_010, converted: 41, attributed: 0, optedOut: 1, retired: 3 },
    ];
    const now = Date.now();
    const times = { dueAt: now, createdAt: now, finishedAt: now };
    const [scheduler] = await database.query<{ user_id: number; goals: string }>(
      'SELECT user_id, goals FROM scheduler WHERE id = ?',
      [schedulerId],
    );
    const about = { schedulerId, userId: Number(scheduler?.user_id), goals: JSON.parse(scheduler?.goals ?? 'null') };
    const row = { ...FINISHED_RUN, ...times, ...about, experiment: EXPERIMENT };
    const runId = (await database.tx((tx) => insertRow(tx, RUN_TABLE, row))).insertId;
    const deltas = arms.flatMap(({ arm, units, converted, attributed, optedOut, retired }) => [
      { runId, goal: -1, arm, kind: 'units' as const, count: units, value: 0 },
      { runId, goal: -1, arm, kind: 'opted_out' as const, count: optedOut, value: 0 },
      { runId, goal: -1, arm, kind: 'retired' as const, count: retired, value: 0 },
      { runId, goal: 0, arm, kind: 'converted' as const, count: converted, value: converted * 20 },
      { runId, goal: 0, arm, kind: 'attributed' as const, count: attributed, value: attributed * 20 },
    ]);
    await database.tx((tx) => addArmCounts(tx, deltas));
    await database.close();
  };
});

const EXPERIMENT: RunExperiment = {
  ...{
    salt: 'a',
    variants: [
      { pushId: 1, weight: 1 },
      { pushId: 1, weight: 1 },
    ],
    decideAt: null,
  },
  ...{ controlShare: 0.1, testShare: 1, decideAfter: null, metric: 'CLICKED', winner: 'NONE' },
};
