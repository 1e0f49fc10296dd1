import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { createAutoPush, createRun, createWebApp } from '../schema/support/factories.js';
import { type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const PAYLOAD = '{ run { id status statusMessage } userErrors { field message code } }';
const mutation = (name: string) =>
  `mutation ($id: ID!, $key: String) { ${name}(id: $id, idempotencyKey: $key) ${PAYLOAD} }`;

describe.each(eachDatabase())('mutations of runs, $name', (kind) => {
  const app = useGraphApp(kind);

  const userWithRun = async ({ isTimed = true } = {}) => {
    const user = await app().newUser();
    await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const { database } = app();
    const runId = await createRun(database, { userId: user.userId, schedulerId: scheduler.databaseId });
    if (isTimed) await database.tx((tx) => tx.query("UPDATE run SET kind = 'onesend' WHERE id = ?", [runId]));
    const id = toGlobalId('Run', runId);
    const run = async (name: string, key?: string) => (await user.data(mutation(name), { id, key }))[name];
    return { user, id, run };
  };

  test("pause, resume and cancel return the run's new state, and may be repeated", async () => {
    const { run, id } = await userWithRun();
    for (const [name, status] of [
      ['runPause', 'PAUSED'],
      ['runPause', 'PAUSED'],
      ['runResume', 'PLANNING'],
      ['runPause', 'PAUSED'],
      ['runCancel', 'CANCELLED'],
      ['runCancel', 'CANCELLED'],
    ] as const) {
      expect(await run(name)).toMatchObject({ run: { id, status }, userErrors: [] });
    }
  });

  test('that change nothing add nothing to the audit log', async () => {
    const { user, run } = await userWithRun();
    for (const name of ['runPause', 'runPause', 'runResume', 'runResume', 'runCancel', 'runCancel']) await run(name);
    const query = '{ auditLog(first: 20) { nodes { action } } }';
    const { nodes } = (await user.data(query, {})).auditLog;
    const ofRuns = nodes.map(({ action }: Json) => action).filter((action: string) => action.startsWith('run'));
    expect(ofRuns).toEqual(['runCancel', 'runResume', 'runPause']);
  });

  test('an action that is too late or does not apply to this kind of run is a user error with a message', async () => {
    const { run } = await userWithRun();
    await run('runCancel');
    expect(await run('runResume')).toEqual({
      run: null,
      userErrors: [{ field: ['id'], message: 'This run has been cancelled; it cannot be resumed.', code: 'OVER' }],
    });
    const { run: ofAutoPush } = await userWithRun({ isTimed: false });
    const [error] = (await ofAutoPush('runPause')).userErrors;
    expect(error).toMatchObject({ field: ['id'], code: 'AUTO_PUSH' });
    expect(error.message).toContain('deactivate its scheduler instead');
  });

  test('repeating a key changes nothing more', async () => {
    const { run } = await userWithRun();
    await run('runPause', 'once');
    await run('runResume');
    expect(await run('runPause', 'once')).toMatchObject({ run: { status: 'PLANNING' }, userErrors: [] });
    expect((await run('runResume', 'once')).userErrors).toMatchObject([{ code: 'CONFLICT' }]);
  });

  test("another owner's run is not found, and the scope SEND is required", async () => {
    const { user, id } = await userWithRun();
    const stranger = await app().newUser();
    const reader = app().userWithKey(await app().services.keys.createKey(user.userId, ['read', 'write']));
    for (const name of ['runCancel', 'runPause', 'runResume']) {
      const answer = (await stranger.data(mutation(name), { id }))[name];
      expect(answer).toMatchObject({ run: null, userErrors: [{ field: ['id'], code: 'NOT_FOUND' }] });
      expect((await reader.query(mutation(name), { id })).errors[0].extensions.code).toBe('FORBIDDEN');
    }
    expect(await user.data('query ($id: ID!) { run(id: $id) { status } }', { id })).toEqual({
      run: { status: 'RUNNING' },
    });
  });

  test('a subscriber sees a run paused, resumed and cancelled, and then the subscription ends', async () => {
    const { user, run, id } = await userWithRun();
    const socket = await user.socket();
    const query = 'subscription ($id: ID!) { runProgress(runId: $id) { run { status } } }';
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id } } });
    const next = async () => (await socket.next('next')).payload.data.runProgress.run.status;
    expect(await next()).toBe('RUNNING');
    await run('runPause');
    expect(await next()).toBe('PAUSED');
    await run('runResume');
    expect(await next()).toBe('PLANNING');
    await run('runCancel');
    expect(await next()).toBe('CANCELLED');
    await socket.next('complete');
    socket.close();
  });

  test('the grace period of timed schedulers is set, read with its default, and replaced with the rest', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const input = {
      name: 'Once',
      audience: { apps: { all: true } },
      date: '2026-12-24',
      time: '18:30',
      timeZone: '+00:00',
    };
    const fields = '{ scheduler { id ... on OneTimeScheduler { gracePeriod } } userErrors { field code message } }';
    const create = `mutation ($input: OneTimeSchedulerInput!) { oneTimeSchedulerCreate(input: $input) ${fields} }`;
    const made = (await user.data(create, { input: { ...input, gracePeriod: '90m' } })).oneTimeSchedulerCreate;
    expect(made).toMatchObject({ scheduler: { gracePeriod: '1h30m' }, userErrors: [] });
    const { id } = made.scheduler;
    const update = `mutation ($id: ID!, $input: OneTimeSchedulerInput!) { oneTimeSchedulerUpdate(id: $id, input: $input) ${fields} }`;
    const replaced = (await user.data(update, { id, input })).oneTimeSchedulerUpdate;
    expect(replaced.scheduler.gracePeriod).toBeNull();
    const refused = (await user.data(create, { input: { ...input, gracePeriod: '8d' } })).oneTimeSchedulerCreate;
    expect(refused.userErrors).toMatchObject([{ field: ['input', 'gracePeriod'] }]);
    expect(refused.userErrors[0].message).toContain('`gracePeriod`');
    const weekly = `mutation { weeklySchedulerCreate(input: { name: "W", audience: { apps: { all: true } }, gracePeriod: "0m",
      times: [{ day: 1, times: ["09:00"] }] }) { scheduler { ... on WeeklyScheduler { gracePeriod } } } }`;
    expect((await user.data(weekly)).weeklySchedulerCreate.scheduler.gracePeriod).toBe('0m');
  });
});
