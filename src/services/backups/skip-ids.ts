import { type Database, execute } from '../../database/database.js';
import { sequenceOf } from '../../database/vitess-schema.js';

/** How many ids to skip after a restore: more than can have been assigned between the backup and the loss. */
const SKIPPED = { run: 1_000_000, due_send: 1_000_000_000 } as const;

/** How many event positions to skip. Clients continue from a position, and the gap tells them to start over. */
const SKIP_POSITIONS = 'UPDATE outbox_head SET position = position + 1000000';

/**
 * Makes an older state of a database assign ids that were never used after it. Providers recognise repeats by the ids
 * of runs and due sends and then withhold the message, and receipts refer to them.
 */
export const skipIds = async (database: Database): Promise<void> => {
  const statements = database.dialect.name === 'sqlite' ? skipIdsOfSqlite() : await skipIdsOfMysql(database);
  await database.tx(async (tx) => {
    for (const sql of statements) await execute(tx, sql);
  });
};

/** Skips ids in a file that no process serves. A table that never had a row is not in the sequence yet. */
export const skipIdsOfSqlite = (): string[] => [
  ...Object.entries(SKIPPED).flatMap(([table, count]) => [
    `INSERT INTO sqlite_sequence (name, seq) SELECT '${table}', 0
     WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = '${table}')`,
    `UPDATE sqlite_sequence SET seq = seq + ${count} WHERE name = '${table}'`,
  ]),
  SKIP_POSITIONS,
];

const skipIdsOfMysql = async (database: Database): Promise<string[]> => {
  const statements: string[] = [];
  for (const [table, count] of Object.entries(SKIPPED)) {
    const sequence = sequenceOf(table);
    const [isSequence] = await database.query(`SHOW TABLES LIKE '${sequence}'`);
    if (isSequence) {
      statements.push(`UPDATE ${sequence} SET next_id = next_id + ${count} WHERE id = 0`);
      continue;
    }
    // Reads the table itself, because information_schema may be a day old.
    const [row] = await database.query<Record<string, unknown>>(`SHOW CREATE TABLE ${table}`);
    const next = Number(/ AUTO_INCREMENT=(\d+)/.exec(String(row?.['Create Table']))?.[1] ?? 1);
    statements.push(`ALTER TABLE ${table} AUTO_INCREMENT = ${next + count}`);
  }
  return [...statements, SKIP_POSITIONS];
};
