import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { appendToOutbox, type OutboxEvent } from '../../src/delivery/record/outbox-writer.js';
import { AppPauses } from '../../src/delivery/send/app-pauses.js';
import { App } from '../../src/entities/app.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { toEventId } from '../../src/services/pubsub/event-id.js';
import { createAutoPush, createRun, createWebApp, recordCount } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import type { TestSocket } from '../schema/support/test-socket.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append } from '../support/outbox-steps.js';
import { untilSilent } from '../support/until-silent.js';

const EVENTS = `subscription ($after: ID, $types: [DeliveryEventType!]) { deliveryEvents(after: $after, types: $types) {
  eventId type occurredAt node { __typename id ... on Run { status counts { sent } } ... on App { name pauseReason } } } }`;

describe.each(eachDatabase())('delivery events, $name', (kind) => {
  const app = useGraphApp(kind);

  /** Counts all statements except polls, whose number depends on time. */
  let statements: string[] = [];
  let looks = 0;
  beforeEach(() => {
    statements = [];
    app().database.statements.listener = (sql) => {
      if (sql.startsWith("SELECT 'owner'") || sql.startsWith("SELECT 'run'")) looks += 1;
      else statements.push(sql);
    };
  });

  /** Resolves once a poll that starts after this call has ended. */
  const untilLooked = (): Promise<true> => {
    const before = looks;
    return eventually('two looks', () => (looks >= before + 2 ? true : null));
  };

  /** A user's first live subscription reads the runs in progress. */
  const countLive = () => statements.filter((sql) => sql.includes(') recent WHERE')).length;

  const untilQuiet = async (ms: number): Promise<void> => {
    for (let count = -1; count !== statements.length; ) {
      count = statements.length;
      // A database that is slow for polls is slow for other queries too.
      await Promise.all([sleep(ms), untilLooked()]);
      // After the machine stalls, timers fire first, so earlier answers count too.
      await nextTurn();
    }
  };

  const subscribe = async (user: GraphUser, variables: Record<string, unknown> = {}, query = EVENTS) => {
    const socket = await user.socket();
    const before = countLive();
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables } });
    const live = () => eventually('the subscription', () => (countLive() > before ? true : null));
    return { ...socket, live };
  };

  const nextOf = async (socket: TestSocket): Promise<Json> => (await socket.next('next')).payload.data.deliveryEvents;

  const codeOf = async (socket: TestSocket): Promise<string> =>
    (await socket.next('next')).payload.errors[0].extensions.code;

  const happen = (events: readonly OutboxEvent[]) => app().database.tx((tx) => appendToOutbox(tx, events));

  const runEvent = (
    userId: number,
    runId: number,
    type: 'run.started' | 'run.finished' | 'run.paused',
  ): OutboxEvent => ({
    userId,
    type,
    runId,
    payload: {},
    occurredAt: new Date(1_790_000_000_000),
  });

  const withRun = async () => {
    const user = await app().newUser();
    const web = await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const ids = { userId: user.userId, schedulerId: scheduler.databaseId };
    const runId = await createRun(app().database, ids);
    return { user, web, runId, change: { runId, ...ids } };
  };

  /** Its first event. */
  const settled = async (
    user: GraphUser,
    socket: TestSocket & { live(): Promise<true> },
    runId: number,
  ): Promise<Json> => {
    await socket.live();
    await happen([runEvent(user.userId, runId, 'run.paused')]);
    return nextOf(socket);
  };

  test('events of a run carry its current state', async () => {
    const { user, web, runId } = await withRun();
    const socket = await subscribe(user);
    await settled(user, socket, runId);
    await recordCount(app().database, { runId, appId: web.databaseId, outcome: 'sent', count: 5 });
    await happen([runEvent(user.userId, runId, 'run.finished')]);
    const event = await nextOf(socket);
    expect(event).toMatchObject({ type: 'RUN_FINISHED', node: { __typename: 'Run', counts: { sent: 5 } } });
    expect(new Date(event.occurredAt).getTime()).toBe(1_790_000_000_000);
    socket.close();
  });

  test('pausing and resuming an application is reported once each, however many batches notice it', async () => {
    const { user, web, runId } = await withRun();
    const socket = await subscribe(user);
    await settled(user, socket, runId);
    const { database, clock } = app();
    const pauses = new AppPauses({ database, clock, log: pino({ level: 'silent' }) }, { check: async () => undefined });
    const load = () => database.reader.findOneByOrFail(App, { id: web.databaseId });
    for (const afterMs of [1_000, 2_000, 3_000])
      await pauses.pause(await load(), { code: 'OTHER', detail: 'quota', afterMs });
    expect(await nextOf(socket)).toMatchObject({ type: 'APP_PAUSED', node: { name: 'Web', pauseReason: 'quota' } });
    await pauses.resume(await load());
    expect(await nextOf(socket)).toMatchObject({ type: 'APP_RESUMED', node: { name: 'Web', pauseReason: null } });
    socket.close();
  });

  test('progress is merged for each run, has its own ids, and stops with the run', async () => {
    const { user, web, runId, change } = await withRun();
    const socket = await subscribe(user);
    const first = await settled(user, socket, runId);
    const startedAt = performance.now();
    for (let count = 1; count <= 40; count += 1) {
      await recordCount(app().database, { runId, appId: web.databaseId, outcome: 'sent', count });
      for (let hint = 0; hint < 25; hint += 1) app().status.runChanged(change);
    }
    const told = (): Json[] => socket.waiting('next').map((message) => message.payload.data.deliveryEvents);
    const untilTold = (what: string, isIt: (event: Json) => boolean) =>
      eventually(what, () => (told().some(isIt) ? true : null));
    await untilTold('the last state', ({ node }) => node.counts.sent === 40);
    const elapsedMs = performance.now() - startedAt;
    await happen([runEvent(user.userId, runId, 'run.finished')]);
    app().status.runChanged(change);
    await untilTold('the end', ({ type }) => type === 'RUN_FINISHED');
    await untilQuiet(300);
    const events = told();
    const progress = events.filter(({ type }) => type === 'RUN_PROGRESS');
    expect(progress.length).toBeGreaterThan(0);
    // The test's hub allows one event every 40 ms.
    expect(progress.length).toBeLessThan(3 + elapsedMs / 40);
    expect(progress.at(-1).node.counts.sent).toBe(40);
    expect(events.at(-1).type).toBe('RUN_FINISHED');
    expect(new Set([first, ...events].map(({ eventId }) => eventId)).size).toBe(events.length + 1);
    socket.close();

    // Resuming from a progress id continues after it: the end of the run, once.
    const again = await subscribe(user, { after: progress.at(-1).eventId });
    expect((await nextOf(again)).type).toBe('RUN_FINISHED');
    again.close();
  });

  test('polling finds the progress of another process', async () => {
    const { user, web, runId } = await withRun();
    const socket = await subscribe(user, { types: ['RUN_PROGRESS', 'RUN_PAUSED'] });
    await settled(user, socket, runId);
    await untilLooked();
    await recordCount(app().database, { runId, appId: web.databaseId, outcome: 'sent', count: 9 });
    expect(await nextOf(socket)).toMatchObject({ type: 'RUN_PROGRESS', node: { counts: { sent: 9 } } });
    socket.close();
  });

  test('`after` replays later events and then continues live; `types` excludes the others', async () => {
    const { user, runId } = await withRun();
    const socket = await subscribe(user);
    const { eventId: after } = await settled(user, socket, runId);
    socket.close();
    await happen([
      runEvent(user.userId, runId, 'run.started'),
      runEvent(user.userId, runId, 'run.paused'),
      runEvent(user.userId, runId, 'run.finished'),
    ]);
    const again = await subscribe(user, { after, types: ['RUN_STARTED', 'RUN_FINISHED'] });
    expect((await nextOf(again)).type).toBe('RUN_STARTED');
    const last = await nextOf(again);
    expect(last.type).toBe('RUN_FINISHED');
    await happen([runEvent(user.userId, runId, 'run.paused'), runEvent(user.userId, runId, 'run.started')]);
    expect((await nextOf(again)).type).toBe('RUN_STARTED');
    again.close();
  });

  test("another user's events are neither reported nor readable", async () => {
    const { user, runId } = await withRun();
    const other = await app().newUser();
    const socket = await subscribe(user);
    const { eventId } = await settled(user, socket, runId);
    const foreign = await subscribe(other);
    await foreign.live();
    await append(app().database, user.userId);
    await nextOf(socket);
    await append(app().database, other.userId);
    expect((await nextOf(foreign)).eventId).toBe(toEventId({ userId: other.userId, position: 1 }));
    expect(foreign.waiting('next')).toEqual([]);
    expect(await codeOf(await subscribe(other, { after: eventId }))).toBe('BAD_USER_INPUT');
    for (const open of [socket, foreign]) open.close();
  });

  test.each([
    ['empty', ''],
    ['nonsense', 'nonsense'],
    ['the id of something else', toGlobalId('Run', 1)],
    ["another's", toEventId({ userId: 1_000_000, position: 1 })],
    ['very long', 'x'.repeat(500)],
  ])('an `after` that is %s is BAD_USER_INPUT', async (_what, after) => {
    const socket = await subscribe(await app().newUser(), { after });
    expect(await codeOf(socket)).toBe('BAD_USER_INPUT');
    socket.close();
  });

  test('an `after` whose successors were deleted, or that a restored database never had, requires a resync', async () => {
    const { user, runId } = await withRun();
    const socket = await subscribe(user);
    const { eventId: oldest } = await settled(user, socket, runId);
    await append(app().database, user.userId, 2);
    await nextOf(socket);
    const { eventId: latest } = await nextOf(socket);
    socket.close();
    const forget = (sql: string) => app().database.tx((tx) => tx.query(sql, [user.userId]));
    await forget('DELETE FROM outbox WHERE user_id = ? AND position <= 2');
    expect(await codeOf(await subscribe(user, { after: oldest }))).toBe('RESYNC_REQUIRED');
    await forget('DELETE FROM outbox WHERE user_id = ?');
    expect(await codeOf(await subscribe(user, { after: oldest }))).toBe('RESYNC_REQUIRED');
    const upToDate = await subscribe(user, { after: latest });
    await append(app().database, user.userId);
    expect((await nextOf(upToDate)).type).toBe('RUN_PAUSED');
    upToDate.close();
    await forget('UPDATE outbox_head SET position = 1 WHERE user_id = ?');
    expect(await codeOf(await subscribe(user, { after: latest }))).toBe('RESYNC_REQUIRED');
  });

  test('a client that does not read is disconnected, and resumes from its last event', async () => {
    const user = await app().newUser();
    // The events are large, so that the network's buffers for a client fill soon.
    const padding = Array.from({ length: 12 }, (_, index) => `padding${index}: occurredAt`).join(' ');
    const query = `subscription ($after: ID) { deliveryEvents(after: $after) { eventId ${padding} } }`;
    const ids: string[] = [];
    const endings: (string | number)[] = [];
    const note = ({ raw }: TestSocket) => {
      raw.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data));
        if (type === 'next') ids.push(payload.data.deliveryEvents.eventId);
        if (type === 'error') endings.push(payload[0].extensions.code);
      });
      raw.on('close', (code) => endings.push(code));
    };
    const socket = await subscribe(user, {}, query);
    note(socket);
    await socket.live();
    socket.raw.pause();
    const burst = 24_000;
    for (let written = 0; written < burst; written += 2_000) await append(app().database, user.userId, 2_000);
    await eventually('its end', () => (app().status.subscriberCounts().events === 0 ? true : null));
    socket.raw.resume();
    await eventually('the end of it', () => (endings.length > 0 ? true : null));
    // On a busy machine this exceeds the time in which a client must answer a ping.
    expect(['SUBSCRIPTION_OVERFLOW', 1006]).toContain(endings[0]);
    expect(ids.length).toBeLessThan(burst);
    socket.close();
    const again = await user.socket();
    note(again);
    again.send({ id: 'b', type: 'subscribe', payload: { query, variables: { after: ids.at(-1) } } });
    await eventually('the rest', () => (ids.length >= burst ? true : null));
    expect(new Set(ids).size).toBe(burst);
    again.close();
  });

  test('listeners share one read of an event', async () => {
    const { user, runId } = await withRun();
    const socket = await user.socket();
    const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
    for (const id of names) socket.send({ id, type: 'subscribe', payload: { query: EVENTS, variables: {} } });
    const heads = () => statements.filter((sql) => sql.startsWith('SELECT position FROM outbox_head')).length;
    await eventually('all of them', () => (heads() >= names.length && countLive() > 0 ? true : null));
    await untilQuiet(100);
    await happen([runEvent(user.userId, runId, 'run.started')]);
    for (const _ of names) await nextOf(socket);
    await untilQuiet(500);
    statements = [];
    await happen([runEvent(user.userId, runId, 'run.paused')]);
    for (const _ of names) await nextOf(socket);
    await untilQuiet(200);
    // Nine statements: the transaction, the outbox, and the run with its counts. A listener that is not live yet reads
    // for itself, five more; separate readings would take a hundred.
    expect(statements.length).toBeGreaterThan(3);
    expect(statements).toEqual(statements.slice(0, 20));
    socket.close();
    await untilSilent(app().database);
  });
});
