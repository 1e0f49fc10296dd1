import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

const MINUTE = 60_000;

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

describe.each(eachDatabase())('the state over a lifetime, $name', ({ open }) => {
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

  test('of a one-time scheduler: draft, scheduled, sending, sent; and draft for a copy of a sent one', async () => {
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
    // The state stays even if an ended scheduler is deactivated, archived and restored.
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

  test('of one-time schedulers that reach nobody, are missed, are stopped midway, or have their run paused', async () => {
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

  test('of a weekly scheduler: scheduled after sending, missed until the next moment, paused without applications', async () => {
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
    // The service is down at noon, and for more than an hour after it.
    await world.advance(3 * HOUR + 30 * MINUTE);
    expect(await states()).toEqual(['MISSED']);
    await world.services.apps.archive(world.caller, web.id);
    expect(await states()).toEqual(['PAUSED']);
  });

  test('of auto-push: listening during sending, and paused', async () => {
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
