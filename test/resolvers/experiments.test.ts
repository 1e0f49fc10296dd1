import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { insertRow } from '../../src/database/write-rows.js';
import { RUN_TABLE } from '../../src/entities/run.js';
import { databaseIdOf, toGlobalId } from '../../src/schema/global-id.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const FIELDS = 'experiment { controlShare testShare decideAfter metric winner }';
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: CampaignInput!) { campaignCreate(input: $input) {
  scheduler { id ${FIELDS} pushes(first: 20) { nodes { id weight } } } ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: WeeklySchedulerInput!) {
  weeklySchedulerUpdate(id: $id, input: $input) { scheduler { ${FIELDS} } ${ERRORS} } }`;
const COPY = `mutation ($id: ID!) { schedulerDuplicate(id: $id) {
  scheduler { ${FIELDS} pushes(first: 20) { nodes { id weight } } } ${ERRORS} } }`;
const CHANGE = `mutation ($id: ID!, $input: CampaignUpdateInput!) {
  campaignUpdate(id: $id, input: $input) { scheduler { id } ${ERRORS} } }`;
const BIND = `mutation ($id: ID!, $pushes: [ID!]!) {
  schedulerBindPushes(id: $id, pushIds: $pushes) { scheduler { id } ${ERRORS} } }`;
const ACTIVATE = `mutation ($id: ID!) { schedulerActivate(id: $id) { scheduler { id } ${ERRORS} } }`;
const ACCOUNT = `mutation ($input: AccountUpdateInput!) {
  accountUpdate(input: $input) { user { holdout { share generation } } ${ERRORS} } }`;
const CHOOSE = `mutation ($id: ID!, $push: ID!) { runWinnerChoose(id: $id, pushId: $push) {
  run { experiment { reason decidedAt controlled } variants { number weight isWinner counts { sent } } } ${ERRORS} } }`;

const INPUT = { name: 'W', audience: { apps: { all: true } }, times: [{ day: 1, times: ['09:00'] }] };
const push = (weight?: number) => ({
  defaultLang: 'en',
  translations: [{ language: 'en', title: 't', text: 't' }],
  ...(weight === undefined ? {} : { weight }),
});
const EXPERIMENT = { controlShare: 0.1, testShare: 0.2, decideAfter: 7_200, metric: 'CLICKED', winner: 'BEST' };

const answer = async (user: GraphUser, query: string, variables: Json): Promise<Json> =>
  Object.values((await user.data(query, variables)) as Json)[0];

const brokenOf = ({ userErrors }: Json): string[] =>
  userErrors.map(({ field, code }: Json) => `${field.slice(1).join('.')} ${code}`);

describe.each(eachDatabase())('experiments in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  const make = (user: GraphUser, experiment: Json, pushes: readonly Json[] = [push(3), push()], activate = false) =>
    answer(user, CREATE, { input: { weekly: { scheduler: { ...INPUT, experiment }, pushes, activate } } });

  test('are kept with their weights by a copy and by an update without them, and removed by null', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { scheduler, userErrors } = await make(user, EXPERIMENT);
    expect(userErrors).toEqual([]);
    const { id } = scheduler;
    expect(scheduler.experiment).toEqual(EXPERIMENT);
    expect(scheduler.pushes.nodes.map(({ weight }: Json) => weight)).toEqual([3, null]);
    expect((await answer(user, UPDATE, { id, input: INPUT })).scheduler.experiment).toEqual(EXPERIMENT);
    const copy = (await answer(user, COPY, { id })).scheduler;
    expect(copy.experiment).toEqual(EXPERIMENT);
    expect(copy.pushes.nodes.map(({ weight }: Json) => weight)).toEqual([3, null]);
    const plain = await answer(user, UPDATE, { id, input: { ...INPUT, experiment: {} } });
    const byDefault = { controlShare: 0, testShare: 1, decideAfter: null, metric: 'CLICKED', winner: 'NONE' };
    expect(plain.scheduler.experiment).toEqual(byDefault);
    const none = await answer(user, UPDATE, { id, input: { ...INPUT, experiment: null } });
    expect(none.scheduler.experiment).toBeNull();
  });

  test('are refused with each broken rule', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const wrong = { controlShare: 0.6, testShare: 0, decideAfter: 30 };
    expect(brokenOf(await make(user, wrong))).toEqual([
      'weekly.scheduler.experiment.controlShare INVALID',
      'weekly.scheduler.experiment.testShare INVALID',
      'weekly.scheduler.experiment.decideAfter INVALID',
    ]);
    const undecided = { testShare: 0.5 };
    expect(brokenOf(await make(user, undecided))).toEqual(['weekly.scheduler.experiment.decideAfter INVALID']);
    const aimless = { ...EXPERIMENT, metric: 'CONVERTED' };
    expect(brokenOf(await make(user, aimless))).toEqual(['weekly.scheduler.experiment.metric INVALID']);
    const aiming = { ...INPUT, experiment: aimless, goals: [{ name: 'Purchase', event: 'reg', window: 3_600 }] };
    const { scheduler } = await answer(user, CREATE, {
      input: { weekly: { scheduler: aiming, pushes: [push(), push()], activate: false } },
    });
    expect(scheduler.experiment.metric).toBe('CONVERTED');
    const kept = await answer(user, UPDATE, { id: scheduler.id, input: { ...INPUT, experiment: aimless } });
    expect(kept.userErrors).toEqual([]);
    const without = await answer(user, UPDATE, { id: scheduler.id, input: { ...INPUT, goals: [] } });
    expect(brokenOf(without)).toEqual(['experiment.metric INVALID']);
    const many = new Array(9).fill(push());
    expect(brokenOf(await make(user, EXPERIMENT, many))).toEqual(['weekly.pushes TOO_MANY']);
    expect(brokenOf(await make(user, EXPERIMENT, [push(0)]))).toEqual(['weekly.pushes.0.weight INVALID']);
    const late = { ...EXPERIMENT, decideAfter: 86_400 };
    expect(brokenOf(await make(user, late, undefined, true))).toEqual([
      'weekly.scheduler.experiment.decideAfter TOO_SLOW',
    ]);
  });

  test('compare 2 to 8 pushes, or one with a control group, in any order of the requests', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const pushesOf = (count: number) => new Array<Json>(count).fill(push());
    const put = (id: string, experiment: Json) => answer(user, UPDATE, { id, input: { ...INPUT, experiment } });
    const activate = (id: string) => answer(user, ACTIVATE, { id });
    const nine = (await make(user, null, pushesOf(9))).scheduler;
    expect(brokenOf(await put(nine.id, EXPERIMENT))).toEqual(['experiment TOO_MANY']);
    expect((await activate(nine.id)).userErrors).toEqual([]);

    const alone = { ...EXPERIMENT, controlShare: 0 };
    const { scheduler } = await make(user, alone, pushesOf(2));
    const ids: string[] = scheduler.pushes.nodes.map(({ id }: Json) => id);
    const { id } = scheduler;
    expect((await answer(user, BIND, { id, pushes: ids.slice(1) })).userErrors).toEqual([]);
    expect((await activate(id)).userErrors).toMatchObject([{ field: ['id'], code: 'INVALID' }]);
    expect((await answer(user, BIND, { id, pushes: ids })).userErrors).toEqual([]);
    expect((await activate(id)).userErrors).toEqual([]);
    const single = { scheduler: { weekly: { ...INPUT, experiment: alone } }, pushes: [push()], deletePushIds: ids };
    expect(brokenOf(await answer(user, CHANGE, { id, input: single }))).toEqual(['pushes INVALID']);
    const controlled = {
      ...single,
      scheduler: { weekly: { ...INPUT, experiment: { ...EXPERIMENT, controlShare: 0.2 } } },
    };
    expect((await answer(user, CHANGE, { id, input: controlled })).userErrors).toEqual([]);
  });

  test('the holdout of an account is set, checked, kept and removed', async () => {
    const user = await app().newUser();
    const set = (holdout: Json) => answer(user, ACCOUNT, { input: { holdout } });
    expect((await set({ share: 0.05 })).user.holdout).toEqual({ share: 0.05, generation: 1 });
    expect(brokenOf(await set({ share: 0.2, generation: 0 }))).toEqual([
      'holdout.share INVALID',
      'holdout.generation INVALID',
    ]);
    const kept = await answer(user, ACCOUNT, { input: { timeZone: 'Europe/Vienna' } });
    expect(kept.user.holdout).toEqual({ share: 0.05, generation: 1 });
    expect((await set(null)).user.holdout).toBeNull();
  });

  test('a member chooses the winner of all runs once, and the waiting messages are due at once', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { scheduler } = await make(user, EXPERIMENT);
    const pushes: string[] = scheduler.pushes.nodes.map(({ id }: Json) => id);
    const [first, second] = pushes.map((id) => Number(databaseIdOf('Push', id)));
    const schedulerId = Number(databaseIdOf('Scheduler', scheduler.id));
    const variants = [
      { pushId: Number(first), weight: 3 },
      { pushId: Number(second), weight: 1 },
    ];
    const now = Date.now();
    const { database } = app();
    const runIds: number[] = [];
    await database.tx(async (tx) => {
      for (const hour of [1, 2]) {
        const experiment = { ...EXPERIMENT, salt: 's', variants, decideAt: now + 3_600_000 } as never;
        const run = {
          userId: user.userId,
          schedulerId,
          kind: 'weekly',
          status: 'running',
          dueAt: new Date(now - hour * 1_000),
        };
        const none = {
          statusReason: null,
          statusMessage: null,
          statusCode: null,
          parts: null,
          audience: null,
          target: null,
        };
        const settings = {
          pushes: null,
          quietHours: null,
          speed: null,
          bestHour: null,
          leftOut: 0,
          plannedTotal: null,
        };
        const rest = {
          cancelCount: 0,
          cutIndex: 0,
          cutId: 0,
          createdAt: new Date(now),
          finishedAt: null,
          historyDeletedAt: null,
        };
        const decision = { winner: null, winnerReason: null, decidedAt: null };
        const row = { ...run, ...none, ...settings, ...rest, ...decision, experiment } as never;
        runIds.push((await insertRow(tx, RUN_TABLE, row)).insertId);
      }
      const columns =
        'run_id, batch_id, app_id, push_id, device_id, occurrence, language, attempt, reason, due_at, expires_at, variant';
      for (const [device, variant] of [
        [1, -4],
        [2, 0],
      ]) {
        const values = [runIds[1], 0, 1, first, device, 0, 'en', 0, '', now + 3_600_000, now + 7_200_000, variant];
        await execute(tx, `INSERT INTO retry_send (${columns}) VALUES (${values.map(() => '?').join(', ')})`, values);
      }
    });
    const id = toGlobalId('Run', Number(runIds[0]));
    const chosen = await answer(user, CHOOSE, { id, push: pushes[1] });
    expect(chosen.userErrors).toEqual([]);
    expect(chosen.run.experiment).toMatchObject({ reason: 'CHOSEN', controlled: 0 });
    expect(chosen.run.variants).toEqual([
      { number: 1, weight: 3, isWinner: false, counts: { sent: 0 } },
      { number: 2, weight: 1, isWinner: true, counts: { sent: 0 } },
    ]);
    const winners = await database.query<{ winner: number }>('SELECT winner FROM run WHERE scheduler_id = ?', [
      schedulerId,
    ]);
    expect(winners.map(({ winner }) => Number(winner))).toEqual([1, 1]);
    const waiting = await database.query<{ device_id: number; due_at: number }>(
      'SELECT device_id, due_at FROM retry_send WHERE run_id = ? ORDER BY device_id',
      [runIds[1]],
    );
    expect(waiting.map(({ due_at }) => Number(due_at) < now + 3_600_000)).toEqual([true, false]);
    expect((await answer(user, CHOOSE, { id, push: pushes[1] })).userErrors).toEqual([]);
    expect(brokenOf(await answer(user, CHOOSE, { id, push: pushes[0] }))).toHaveLength(1);
    await database.tx((tx) => execute(tx, 'DELETE FROM retry_send WHERE run_id = ?', [runIds[1]]));
  });
});
