import { describe, expect, test } from '@jest/globals';
import { Run, type RunStatus, type RunStatusReason } from '../../src/entities/run.js';
import { Scheduler, type SchedulerKind } from '../../src/entities/scheduler.js';
import { SCHEDULER_STATES } from '../../src/services/schedulers/scheduler-state.js';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const KINDS: readonly SchedulerKind[] = ['auto-push', 'one-time', 'weekly'];
const NAMES = SCHEDULER_STATES.map((state) => state.toUpperCase().replaceAll('-', '_'));

const AT = Date.UTC(2026, 10, 1);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface RunIs {
  readonly status: RunStatus;
  readonly reason?: RunStatusReason;
  /** Milliseconds before the previous one, 0 by default. */
  readonly before?: number;
}

interface Case {
  readonly is: Partial<Scheduler>;
  readonly runs?: readonly RunIs[];
  readonly without?: 'push' | 'apps' | 'devices';
  /** The expected states of auto-push, one-time and weekly. */
  readonly states: readonly [string, string, string];
}

const was = { firstActivatedAt: new Date(AT) };
const active = {
  ...was,
  active: true,
  activeFrom: new Date(AT),
  updatedAt: new Date(AT),
  nextDueAt: new Date(AT + 7 * DAY),
};
const ended = { ...was, activeFrom: new Date(AT), endedAt: new Date(AT + DAY) };
const all = (state: string): Case['states'] => [state, state, state];
const timed = (ofAutoPush: string, state: string): Case['states'] => [ofAutoPush, state, state];

