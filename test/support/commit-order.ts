import type { Pool, PoolConnection } from 'mysql2';
import type { EntityManager, QueryRunner } from 'typeorm';
import { getOrInsert } from '../../src/collections.js';
import type { Database, Tx } from '../../src/database/database.js';
import { TABLES_OF_APPS } from '../../src/database/vitess-schema.js';
import { usesOfTables } from '../database/statement-shape.js';
import { readRepositoryFile } from './repository.js';

/*
 * Simulates a commit over both keyspaces of docs/decisions/sharding.md. Vitess commits the keyspaces one after the
 * other, in the order in which the transaction first used them. Reads count too.
 */

export type Keyspace = 'devices' | 'catalogue';

const keyspaceOf = (table: string): Keyspace => {
  const places: Readonly<Record<string, string>> = TABLES_OF_APPS;
  return (places[table] ?? 'catalogue') === 'catalogue' ? 'catalogue' : 'devices';
};

interface Use {
  readonly keyspace: Keyspace;
  readonly isWrite: boolean;
}

const known = new Map<string, readonly Use[]>();

/** Parses statements for one row and for a thousand rows only once. */
const usesOf = (sql: string): readonly Use[] => {
  const shape = sql.replace(/\?(?:, ?\?)+|\d+(?:, ?\d+)+/g, '?').replace(/\(\?\)(?:, ?\(\?\))+/g, '(?)');
  return getOrInsert(known, shape, () => readUses(shape));
};

const readUses = (sql: string): Use[] => {
  if (!/^\s*\(?(SELECT|INSERT|UPDATE|DELETE)\b/i.test(sql)) return [];
  return usesOfTables(sql).map(({ name, isWritten }) => ({ keyspace: keyspaceOf(name), isWrite: isWritten }));
};

/** The keyspaces in the order of their commits, if both are written. */
const orderOf = (uses: readonly Use[]): readonly Keyspace[] | null => {
  const written = new Set(uses.filter(({ isWrite }) => isWrite).map(({ keyspace }) => keyspace));
  return written.size < 2 ? null : [...new Set(uses.map(({ keyspace }) => keyspace))];
};

/** The table of transactions over both keyspaces: which keyspaces may commit first, by the file that opens them. */
const readListed = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const listed = new Map<string, Set<string>>();
  const rows = readRepositoryFile('docs/decisions/sharding.md')
    .split('\n')
    .map((line) => line.split(' | '));
  for (const [opened = '', first = ''] of rows) {
    const orders = first === 'either' ? ['devices', 'catalogue'] : [first];
    for (const [, file = ''] of opened.matchAll(/`([\w/-]{1,99}\.ts)`/g)) {
      listed.set(file, new Set([...(listed.get(file) ?? []), ...orders]));
    }
  }
  return listed;
};

let listed: ReturnType<typeof readListed> | undefined;

/** The source file that opens a transaction. null: a test. */
const openerOf = (stack: string): string | null =>
  /\/src\/(?!database\/database\.)([\w/-]+)\.[jt]s/.exec(stack)?.[1]?.concat('.ts') ?? null;

const seen = new WeakMap<Database, Map<string, Set<Keyspace>>>();

/** Which keyspaces the transactions over both have committed first so far, by the file that opened them. */
export const seenOrders = (database: Database): Record<string, Keyspace[]> =>
  Object.fromEntries([...(seen.get(database) ?? [])].map(([file, first]) => [file, [...first]]));

