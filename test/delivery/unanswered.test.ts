import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { groupBy } from '../../src/collections.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld, workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const DEVICES = 30;
const TAKEN_WITHOUT_A_WORD = { kind: 'reset-stream', accepted: true } as const;

const startRun = async (world: DeliveryWorld): Promise<void> => {
  await world.makeDevices(await world.makeApp('provider_a'), DEVICES);
  await world.makeActive('one-time', { pushes: [await world.makePush()] });
};

const workOut = async (world: DeliveryWorld): Promise<void> => {
  for (let hours = 0; hours < 6; hours += 1) await world.advance(HOUR);
};

/** How often each device got its message. */
const copies = async (): Promise<number[]> => [...(await fakes.countByTarget()).values()];

/** Whether all copies of a message show as one notification. */
const isShownOnce = async (): Promise<boolean> => {
  const entries = await fakes.entries({ accepted: true });
  return [...groupBy(entries, ({ target }) => target).values()].every(
    (group) => new Set(group.map(({ shownAs }) => shownAs)).size === 1 && group[0]?.shownAs !== null,
  );
};

describe.each(eachDatabase())('a message without an answer, on $name,', ({ open }) => {
  test('is tried once more, as the same notification, and then fails', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await startRun(world);
    await fakes.misbehave({ provider: 'provider_a', fault: TAKEN_WITHOUT_A_WORD });
    await workOut(world);

    expect(await world.outcomes()).toEqual({ failed: DEVICES });
    expect(await copies()).toEqual(Array(DEVICES).fill(2));
    expect(await isShownOnce()).toBe(true);
  });

  test('excludes refused messages, which are retried until they are accepted', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await startRun(world);
    await fakes.misbehave({ provider: 'provider_a', times: 4 * DEVICES, fault: { kind: 'answer', status: 503 } });
    await workOut(world);

    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(await fakes.duplicates()).toEqual([]);
  });

  test('is counted in the database, so that another process does not start over', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes }).init();
    await startRun(world);
    await fakes.misbehave({ provider: 'provider_a', times: DEVICES, fault: TAKEN_WITHOUT_A_WORD });
    world.clock.advance(HOUR);
    await fakes.setNow(world.clock.now());
    await world.work();
    const counts = 'SELECT DISTINCT unanswered FROM retry_send';
    expect(await database.query(counts)).toEqual([{ unanswered: 1 }]);

    await fakes.misbehave({ provider: 'provider_a', fault: TAKEN_WITHOUT_A_WORD });
    const other = world.makeFlow();
    world.clock.advance(HOUR);
    await fakes.setNow(world.clock.now());
    await workThrough(other, world.jobs);
    expect(await world.outcomes()).toEqual({ failed: DEVICES });
    expect(await copies()).toEqual(Array(DEVICES).fill(2));
    expect(await isShownOnce()).toBe(true);
  });
});
