import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { SpawnOptions } from '../support/fakes/spawn-fakes.js';
import { ServiceWorld } from '../support/service-world.js';
import { subscribe } from '../support/subscribe.js';
import { makeDue, noteFigures, prepareRun, recordedCount, untilFinished, untilTaken } from './crash-run.js';

const CHECKPOINT_SIZE = 200;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '500', CONCURRENCY: '2', LEASE_MS: '2000' };
const DEVICES = { apple: 18_000, web: 2_000 };
const TOTAL = DEVICES.apple + DEVICES.web;

const WATCH = `subscription Watch($run: ID!) {
  runProgress(runId: $run) { run { status counts { total sent } batches { total done } } }
}`;

interface Watched {
  readonly runProgress: {
    readonly run: {
      readonly status: string;
      readonly counts: { readonly total: number; readonly sent: number };
      readonly batches: { readonly total: number; readonly done: number };
    };
  };
}

/** Processes share a MySQL; a SQLite file is for one process. */
const withMysql = process.env.TEST_MYSQL_URL ? describe : describe.skip;
const [mysql] = eachDatabase().filter(({ name }) => name === 'mysql');
const openWorld = (options: SpawnOptions = {}): Promise<ServiceWorld> => {
  if (!mysql) throw new Error('skipped without MySQL');
  return ServiceWorld.open(mysql, options);
};

withMysql('one api process and two workers on one MySQL', () => {
  test('share a run; when one is killed the other takes over, and the api process shows it all', async () => {
    await using world = await openWorld({ keepContent: false });
    const api = await world.start({ ...ENV, ROLE: 'api' });
    const [one, two] = [world.start({ ...ENV, ROLE: 'worker' }), world.start({ ...ENV, ROLE: 'worker' })];
    const victim = await one;
    const survivor = await two;
    const { schedulerId } = await prepareRun(world, api, DEVICES);
    await makeDue(world, schedulerId);

    const run = await eventually('the run, seen by the api process', async () => {
      const { runs } = await api.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
      return runs.nodes[0]?.id ?? null;
    });
    const seen: Watched['runProgress']['run'][] = [];
    const watching = (async () => {
      for await (const event of subscribe<Watched>(api, { query: WATCH, variables: { run } }))
        seen.push(event.runProgress.run);
    })();
    await untilTaken(world.fakes, TOTAL / 4);
    const owners = await ownersOf(world);
    await victim.kill();
    await untilFinished(world, 90_000);
    await watching;

    const counts = await world.fakes.countByTarget();
    const messages = [...counts.values()].reduce((sum, count) => sum + count, 0);
    noteFigures({ workers: owners, repeated: messages - TOTAL, events: seen.length });
    expect(owners).toBe(2);
    expect(counts.size).toBe(TOTAL);
    expect(await recordedCount(world)).toBe(TOTAL);
    expect(messages - TOTAL).toBeLessThanOrEqual(CHECKPOINT_SIZE);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.map(({ counts: { sent } }) => sent)).toEqual(
      seen.map(({ counts: { sent } }) => sent).toSorted(byNumber),
    );
    const batches = TOTAL / Number(ENV.BATCH_SIZE);
    expect(seen.at(-1)).toMatchObject({
      status: 'FINISHED',
      counts: { total: TOTAL, sent: TOTAL },
      batches: { total: batches, done: batches },
    });
    for (const service of [api, survivor]) expect(await service.terminate()).toMatchObject({ code: 0 });
  }, 180_000);

  test('a worker serves its health, and no API', async () => {
    await using world = await openWorld();
    const worker = await world.start({ ROLE: 'worker' });
    expect((await worker.request('GET', '/readyz')).status).toBe(200);
    expect((await worker.api('GET', '/apps')).status).toBe(404);
  });
});

const byNumber = (a: number, b: number): number => a - b;

/** How many processes have held a batch. */
const ownersOf = async (world: ServiceWorld): Promise<number> => {
  const sql = 'SELECT COUNT(DISTINCT lease_owner) AS n FROM batch WHERE lease_owner IS NOT NULL';
  const [row] = await (await world.db()).query<{ n: number | string }>(sql);
  return Number(row?.n);
};
