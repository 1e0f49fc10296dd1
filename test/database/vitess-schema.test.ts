import { describe, expect, jest, test } from '@jest/globals';
import { Command } from 'commander';
import { vitessCommands } from '../../src/cli/vitess-commands.js';
import type { Database } from '../../src/database/database.js';
import { execute } from '../../src/database/database.js';
import { sequenceOf, TABLES_OF_APPS, vitessSchema } from '../../src/database/vitess-schema.js';
import { skipIds } from '../../src/services/backups/skip-ids.js';
import { eachDatabase } from '../support/databases.js';

const COLUMNS = {
  sqlite: `SELECT m.name AS name, m.sql LIKE '%AUTOINCREMENT%' AS numbered FROM sqlite_master m
    JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'app_id'`,
  mysql: `SELECT c.table_name AS name, SUM(n.extra LIKE '%auto_increment%') AS numbered FROM information_schema.columns c
    JOIN information_schema.columns n ON n.table_schema = c.table_schema AND n.table_name = c.table_name
    WHERE c.table_schema = DATABASE() AND c.column_name = 'app_id' GROUP BY c.table_name`,
} as const;

const tablesOfApps = async (database: Database): Promise<{ name: string; isNumbered: boolean }[]> => {
  const rows = await database.query<{ name: string; numbered: number }>(COLUMNS[database.dialect.name]);
  return rows.map(({ name, numbered }) => ({ name, isNumbered: Number(numbered) === 1 }));
};

describe.each(eachDatabase())('the VSchema, $name', ({ open }) => {
  test('lists every table with an application, and which of the spread tables number their rows', async () => {
    await using database = await open();
    const found = await tablesOfApps(database);
    expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(TABLES_OF_APPS).toSorted());
    const numbered = found.filter(({ name, isNumbered }) => isNumbered && placeOf(name) !== 'catalogue');
    expect(numbered.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(TABLES_OF_APPS).filter((name) => placeOf(name) === 'spread and numbered'),
    );
  });
});

const placeOf = (table: string): string => TABLES_OF_APPS[table as keyof typeof TABLES_OF_APPS];

const print = async (...words: string[]): Promise<string> => {
  const program = new Command().exitOverride();
  vitessCommands(program, () => {
    throw new Error('It needs no configuration.');
  });
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await program.parseAsync(['vitess', 'schema', ...words], { from: 'user' });
    return write.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    write.mockRestore();
  }
};

describe('`vitess schema`', () => {
  test('spreads by application, and numbers rows with sequences in the catalogue', async () => {
    const { tables } = JSON.parse(await print('devices', '--catalogue', 'main'));
    expect(tables.device).toEqual({ column_vindexes: [{ column: 'app_id', name: 'by_app' }] });
    expect(tables.batch.auto_increment).toEqual({ column: 'id', sequence: 'main.batch_seq' });
    expect(tables.run).toBeUndefined();
    const catalogue = JSON.parse(await print('catalogue')).tables;
    expect(catalogue.batch_seq).toEqual({ type: 'sequence' });
    expect(catalogue.run.auto_increment).toEqual({ column: 'id', sequence: 'catalogue.run_seq' });
    expect(await print('sequences')).toMatch(/^CREATE TABLE IF NOT EXISTS batch_seq .* COMMENT 'vitess_sequence';$/m);
  });

  test('routes every spread table, with and without the name of the catalogue', async () => {
    const { rules } = JSON.parse(await print('rules', '--devices', 'phones'));
    expect(rules).toContainEqual({ from_table: 'catalogue.device', to_tables: ['phones.device'] });
    expect(rules).toContainEqual({ from_table: 'device', to_tables: ['phones.device'] });
  });
});

const mysql = eachDatabase().filter(({ name }) => name === 'mysql');

describe.each(mysql)('a restored database on $name whose rows are numbered by a sequence', ({ open }) => {
  test('skips a range of ids in the sequence', async () => {
    await using database = await open();
    const statements = vitessSchema({ catalogue: 'a', devices: 'b' }).sequences;
    await database.tx(async (tx) => {
      for (const sql of statements) await execute(tx, sql);
    });
    await skipIds(database);
    const [row] = await database.query<{ next_id: number }>(`SELECT next_id FROM ${sequenceOf('due_send')}`);
    expect(Number(row?.next_id)).toBe(1_000_000_001);
  });
});
