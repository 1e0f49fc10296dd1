import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { createRunStates } from '../../src/services/pubsub/run-states.js';
import { createSchedulerStates } from '../../src/services/pubsub/scheduler-states.js';
import { RunQueryService } from '../../src/services/runs/run-query-service.js';
import { createAutoPush, createRun, createWebApp, recordCount, setRunStatus } from '../schema/support/factories.js';
import { type GraphApp, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { untilSilent } from '../support/until-silent.js';

const RUN_PROGRESS = `subscription ($id: ID!) { runProgress(runId: $id) {
  occurredAt run { status counts { total sent failed } breakdown { byProvider { provider counts { sent } } } scheduler { name }
  speed { maxPerMinute } speedLimit throttledUntil secondsLeft bestHour { from } } } }`;

/** More statements than one poll of a run takes. */
const LOOKS = 6;

const watchedRunOf = async ({ database, newUser }: GraphApp, status: 'running' | 'finished') => {
  const user = await newUser();
  const web = await createWebApp(user);
  const scheduler = await createAutoPush(user);
  const runId = await createRun(database, { userId: user.userId, schedulerId: scheduler.databaseId, status });
  const change = { runId, schedulerId: scheduler.databaseId, userId: user.userId };
  const record = (count: number) => recordCount(database, { runId, appId: web.databaseId, outcome: 'sent', count });
  return { user, scheduler, runId, id: toGlobalId('Run', runId), change, record };
};

describe.each(eachDatabase())('live status, $name', (kind) => {
  const app = useGraphApp(kind);
  const watchedRun = (status: 'running' | 'finished' = 'running') => watchedRunOf(app(), status);

  test('progress begins with the current state, follows every change and completes with the last', async () => {
    const { user, runId, id, change, record } = await watchedRun();
    await record(1);
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query: RUN_PROGRESS, variables: { id } } });
    const next = async () => {
      const { data, errors } = (await socket.next('next')).payload;
      expect(errors).toBeUndefined();
      return data.runProgress.run;
    };
    expect(await next()).toMatchObject({
      status: 'RUNNING',
      counts: { sent: 1 },
      scheduler: { name: 'Auto' },
      speedLimit: null,
    });
    await record(20);
    app().status.runChanged(change);
    expect(await next()).toMatchObject({
      counts: { total: 20, sent: 20 },
      breakdown: { byProvider: [{ provider: 'WEBPUSH' }] },
    });
    await record(30);
    await setRunStatus(app().database, runId, 'finished');
    app().status.runChanged(change);
    // A poll may have fallen between the two writes.
    const seen = await next();
    const last = seen.status === 'RUNNING' ? await next() : seen;
    expect(last).toMatchObject({ status: 'FINISHED', counts: { sent: 30 } });
    expect((await socket.next('complete')).id).toBe('a');
    socket.close();
  });

  test('a watched run has its experiment', async () => {
    const { user, runId, id } = await watchedRun();
    const settings = { controlShare: 0.25, testShare: 0.5, metric: 'CLICKED', winner: 'BEST', decideAt: null };
    const experiment = {
      ...settings,
      variants: [
        { pushId: 7, weight: 1 },
        { pushId: 8, weight: 3 },
      ],
    };
    const sql = 'UPDATE run SET experiment = ?, winner = 1 WHERE id = ?';
    await app().database.tx((tx) => execute(tx, sql, [JSON.stringify(experiment), runId]));
    const query = `subscription ($id: ID!) { runProgress(runId: $id) { run {
      experiment { controlShare } variants { weight isWinner } } } }`;
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id } } });
    const variants = [
      { weight: 1, isWinner: false },
      { weight: 3, isWinner: true },
    ];
    const run = { experiment: { controlShare: 0.25 }, variants };
    expect((await socket.next('next')).payload).toEqual({ data: { runProgress: { run } } });
    socket.close();
  });

  test('a run in another process is followed by polling', async () => {
    const { user, id, record } = await watchedRun();
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query: RUN_PROGRESS, variables: { id } } });
    await socket.next('next');
    await record(7);
    expect((await socket.next('next')).payload.data.runProgress.run.counts.sent).toBe(7);
    const { statements } = app().database;
    const before = statements.count;
    await eventually('further looks', () => (statements.count > before + LOOKS ? true : null));
    expect(socket.waiting('next')).toEqual([]);
    socket.close();
  });

  test('a burst of changes becomes a few events, which include the last state', async () => {
    const { user, id, change, record } = await watchedRun();
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query: RUN_PROGRESS, variables: { id } } });
    await socket.next('next');
    for (let count = 10; count <= 50; count += 10) {
      await record(count);
      for (let each = 0; each < 10; each += 1) app().status.runChanged(change);
    }
    const counts: number[] = [];
    while (counts.at(-1) !== 50) {
      counts.push((await socket.next('next')).payload.data.runProgress.run.counts.sent);
    }
    // Each state has at most one event, however slow the machine is. There were 50 changes.
    expect(counts.length).toBeLessThanOrEqual(10);
    socket.close();
  });

  test('a run that has ended is reported once', async () => {
    const { user, id } = await watchedRun('finished');
    const socket = await user.socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query: RUN_PROGRESS, variables: { id } } });
    expect((await socket.next('next')).payload.data.runProgress.run.status).toBe('FINISHED');
    await socket.next('complete');
    socket.close();
  });

  test("another user's run or scheduler cannot be watched", async () => {
    const { id, scheduler } = await watchedRun();
    const socket = await (await app().newUser()).socket();
    socket.send({ id: 'a', type: 'subscribe', payload: { query: RUN_PROGRESS, variables: { id } } });
    expect((await socket.next('next')).payload.errors[0].extensions.code).toBe('NOT_FOUND');
    const query = 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { occurredAt } }';
    socket.send({ id: 'b', type: 'subscribe', payload: { query, variables: { id: scheduler.id } } });
    expect((await socket.next('next')).payload.errors[0].extensions.code).toBe('NOT_FOUND');
    socket.close();
  });

  test('a scheduler reports each change of its state, always with the matching row', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const socket = await user.socket();
    const query = 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { scheduler { status active } } }';
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id: scheduler.id } } });
    const until = async (state: string): Promise<unknown[]> => {
      for (;;) {
        const { status, active } = (await socket.next('next')).payload.data.schedulerStatus.scheduler;
        if (status === state) return [status, active];
      }
    };
    expect(await until('DRAFT')).toEqual(['DRAFT', false]);
    const change = async (mutation: string): Promise<void> => {
      const query = `mutation ($id: ID!) { changed: ${mutation}(id: $id) { userErrors { code } } }`;
      expect(await user.data(query, { id: scheduler.id })).toEqual({ changed: { userErrors: [] } });
    };
    await change('schedulerActivate');
    expect(await until('NOTHING_TO_SEND')).toEqual(['NOTHING_TO_SEND', true]);
    await change('schedulerArchive');
    expect(await until('ARCHIVED')).toEqual(['ARCHIVED', false]);
    socket.close();
  });

  test('a scheduler that changes during a read is returned in its old or new state, never mixed', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { id, databaseId } = await createAutoPush(user);
    const { database } = app();
    const runs = new RunQueryService(database);
    const states = createSchedulerStates(database, createRunStates(runs));
    const { query } = database;
    database.query = async (...given) => {
      database.query = query;
      await user.data('mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { code } } }', { id });
      return query.apply(database, given) as never;
    };
    const state = await states.load(databaseId);
    expect([state?.status, state?.scheduler.active]).toEqual(['nothing-to-send', true]);
  });

  test('a scheduler is watched with its latest run until it is deleted', async () => {
    const { user, scheduler, change, record } = await watchedRun();
    const socket = await user.socket();
    const query = `subscription ($id: ID!) { schedulerStatus(schedulerId: $id) {
      scheduler { active } latestRun { status counts { sent } } } }`;
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id: scheduler.id } } });
    const next = async () => (await socket.next('next')).payload.data.schedulerStatus;
    expect(await next()).toEqual({
      scheduler: { active: false },
      latestRun: { status: 'RUNNING', counts: { sent: 0 } },
    });
    await record(3);
    app().status.runChanged(change);
    expect((await next()).latestRun.counts.sent).toBe(3);
    await user.data('mutation ($id: ID!) { schedulerActivate(id: $id) { scheduler { active } } }', {
      id: scheduler.id,
    });
    // The rate of its run may be reported in between, because it changes on its own.
    for (let state = await next(); !state.scheduler.active; state = await next()) {
      expect(state.latestRun.counts.sent).toBe(3);
    }
    await user.data('mutation ($id: ID!) { schedulerDelete(id: $id) { deletedId } }', { id: scheduler.id });
    await socket.next('complete');
    socket.close();
  });
});

