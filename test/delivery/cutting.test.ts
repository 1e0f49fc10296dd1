import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { BatchCutter } from '../../src/delivery/plan/batch-cutter.js';
import { MomentFiring } from '../../src/delivery/plan/moment-firing.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { account, accountOf, latestRun } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** There are more one-device batches than one step cuts. */
const DEVICES = 60;

/** The database of a worker that stalls before its nth transaction, until `meanwhile` has ended. */
const standStill = (database: Database, nth: number, meanwhile: () => Promise<void>): Database => {
  let transactions = 0;
  const tx: Database['tx'] = async (work) => {
    transactions += 1;
    if (transactions === nth) await meanwhile();
    return database.tx(work);
  };
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'tx') return tx;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

describe.each(eachDatabase())('a run that two workers cut at once on $name', ({ open }) => {
  test.each([1, 2])('has each batch once, even if one stalls in its step %i', async (step) => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender, config: { batchSize: 1 } });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    const { id } = await world.makeRun();
    world.skip(HOUR);
    const { config, clock, jobs } = world;
    await new MomentFiring({ database, clock, config }).fire(id);
    const run = await latestRun(database);
    const other = new BatchCutter({ database, config, jobs });
    const slow = standStill(database, step, () => other.cut(run.id));
    await new BatchCutter({ database: slow, config, jobs }).cut(run.id);
    const [batches] = await database.query<{ n: number; ranges: number }>(
      'SELECT COUNT(*) AS n, COUNT(DISTINCT from_id) AS ranges FROM batch',
    );
    expect({ n: Number(batches?.n), ranges: Number(batches?.ranges) }).toEqual({ n: DEVICES, ranges: DEVICES });
    expect(await latestRun(database)).toMatchObject({ status: 'running', plannedTotal: DEVICES });
    await world.work();
    expect(await accountOf(world, sender)).toEqual(account(DEVICES));
  });
});
