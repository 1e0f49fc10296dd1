import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type Connection, createConnection } from 'mysql2/promise';
import type { QueryRunner } from 'typeorm';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { listStatements } from '../../src/database/migration-plan.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { findMysqld, startMysql } from '../support/services/mysql-server.js';

/*
 * Measures how long single-row writes wait during each migration since the previous release, on tables of LOCKS_DEVICES
 * devices: `npm run verify:migrations`, docs/operations.md#upgrades.
 */

const DEVICES = Number(process.env.LOCKS_DEVICES ?? 2_000_000);
const APPS = 200;
/** Row counts relative to the number of devices, as in a service after half a year. */
const SCHEDULERS = Math.ceil(DEVICES / 100);
const RUNS = SCHEDULERS * 10;
const FAILURES = Math.ceil(DEVICES / 2);
/** The longest acceptable wait. */
const MOST_MS = 1_000;

/** Columns without a default that need more than a number or a text. `seq` counts from 1. */
const FILLED: readonly { readonly table: string; readonly rows: number; readonly columns: Record<string, string> }[] = [
  { table: 'user_account', rows: 1, columns: {} },
  { table: 'app', rows: APPS, columns: { user_id: '1', push_provider: "'provider_c'" } },
  {
    table: 'device',
    rows: DEVICES,
    columns: { app_id: `FLOOR((seq - 1) * ${APPS} / ${DEVICES}) + 1`, active: '1', token_hash: "LPAD(seq, 64, '0')" },
  },
  { table: 'device_event', rows: DEVICES, columns: { device_id: 'seq', event_id: '1', app_id: '1', count: '1' } },
  { table: 'scheduler', rows: SCHEDULERS, columns: { user_id: '1', kind: "'onesend'", active: '0' } },
  { table: 'push', rows: SCHEDULERS, columns: { user_id: '1', scheduler_id: 'seq', status: '1' } },
  {
    table: 'run',
    rows: RUNS,
    columns: { user_id: '1', scheduler_id: `seq MOD ${SCHEDULERS} + 1`, kind: "'onesend'", status: "'finished'" },
  },
  {
    table: 'delivery_failure',
    rows: FAILURES,
    columns: {
      run_id: 'FLOOR(seq / 50) + 1',
      app_id: `seq MOD ${APPS} + 1`,
      outcome: "'failed'",
      reason: "CONCAT('reason ', seq MOD 5)",
    },
  },
];

/** Single-row writes that run during the migration. `?` is a new number each time. */
const WRITERS: Readonly<Record<string, string>> = {
  'update device': `UPDATE device SET seen_at = seen_at + 1 WHERE id = ? MOD ${DEVICES} + 1`,
  'insert device_event':
    'INSERT INTO device_event (device_id, event_id, app_id, count, first_at, last_at) VALUES (?, 2, 1, 1, 1, 1)',
  'update scheduler': `UPDATE scheduler SET updated_at = updated_at + 1 WHERE id = ? MOD ${SCHEDULERS} + 1`,
  'update push': `UPDATE push SET updated_at = updated_at + 1 WHERE id = ? MOD ${SCHEDULERS} + 1`,
  'update run': `UPDATE run SET left_out = left_out + 1 WHERE id = ? MOD ${RUNS} + 1`,
  'insert run':
    "INSERT INTO run (user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at) VALUES (1, 1, 'onesend', 4000000000 + ?, 'finished', 0, 0, 0, 1)",
  'insert delivery_failure':
    "INSERT INTO delivery_failure (run_id, push_id, device_id, occurrence, app_id, outcome, reason, failed_at) VALUES (1, 1, ?, 9, 1, 'failed', 'x', 1)",
  'update app': `UPDATE app SET paused_until = ? WHERE id = ? MOD ${APPS} + 1`,
};

const previous = process.env.TEST_PREVIOUS_RELEASE;
const canRun = findMysqld() && previous && previous !== 'none';

(canRun ? describe : describe.skip)(`the migrations since the previous release, with ${DEVICES} devices`, () => {
  test('no single-row write waits longer than a second', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-locks-'));
    const server = await startMysql({
      folder,
      // Each server has its own log option.
      options: [
        '--innodb-buffer-pool-size=1G',
        '--loose-innodb-log-file-size=512M',
        '--loose-innodb-redo-log-capacity=1G',
      ],
    });
    if (!server) throw new Error('there is one');
    try {
      const url = Object.assign(new URL(server.url), { pathname: '/locks' }).href;
      const operator = await createConnection(server.url);
      await operator.query('CREATE DATABASE locks CHARACTER SET utf8mb4');
      await operator.end();
      const names = await readFile(join(previous ?? '', 'src/migrations/index.ts'), 'utf8');
      const pending = MIGRATIONS.filter(({ name }) => !names.includes(name));
      if (pending.length === 0)
        throw new Error(
          'No migration is newer than that release: name the folder of one before it by TEST_PREVIOUS_RELEASE.',
        );
      await migratePrevious(
        url,
        MIGRATIONS.filter((each) => !pending.includes(each)),
      );
      await fillAll(url);
      await using connection = await createConnection(url);

      await using writers = await Writers.begin(url);
      await sleep(5_000);
      report({ without: 'any migration', tookMs: 5_000, ...writers.longest() });
      // The session settings match the service's.
      await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
      const waits: number[] = [];
      for (const Migration of pending) {
        const planned = await listStatements(Migration, 'mysql');
        const query = async (sql: string) => {
          const startedAt = performance.now();
          const [result] = await connection.query(sql);
          const tookMs = Math.round(performance.now() - startedAt);
          // Waiting statements have run.
          await sleep(100);
          const { writer, waitedMs } = writers.longest();
          waits.push(waitedMs);
          const text = sql.replace(/\s+/g, ' ').trim();
          const effect = planned.find((each) => each.sql === text)?.effect;
          report({ migration: Migration.name, sql: text.slice(0, 60), effect, tookMs, writer, waitedMs });
          return result;
        };
        await new Migration().up({ connection: { options: { type: 'mysql' } }, query } as unknown as QueryRunner);
      }
      expect(Math.max(...waits)).toBeLessThan(MOST_MS);
    } finally {
      await server.stop();
    }
  }, 3_600_000);
});

