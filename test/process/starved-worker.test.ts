import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { groupBy } from '../../src/collections.js';
import { eachDatabase } from '../support/databases.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, prepareRun, settledCount, untilFinished, untilTaken } from './crash-run.js';

const DEVICES = { apple: 800, web: 100 };
const TOTAL = DEVICES.apple + DEVICES.web;
/** Longer than a provider takes on a busy machine. */
const ANSWER_TIMEOUT_MS = 15_000;
/** At any moment, about a hundred messages or more wait for an answer. */
const SLOW = { fault: { kind: 'delay', delayMs: 400 } } as const;

describe.each(eachDatabase())('a worker that gets no processor time, on $name', (kind) => {
  test('for longer than the answer timeout reads the waiting answers and repeats no message', async () => {
    await using world = await ServiceWorld.open(kind, { keepContent: false, decrypt: 'sample' });
    // Its lease outlives the standstill, so that the test covers the worker's own behaviour afterwards.
    const service = await world.start({
      ANSWER_TIMEOUT_MS: String(ANSWER_TIMEOUT_MS),
      LEASE_MS: '120000',
      CHECKPOINT_SIZE: '300',
    });
    const { schedulerId } = await prepareRun(world, service, DEVICES);
    for (const provider of ['provider_c', 'webpush'] as const) await world.fakes.misbehave({ provider, ...SLOW });
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, 100);
    service.process.freeze();
    const taken = await settledCount(world.fakes);
    await sleep(ANSWER_TIMEOUT_MS * 1.5);
    service.process.thaw();
    await untilFinished(world);
    expect(taken).toBeLessThan(TOTAL);
    await expectOneEach(world);
  });

  test('because of busy loops on every core repeats no message', async () => {
    await using world = await ServiceWorld.open(kind, { keepContent: false, decrypt: 'sample' });
    const service = await world.start({ CHECKPOINT_SIZE: '500' });
    const { schedulerId } = await prepareRun(world, service, DEVICES);
    using _loops = busyLoops(availableParallelism() * 2);
    await makeDue(world, schedulerId);
    await untilFinished(world);
    await expectOneEach(world);
  });
});

/** Repeats are found by target, because the fakes decrypt, and so identify, only some of the web push messages. */
const expectOneEach = async ({ fakes }: ServiceWorld): Promise<void> => {
  const entries = await fakes.entries({ accepted: true, limit: 10_000 });
  const repeated = [...groupBy(entries, ({ target }) => target).values()].filter(({ length }) => length > 1);
  expect(repeated).toEqual([]);
  expect(entries).toHaveLength(TOTAL);
};

/** Each loop takes all it can of a core, and ends after five minutes at the latest. */
const busyLoops = (count: number): Disposable => {
  const program = 'const end = Date.now() + 300_000; while (Date.now() < end);';
  const loops: ChildProcess[] = Array.from({ length: count }, () => spawn(process.execPath, ['-e', program]));
  return {
    [Symbol.dispose]: () => {
      for (const loop of loops) loop.kill('SIGKILL');
    },
  };
};
