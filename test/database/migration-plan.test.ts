import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { execute } from '../../src/database/database.js';
import { type Effect, listStatements, planMigrations } from '../../src/database/migration-plan.js';
import { SchedulerActivations1765110000000 } from '../../src/migrations/1765110000000-scheduler-activations.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { eachDatabase } from '../support/databases.js';

describe.each(eachDatabase())('the plan of the migrations on $name', ({ name, open }) => {
  test('of an empty database lists all of them, and changes nothing', async () => {
    await using database = await open({ migrate: false });
    const { statements, unknown } = await planMigrations(database);
    // SQLite does not limit texts, so there is nothing to widen.
    const idle = name === 'sqlite' ? ['AuditTypes1795821000000'] : [];
    const planned = MIGRATIONS.map((each) => each.name).filter((each) => !idle.includes(each));
    expect([...new Set(statements.map(({ migration }) => migration))]).toEqual(planned);
    expect(unknown).toBe(0);
    expect(await database.executedMigrations()).toEqual([]);
  });

  test('of an up-to-date database is empty', async () => {
    await using database = await open();
    expect(await planMigrations(database)).toEqual({ statements: [], unknown: 0 });
  });

  test('lists existing tables with their rows, and tables of a later release', async () => {
    await using database = await open();
    await database.tx(async (tx) => {
      await execute(tx, 'DELETE FROM migration WHERE name = ?', [SchedulerActivations1765110000000.name]);
      await execute(tx, 'INSERT INTO migration (timestamp, name) VALUES (?, ?)', [1999999999999, 'Later1999999999999']);
    });
    const { statements, unknown } = await planMigrations(database);
    expect(unknown).toBe(1);
    expect(statements.map(({ effect, tables }) => [effect, tables])).toEqual([
      ['instant', { scheduler: 0 }],
      ['instant', { scheduler: 0 }],
      ['online', { run: 0 }],
      ['rows', { scheduler: 0, run: 0 }],
      ['rows', { scheduler: 0, run: 0 }],
    ]);
  });

  test('describes the effect of each kind of statement on running processes', async () => {
    const statements = (await Promise.all(MIGRATIONS.map((each) => listStatements(each, name)))).flat();
    const effectOf = (start: string) => statements.find(({ sql }) => sql.startsWith(start))?.effect;
    expect(
      [
        'CREATE TABLE device ',
        'ALTER TABLE push ADD COLUMN name',
        'CREATE INDEX run_state ON run',
        'UPDATE scheduler ',
        'DROP INDEX delivery_log_age',
        'ALTER TABLE device DROP COLUMN previous_timezone',
        'INSERT INTO run_failure',
      ].map(effectOf),
    ).toEqual([
      'new',
      'instant',
      'online',
      'rows',
      'instant',
      name === 'mysql' ? 'instant' : 'rebuild',
      'new',
    ] satisfies Effect[]);
  });
});

const previous = process.env.TEST_PREVIOUS_RELEASE;
const withPrevious = previous && previous !== 'none' ? test : test.skip;

/*
 * Expand and contract (docs/operations.md#upgrades): during a rollout and after a rollback, the previous release works
 * on these tables.
 */
withPrevious('no migration that the previous release does not have takes away what it uses', async () => {
  const known = await readFile(join(previous ?? '', 'src/migrations/index.ts'), 'utf8');
  const since = MIGRATIONS.filter(({ name }) => !known.includes(name));
  expect(since.length).toBeLessThan(MIGRATIONS.length);
  const statements = (await Promise.all(since.map((each) => listStatements(each, 'mysql')))).flat();
  expect(statements.filter(({ contracts }) => contracts).map(({ migration, sql }) => `${migration}: ${sql}`)).toEqual(
    [],
  );
});

const withMysql = process.env.TEST_MYSQL_URL ? test : test.skip;

withMysql('the server does each statement in the way that the plan says, or refuses it', async () => {
  const [kind] = eachDatabase().filter(({ name }) => name === 'mysql');
  if (!kind) throw new Error('skipped without MySQL');
  await using database = await kind.open({ migrate: false });
  for (const Migration of MIGRATIONS) {
    const planned = await listStatements(Migration, 'mysql');
    await database.tx((tx) => {
      const query = (sql: string, parameters?: unknown[]) =>
        tx.query(insisting(sql, planned.shift()?.effect ?? 'rebuild'), parameters);
      return new Migration().up({ connection: tx.connection, query } as unknown as QueryRunner);
    });
    expect(planned).toEqual([]);
  }
  expect(await database.query('SELECT id FROM app')).toEqual([]);
});

/** With this clause, MariaDB and MySQL refuse a statement that would need more locking. */
const insisting = (sql: string, effect: Effect): string => {
  // MySQL changes only the table's description. MariaDB uses a different word for that.
  if (effect === 'instant' && sql.includes(' MODIFY ')) return `${sql}, ALGORITHM=INPLACE, LOCK=NONE`;
  if (effect === 'instant' && sql.startsWith('ALTER TABLE')) return `${sql}, ALGORITHM=INSTANT`;
  const dropped = /^(DROP INDEX \w+) ON (\w+)$/.exec(sql);
  if (effect === 'instant' && dropped) return `ALTER TABLE ${dropped[2]} ${dropped[1]}, ALGORITHM=INPLACE, LOCK=NONE`;
  if (effect === 'online') return `${sql} ALGORITHM=INPLACE LOCK=NONE`;
  return sql;
};
