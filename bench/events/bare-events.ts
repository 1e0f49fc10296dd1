import { randomUUID } from 'node:crypto';
import { type Database, execute, placeholders } from '../../src/database/database.js';
import type { EventsWorld } from './events-world.js';

const AT_ONCE = 8;

/**
 * Writes the rows of an event directly, without any checks, with `perTransaction` events in each transaction. 1 is the
 * obvious first version; hundreds reach the database's limit. Returns events a second, without HTTP.
 */
export const measureBareWrites = async (
  { world, app, devices }: EventsWorld,
  { count, perTransaction }: { count: number; perTransaction: number },
): Promise<number> => {
  const database = await world.db();
  let next = 0;
  const keepWriting = async (): Promise<void> => {
    while (next < count) {
      const first = next;
      next += perTransaction;
      const ids = Array.from(
        { length: perTransaction },
        (_, index) => devices[(first + index) % devices.length]?.id ?? 0,
      );
      await writeEvents(
        database,
        app.id,
        ids.sort((a, b) => a - b),
      );
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, keepWriting));
  return (count * 1_000) / (performance.now() - startedAt);
};

const writeEvents = (database: Database, appId: number, ids: readonly number[]): Promise<unknown> =>
  database.tx(async (tx) => {
    const now = Date.now();
    const { dialect } = database;
    const onClash = dialect.upsert(
      ['device_id', 'event_id'],
      (incoming) => `count = device_event.count + 1, last_at = ${incoming('last_at')}`,
    );
    const marks = ids.map(() => '?').join(', ');
    const update = `UPDATE device ${dialect.forcePrimary} SET seen_at = ?, event_w0 = event_w0 | 2 WHERE app_id = ? AND id IN (${marks})`;
    await execute(tx, update, [now, appId, ...ids]);
    await execute(
      tx,
      `INSERT INTO event_seen (device_id, event_uid, seen_at) VALUES ${placeholders(ids.length, 3)}`,
      ids.flatMap((id) => [id, randomUUID(), now]),
    );
    await execute(
      tx,
      `INSERT INTO device_event (device_id, event_id, app_id, count, first_at, last_at)
       VALUES ${placeholders(ids.length, 6)} ${onClash}`,
      ids.flatMap((id) => [id, 2, appId, 1, now, now]),
    );
    await execute(
      tx,
      `INSERT INTO due_send (scheduler_id, app_id, device_id, event_id, due_at) VALUES ${placeholders(ids.length, 5)}`,
      ids.flatMap((id) => [1, appId, id, 2, now + 86_400_000]),
    );
  });
