import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { Run, type RunStatus, type RunStatusReason } from '../../src/entities/run.js';
import { Scheduler, type SchedulerKind } from '../../src/entities/scheduler.js';
import { SCHEDULER_STATES } from '../../src/services/schedulers/scheduler-state.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

const KINDS: readonly SchedulerKind[] = ['auto-push', 'one-time', 'weekly'];
const NAMES = SCHEDULER_STATES.map((state) => state.toUpperCase().replaceAll('-', '_'));

const AT = Date.UTC(2026, 10, 1);
const MINUTE = 60_000;
const DAY = 86_400_000;

interface RunIs {
  readonly status: RunStatus;
  readonly reason?: RunStatusReason;
  /** Ms before the last; 0 unless told. */
  readonly before?: number;
}

interface Case {
  readonly is: Partial<Scheduler>;
  readonly runs?: readonly RunIs[];
  readonly without?: 'push' | 'apps' | 'devices';
  /** What it comes to for auto-push, one-time and weekly. */
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

  test('is this in each case, and the filter by it finds exactly these', async () => {
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
    for (const state of NAMES) {
      const { schedulers } = await user.data(LIST, { where: { status: [state] } });
      expect(schedulers.nodes.map(({ status }: Json) => status)).toEqual(schedulers.nodes.map(() => state));
      found.push(...schedulers.nodes);
    }
    expect(Object.fromEntries(found.map(({ name, status }) => [name, status]))).toEqual(Object.fromEntries(expected));
    expect(found).toHaveLength(expected.size);
    expect((await user.data(LIST, { where: { status: [] } })).schedulers.nodes).toEqual([]);
    const { schedulers } = await lonely.data(LIST);
    expect(schedulers.nodes.map(({ status }: Json) => status)).toEqual(all('NOTHING_TO_SEND'));
  });

  test('knows of applications what the warnings say, however they are named', async () => {
    const user = await app().newUser();
    const [web, empty, archived] = [
      await createWebApp(user),
      await createWebApp(user, 'Empty'),
      await createWebApp(user, 'Archived'),
    ];
    await registerBrowsers(user, web.id, [{}]);
    await registerBrowsers(user, archived.id, [{}]);
    const makeGroup = async (input: Json): Promise<string> => {
      const mutation = 'mutation ($input: AppGroupInput!) { appGroupCreate(input: $input) { appGroup { id } } }';
      return (await user.data(mutation, { input })).appGroupCreate.appGroup.id;
    };
    const [group, ofNobody, everybody] = [
      await makeGroup({ name: 'g', appIds: [web.id, archived.id] }),
      await makeGroup({ name: 'e', appIds: [empty.id] }),
      await makeGroup({ name: 'a', allApps: true }),
    ];
    const put = await makeGroup({ name: 'archived', appIds: [web.id] });
    const selections = [
      { all: true },
      { all: true, exceptAppIds: [web.id] },
      { all: true, exceptGroupIds: [group] },
      { all: true, exceptGroupIds: [put] },
      { appIds: [web.id] },
      { appIds: [empty.id] },
      { appIds: [web.id, empty.id], exceptGroupIds: [group] },
      { groupIds: [group] },
      { groupIds: [ofNobody] },
      { groupIds: [ofNobody, group] },
      { groupIds: [everybody] },
      { groupIds: [everybody], exceptAppIds: [web.id] },
      { groupIds: [put], appIds: [empty.id] },
    ];
    for (const [index, apps] of selections.entries()) {
      const { campaignCreate } = await user.data(
        `mutation ($input: CampaignInput!) { campaignCreate(input: $input) { userErrors { field message } } }`,
        {
          input: {
            autoPush: {
              scheduler: { name: `${index}`, audience: { apps } },
              pushes: [{ defaultLang: 'en', translations: [{ language: 'en', title: 't', text: 't' }] }],
              activate: true,
            },
          },
        },
      );
      expect([index, campaignCreate.userErrors]).toEqual([index, []]);
    }
    await user.data(
      `mutation ($app: ID!, $group: ID!) { appArchive(id: $app) { userErrors { code } }
         appGroupArchive(id: $group) { userErrors { code } } }`,
      { app: archived.id, group: put },
    );
    const { schedulers } = await user.data('{ schedulers(first: 50) { nodes { name status warnings { code } } } }');
    const states = schedulers.nodes.map(({ status }: Json) => status);
    expect(states).toEqual(
      schedulers.nodes.map(({ warnings }: Json) => (warnings.length > 0 ? 'NOTHING_TO_SEND' : 'LISTENING')),
    );
    expect(new Set(states).size).toBe(2);
  });

