import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Run } from '../../src/entities/run.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { latestRun } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const WARNING = 'a run has nothing to send';

describe.each(eachDatabase())('a run that finds nothing to send on $name', ({ open }) => {
  test('reports that no active push is bound, in the run, in the log and in the trace', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const [registration] = await world.makeDevices(app, 1);
    const push = await world.makePush();
    for (const pushes of [[], [push]]) {
      await world.makeActive('one-time', { pushes });
      if (pushes.length > 0) await world.services.pushes.deactivate(world.caller, push.id);
      const warnings = world.log.filter((line) => line === WARNING).length;
      await world.advance(HOUR);
      const run = await latestRun(database);
      expect(run).toMatchObject({ status: 'finished', statusReason: 'NO_ACTIVE_PUSH', statusMessage: null });
      expect(world.log.filter((line) => line === WARNING)).toHaveLength(warnings + 1);
      const { steps, outcome, summary } = await world.services.deliveryTrace.trace(
        world.caller,
        registration?.device.id ?? 0,
        run.id,
      );
      expect(steps[0]).toMatchObject({ step: 'run', verdict: 'stopped', reason: 'NO_ACTIVE_PUSH' });
      expect([outcome, summary]).toEqual(['not_sent', expect.stringContaining('no active push')]);
    }
    expect(sender.ledger).toEqual([]);
  });

  test('reports that no device is reached, and reports nothing if one is', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 3, () => ({ country: 'CL' }));
    const pushes = [await world.makePush()];
    await world.makeActive('one-time', { pushes, filters: { countries_include: ['PE'] } });
    await world.advance(HOUR);
    expect(await latestRun(database)).toMatchObject({ status: 'finished', statusReason: 'NO_DEVICES' });
    await world.makeActive('one-time', { pushes: [await world.makePush()], filters: { countries_include: ['CL'] } });
    await world.advance(HOUR);
    expect(await latestRun(database)).toMatchObject({ status: 'finished', statusReason: null });
    expect(sender.ledger).toHaveLength(3);
    expect(world.log.filter((line) => line === WARNING)).toHaveLength(1);
  });

  test('reports that no application is left', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const group = await world.services.appGroups.create(world.caller, { name: 'g', allApps: false, appIds: [app.id] });
    await world.makeActive('one-time', {
      pushes: [await world.makePush()],
      filters: { app_groups_include: [group.id] },
    });
    await world.services.appGroups.archive(world.caller, group.id);
    await world.advance(HOUR);
    expect(await latestRun(database)).toMatchObject({ status: 'finished', statusReason: 'NO_APPLICATIONS' });
  });

  test('exists once for an hour of auto-push too, and becomes an ordinary run when something is sent', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    const scheduler = await world.makeActive('auto-push', { pushes: [] });
    await world.makeDevices(app, 3);
    await world.advance(1_000);
    await world.makeDevices(app, 1);
    await world.advance(1_000);
    expect(await database.reader.findBy(Run, { schedulerId: scheduler.id })).toMatchObject([
      { status: 'running', statusReason: 'NO_ACTIVE_PUSH', kind: 'auto-push' },
    ]);
    expect(world.log.filter((line) => line === WARNING)).toHaveLength(1);
    const push = await world.makePush();
    await world.services.bindings.bind(world.caller, { schedulerId: scheduler.id, pushIds: [push.id] });
    await world.makeDevices(app, 1);
    await world.advance(1_000);
    expect(sender.ledger).toHaveLength(1);
    expect(await database.reader.findBy(Run, { schedulerId: scheduler.id })).toMatchObject([
      { status: 'running', statusReason: null },
    ]);
    await world.services.pushes.deactivate(world.caller, push.id);
    await world.advance(HOUR);
    await world.makeDevices(app, 1);
    await world.advance(4 * HOUR);
    expect(await latestRun(database)).toMatchObject({ statusReason: 'NO_ACTIVE_PUSH' });
    await world.advance(4 * HOUR);
    const runs = await database.reader.find(Run, { where: { schedulerId: scheduler.id }, order: { id: 'ASC' } });
    expect(runs.map(({ status, statusReason }) => [status, statusReason])).toEqual([
      ['finished', null],
      ['finished', 'NO_ACTIVE_PUSH'],
    ]);
  });
});
