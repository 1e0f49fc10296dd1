import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Database, execute } from '../../src/database/database.js';
import type { LongReadOptions } from '../../src/database/long-reads/long-reads.js';
import { ReadingGate } from '../../src/database/long-reads/reading-gate.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { compiledThread } from '../support/threads/compiled-thread.js';

const PROGRAM = compiledThread('src/database/long-reads/reading-process.js');
const ME = 1;
const OTHER = 2;

/** Counting millions of rows keeps a reader busy for at least a second. */
const DIGITS = `(${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ')})`;
const SLOW = `SELECT COUNT(*) AS n FROM ${[...'abcdefg'].map((name) => `${DIGITS} ${name}`).join(', ')}, (SELECT 1 UNION ALL SELECT 2) h`;
/** SQLite counts five times as fast. */
const SLOW_OF = {
  sqlite: `${SLOW}, (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5) i`,
  mysql: SLOW,
};

test('a process that only waits for its reading processes to end completes its close', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const script = `
    const { Database } = await import(${JSON.stringify(compiledThread('src/database/database.js').href)});
    const config = { kind: 'sqlite', path: ${JSON.stringify(place.url.slice('sqlite:'.length))} };
    const database = new Database(config, { longReads: { program: new URL(${JSON.stringify(PROGRAM.href)}) } });
    await database.open();
    await database.longRead(1, 'SELECT 1 AS n');
    await database.close();
    console.log('closed');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toBe('closed\n');
});

describe.each(eachDatabase())('long reads on $name', (kind) => {
  const open = async (options: Partial<LongReadOptions> = {}): Promise<Database> => {
    const migrated = await kind.open();
    const database = new Database(migrated.config, { longReads: { program: PROGRAM, ...options } });
    const close = database[Symbol.asyncDispose].bind(database);
    database[Symbol.asyncDispose] = async () => {
      await close();
      await migrated[Symbol.asyncDispose]();
    };
    await database.open();
    return database;
  };

  test('see data that was committed before them', async () => {
    await using database = await open();
    await database.tx((tx) => execute(tx, 'INSERT INTO id_sequence (name, last_id) VALUES (?, ?)', ['mine', 7]));
    const sql = 'SELECT name, last_id FROM id_sequence WHERE name = ?';
    expect(await database.longRead(ME, sql, ['mine'])).toEqual([{ name: 'mine', last_id: 7 }]);
    await database.tx((tx) => execute(tx, 'UPDATE id_sequence SET last_id = 8 WHERE name = ?', ['mine']));
    expect(await database.longRead(ME, sql, ['mine'])).toEqual([{ name: 'mine', last_id: 8 }]);
  });

  test('leave this process free for other work', async () => {
    await using database = await open({ limitMs: 300_000 });
    await database.longRead(ME, 'SELECT 1 AS n');
    const startedAt = performance.now();
    let isOver = false;
    const reading = database.longRead(ME, SLOW_OF[kind.name]).finally(() => {
      isOver = true;
    });
    let turns = 0;
    for (; !isOver; turns += 1) await sleep(5);
    await reading;
    expect(performance.now() - startedAt).toBeGreaterThan(500);
    // There would be one or two if this process did the counting.
    expect(turns).toBeGreaterThan(20);
  });

  test('are aborted when they take too long, and others continue', async () => {
    await using database = await open({ limitMs: 200 });
    const slow = database.longRead(ME, SLOW_OF[kind.name]);
    await expect(slow).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'This read took longer than 0.2 s and was stopped; narrow the filter, or request fewer items at once.',
    });
    const again = () => database.longRead(OTHER, 'SELECT 1 AS n').catch(() => null);
    expect(await eventually('an answer', again)).toEqual([{ n: 1 }]);
  });

  test('that fail report the reason, and the next one works', async () => {
    await using database = await open();
    await expect(database.longRead(ME, 'SELECT missing FROM nowhere')).rejects.toThrow(/nowhere/);
    expect(await database.longRead(ME, 'SELECT 2 AS n')).toEqual([{ n: 2 }]);
  });

  test('end with the database', async () => {
    const database = await open();
    await database.longRead(ME, 'SELECT 1 AS n');
    await database[Symbol.asyncDispose]();
    const slow = await open({ limitMs: 60_000 });
    const read = slow.longRead(ME, SLOW_OF[kind.name]).catch((error: Error) => error);
    await slow[Symbol.asyncDispose]();
    await read;
  });
});

test('a reading process that cannot start fails its read, and nothing else', async () => {
  const [sqlite] = eachDatabase();
  await using migrated = await sqlite?.open();
  if (!migrated) throw new Error('there is always SQLite');
  const program = new URL('file:///nowhere/reading-process.js');
  await using database = new Database(migrated.config, { longReads: { program } });
  await database.open();
  await expect(database.longRead(ME, 'SELECT 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(database.longRead(ME, 'SELECT 1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe('the gate of long reads', () => {
  const deferred = () => {
    let done = (): void => undefined;
    const promise = new Promise<void>((resolve) => {
      done = resolve;
    });
    return { promise, done };
  };

  /** Reads that the test ends. */
  const openGate = (limits: Partial<ConstructorParameters<typeof ReadingGate>[0]> = {}) => {
    const gate = new ReadingGate({ atOnce: 1, inAll: 10, ofOneUser: 5, waitMs: 300, ...limits });
    const begun: { userId: number; end: () => void }[] = [];
    const read = (userId: number): Promise<void> =>
      gate.read(userId, () => {
        const { promise, done } = deferred();
        begun.push({ userId, end: done });
        return { answer: promise, free: promise };
      });
    const order = () => begun.map(({ userId }) => userId);
    const endLast = async (read: Promise<void> | undefined) => {
      await new Promise(setImmediate);
      begun.at(-1)?.end();
      await read;
      await new Promise(setImmediate);
    };
    return { read, order, endLast };
  };

  test('releases its slot where a read cannot start', async () => {
    const gate = new ReadingGate({ atOnce: 1, inAll: 10, ofOneUser: 5, waitMs: 300 });
    const failing = () => {
      throw new Error('spawn ENOMEM');
    };
    for (let round = 0; round < 3; round += 1) await expect(gate.read(ME, failing)).rejects.toThrow('ENOMEM');
    const free = Promise.resolve();
    expect(await gate.read(ME, () => ({ answer: Promise.resolve('read'), free }))).toBe('read');
  });

  test('admits a caller without a read in progress before a caller with many', async () => {
    const { read, order, endLast } = openGate({ waitMs: 60_000 });
    const [first, second] = [read(ME), read(ME)];
    const others = read(OTHER);
    await endLast(first);
    await endLast(others);
    await endLast(second);
    expect(order()).toEqual([ME, OTHER, ME]);
  });

  test('refuses a user beyond a limit, and everyone beyond a larger one', async () => {
    const { read } = openGate({ inAll: 6 });
    for (let count = 0; count < 5; count += 1) read(ME).catch(() => undefined);
    await expect(read(ME)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message: 'You already have 5 long reads running or waiting; narrow the filters, or request fewer items at once.',
    });
    read(OTHER).catch(() => undefined);
    await expect(read(3)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Too many long reads are waiting; narrow the filter, or try again in a moment.',
    });
  });

  test('does not let a caller wait forever', async () => {
    const { read, endLast } = openGate({ waitMs: 20 });
    const first = read(ME);
    await expect(read(OTHER)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await endLast(first);
    const next = read(OTHER);
    await endLast(next);
  });
});