/** Makes a transaction over both keyspaces fail if it is not listed, or commits them in another order. */
export const checkCommitOrders = (database: Database): void => {
  const open = new WeakMap<object, Use[]>();
  const orders = new Map<string, Set<Keyspace>>();
  seen.set(database, orders);
  const { statements } = database;
  const log = statements.logQuery.bind(statements);
  statements.logQuery = (sql, parameters, runner) => {
    log(sql, parameters, runner);
    const uses = runner && open.get(runner);
    uses?.push(...usesOf(sql));
  };
  const tx = database.tx.bind(database);
  database.tx = (work) => {
    const opener = openerOf(String(new Error('opened here').stack));
    return tx(async (own) => {
      const uses: Use[] = [];
      open.set(runnerOf(own), uses);
      const result = await work(own);
      open.delete(runnerOf(own));
      const [first] = orderOf(uses) ?? [];
      if (!first || !opener) return result;
      getOrInsert(orders, opener, () => new Set()).add(first);
      listed ??= readListed();
      if (!listed.get(opener)?.has(first)) {
        throw new Error(`${opener} commits ${first} first, which docs/decisions/sharding.md does not list`);
      }
      return result;
    });
  };
};

const runnerOf = (manager: EntityManager): QueryRunner => {
  const { queryRunner } = manager;
  if (!queryRunner) throw new Error('a transaction has a query runner');
  return queryRunner;
};

type Done = (error: Error | null, ...rest: unknown[]) => void;

/**
 * A MySQL database that uses one transaction per keyspace, like Vitess. A statement over both belongs to the keyspace
 * that it names first.
 * @param between runs between the two commits. If it throws, the process has died: the second commit never happens.
 */
export const splitCommits = (
  database: Database,
  between: (first: Keyspace, opener: string | null) => Promise<void>,
): Database => {
  const tx: Database['tx'] = (work) => {
    const opener = openerOf(String(new Error('opened here').stack));
    return database.tx(async (own) => work(await split(own, (first) => between(first, opener))));
  };
  return new Proxy(database, {
    get: (target, name) => {
      if (name === 'tx') return tx;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

const split = async (tx: Tx, between: (first: Keyspace) => Promise<void>): Promise<Tx> => {
  const runner = runnerOf(tx) as QueryRunner & { connect(): Promise<PoolConnection> };
  const own = await runner.connect();
  const { pool } = tx.connection.driver as unknown as { pool: Pool };
  const other = await new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
  await ask(other, 'START TRANSACTION');
  const placeOf = (keyspace: Keyspace): PoolConnection => (keyspace === 'catalogue' ? own : other);
  const order: Keyspace[] = [];
  const written = new Set<Keyspace>();
  const end = async (): Promise<void> => {
    const [first = 'catalogue', second] = order;
    await ask(placeOf(first), 'COMMIT');
    if (written.size === 2) {
      await between(first).catch((error) => {
        own.destroy();
        other.destroy();
        throw error;
      });
    }
    await ask(placeOf(second ?? (first === 'catalogue' ? 'devices' : 'catalogue')), 'COMMIT');
    other.release();
  };
  const run = async (sql: string, values: readonly unknown[] = []): Promise<unknown> => {
    if (sql === 'COMMIT') return end();
    if (sql === 'ROLLBACK') {
      await ask(other, sql);
      other.release();
      return ask(own, sql);
    }
    const uses = usesOf(sql);
    for (const { keyspace, isWrite } of uses) {
      if (!order.includes(keyspace)) order.push(keyspace);
      if (isWrite) written.add(keyspace);
    }
    return ask(placeOf(uses[0]?.keyspace ?? 'catalogue'), sql, values);
  };
  // The service uses callbacks, and TypeORM uses promises.
  const routed = {
    query: (sql: string, values: readonly unknown[], done: Done): void => {
      run(sql, values).then(
        (result) => done(null, result),
        (error: Error) => done(error),
      );
    },
    promise: () => ({ query: async (sql: string, values?: readonly unknown[]) => [await run(sql, values)] }),
  } as unknown as PoolConnection;
  runner.connect = async () => routed;
  return tx;
};

const ask = (connection: PoolConnection, sql: string, values: readonly unknown[] = []): Promise<unknown> =>
  new Promise((resolve, reject) => {
    connection.query(sql, [...values], (error: Error | null, result: unknown) =>
      error ? reject(error) : resolve(result),
    );
  });
