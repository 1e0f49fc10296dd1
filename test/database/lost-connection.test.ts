import { expect, test } from '@jest/globals';
import { type Database, execute, select, type Tx } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';

const SERVERS = eachDatabase().filter(({ name }) => name === 'mysql');
const INSERT = 'INSERT INTO lost_connection (n) VALUES (1)';

const openWithTable = async (kind: (typeof SERVERS)[number]): Promise<Database> => {
  const database = await kind.open({ migrate: false });
  await database.tx((tx) => execute(tx, 'CREATE TABLE lost_connection (n INT NOT NULL)'));
  return database;
};

/** Ends the connection of a transaction, as MariaDB does when a frozen process stays silent for too long. */
const kill = async (database: Database, tx: Tx): Promise<void> => {
  const [own] = await select<{ id: number }>(tx, 'SELECT CONNECTION_ID() AS id');
  await database.tx((other) => execute(other, `KILL ${Number(own?.id)}`));
};

const rowsOf = async (database: Database): Promise<number> =>
  (await database.query('SELECT n FROM lost_connection')).length;

const whenThere = SERVERS.length > 0 ? test : test.skip;

whenThere('a transaction whose connection is lost before its commit runs again, and commits once', async () => {
  for (const kind of SERVERS) {
    await using database = await openWithTable(kind);
    let tries = 0;
    await database.tx(async (tx) => {
      tries += 1;
      await execute(tx, INSERT);
      if (tries === 1) await kill(database, tx);
      await execute(tx, INSERT);
    });
    expect({ tries, rows: await rowsOf(database) }).toEqual({ tries: 2, rows: 2 });
  }
});

whenThere('so does one that finds its connection already closed', async () => {
  for (const kind of SERVERS) {
    await using database = await openWithTable(kind);
    let tries = 0;
    await database.tx(async (tx) => {
      tries += 1;
      if (tries === 1) {
        await kill(database, tx);
        await execute(tx, INSERT).catch(() => undefined);
      }
      await execute(tx, INSERT);
    });
    expect({ tries, rows: await rowsOf(database) }).toEqual({ tries: 2, rows: 1 });
  }
});

whenThere('a transaction that may have been committed does not run again', async () => {
  for (const kind of SERVERS) {
    await using database = await openWithTable(kind);
    let tries = 0;
    const writing = database.tx(async (tx) => {
      tries += 1;
      await execute(tx, INSERT);
      const runner = tx.queryRunner;
      if (!runner) throw new Error('a transaction has a query runner');
      const commit = runner.commitTransaction.bind(runner);
      runner.commitTransaction = async () => {
        await commit();
        throw Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
      };
    });
    await expect(writing).rejects.toThrow('lost');
    expect({ tries, rows: await rowsOf(database) }).toEqual({ tries: 1, rows: 1 });
  }
});