const CASES: Readonly<Record<string, Case>> = {
  'never activated': { is: {}, states: all('DRAFT') },
  'archived, whatever else': {
    is: { ...active, archived: true },
    runs: [{ status: 'running' }],
    states: all('ARCHIVED'),
  },
  'active with a moment to come': { is: active, states: timed('LISTENING', 'SCHEDULED') },
  'active, and its last moment was sent': {
    is: active,
    runs: [{ status: 'finished' }],
    states: timed('LISTENING', 'SCHEDULED'),
  },
  'a run is planned': { is: active, runs: [{ status: 'planning' }], states: timed('LISTENING', 'SENDING') },
  'a run goes on': { is: active, runs: [{ status: 'running' }], states: timed('LISTENING', 'SENDING') },
  'an earlier wave goes on, a later one is through': {
    is: active,
    runs: [{ status: 'running', before: HOUR }, { status: 'finished' }],
    states: timed('LISTENING', 'SENDING'),
  },
  'the last wave goes on, of one that is inactive for it': {
    is: ended,
    runs: [{ status: 'running' }],
    states: timed('PAUSED', 'SENDING'),
  },
  'its run is paused': { is: active, runs: [{ status: 'paused' }], states: timed('LISTENING', 'PAUSED') },
  deactivated: { is: was, states: all('PAUSED') },
  'deactivated after it had sent': { is: was, runs: [{ status: 'finished' }], states: all('PAUSED') },
  'through, and sent': { is: ended, runs: [{ status: 'finished' }], states: ['PAUSED', 'SENT', 'PAUSED'] },
  'through, sent in one zone and with nobody in the last': {
    is: ended,
    runs: [
      { status: 'finished', before: 26 * HOUR },
      { status: 'finished', reason: 'NO_DEVICES' },
    ],
    states: ['PAUSED', 'SENT', 'PAUSED'],
  },
  'through, and reached nobody, though it did the year before': {
    is: ended,
    runs: [
      { status: 'finished', before: 365 * DAY },
      { status: 'finished', reason: 'NO_DEVICES' },
    ],
    states: ['PAUSED', 'NOTHING_TO_SEND', 'PAUSED'],
  },
  'through, and its moment was missed': {
    is: ended,
    runs: [{ status: 'missed' }],
    states: ['PAUSED', 'MISSED', 'PAUSED'],
  },
  'through, some zones missed and nobody in the others': {
    is: ended,
    runs: [
      { status: 'missed', before: HOUR },
      { status: 'finished', reason: 'NO_DEVICES' },
    ],
    states: ['PAUSED', 'MISSED', 'PAUSED'],
  },
  'through, and cancelled': { is: ended, runs: [{ status: 'cancelled' }], states: all('PAUSED') },
  'through without any run, as other time-zone data had it': { is: ended, states: ['PAUSED', 'MISSED', 'PAUSED'] },
  'active without a push': { is: active, without: 'push', states: all('NOTHING_TO_SEND') },
  'active without an application': { is: active, without: 'apps', states: all('NOTHING_TO_SEND') },
  'active without a device': { is: active, without: 'devices', states: all('NOTHING_TO_SEND') },
  'inactive without a push': { is: {}, without: 'push', states: all('DRAFT') },
  'active, and its last moment was missed': {
    is: active,
    runs: [{ status: 'missed' }],
    states: timed('LISTENING', 'MISSED'),
  },
  'active, and its last moment reached nobody': {
    is: active,
    runs: [{ status: 'finished', reason: 'NO_DEVICES' }],
    states: timed('LISTENING', 'NOTHING_TO_SEND'),
  },
  'active, and changed since its last moment reached nobody': {
    is: { ...active, updatedAt: new Date(AT + 2 * DAY) },
    runs: [{ status: 'finished', reason: 'NO_DEVICES' }],
    states: timed('LISTENING', 'SCHEDULED'),
  },
  'active, and what its last moment lacked is there now': {
    is: active,
    runs: [{ status: 'finished', reason: 'NO_ACTIVE_PUSH' }],
    states: timed('LISTENING', 'SCHEDULED'),
  },
  'active again since a moment was missed': {
    is: { ...active, activeFrom: new Date(AT + 2 * DAY) },
    runs: [{ status: 'missed' }],
    states: timed('LISTENING', 'SCHEDULED'),
  },
  'by local time, nobody in the first zones, and others to come': {
    is: { ...active, localTime: true, timezone: null, nextDueAt: new Date(AT + DAY + HOUR) },
    runs: [{ status: 'finished', reason: 'NO_DEVICES' }],
    states: timed('LISTENING', 'SCHEDULED'),
  },
  'by local time, nobody in any zone': {
    is: { ...active, localTime: true, timezone: null },
    runs: [
      { status: 'finished', reason: 'NO_DEVICES', before: HOUR },
      { status: 'finished', reason: 'NO_DEVICES' },
    ],
    states: timed('LISTENING', 'NOTHING_TO_SEND'),
  },
  'by local time, nobody in the last zone alone': {
    is: { ...active, localTime: true, timezone: null },
    runs: [
      { status: 'finished', before: HOUR },
      { status: 'finished', reason: 'NO_DEVICES' },
    ],
    states: timed('LISTENING', 'SCHEDULED'),
  },
};

const COLUMNS = { allCountries: false, allLanguages: false, allAudiences: false, archived: false, active: false };

const LIST = 'query ($where: SchedulerWhereInput) { schedulers(first: 100, where: $where) { nodes { name status } } }';

