import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import type { QueryRunner } from 'typeorm';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database, execute } from '../../src/database/database.js';
import { allowingSilence } from '../../src/database/mysql-sessions.js';
import { openDatabase } from '../../src/database/open-database.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';

const mysql = eachDatabase().filter(({ name }) => name === 'mysql');

/** A proxy to the database that cuts the first connections once the server has sent `after` pieces. */
const cuttingProxy = async (target: URL, { cuts, after }: { cuts: number; after: number }) => {
  let left = cuts;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let pieces = 0;
    upstream.on('data', (data) => {
      pieces += 1;
      if (left > 0 && pieces > after) {
        left -= 1;
        client.destroy();
        upstream.destroy();
      } else client.write(data);
    });
    client.on('data', (data) => upstream.write(data));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, cutsLeft: () => left, [Symbol.dispose]: () => void server.close() };
};

(mysql.length > 0 ? describe : describe.skip)('opening a MySQL', () => {
  // Pieces that the server sends: greeting, authentication, session settings, locks, migrations and so on.
  test.each([0, 1, 2, 4, 6])('continues when connections are cut after %i answers', async (after) => {
    await using place = await (mysql[0] ?? fail()).url();
    using proxy = await cuttingProxy(new URL(place.url), { cuts: 2, after });
    const { database, prepared } = await openDatabase(parseDatabaseUrl(proxy.url), (opened) =>
      opened.query<{ one: number }>('SELECT 1 AS one'),
    );
    await using _ = database;
    expect(prepared).toEqual([{ one: 1 }]);
    expect(await database.hasPendingMigrations()).toBe(false);
    expect(proxy.cutsLeft()).toBe(0);
  });

  test('does not retry forever', async () => {
    await using place = await (mysql[0] ?? fail()).url();
    using proxy = await cuttingProxy(new URL(place.url), { cuts: 1_000, after: 1 });
    const opened = openDatabase(parseDatabaseUrl(proxy.url), async () => null);
    await expect(opened).rejects.toMatchObject({ code: expect.stringMatching(/PROTOCOL_CONNECTION_LOST|ECONNRESET/) });
  });
});

(mysql.length > 0 ? describe : describe.skip)('two processes that bring a MySQL up to date', () => {
  test("wait for one another under the previous release's lock name, which no server function creates", async () => {
    await using place = await (mysql[0] ?? fail()).url();
    const { pathname } = new URL(place.url);
    const lock = `pushgraph-migrate-${createHash('md5').update(pathname.slice(1)).digest('hex')}`;
    const other = await createConnection(place.url);
    await other.query('SELECT GET_LOCK(?, 0)', [lock]);
    await using database = new Database(parseDatabaseUrl(place.url));
    await database.open();
    const asked: string[] = [];
    database.statements.listener = (sql) => asked.push(sql);
    const migrated = database.migrate();
    await eventually('one that waits', async () => {
      const [rows] = await other.query('SELECT state FROM information_schema.processlist WHERE state = ?', [
        'User lock',
      ]);
      return (rows as unknown[]).length > 0 || null;
    });
    expect(await database.executedMigrations()).toEqual([]);
    await other.end();
    await migrated;
    expect(await database.hasPendingMigrations()).toBe(false);
    // MySQL has removed these one by one.
    expect(asked.filter((sql) => /\b(?:MD5|SHA1?|PASSWORD|ENCODE|DECODE|DES_\w+)\s*\(/i.test(sql))).toEqual([]);
  });
});

(mysql.length > 0 ? describe : describe.skip)('migrations of a MySQL', () => {
  test('are run again after a kill, and completed parts are skipped', async () => {
    await using database = await (mysql[0] ?? fail()).open({ migrate: false });
    // They are complete or partial, but not recorded.
    await database.tx(async ({ queryRunner }) => {
      const runner = queryRunner ?? fail();
      await new MIGRATIONS[0]().up(runner);
      await runner.query('ALTER TABLE scheduler ADD COLUMN grace_seconds INT NULL');
    });
    const migrated: string[] = [];
    await database.migrate({ onMigrated: (name) => migrated.push(name) });
    expect(migrated).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await database.hasPendingMigrations()).toBe(false);
  });

  test('stop after the current one when they are aborted, and continue later', async () => {
    await using database = await (mysql[0] ?? fail()).open({ migrate: false });
    const stop = new AbortController();
    const migrated: string[] = [];
    const onMigrated = (name: string): void => {
      migrated.push(name);
      if (migrated.length === 3) stop.abort();
    };
    await expect(database.migrate({ signal: stop.signal, onMigrated })).rejects.toThrow(/abort/i);
    expect(await database.executedMigrations()).toEqual(MIGRATIONS.slice(0, 3).map(({ name }) => name));
    await database.migrate({ onMigrated });
    expect(migrated).toEqual(MIGRATIONS.map(({ name }) => name));
  });
});

(mysql.length > 0 ? describe : describe.skip)('connections of a MySQL that are silent', () => {
  const silenceOf = async (runner: QueryRunner): Promise<number> => {
    const [session] = await runner.query('SELECT @@SESSION.wait_timeout AS seconds');
    return Number(session.seconds);
  };

  test('wait only while another process migrates', async () => {
    await using database = await (mysql[0] ?? fail()).open();
    await database.tx(async ({ queryRunner }) => {
      const runner = queryRunner ?? fail();
      const before = await silenceOf(runner);
      const meanwhile: number[] = [];
      const failing = allowingSilence(runner, async () => {
        meanwhile.push(await silenceOf(runner));
        throw new Error('a migration fails');
      });

      await expect(failing).rejects.toThrow('a migration fails');
      expect(meanwhile).toEqual([86_400]);
      expect(await silenceOf(runner)).toBe(before);
    });
  });
});

const fail = (): never => {
  throw new Error('skipped without MySQL');
};

test('SQLite commits again after its disk was full', async () => {
  const [sqlite] = eachDatabase();
  await using place = await (sqlite ?? fail()).url();
  await using database = new Database(parseDatabaseUrl(place.url));
  await database.open();
  await database.migrate();
  const put = (name: string) =>
    database.tx((tx) => execute(tx, 'INSERT INTO id_sequence (name, last_id) VALUES (?, 1)', [name]));
  const setPages = (most: number) => database.tx((tx) => tx.query(`PRAGMA max_page_count = ${most}`));
  const [{ page_count: pages }] = await database.tx((tx) => tx.query('PRAGMA page_count'));
  await setPages(pages + 2);
  const filling = async () => {
    for (let row = 0; ; row += 1) await put(`${row} ${'x'.repeat(10_000)}`);
  };
  await expect(filling()).rejects.toThrow('full');
  await setPages(1_000_000);
  const refused = database.tx(async () => {
    throw new Error('an ordinary refusal');
  });
  await expect(refused).rejects.toThrow('an ordinary refusal');
  await put('afterwards');
  await using other = new Database(parseDatabaseUrl(place.url));
  await other.open();
  expect(await other.query("SELECT name FROM id_sequence WHERE name = 'afterwards'")).toHaveLength(1);
});
