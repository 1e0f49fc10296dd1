import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { JobPlace, until } from './job-stores.js';

const [sqlite] = eachDatabase();
if (!sqlite) throw new Error('there is always SQLite');

const never = (signal: AbortSignal): Promise<void> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('repeating jobs on SQLite', () => {
  test('leave nothing in the database, and remove the rows of an earlier release', async () => {
    const database = await sqlite.open();
    await database.tx((tx) =>
      tx.query(`INSERT INTO job (name, unique_key, next_run_at, priority, disabled, definition, state)
        VALUES ('sweep', 'single sweep', 1, 0, 0, '{"type":"single","repeatInterval":5000}', '{}')`),
    );
    await using place = new JobPlace(database, null);
    const swept: number[] = [];
    await place.started({ sweep: async () => void swept.push(1) });
    await until(() => swept.length > 0);
    expect(await database.query('SELECT * FROM job')).toEqual([]);
  });

  test('run at once on request, run once more if they are running, and never overlap', async () => {
    await using place = new JobPlace(await sqlite.open(), null);
    let [runs, atOnce, most] = [0, 0, 0];
    let release: () => void = () => undefined;
    const queue = await place.started({
      upkeep: async () => {
        runs += 1;
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        atOnce -= 1;
      },
    });
    // Starting the queue also runs an hourly job once.
    await until(() => runs === 1);
    for (let n = 0; n < 5; n += 1) await queue.enqueue('upkeep', {});
    release();
    await until(() => runs === 2);
    release();
    await queue.enqueue('upkeep', {});
    await until(() => runs === 3);
    release();
    expect(most).toBe(1);
  });

  test('can be requested by a process without a worker', async () => {
    const database = await sqlite.open();
    await using place = new JobPlace(database, null);
    const runs: number[] = [];
    await place.started({ upkeep: async () => void runs.push(1) });
    await until(() => runs.length === 1);
    const api = await place.queue();
    await api.enqueue('upkeep', {});
    await until(() => runs.length === 2);
  });

  test('continue after a failure, and are aborted by a drain, which counts the remaining ones', async () => {
    await using place = new JobPlace(await sqlite.open(), null);
    let tries = 0;
    const queue = await place.started({
      'due-sends': async () => {
        tries += 1;
        throw new Error('not today');
      },
      retries: (_, { signal }) => never(signal),
      sweep: () => new Promise(() => undefined),
    });
    await until(() => tries >= 2);
    expect(await queue.drain(200)).toEqual({ running: 1 });
  });
});
