import { type Database, execute } from '../../src/database/database.js';
import { takeIds } from '../../src/database/id-sequence.js';

/** Doubles the copies with each statement. A hundred thousand take a few seconds. */
export const multiplyDevices = async (database: Database, appId: number, copies: number): Promise<void> => {
  const isSqlite = database.dialect.name === 'sqlite';
  const text = isSqlite ? "printf('%064d', ?)" : "LPAD(?, 64, '0')";
  const first = await database.tx(async (tx) => {
    const id = await takeIds(tx, database, 'device', copies);
    const sql = `INSERT INTO device (app_id, id, token_hash, token, token_at, country, active, has_tags, registered_at, seen_at)
      VALUES (?, ?, ${text}, ${text}, 1, 'US', 1, 0, 1, ?)`;
    await execute(tx, sql, [appId, id, id, id, Date.UTC(2026, 10, 2)]);
    return id;
  });
  for (let count = 1; count < copies; count *= 2) {
    const token = text.replace('?', `id + ${count}`);
    await database.tx((tx) =>
      execute(
        tx,
        `INSERT INTO device (app_id, id, token_hash, token, token_at, country, active, has_tags, registered_at, seen_at)
         SELECT app_id, id + ${count}, ${token}, ${token}, token_at, country, active, has_tags, registered_at, seen_at
         FROM device WHERE app_id = ? AND id >= ? AND id < ?`,
        [appId, first, first + Math.min(count, copies - count)],
      ),
    );
  }
};