// There is no polling in between: every read belongs to a change, however slow the machine is.
describe.each(eachDatabase())('reads of live status, $name', (kind) => {
  const app = useGraphApp(kind, { pollMs: 600_000 });
  const watchedRun = () => watchedRunOf(app(), 'running');

  test('both show the counts by provider, application, language and outcome, from one read', async () => {
    const { user, scheduler, runId, id, change } = await watchedRun();
    const { databaseId: appId } = await createWebApp(user, 'Second');
    await recordCount(app().database, { runId, appId, outcome: 'sent', count: 5 });
    await recordCount(app().database, { runId, appId, outcome: 'failed', count: 2, language: 'de' });
    const sides = `breakdown { byProvider { provider counts { total } } byApp { app { name } counts { sent failed } }
      byLanguage { language counts { total } } byOutcome { outcome count } }`;
    const expected = {
      byProvider: [{ provider: 'WEBPUSH', counts: { total: 7 } }],
      byApp: [{ app: { name: 'Second' }, counts: { sent: 5, failed: 2 } }],
      byLanguage: [
        { language: 'de', counts: { total: 2 } },
        { language: 'en', counts: { total: 5 } },
      ],
      byOutcome: [
        { outcome: 'FAILED', count: 2 },
        { outcome: 'SENT', count: 5 },
      ],
    };
    const socket = await user.socket();
    const ofRun = `subscription ($id: ID!) { runProgress(runId: $id) { run { ${sides} } } }`;
    socket.send({ id: 'a', type: 'subscribe', payload: { query: ofRun, variables: { id } } });
    expect((await socket.next('next')).payload.data.runProgress.run.breakdown).toEqual(expected);
    const ofScheduler = `subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { latestRun { ${sides} } } }`;
    socket.send({ id: 'b', type: 'subscribe', payload: { query: ofScheduler, variables: { id: scheduler.id } } });
    expect((await socket.next('next')).payload.data.schedulerStatus.latestRun.breakdown).toEqual(expected);
    await untilSilent(app().database);
    const seen: string[] = [];
    app().database.statements.listener = (sql) => seen.push(sql);
    await recordCount(app().database, { runId, appId, outcome: 'sent', count: 6 });
    app().status.runChanged(change);
    for (const _ of ['a', 'b']) await socket.next('next');
    await untilSilent(app().database);
    app().database.statements.listener = null;
    expect(seen.filter((sql) => sql.includes('FROM batch_count c')).length).toBeLessThanOrEqual(2);
    socket.close();
  });

  test('subscribers share one read, and nothing is read after they leave', async () => {
    const { user, id, change } = await watchedRun();
    const socket = await user.socket();
    for (const name of ['a', 'b', 'c', 'd']) {
      socket.send({
        id: name,
        type: 'subscribe',
        payload: { query: RUN_PROGRESS.replace('scheduler { name }', ''), variables: { id } },
      });
      await socket.next('next');
    }
    await untilSilent(app().database);
    const { statements } = app().database;
    const before = statements.count;
    app().status.runChanged(change);
    await eventually('the reading', () => (statements.count > before ? true : null));
    await untilSilent(app().database);
    expect(statements.count - before).toBeLessThanOrEqual(6);
    socket.close();
    await untilSilent(app().database);
  });
});
