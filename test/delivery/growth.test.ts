import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { readTableSizes, stillGrowing } from '../support/table-sizes.js';
import { TrafficYear } from '../support/traffic-year.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

/** Every retention ends within 181 days, so the last quarter of 400 days shows whether anything still grows. */
const STEPS = 20;
const DAYS_A_STEP = 20;
const DEVICES = 40;

// Both databases delete the same rows at the same time; on MariaDB each of the thousand commits is slow.
const [sqlite] = eachDatabase();

describe('over more than a year of traffic', () => {
  test('no table with a retention keeps growing', async () => {
    if (!sqlite) throw new Error('there is always SQLite');
    await using database = await sqlite.open();
    await using year = await TrafficYear.start({ database, fakes, devices: DEVICES, runsADay: 1 });
    let earlier = await readTableSizes(database);
    for (let step = 1; step <= STEPS; step += 1) {
      await year.next(DAYS_A_STEP - 1);
      if (step === STEPS * 0.75) earlier = await readTableSizes(database);
    }
    const later = await readTableSizes(database);
    expect(stillGrowing(earlier, later)).toEqual([]);
    // One device dies in each step. Those of the last 180 days remain.
    expect(Number(later.get('device')?.rows)).toBeLessThanOrEqual(DEVICES + 180 / DAYS_A_STEP + 1);
    // Growth would be visible: the tables are not empty, and those kept forever have grown.
    for (const table of [
      'delivery_log',
      'delivery_failure',
      'batch',
      'receipt',
      'device',
      'device_tag',
      'event_seen',
      'traffic',
      'run_timeline',
    ]) {
      expect([table, Number(later.get(table)?.rows) > 0]).toEqual([table, true]);
    }
    expect(Number(later.get('run')?.rows)).toBeGreaterThan(Number(earlier.get('run')?.rows));
  });
});
