import { type Database, execute, placeholders, select } from '../../src/database/database.js';
import type { TestDatabaseKind } from '../../test/support/databases.js';

const CLAIM = 500;

/**
 * The database's own limit: claims due rows with a lease, reads the devices and deletes the rows, 500 at a time, in the
 * two transactions needed to lose nothing. It judges, sends and counts nothing. Returns rows per second.
 */
export const measureBareClaims = async (kind: TestDatabaseKind, count: number): Promise<number> => {
  await using database = await kind.open();
  await fill(database, count);
  const startedAt = performance.now();
  while ((await claimAndDelete(database)) > 0) {
    // Runs until no row is left.
  }
  return (count * 1_000) / (performance.now() - startedAt);
};

const fill = async (database: Database, count: number): Promise<void> => {
  for (let start = 0; start < count; start += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => [1, 1, start + index + 1, 2, 1]);
    const sql = `INSERT INTO due_send (scheduler_id, app_id, device_id, event_id, due_at) VALUES ${placeholders(1_000, 5)}`;
    await database.tx((tx) => execute(tx, sql, rows.flat()));
  }
};

const claimAndDelete = async (database: Database): Promise<number> => {
  const rows = await database.tx(async (tx) => {
    const due = 'due_at <= ? AND (lease_until IS NULL OR lease_until < ?)';
    const sql = `SELECT * FROM due_send WHERE ${due} ORDER BY due_at LIMIT ${CLAIM} ${database.dialect.skipLocked}`;
    const found = await select<{ id: number; device_id: number }>(tx, sql, [2, 2]);
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) {
      const hold = `UPDATE due_send SET lease_owner = ?, lease_until = ? WHERE id IN (${ids.map(() => '?').join(', ')})`;
      await execute(tx, hold, ['bench', 9, ...ids]);
    }
    return found;
  });
  if (rows.length === 0) return 0;
  const marks = rows.map(() => '?').join(', ');
  await database.query(
    `SELECT id, token, language FROM device ${database.dialect.forcePrimary} WHERE app_id = 1 AND id IN (${marks})`,
    rows.map((row) => row.device_id),
  );
  const ids = rows.map(({ id }) => id);
  await database.tx((tx) => execute(tx, `DELETE FROM due_send WHERE lease_owner = 'bench' AND id IN (${marks})`, ids));
  return rows.length;
};
