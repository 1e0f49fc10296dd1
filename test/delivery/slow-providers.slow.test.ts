import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { groupBy } from '../../src/collections.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { spawnFakes } from '../support/fakes/spawn-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await spawnFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const DEVICES = 30;
const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];
/** `ANSWER_TIMEOUT_MS` is 30 s by default; in these tests everything takes a tenth of its time. */
const ANSWER_MS = 3_000;
const IN_TIME_MS = [500, 1_200, 2_000];
const TOO_LATE_MS = 4_000;

const startRun = async (world: DeliveryWorld, provider: ProviderName): Promise<void> => {
  await world.makeDevices(await world.makeApp(provider), DEVICES);
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
};

/** Moves to the end of the run, but at most by a time to live. */
const workOut = async (world: DeliveryWorld): Promise<void> => {
  for (let hours = 0; hours < 30; hours += 1) {
    await world.advance(HOUR);
    await world.settle();
    if ((await world.options.database.query("SELECT id FROM run WHERE status = 'finished'")).length > 0) return;
  }
};

/** The identities of every copy that the provider got, by device. */
const copies = async (): Promise<(string | null)[][]> => {
  const entries = await fakes.entries({ accepted: true });
  return [...groupBy(entries, ({ target }) => target).values()].map((group) => group.map(({ shownAs }) => shownAs));
};

const finished = (world: DeliveryWorld) => world.options.database.query("SELECT id FROM run WHERE status = 'finished'");

describe.each(eachDatabase())('on $name,', ({ open }) => {
  describe.each(PROVIDERS)('when %s is slow,', (provider) => {
    test.each(IN_TIME_MS)('answers after %i ms of 3,000 arrive in time, and nothing is sent twice', async (delayMs) => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes, answerMs: ANSWER_MS }).init();
      await startRun(world, provider);
      await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs } });
      await workOut(world);

      expect(await world.outcomes()).toEqual({ sent: DEVICES });
      expect(await fakes.countByTarget()).toEqual(new Map((await targets()).map((target) => [target, 1])));
      expect(await finished(world)).toHaveLength(1);
    });

    test('late answers cost one repeat, which shows as the same notification, and the run ends', async () => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes, answerMs: ANSWER_MS }).init();
      await startRun(world, provider);
      await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: TOO_LATE_MS } });
      await workOut(world);

      expect(await finished(world)).toHaveLength(1);
      for (const shown of await copies()) {
        expect(shown.length).toBeLessThanOrEqual(2);
        expect(shown[0]).toEqual(expect.stringMatching(/./));
        expect(new Set(shown).size).toBe(1);
      }
      expect(await database.query('SELECT id FROM retry_send')).toEqual([]);
      const reasons = await database.query<{ outcome: string; reason: string }>(
        "SELECT DISTINCT outcome, reason FROM delivery_failure WHERE outcome = 'failed'",
      );
      // OneSignal recognises a call by its key, and answers the second call at once.
      if (provider === 'provider_b') expect(await world.outcomes()).toEqual({ sent: DEVICES });
      else {
        const reason = 'the provider has not answered in time; the message may have arrived';
        expect(reasons).toEqual([{ outcome: 'failed', reason }]);
      }
    });

    test('a process without CPU for longer than the limit repeats nothing', async () => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes, answerMs: 1_000 }).init();
      await startRun(world, provider);
      await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: 100 } });
      const starving = setInterval(() => starve(1_500), 30);
      const stopped = setTimeout(() => clearInterval(starving), 6_000);
      await workOut(world);
      clearInterval(starving);
      clearTimeout(stopped);

      expect(await fakes.duplicates()).toEqual([]);
      expect(await world.outcomes()).toEqual({ sent: DEVICES });
    });
  });
});

const targets = async (): Promise<string[]> => [...(await fakes.countByTarget()).keys()];

/** Simulates a machine that gives this process no CPU. */
const starve = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