  test('with the last run, what it sends and how many it reaches, takes as many statements for many as for two', async () => {
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

  test('is told to those who watch, as it changes', async () => {
    const user = await withDevice();
    const scheduler = await createAutoPush(user);
    const socket = await user.socket();
    const query = 'subscription ($id: ID!) { schedulerStatus(schedulerId: $id) { scheduler { status active } } }';
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id: scheduler.id } } });
    /** A scheduler and its state are read one after the other, so that one of them may be told again. */
    const until = async (state: string): Promise<string[]> => {
      const seen: string[] = [];
      while (seen.at(-1) !== state) {
        seen.push((await socket.next('next')).payload.data.schedulerStatus.scheduler.status);
      }
      return [...new Set(seen)];
    };
    expect(await until('DRAFT')).toEqual(['DRAFT']);
    await user.data('mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { code } } }', { id: scheduler.id });
    expect(await until('NOTHING_TO_SEND')).toContain('NOTHING_TO_SEND');
    await user.data('mutation ($id: ID!) { schedulerArchive(id: $id) { userErrors { code } } }', { id: scheduler.id });
    expect(await until('ARCHIVED')).toContain('ARCHIVED');
    socket.close();
  });

  test('costs what it reads: as a filter more than as a field', async () => {
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

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

describe.each(eachDatabase())('the state through a life, $name', ({ open }) => {
  const begin = async (database: Database, devices = 3) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const web = await world.makeApp('provider_c');
    if (devices > 0) await world.seedDevices(web, devices, () => ({ country: 'CL' }));
    const graph = await GraphOverWorld.open(world);
    const states = async (): Promise<string[]> => {
      const { schedulers } = await graph.data('{ schedulers(first: 100) { nodes { status } } }');
      return schedulers.nodes.map(({ status }: Json) => status);
    };
    return { world, graph, states, web };
  };

  test('of a one-time one: draft, scheduled, sending, sent; and copied from a sent one, a draft', async () => {
    await using database = await open();
    const { world, graph, states } = await begin(database);
    await using _world = world;
    await using _graph = graph;
    const { services, caller } = world;
    const { id } = await services.schedulers.create(caller, world.schedulerInput('one-time'));
    expect(await states()).toEqual(['DRAFT']);
    const push = await world.makePush();
    await services.bindings.bind(caller, { schedulerId: id, pushIds: [push.id] });
    await services.schedulers.activate(caller, id);
    expect(await states()).toEqual(['SCHEDULED']);
    await services.schedulers.deactivate(caller, id);
    expect(await states()).toEqual(['PAUSED']);
    await services.schedulers.activate(caller, id);
    const seen: string[] = [];
    sender.before = async () => {
      seen.push(...(await states()));
    };
    await world.advance(HOUR);
    expect(new Set(seen)).toEqual(new Set(['SENDING']));
    expect(await states()).toEqual(['SENT']);
    // Also if somebody stops what has ended, puts it away and takes it out again.
    await services.schedulers.deactivate(caller, id);
    expect(await states()).toEqual(['SENT']);
    await services.schedulers.archive(caller, id);
    expect(await states()).toEqual(['ARCHIVED']);
    await services.schedulers.unarchive(caller, id);
    expect(await states()).toEqual(['SENT']);
    await services.campaigns.duplicate(caller, id, null);
    expect(await states()).toEqual(['SENT', 'DRAFT']);
    await services.schedulers.update(caller, id, world.schedulerInput('one-time'));
    await services.schedulers.activate(caller, id);
    expect(await states()).toEqual(['SCHEDULED', 'DRAFT']);
  });

  test('of one-time ones that reach nobody, are missed, are stopped in the middle, and have their run paused', async () => {
    await using database = await open();
    const { world, graph, states } = await begin(database);
    await using _world = world;
    await using _graph = graph;
    await world.makeActive('one-time', { pushes: [await world.makePush()], filters: { countries_include: ['PE'] } });
    await world.advance(HOUR);
    expect(await states()).toEqual(['NOTHING_TO_SEND']);
    await world.makeActive('one-time', { pushes: [await world.makePush()], input: { gracePeriod: '10m' } });
    await world.advance(HOUR + 11 * MINUTE);
    expect(await states()).toEqual(['NOTHING_TO_SEND', 'MISSED']);
    const stopped = await world.makeActive('one-time', { pushes: [await world.makePush()] });
    sender.before = async () => {
      await world.services.schedulers.deactivate(world.caller, stopped.id);
    };
    await world.advance(HOUR);
    expect(await states()).toEqual(['NOTHING_TO_SEND', 'MISSED', 'PAUSED']);
    sender.reset();
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    let runId = 0;
    sender.before = async () => {
      const [run] = await database.query<{ id: number }>('SELECT MAX(id) AS id FROM run');
      runId = Number(run?.id);
      await world.services.runs.pause(world.caller, runId);
    };
    await world.advance(HOUR);
    expect((await states()).at(-1)).toBe('PAUSED');
    sender.reset();
    await world.services.runs.resume(world.caller, runId);
    await eventually('the end of the run', async () => {
      await world.work();
      return (await states()).at(-1) === 'SENT' ? true : null;
    });
  });

  test('of a weekly one: scheduled after it has sent, missed until the next, paused when its applications are gone', async () => {
    await using database = await open();
    const { world, graph, states, web } = await begin(database);
    await using _world = world;
    await using _graph = graph;
    const timeSend = [{ day: 6, times: ['10:00', '12:00'] }];
    const timing = { kind: 'weekly', timeSend, localTime: false, timezone: '+00:00' } as const;
    await world.makeActive('weekly', {
      pushes: [await world.makePush()],
      filters: { app_ids_include: [web.id] },
      input: { timing, gracePeriod: '1h' },
    });
    expect(await states()).toEqual(['SCHEDULED']);
    const [planned] = await database.query<{ at: number }>('SELECT next_due_at AS at FROM scheduler');
    await world.advance(Number(planned?.at) - world.clock.now());
    expect(await states()).toEqual(['SCHEDULED']);
    // Down at noon, and for more than an hour after it.
    await world.advance(3 * HOUR + 30 * MINUTE);
    expect(await states()).toEqual(['MISSED']);
    await world.services.apps.archive(world.caller, web.id);
    expect(await states()).toEqual(['PAUSED']);
  });

  test('of auto-push: listening while it sends, and paused', async () => {
    await using database = await open();
    const { world, graph, states, web } = await begin(database, 0);
    await using _world = world;
    await using _graph = graph;
    const scheduler = await world.makeActive('auto-push', { pushes: [await world.makePush()] });
    expect(await states()).toEqual(['NOTHING_TO_SEND']);
    await world.makeDevices(web, 1);
    expect(await states()).toEqual(['LISTENING']);
    await world.work();
    expect(sender.ledger).toHaveLength(1);
    expect(await states()).toEqual(['LISTENING']);
    await world.services.schedulers.deactivate(world.caller, scheduler.id);
    expect(await states()).toEqual(['PAUSED']);
  });
});