/**
 * Creates the tables of that release with our migrations, which never change. The release itself does not start on
 * MySQL 9.6.
 */
const migratePrevious = async (url: string, known: readonly (typeof MIGRATIONS)[number][]): Promise<void> => {
  const database = new Database(parseDatabaseUrl(url));
  await database.open();
  try {
    for (const Migration of known) {
      await database.tx(async ({ connection, queryRunner }) => {
        const query = (sql: string, parameters?: unknown[]) => queryRunner?.query(sql, parameters);
        await new Migration().up({ connection, query } as unknown as QueryRunner);
      });
    }
  } finally {
    await database.close();
  }
};

/**
 * Fills each table with one statement without checks, so that InnoDB sorts the rows by each index and writes no undo
 * log. Inserting into trees larger than memory would be several times slower.
 */
const fillAll = async (url: string): Promise<void> => {
  await using connection = await createConnection(url);
  await connection.query("SET SESSION unique_checks = 0, foreign_key_checks = 0, sql_mode = ''");
  const [[{ version }]] = (await connection.query('SELECT VERSION() AS version')) as unknown as [[{ version: string }]];
  const isMariadb = /mariadb/i.test(version);
  report({ server: version });
  if (!isMariadb) await connection.query(`SET SESSION cte_max_recursion_depth = ${2 * DEVICES}`);
  for (const { table, rows, columns } of FILLED) {
    const expressions = await expressionsOf(connection, { table, columns });
    const startedAt = performance.now();
    await connection.query(
      `INSERT INTO ${table} (${[...expressions.keys()].join(', ')})
       SELECT ${[...expressions.values()].join(', ')} FROM ${isMariadb ? `seq_1_to_${rows}` : countTo(rows)}`,
    );
    const [[row]] = (await connection.query(`SELECT COUNT(*) AS n FROM ${table}`)) as unknown as [[{ n: number }]];
    report({ table, rows: row.n, tookMs: Math.round(performance.now() - startedAt) });
  }
  await connection.query(`ANALYZE TABLE ${FILLED.map(({ table }) => table).join(', ')}`);
};

/** MySQL has no table of numbers, so this makes one: `seq` counts from 1. */
const countTo = (rows: number): string =>
  `(WITH RECURSIVE numbers (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < ${rows})
    SELECT seq FROM numbers) counted`;

/** A value for each column that requires one. */
const expressionsOf = async (
  connection: Connection,
  { table, columns }: Pick<(typeof FILLED)[number], 'table' | 'columns'>,
): Promise<Map<string, string>> => {
  const [found] = await connection.query(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = DATABASE() AND table_name = ? AND is_nullable = 'NO' AND column_default IS NULL
     AND extra NOT LIKE '%auto_increment%'`,
    [table],
  );
  const expressions = new Map(Object.entries(columns));
  for (const { name, type } of found as { name: string; type: string }[]) {
    const number = /tiny/.test(type) ? '0' : 'seq';
    if (!expressions.has(name)) expressions.set(name, /int/.test(type) ? number : "CONCAT('', seq)");
  }
  return expressions;
};

/** Runs statement after statement, each kind on its own connection. */
class Writers implements AsyncDisposable {
  static async begin(url: string): Promise<Writers> {
    const writers = new Writers();
    writers.working = await Promise.all(
      Object.entries(WRITERS).map(async ([name, sql]) => {
        const connection = await createConnection(url);
        return () => writers.write(name, sql, connection);
      }),
    ).then((all) => Promise.all(all.map((work) => ({ done: work() }))));
    return writers;
  }

  private working: readonly { done: Promise<void> }[] = [];
  private isOver = false;
  private next = DEVICES;
  /** Tracks how long each statement has waited, and the longest wait since the last call. */
  private readonly since = new Map<string, number>();
  private worst = { writer: '', waitedMs: 0 };

  longest(): { writer: string; waitedMs: number } {
    for (const [name, startedAt] of this.since) this.note(name, performance.now() - startedAt);
    const { worst } = this;
    this.worst = { writer: '', waitedMs: 0 };
    return worst;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isOver = true;
    await Promise.all(this.working.map(({ done }) => done));
  }

  private async write(name: string, sql: string, connection: Connection): Promise<void> {
    while (!this.isOver) {
      this.next += 1;
      const values = Array.from(sql.matchAll(/\?/g), () => this.next);
      const startedAt = performance.now();
      this.since.set(name, startedAt);
      await connection.query(sql, values);
      this.since.delete(name);
      this.note(name, performance.now() - startedAt);
      await sleep(5);
    }
    await connection.end();
  }

  private note(writer: string, ms: number): void {
    if (ms > this.worst.waitedMs) this.worst = { writer, waitedMs: Math.round(ms) };
  }
}

const report = (figures: object): void => void process.stderr.write(`${JSON.stringify(figures)}\n`);
