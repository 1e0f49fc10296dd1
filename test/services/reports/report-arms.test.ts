import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute } from '../../../src/database/database.js';
import { insertRows } from '../../../src/database/write-rows.js';
import { ARM_COUNT_TABLE, type ArmCount, type ArmCountKind, NO_GOAL } from '../../../src/entities/arm-count.js';
import type { OutcomeName } from '../../../src/entities/outcome.js';
import { CONTROL_ARM, HOLDOUT_ARM, ROLLOUT_ARM } from '../../../src/ports/experiment.js';
import { toGlobalId } from '../../../src/schema/global-id.js';
import { BatchWorld } from '../../delivery/batch-world.js';
import type { Json } from '../../schema/support/graph-app.js';
import { GraphOverWorld } from '../../schema/support/graph-over-world.js';
import { eachDatabase, type TestDatabaseKind } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';
import { insertCounts, insertRuns } from '../../support/seed-runs.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const [TESTED, ONE_PUSH, TWO_PUSHES] = [101, 102, 103];
const REPORT = `query ($by: ReportDimension!, $where: ReportWhereInput) {
  report(period: { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" }, by: $by, where: $where, compare: true) {
    rows { key name values { sent clicked converted attributed optedOut optOuts retired retirements } }
    totals { sent clicked converted attributed optOuts retirements }
  }
}`;

