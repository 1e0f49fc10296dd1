import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import { BUSY, DAY, DEAD, MINUTE, of, SENT, upkeep } from '../delivery/history-world.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DETAILS = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Run { status rate secondsLeft expectedTotal plannedTotal settled startedAt createdAt
  failuresByReason { reason outcome provider count advice } timeline { from to sent failed } counts { total } } } }`;
const LATEST =
  '{ runs(first: 5) { nodes { failuresByReason(first: 1) { count } waitingByReason(first: 1) { count } timeline(points: 1) { sent } rate secondsLeft } } }';

describe.each(eachDatabase())('the progress of a run, on $name', ({ open }) => {
  test('counts failure reasons with advice, and keeps them when the history is deleted', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { historyRetentionDays: 1 } });
    await using graph = await GraphOverWorld.open(world);
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 50);
    const indexes = new Map(devices.map(({ token }, index) => [token, index]));
    let busy = true;
    sender.answer = ({ target }) => {
      const index = indexes.get(target.kind === 'token' ? target.token : '') ?? 0;
      if (index < 5) return { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' };
      if (index < 8) return DEAD;
      return index === 8 && busy ? BUSY : SENT;
    };
    await world.makeRun();
    await world.advance(HOUR);
    busy = false;
    await world.advance(10 * MINUTE);
    const [run] = await of(graph, DETAILS, 1);
    const advice = 'Set the bundle id of the app as `topic` of the credentials: the tokens belong to another app.';
    expect(run.failuresByReason).toEqual([
      { reason: '400 BadTopic', outcome: 'FAILED', provider: 'PROVIDER_C', count: 5, advice },
      { reason: '410', outcome: 'INVALID_TOKEN', provider: 'PROVIDER_C', count: 3, advice: null },
    ]);
    const sum = (name: 'sent' | 'failed') =>
      run.timeline.reduce((total: number, point: Record<string, number>) => total + Number(point[name]), 0);
    expect([sum('sent'), sum('failed')]).toEqual([42, 8]);
    expect(run).toMatchObject({ status: 'FINISHED', rate: null, secondsLeft: null, expectedTotal: 50 });
    expect(run.startedAt).toBe(run.createdAt);
    // Two points of the same run. The first has all messages except the late one.
    const [{ timeline }] = await of(graph, DETAILS.replace('timeline', 'timeline(points: 2)'), 1);
    expect(timeline.map(({ sent }: { sent: number }) => sent)).toEqual([41, 1]);
    expect(timeline[0].to).toBe(timeline[1].from);
    await world.advance(3 * DAY);
    await upkeep(world);
    const [later] = await of(graph, DETAILS, 1);
    expect(later.failuresByReason).toEqual(run.failuresByReason);
    expect(later).toMatchObject({ timeline: [], expectedTotal: 50 });
  });

  test('counts reasons of waiting messages with their next attempt, until they have an outcome', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await world.seedDevices(await world.makeApp('provider_c'), 9);
    sender.answer = () => ({
      kind: 'retry-after',
      code: 'TOO_MANY_REQUESTS',
      detail: '429 TooManyRequests',
      afterMs: 90_000,
    });
    await world.makeRun();
    await world.advance(HOUR);
    const WAITING = DETAILS.replace(
      'failuresByReason',
      'waitingByReason { reason provider count nextTryAt lastTryAt } failuresByReason',
    );
    const [waiting] = await of(graph, WAITING, 1);
    expect(waiting.waitingByReason).toEqual([
      {
        ...{ reason: '429 TooManyRequests', provider: 'PROVIDER_C', count: 9 },
        ...{ nextTryAt: expect.any(String), lastTryAt: expect.any(String) },
      },
    ]);
    const [{ nextTryAt, lastTryAt }] = waiting.waitingByReason;
    expect(Date.parse(nextTryAt) - world.clock.now()).toBeGreaterThanOrEqual(90_000);
    expect(Date.parse(lastTryAt)).toBeGreaterThanOrEqual(Date.parse(nextTryAt));
    sender.answer = () => SENT;
    await world.advance(10 * MINUTE);
    const [done] = await of(graph, WAITING, 1);
    expect(done).toMatchObject({ waitingByReason: [], failuresByReason: [], status: 'FINISHED' });
  });

  test('reports its rate and remaining time while it is in progress', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { concurrency: 1 } });
    await using graph = await GraphOverWorld.open(world);
    await world.seedDevices(await world.makeApp('provider_c'), 100);
    await world.makeRun();
    const seen: Record<string, unknown>[] = [];
    sender.before = async () => {
      world.skip(1_000);
      if (sender.calls === 1 || sender.calls === 9) seen.push((await of(graph, DETAILS, 1))[0]);
    };
    await world.advance(HOUR);
    expect(seen[0]).toMatchObject({ rate: 0, secondsLeft: null, expectedTotal: 100, plannedTotal: 100 });
    expect(seen[1]).toMatchObject({ expectedTotal: 100, plannedTotal: 100 });
    // Eight slices of up to 8 in nine seconds; two of five batches are done.
    const { rate, secondsLeft } = seen[1] as Record<string, number>;
    expect(rate).toBeGreaterThan(3);
    expect(rate).toBeLessThan(12);
    expect(secondsLeft).toBeGreaterThan(3);
    expect(secondsLeft).toBeLessThan(40);
    const [done] = await of(graph, DETAILS, 1);
    expect(done).toMatchObject({ status: 'FINISHED', rate: null, secondsLeft: null, expectedTotal: 100 });
  });

  test('derives the remaining time from its speed, however fast its first messages were', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await world.seedDevices(await world.makeApp('provider_c'), 11);
    await world.makeRun({ speed: { maxPerMinute: 1, ramp: null, stopOnTrouble: null } });
    await world.advance(HOUR);
    const [run] = await of(graph, DETAILS, 1);
    expect(run).toMatchObject({ status: 'RUNNING', counts: { total: 1 }, secondsLeft: 10 * 62 });
  });

  test('has the reach counted during planning as its total, which is unknown until then', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { batchSize: 1, concurrency: 1 } });
    await using graph = await GraphOverWorld.open(world);
    // Few devices of the first batches match, and all of the later ones. One planning step does not cover them.
    const country = (index: number) => (index < 30 && index % 10 !== 0 ? 'DE' : 'FR');
    await world.seedDevices(await world.makeApp('provider_c'), 90, (index) => ({ country: country(index) }));
    const planned: Record<string, unknown>[] = [];
    const enqueue = world.jobs.enqueueMany.bind(world.jobs);
    world.jobs.enqueueMany = async (name, ...rest) => {
      if (name === 'batch') planned.push((await of(graph, DETAILS, 1))[0]);
      return enqueue(name, ...rest);
    };
    const seen: unknown[] = [];
    sender.before = async () => {
      const [run] = await of(graph, DETAILS, 1);
      seen.push(run.expectedTotal);
    };
    await world.makeRun({ filters: { countries_include: ['FR'] } }, 2);
    await world.advance(HOUR);
    expect(planned[0]).toMatchObject({
      status: 'PLANNING',
      expectedTotal: null,
      plannedTotal: null,
      secondsLeft: null,
    });
    expect(new Set(seen)).toEqual(new Set([126]));
    expect((await of(graph, DETAILS, 1))[0]).toMatchObject({ expectedTotal: 126, plannedTotal: 126, settled: true });
  });

  test('takes as many statements for many runs as for one, and limits sizes', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    sender.answer = () => ({ kind: 'failed', code: 'BAD_CREDENTIALS', detail: '403 InvalidProviderToken' });
    await world.makeRun();
    await world.advance(HOUR);
    const one = await graph.statementsOf(LATEST);
    await world.makeRun();
    await world.makeRun();
    await world.advance(HOUR);
    expect(await graph.statementsOf(LATEST)).toBe(one);
    for (const bad of [
      'failuresByReason(first: 0)',
      'waitingByReason(first: 101)',
      'failuresByReason(first: 101)',
      'timeline(points: 501)',
    ]) {
      const { errors } = await graph.query(`{ runs { nodes { ${bad} { __typename } } } }`);
      expect(errors[0].message).toContain('must be 1 to');
    }
  });
});
