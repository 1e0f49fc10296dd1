import { type Database, execute } from '../../database/database.js';

/** How many ids are left out after a restore: more than can have been given between the backup and the loss. */
const SKIPPED = { run: 1_000_000, due_send: 1_000_000_000 } as const;

/** Likewise of the positions of events, which clients name to go on after them: the gap tells them to begin anew. */
const SKIP_POSITIONS = 'UPDATE outbox_head SET position = position + 1000000';

/**
 * For a database that is a state of the past: what it makes from now on gets other ids than what was made after that
 * state and is lost. By the ids of run and due send a provider tells a repetition, which it then keeps from the device,
 * and a receipt says what it is for.
 */
export const skipIds = async (database: Database): Promise<void> => {
  const statements = database.dialect.name === 'sqlite' ? skipIdsOfSqlite() : await skipIdsOfMysql(database);
  await database.tx(async (tx) => {
    for (const sql of statements) await execute(tx, sql);
  });
};

/** The same for a file that nobody serves. A table that never had a row is not in the sequence yet. */
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
    // The table's own word: information_schema may be a day old.
    const [row] = await database.query<Record<string, unknown>>(`SHOW CREATE TABLE ${table}`);
    const next = Number(/ AUTO_INCREMENT=(\d+)/.exec(String(row?.['Create Table']))?.[1] ?? 1);
    statements.push(`ALTER TABLE ${table} AUTO_INCREMENT = ${next + count}`);
  }
  return [...statements, SKIP_POSITIONS];
};
