import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import type { ServiceWorld } from '../support/service-world.js';
import { subscribe } from '../support/subscribe.js';
import { makeDue, noteFigures, prepareRun, recordedCount, untilFinished, untilTaken } from './crash-run.js';
import {
  CHECKPOINT_SIZE,
  DEVICES,
  ENV,
  openWorld,
  repeatedOf,
  startThree,
  TOTAL,
  withMysql,
} from './three-processes.js';

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

withMysql('one api process and two workers on one MySQL', () => {
  test('share a run; if one is killed the other takes over, and the api process shows everything', async () => {
    await using world = await openWorld({ keepContent: false });
    // Longer than any wait for a busy processor, because a survivor that lost its own lease would be a second fault.
    const { api, victim, survivor } = await startThree(world, { LEASE_MS: '12000' });
    const { schedulerId } = await prepareRun(world, api, DEVICES);
    // One worker must not finish before the other looks for jobs again, a second later.
    await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 100 } });
    await makeDue(world, schedulerId);
    const run = await eventually('the run, seen by the api process', async () => {
      const { runs } = await api.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
      return runs.nodes[0]?.id ?? null;
    });
    const watching = watch(api, run);
    await untilTaken(world.fakes, TOTAL / 4);
    await eventually('batches at both workers', async () => ((await ownersOf(world)) === 2 ? true : null));
    await victim.kill();
    await untilFinished(world);

    const seen = await watching;
    noteFigures({ repeated: await repeatedOf(world), events: seen.length });
    expect(await recordedCount(world)).toBe(TOTAL);
    expect(await repeatedOf(world)).toBeLessThanOrEqual(CHECKPOINT_SIZE);
    const sent = seen.map(({ counts }) => counts.sent);
    expect(sent.length).toBeGreaterThan(2);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    const batches = TOTAL / Number(ENV.BATCH_SIZE);
    expect(seen.at(-1)).toMatchObject({
      status: 'FINISHED',
      counts: { total: TOTAL, sent: TOTAL },
      batches: { total: batches, done: batches },
    });
    for (const service of [api, survivor]) expect(await service.terminate()).toMatchObject({ code: 0 });
  });

  test('a worker serves its health endpoint but no API', async () => {
    await using world = await openWorld();
    const worker = await world.start({ ROLE: 'worker' });
    expect((await worker.request('GET', '/readyz')).status).toBe(200);
    expect((await worker.api('GET', '/apps')).status).toBe(404);
    const page = await (await fetch(worker.address)).text();
    expect([...page.matchAll(/<a href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
      '/readyz',
      '/healthz',
      '/metrics',
    ]);
  });
});

const watch = async (service: ServiceProcess, run: string): Promise<Watched['runProgress']['run'][]> => {
  const seen: Watched['runProgress']['run'][] = [];
  const events = subscribe<Watched>(service, { query: WATCH, variables: { run } });
  for await (const { runProgress } of events) seen.push(runProgress.run);
  return seen;
};

/** The number of processes that have held a batch. */
const ownersOf = async (world: ServiceWorld): Promise<number> => {
  const sql = 'SELECT COUNT(DISTINCT lease_owner) AS n FROM batch WHERE lease_owner IS NOT NULL';
  const [row] = await (await world.db()).query<{ n: number | string }>(sql);
  return Number(row?.n);
};
