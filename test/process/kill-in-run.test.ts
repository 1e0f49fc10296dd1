import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { ServiceWorld } from '../support/service-world.js';
import {
  makeDue,
  noteFigures,
  prepareRun,
  recordedCount,
  seededRandom,
  settledCount,
  untilFinished,
  untilTaken,
} from './crash-run.js';

const SEED = Number(process.env.CRASH_SEED ?? 1);
const KILLS = Number(process.env.CRASH_KILLS ?? 4);
const CHECKPOINT_SIZE = 500;
const DEVICES = { apple: 17_000, web: 3_000 };
const TOTAL = DEVICES.apple + DEVICES.web;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '2000', LEASE_MS: '2000' };

describe.each(eachDatabase())('kill -9 during a run of 20,000 devices on $name', (kind) => {
  test('loses nothing, and repeats at most one checkpoint per kill', async () => {
    const random = seededRandom(SEED);
    await using world = await ServiceWorld.open(kind, { keepContent: false });
    let service = await world.start(ENV);
    const { schedulerId, targets } = await prepareRun(world, service, DEVICES);
    await makeDue(world, schedulerId);

    const unrecorded: number[] = [];
    const resumedAfterMs: number[] = [];
    let [taken, recorded] = [0, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const runningSince = performance.now();
      // The kill falls anywhere in the remainder, so that later kills still hit a run.
      const killAt = taken + 1 + Math.floor((random() * (TOTAL - recorded)) / (KILLS - kill + 1));
      await untilTaken(world.fakes, taken + 1);
      resumedAfterMs.push(Math.round(performance.now() - runningSince));
      await untilTaken(world.fakes, killAt);
      await sleep(random() * 40);
      await service.kill();
      taken = await settledCount(world.fakes);
      recorded = await recordedCount(world);
      expect(recorded).toBeLessThan(TOTAL);
      unrecorded.push(taken - recorded - sum(unrecorded));
      service = await world.start(ENV);
    }
    await untilFinished(world);

    const counts = await world.fakes.countByTarget();
    const messages = sum([...counts.values()]);
    noteFigures({ database: kind.name, seed: SEED, unrecorded, repeated: messages - TOTAL, resumedAfterMs });
    expect(targets.filter((target) => !counts.has(target))).toEqual([]);
    expect(counts.size).toBe(TOTAL);
    expect(await recordedCount(world)).toBe(TOTAL);
    expect(Math.max(...unrecorded)).toBeLessThanOrEqual(CHECKPOINT_SIZE);
    // Exactly the messages that were accepted but not recorded arrived twice.
    expect(messages - TOTAL).toBe(sum(unrecorded));
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});