/** A run with two variants, a run with one push, and a run that sends two pushes to every device. */
const setUp = async (kind: TestDatabaseKind) => {
  const database = await kind.open();
  const world = await BatchWorld.start({ database, fakes, sender: new RecordingSender() });
  const graph = await GraphOverWorld.open(world);
  const { userId } = world.caller;
  const { id: appId } = await world.makeApp('provider_c');
  const schedulers = [await world.makeRun(), await world.makeRun(), await world.makeRun()];
  const found = await database.query<{ id: number }>('SELECT id FROM push ORDER BY id');
  const [a = 0, b = 0, c = 0] = found.map(({ id }) => Number(id));
  const dueAt = new Date('2026-03-10T08:00:00Z');
  const run = (id: number, index: number) => ({ id, userId, schedulerId: schedulers[index]?.id ?? 0, dueAt });
  await insertRuns(database, [
    { ...run(TESTED, 0), pushes: [{ id: a }, { id: b }], experiment: { variants: [{ pushId: b }, { pushId: a }] } },
    { ...run(ONE_PUSH, 1), pushes: [{ id: c }] },
    { ...run(TWO_PUSHES, 2), pushes: [{ id: a }, { id: c }] },
  ]);
  const message = (runId: number, pushId: number, outcome: OutcomeName, count: number) => {
    return { runId, batchId: 1, appId, pushId, language: 'en', outcome, count };
  };
  await insertCounts(
    database,
    [
      message(TESTED, a, 'sent', 10),
      message(TESTED, b, 'sent', 12),
      message(TESTED, a, 'CONTROL', 3),
      message(TESTED, b, 'OPTED_OUT', 5),
      message(TESTED, a, 'invalid_token', 7),
      message(TESTED, b, 'HOLDOUT', 2),
      message(ONE_PUSH, c, 'sent', 20),
      message(TWO_PUSHES, a, 'sent', 30),
      message(TWO_PUSHES, c, 'sent', 31),
    ],
    [{ runId: TESTED, appId, pushId: b, kind: 'clicked', shard: 0, count: 4 }],
  );
  const arm = (runId: number, of: number, kindOf: ArmCountKind, count: number, part = 0): ArmCount => {
    const goal = kindOf === 'converted' || kindOf === 'attributed' ? 0 : NO_GOAL;
    return { runId, goal, arm: of, kind: kindOf, part, count, value: 1 };
  };
  const counts = [
    arm(TESTED, 0, 'units', 12),
    arm(TESTED, 0, 'opted_out', 2),
    arm(TESTED, 0, 'retired', 1),
    arm(TESTED, 0, 'retired', 2, 1),
    arm(TESTED, CONTROL_ARM, 'opted_out', 1),
    arm(TESTED, 0, 'converted', 2),
    arm(TESTED, 0, 'converted', 3, 1),
    arm(TESTED, 1, 'converted', 6),
    arm(TESTED, 1, 'attributed', 8),
    arm(TESTED, CONTROL_ARM, 'converted', 1),
    arm(TESTED, HOLDOUT_ARM, 'converted', 9),
    arm(TESTED, ROLLOUT_ARM, 'converted', 4),
    arm(ONE_PUSH, 0, 'converted', 7),
    arm(TWO_PUSHES, 0, 'attributed', 11),
  ];
  await database.tx((tx) => insertRows(tx, ARM_COUNT_TABLE, counts));
  return {
    ...{ graph, database, a, b, c, schedulers },
    async [Symbol.asyncDispose]() {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
};

const toTable = ({ rows }: Json): Record<string, unknown[]> =>
  Object.fromEntries(
    rows.map(({ key, values }: Json) => [key, [values.sent, values.clicked, values.converted, values.attributed]]),
  );

describe.each(eachDatabase())('conversions and variants in reports on $name', (kind) => {
  test('are broken down by variant, push, campaign and run', async () => {
    await using set = await setUp(kind);
    const { graph, a, b, c, schedulers } = set;
    const read = async (by: string): Promise<Json> => (await graph.data(REPORT, { by })).report;
    const byVariant = await read('VARIANT');
    expect(toTable(byVariant)).toEqual({
      0: [81, 0, 7, 11],
      [a]: [10, 0, 6, 8],
      [b]: [12, 4, 5, 0],
      [CONTROL_ARM]: [0, 0, 1, 0],
      [HOLDOUT_ARM]: [0, 0, 9, 0],
      [ROLLOUT_ARM]: [0, 0, 4, 0],
    });
    expect(byVariant.totals).toMatchObject({ sent: 103, clicked: 4, converted: 32, attributed: 19 });
    expect(toTable(await read('PUSH'))).toEqual({
      0: [0, 0, 14, 11],
      [a]: [40, 0, 6, 8],
      [b]: [12, 4, 5, 0],
      [c]: [51, 0, 7, 0],
    });
    const ids = schedulers.map(({ id }) => String(id)) as [string, string, string];
    expect(toTable(await read('CAMPAIGN'))).toEqual({
      [ids[0]]: [22, 4, 25, 8],
      [ids[1]]: [20, 0, 7, 0],
      [ids[2]]: [61, 0, 0, 11],
    });
    expect(toTable(await read('RUN'))).toMatchObject({ [TESTED]: [22, 4, 25, 8], [ONE_PUSH]: [20, 0, 7, 0] });
    expect(toTable(await read('CATEGORY'))).toEqual({ 0: [103, 4, 32, 19] });
    expect(toTable(await read('DAY'))).toEqual({ [Date.parse('2026-03-10T00:00:00Z')]: [103, 4, 32, 19] });
  });

  test('show the name of a push, or its title in the default language', async () => {
    await using set = await setUp(kind);
    const { graph, database, a, b } = set;
    await database.tx((tx) => execute(tx, `UPDATE push SET name = 'Blue' WHERE id = ?`, [a]));
    for (const by of ['PUSH', 'VARIANT']) {
      const { rows } = (await graph.data(REPORT, { by })).report;
      const names = new Map(rows.map(({ key, name }: Json) => [Number(key), name]));
      expect([by, names.get(a), names.get(b)]).toEqual([by, 'Blue', 'title en']);
    }
  });

  test('count opt-outs and retirements of users separately from messages without a recipient', async () => {
    await using set = await setUp(kind);
    const { graph, a, b } = set;
    const { rows } = (await graph.data(REPORT, { by: 'VARIANT' })).report;
    const found = rows.map(({ key, values: { optedOut, optOuts, retired, retirements } }: Json) => {
      return [Number(key), [optedOut, optOuts, retired, retirements]];
    });
    expect(Object.fromEntries(found)).toMatchObject({
      [a]: [0, 0, 7, 0],
      [b]: [5, 2, 0, 3],
      [CONTROL_ARM]: [0, 1, 0, 0],
    });
    const run = `query ($id: ID!) { run(id: $id) { arms { arm optOuts retirements optedOut retired } } }`;
    expect((await graph.data(run, { id: toGlobalId('Run', TESTED) })).run.arms).toEqual([
      { arm: 0, optOuts: 2, retirements: 3, optedOut: 2, retired: 3 },
    ]);
  });

  test('are unknown by application and language, and follow the filters', async () => {
    await using set = await setUp(kind);
    const { graph, a, schedulers } = set;
    for (const by of ['APPLICATION', 'LANGUAGE']) {
      const { totals } = (await graph.data(REPORT, { by })).report;
      const { converted, attributed, optOuts, retirements } = totals;
      expect([by, converted, attributed, optOuts, retirements]).toEqual([by, null, null, null, null]);
    }
    const ofPush = await graph.data(REPORT, { by: 'RUN', where: { pushId: toGlobalId('Push', a) } });
    expect(toTable(ofPush.report)).toEqual({ [TESTED]: [10, 0, 6, 8], [TWO_PUSHES]: [30, 0, 0, 0] });
    const where = { schedulerId: toGlobalId('Scheduler', schedulers[1]?.id ?? 0) };
    expect(toTable((await graph.data(REPORT, { by: 'VARIANT', where })).report)).toEqual({ 0: [20, 0, 7, 0] });
  });
});
