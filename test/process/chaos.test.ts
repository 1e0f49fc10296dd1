import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { ApiDoor } from './chaos/api-door.js';
import { CHECKPOINT_SIZE, ChaosWorld } from './chaos/chaos-world.js';
import { unexplained } from './chaos/complaints.js';
import { gatherCrowd } from './chaos/crowd.js';
import { type Fault, type FaultKind, Faults } from './chaos/faults.js';
import { Load, type Promised } from './chaos/load.js';
import { countedOutcomes, readLedger, runMoments, untilAllDone } from './chaos/outcome.js';
import { planSchedulers } from './chaos/plan.js';
import { StandstillWatch } from './chaos/standstill.js';
import { judge, mostAtOnce } from './chaos/verdict.js';
import { noteFigures, seededRandom, settledCount } from './crash-run.js';

const SEED = Number(process.env.CHAOS_SEED ?? 1);
const CASES = [
  { jobsIn: 'MongoDB', runs: 12, kills: 12, needs: ['TEST_MYSQL_URL', 'TEST_MONGO_URL'] },
  { jobsIn: 'SQL', runs: 8, kills: 8, needs: ['TEST_MYSQL_URL'] },
] as const;
/**
 * The run counts as stalled after this long: by then the locks, transactions and leases of dead processes have expired.
 */
const PATIENCE_MS = 300_000;
const TAKEN_OVER_MS = 60_000;
const STOPPED_MS = 15_000;

for (const { jobsIn, needs, ...few } of CASES) {
  const runs = Number(process.env.CHAOS_RUNS ?? few.runs);
  const kills = Number(process.env.CHAOS_KILLS ?? few.kills);
  const isPossible = needs.every((name) => process.env[name]);

  (isPossible ? describe : describe.skip)(`two API processes and three workers, with jobs in ${jobsIn}`, () => {
    test(
      'are killed, frozen and cut off: nothing is lost, little is sent twice, no moment runs twice',
      async () => {
        await using world = await ChaosWorld.open(jobsIn);
        const { promised, faults, longestStandstillMs } = await live(world, { runs, kills });
        const messages = await settledCount(world.fakes);
        const verdict = judge(promised, await readLedger(world));
        noteFigures({
          ...{ jobsIn, seed: SEED, runs, messages, longestStandstillMs },
          kills: countKinds(faults),
          repeated: verdict.repeats.length,
          repeatedBetweenTwoKillsAtMost: mostAtOnce(verdict.repeats, faults),
          failedStarts: world.slots.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
        });

        expect(verdict).toMatchObject({ lost: [], wrong: [] });
        expect(verdict.repeats.length).toBeLessThanOrEqual(kills * CHECKPOINT_SIZE);
        await expectCounted(world, promised);
        expect(longestStandstillMs).toBeLessThan(TAKEN_OVER_MS);
        await expectGoodEnds(world);
        expect(world.slots.flatMap(unexplained)).toEqual([]);
      },
      360_000 + kills * 5_000 + runs * 1_000,
    );
  });
}

/** Milliseconds from the start of the processes until nothing is left to send. */
const live = async (world: ChaosWorld, { runs, kills }: { runs: number; kills: number }) => {
  await world.start();
  const door = new ApiDoor(world.apis);
  const load = new Load(world, door, await gatherCrowd(world, door));
  const faults = new Faults(world, seededRandom(SEED), kills);
  const watch = new StandstillWatch(world);
  try {
    const promised = await underFire(load, faults, runs);
    await untilAllDone(world, promised, PATIENCE_MS);
    return { promised, faults: faults.done, longestStandstillMs: await watch.stop() };
  } finally {
    await watch.stop();
  }
};

/** Schedulers come due while faults happen: the last scheduler with the last fault. */
const underFire = async (load: Load, faults: Faults, runs: number): Promise<Promised[]> => {
  const planned = planSchedulers(runs);
  await load.prepare(planned);
  const over = faults.run();
  const promised = planned.map(async (scheduler, index) => {
    while (faults.share < index / planned.length) await sleep(50);
    return load.begin(scheduler);
  });
  const [, ...kept] = await Promise.all([over, ...promised]);
  return kept;
};

const expectGoodEnds = (world: ChaosWorld) =>
  Promise.all(
    world.slots.map(async ({ name, service }) => {
      const end = await service?.terminate();
      expect({ name, ...end }).toMatchObject({ name, code: 0, signal: null });
      expect(end?.ms).toBeLessThan(STOPPED_MS);
    }),
  );

/** Each moment has one run, and each message has one outcome: sent. */
const expectCounted = async (world: ChaosWorld, promised: readonly Promised[]): Promise<void> => {
  const [moments, counted] = [await runMoments(world), await countedOutcomes(world)];
  for (const { schedulerId, title, targets, times, moments: due } of promised) {
    const ran = moments.get(schedulerId) ?? [];
    expect({ title, ran }).toEqual({ title, ran: due ?? [...new Set(ran)] });
    expect({ title, ...counted.get(schedulerId) }).toEqual({ title, sent: targets.length * times });
  }
};

const countKinds = (faults: readonly Fault[]): Record<FaultKind, number> => {
  const count = (kind: FaultKind) => faults.filter((fault) => fault.kind === kind).length;
  return { killed: count('killed'), frozen: count('frozen'), cut: count('cut') };
};
