import { describe, expect, test } from '@jest/globals';
import { execute, select } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';

describe.each(eachDatabase())('migrations on $name', ({ open }) => {
  test('run up, down and up again, and leave the system events', async () => {
    await using database = await open({ migrate: false });
    await database.migrate();
    expect(await database.hasPendingMigrations()).toBe(false);
    const events = await database.query<{ code: string }>('SELECT code FROM custom_event ORDER BY id');
    expect(events.map((event) => event.code)).toEqual(['install', 'reg', 'dep']);
    await database.migrateDown();
    await database.migrate();
    expect(await database.query('SELECT id FROM app')).toEqual([]);
  });

  test('two transactions at once do not mix: one rolls back, the other keeps its rows', async () => {
    await using database = await open();
    const insert = 'INSERT INTO id_sequence (name, last_id) VALUES (?, 1)';
    const lost = database.tx(async (tx) => {
      await execute(tx, insert, ['lost']);
      throw new Error('rolled back');
    });
    const kept = database.tx((tx) => execute(tx, insert, ['kept']));
    await expect(lost).rejects.toThrow('rolled back');
    expect((await kept).affected).toBe(1);
    expect(await database.query('SELECT name FROM id_sequence')).toEqual([{ name: 'kept' }]);
  });

  test('a read outside a transaction does not see what is not committed', async () => {
    await using database = await open();
    await database.tx(async (tx) => {
      await execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('x', 1)");
      expect(await select(tx, 'SELECT name FROM id_sequence')).toHaveLength(1);
      expect(await database.query('SELECT name FROM id_sequence')).toHaveLength(0);
    });
    expect(await database.query('SELECT name FROM id_sequence')).toHaveLength(1);
  });

  test('an update that changes nothing still counts the row that it matched', async () => {
    await using database = await open();
    await database.tx((tx) => execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('x', 1)"));
    const again = await database.tx((tx) => execute(tx, "UPDATE id_sequence SET last_id = 1 WHERE name = 'x'"));
    expect(again.affected).toBe(1);
  });
});
