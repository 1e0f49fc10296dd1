import { describe, expect } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { ServiceWorld, type WorldOptions } from '../support/service-world.js';
import { settledCount } from './crash-run.js';

export const CHECKPOINT_SIZE = 200;
export const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '500', CONCURRENCY: '2', LEASE_MS: '4000' };
export const DEVICES = { apple: 18_000, web: 2_000 };
export const TOTAL = DEVICES.apple + DEVICES.web;

/** Processes share a MySQL; a SQLite file is for one process. */
export const withMysql = process.env.TEST_MYSQL_URL ? describe : describe.skip;
const [mysql] = eachDatabase().filter(({ name }) => name === 'mysql');
export const openWorld = (options: WorldOptions = {}): Promise<ServiceWorld> => {
  if (!mysql) throw new Error('skipped without MySQL');
  return ServiceWorld.open(mysql, options);
};

export const startThree = async (world: ServiceWorld, env: Readonly<Record<string, string>> = {}) => {
  // The first one creates the tables; the others may then start in parallel.
  const api = await world.start({ ...ENV, ...env, ROLE: 'api' });
  const startWorker = () => world.start({ ...ENV, ...env, ROLE: 'worker' });
  const [one, other] = [startWorker(), startWorker()];
  return { api, victim: await one, survivor: await other };
};

/** Counts the messages beyond the first to each device; every device must have got one. */
export const repeatedOf = async (world: ServiceWorld): Promise<number> => {
  await settledCount(world.fakes);
  const counts = await world.fakes.countByTarget();
  expect(counts.size).toBe(TOTAL);
  return [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
};
