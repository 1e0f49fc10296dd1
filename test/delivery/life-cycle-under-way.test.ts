import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import type { Push } from '../../src/entities/push.js';
import type { Scheduler } from '../../src/entities/scheduler.js';
import type { SchedulerInput, TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { account, accountOf, DAY, DEVICES, latestRun, MINUTE, SENT, SLICE, tryAgainIn } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const WEEKLY = { kind: 'weekly', timeSend: [{ day: 6, times: ['10:00'] }], localTime: false } as const;
const timing: TimingInput = { ...WEEKLY, timezone: '+00:00' };
const ELSEWHERE = 5;

interface UnderWay {
  readonly world: BatchWorld;
  readonly scheduler: Scheduler;
  readonly push: Push;
  /** A run to 65 devices whose first page has been sent before the action. */
  readonly app: App;
}

type Action = (underWay: UnderWay) => Promise<unknown>;

/** A weekly scheduler for all applications. `action` happens during its run, after a page. */
const start = async (database: Database, action: Action): Promise<UnderWay> => {
  const world = await BatchWorld.start({ database, fakes, sender });
  const app = await world.makeApp('provider_c');
  await world.seedDevices(app, DEVICES);
  await world.seedDevices(await world.makeApp('provider_c'), ELSEWHERE);
  const push = await world.makePush();
  const scheduler = await world.makeActive('weekly', { pushes: [push], input: { timing } });
  const underWay = { world, scheduler, push, app };
  sender.after = async () => {
    if (sender.calls === 1) await action(underWay);
  };
  return underWay;
};

const update = ({ world, scheduler }: UnderWay, input: Partial<SchedulerInput>, filters = {}) => {
  const changed = world.schedulerInput('weekly', filters, { timing, ...input });
  return world.services.schedulers.update(world.caller, scheduler.id, changed);
};

const EARLIER = { collapseKey: 'earlier', channel: 'offers' };
const LATER = { collapseKey: 'later', channel: 'news' };
const ALL = DEVICES + ELSEWHERE;
const services = ({ world }: UnderWay) => world.services;

describe.each(eachDatabase())('while a run is in progress on $name', ({ open }) => {
  test.each<[name: string, status: string, sent: number, nextWeek: number, action: Action]>([
    ['nothing', 'finished', ALL, ALL, async () => undefined],
    [
      'activation once more',
      'finished',
      ALL,
      ALL,
      (it) => services(it).schedulers.activate(it.world.caller, it.scheduler.id),
    ],
    [
      'deactivation',
      'cancelled',
      SLICE,
      0,
      (it) => services(it).schedulers.deactivate(it.world.caller, it.scheduler.id),
    ],
    [
      'deactivation and activation, which does not bring it back',
      'cancelled',
      SLICE,
      ALL,
      async (it) => {
        await services(it).schedulers.deactivate(it.world.caller, it.scheduler.id);
        await services(it).schedulers.activate(it.world.caller, it.scheduler.id);
      },
    ],
    ['archiving', 'cancelled', SLICE, 0, (it) => services(it).schedulers.archive(it.world.caller, it.scheduler.id)],
    [
      'archiving and unarchiving',
      'cancelled',
      SLICE,
      0,
      async (it) => {
        await services(it).schedulers.archive(it.world.caller, it.scheduler.id);
        await services(it).schedulers.unarchive(it.world.caller, it.scheduler.id);
      },
    ],
    ['deletion', 'cancelled', SLICE, 0, (it) => services(it).schedulers.delete(it.world.caller, it.scheduler.id)],
    ['an update of the filters', 'finished', ALL, 0, (it) => update(it, {}, { countries_include: ['CL'] })],
    [
      'an update of the time',
      'finished',
      ALL,
      ALL,
      (it) => update(it, { timing: { ...timing, timeSend: [{ day: 6, times: ['09:30'] }] } }),
    ],
    ['an update that keeps the time', 'finished', ALL, ALL, (it) => update(it, { name: 'renamed' })],
    [
      'unbinding its pushes',
      'finished',
      ALL,
      0,
      (it) => services(it).bindings.bind(it.world.caller, { schedulerId: it.scheduler.id, pushIds: [] }),
    ],
    ['deactivating its push', 'finished', ALL, 0, (it) => services(it).pushes.deactivate(it.world.caller, it.push.id)],
    ['archiving its push', 'finished', ALL, 0, (it) => services(it).pushes.archive(it.world.caller, it.push.id)],
    ['deleting its push', 'finished', ALL, 0, (it) => services(it).pushes.delete(it.world.caller, it.push.id)],
    [
      'archiving an application',
      'finished',
      SLICE + ELSEWHERE,
      ELSEWHERE,
      (it) => services(it).apps.archive(it.world.caller, it.app.id),
    ],
    [
      'deleting an application',
      'finished',
      SLICE + ELSEWHERE,
      ELSEWHERE,
      (it) => services(it).apps.delete(it.world.caller, it.app.id),
    ],
  ])('%s: the run is %s with %i messages, and %i follow a week later', async (...cell) => {
    const [, status, sent, nextWeek, action] = cell;
    await using database = await open();
    const underWay = await start(database, action);
    await using world = underWay.world;
    await world.advance(HOUR);
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(sent));
    expect(await latestRun(database)).toMatchObject({ status });
    sender.reset();
    await world.advance(7 * DAY - HOUR);
    expect(sender.ledger).toHaveLength(nextWeek);
  });

  test('updating its push: the run continues with its original text', async () => {
    await using database = await open();
    const changed = { language: 'en', title: 'changed', text: 'text', image: null, icon: null, link: null };
    const underWay = await start(database, ({ world, push }) =>
      world.services.pushes.update(world.caller, push.id, { defaultLang: 'en', translations: [changed] }),
    );
    await using world = underWay.world;
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(ALL);
    expect(new Set(sender.ledger.map((sent) => sent.title))).toEqual(new Set(['title en']));
    await world.advance(7 * DAY);
    expect(sender.ledger.at(-1)?.title).toBe('changed');
  });

  test('changing the defaults of an application: the run continues with the old ones, also in retries', async () => {
    await using database = await open();
    const tries: string[] = [];
    const underWay = await start(database, ({ world, app }) =>
      world.services.apps.update(world.caller, app.id, { messageDefaults: LATER }),
    );
    await using world = underWay.world;
    await world.services.apps.update(world.caller, underWay.app.id, { messageDefaults: EARLIER });
    sender.answer = ({ content, target }, { app, collapseKey }) => {
      const isFirst = !tries.some((text) => text.endsWith(JSON.stringify(target)));
      if (app.id === underWay.app.id) tries.push(`${collapseKey} ${content.channel} ${JSON.stringify(target)}`);
      return isFirst && app.id === underWay.app.id ? tryAgainIn(MINUTE) : { kind: 'sent', providerMessageId: null };
    };
    await world.advance(HOUR);
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(ALL));
    expect(tries).toHaveLength(2 * DEVICES);
    expect(new Set(tries.map((text) => text.split(' ', 2).join(' ')))).toEqual(new Set(['earlier offers']));
    sender.reset();
    const nextWeek = new Set<string | null>();
    sender.answer = (_message, { app, collapseKey }) => {
      if (app.id === underWay.app.id) nextWeek.add(collapseKey);
      return { kind: 'sent', providerMessageId: null };
    };
    await world.advance(7 * DAY);
    expect(nextWeek).toEqual(new Set(['later']));
  });

  test('binding another push: the run continues with its original pushes, and the next run has the new one', async () => {
    await using database = await open();
    const underWay = await start(database, async ({ world, scheduler }) => {
      const pushIds = [(await world.makePush(['de'])).id];
      await world.services.bindings.bind(world.caller, { schedulerId: scheduler.id, pushIds });
    });
    await using world = underWay.world;
    await world.advance(HOUR);
    expect(sender.ledger.map((sent) => sent.title)).toEqual(Array(ALL).fill('title en'));
    sender.reset();
    await world.advance(7 * DAY);
    expect(sender.ledger.map((sent) => sent.title)).toEqual(Array(ALL).fill('title de'));
  });

  test('deleting all of its applications: the run is cancelled, and the scheduler is inactive', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, DEVICES);
    const filters = { app_ids_include: [app.id] };
    const { id } = await world.makeActive('weekly', {
      pushes: [await world.makePush()],
      filters,
      input: { timing },
    });
    sender.after = async () => {
      if (sender.calls === 1) await world.services.apps.delete(world.caller, app.id);
    };
    await world.advance(HOUR);
    expect(await accountOf(world, sender)).toEqual(account(SLICE));
    expect(await latestRun(database)).toMatchObject({ status: 'cancelled', statusMessage: 'no application is left' });
    const { scheduler } = await world.services.schedulers.get(world.caller, id);
    expect(scheduler).toMatchObject({ active: false, nextDueAt: null });
  });

  test.each<[name: string, sent: number, cancelled: number, action: Action]>([
    [
      'deactivation',
      0,
      DEVICES + ELSEWHERE,
      (it) => services(it).schedulers.deactivate(it.world.caller, it.scheduler.id),
    ],
    ['archiving', 0, DEVICES + ELSEWHERE, (it) => services(it).schedulers.archive(it.world.caller, it.scheduler.id)],
    ['deletion', 0, DEVICES + ELSEWHERE, (it) => services(it).schedulers.delete(it.world.caller, it.scheduler.id)],
    ['archiving an application', ELSEWHERE, DEVICES, (it) => services(it).apps.archive(it.world.caller, it.app.id)],
    ['deleting an application', ELSEWHERE, DEVICES, (it) => services(it).apps.delete(it.world.caller, it.app.id)],
    ['deleting its push', ALL, 0, (it) => services(it).pushes.delete(it.world.caller, it.push.id)],
    ['an update of the filters', ALL, 0, (it) => update(it, {}, { countries_include: ['CL'] })],
  ])('%s while messages wait for a retry: %i are sent, %i are cancelled', async (...cell) => {
    const [, sent, cancelled, action] = cell;
    await using database = await open();
    const underWay = await start(database, async () => undefined);
    await using world = underWay.world;
    sender.answer = () => tryAgainIn(MINUTE);
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: ALL });
    sender.answer = () => SENT;
    await action(underWay);
    await world.advance(2 * MINUTE);
    expect(await accountOf(world, sender)).toEqual(account(sent, cancelled));
  });

  test('pausing it does not delay runs of other schedulers', async () => {
    await using database = await open();
    const underWay = await start(database, async ({ world }) =>
      world.services.runs.pause(world.caller, (await latestRun(database)).id),
    );
    await using world = underWay.world;
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(SLICE);
    await world.makeRun();
    await world.advance(HOUR);
    expect(await world.statuses('run')).toEqual({ paused: 1, finished: 1 });
    expect(sender.ledger).toHaveLength(SLICE + ALL);
  });
});