describe.each(eachDatabase())('the state of a scheduler, $name', (kind) => {
  const app = useGraphApp(kind);

  const insert = async (user: GraphUser, name: string, { is, runs = [], without }: Case, ofKind: SchedulerKind) => {
    const push = without === 'push' ? null : await createPush(user);
    await app().database.tx(async (tx) => {
      const scheduler = await tx.save(Scheduler, {
        ...{ userId: user.userId, kind: ofKind, name, nameFolded: name, ...COLUMNS, allApps: without !== 'apps' },
        ...{ sendDate: '2026-11-30', sendMinute: 600, localTime: false, timezone: '+00:00' },
        ...{ createdAt: new Date(AT), updatedAt: new Date(AT), ...is },
      });
      if (push) {
        await tx.query('UPDATE push SET scheduler_id = ? WHERE id = ?', [scheduler.id, push.databaseId]);
      }
      for (const { status, reason = null, before = 0 } of runs) {
        const dueAt = new Date(AT + DAY - before);
        await tx.save(Run, {
          ...{ userId: user.userId, schedulerId: scheduler.id, kind: ofKind, status, statusReason: reason },
          ...{ statusMessage: null, parts: null, audience: null, pushes: null, leftOut: 0, cutIndex: 0, cutId: 0 },
          ...{ dueAt, createdAt: dueAt, finishedAt: null },
        });
      }
    });
  };

  const withDevice = async (): Promise<GraphUser> => {
    const user = await app().newUser();
    await registerBrowsers(user, (await createWebApp(user)).id, [{}]);
    return user;
  };

  test.each([false, true])(
    'is right in each case, and its filter finds exactly these; Vitess: %s',
    async (isVitess) => {
      const wasVitess = app().database.isVitess;
      app().database.isVitess ||= isVitess;
      const [user, lonely] = [await withDevice(), await app().newUser()];
      await createWebApp(lonely);
      const expected = new Map<string, string>();
      for (const [name, one] of Object.entries(CASES)) {
        for (const [index, ofKind] of KINDS.entries()) {
          const isLonely = one.without === 'devices';
          await insert(isLonely ? lonely : user, `${name} (${ofKind})`, one, ofKind);
          if (!isLonely) expected.set(`${name} (${ofKind})`, one.states[index] ?? '');
        }
      }
      const found: Json[] = [];
      const statements = new Set<string>();
      app().database.statements.listener = (sql) => statements.add(sql);
      for (const state of NAMES) {
        const { schedulers } = await user.data(LIST, { where: { status: [state] } });
        expect(schedulers.nodes.map(({ status }: Json) => status)).toEqual(schedulers.nodes.map(() => state));
        found.push(...schedulers.nodes);
      }
      expect(Object.fromEntries(found.map(({ name, status }) => [name, status]))).toEqual(Object.fromEntries(expected));
      expect(found).toHaveLength(expected.size);
      expect((await user.data(LIST, { where: { status: [] } })).schedulers.nodes).toEqual([]);
      const { schedulers } = await lonely.data(LIST);
      app().database.statements.listener = null;
      app().database.isVitess = wasVitess;
      expect(schedulers.nodes.map(({ status }: Json) => status)).toEqual(all('NOTHING_TO_SEND'));
      // On shards, vtgate never finishes planning a state that looks up devices (docs/decisions/sharding.md).
      const states = [...statements].filter((sql) => sql.includes("'listening'"));
      expect(states.length).toBeGreaterThan(0);
      if (isVitess) expect(states.filter((sql) => /\bdevice\b/.test(sql))).toEqual([]);
    },
  );

  test('with last run, content and reach takes as many statements for many schedulers as for two', async () => {
    const user = await withDevice();
    const query =
      '{ schedulers(first: 50) { nodes { status preview lastRun { status } } } all: schedulers(where: { status: [DRAFT, NOTHING_TO_SEND], search: "e" }) { totalCount nodes { name } } }';
    const count = async (): Promise<number> => {
      const before = app().database.statements.count;
      await user.data(query);
      return app().database.statements.count - before;
    };
    for (const name of ['One', 'Two']) await createAutoPush(user, name);
    const few = await count();
    for (let index = 0; index < 10; index += 1) await createAutoPush(user, `More ${index}`);
    expect(await count()).toBe(few);
  });

  test('costs according to its reads: more as a filter than as a field', async () => {
    const user = await withDevice();
    const costOf = async (where: Json): Promise<number> =>
      (
        await user.query('query ($where: SchedulerWhereInput) { schedulers(where: $where) { nodes { name } } }', {
          where,
        })
      ).body.extensions.cost.requested;
    const plain = await costOf({ active: true });
    expect(await costOf({ status: ['SENT'] })).toBe(plain + 500);
    expect(await costOf({ search: 'x' })).toBe(plain + 500);
    const { body } = await user.query('{ schedulers { nodes { name status } } }');
    expect(body.extensions.cost.requested).toBe(plain + 20 * 11);
  });
});
