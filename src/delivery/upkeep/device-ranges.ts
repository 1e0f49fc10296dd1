import type { Database } from '../../database/database.js';

/** A read of this many takes far less than the ten seconds that are allowed. */
const DEVICES_PER_READ = 200_000;

export interface DeviceRange {
  /** The table `device`, with the hint to read along its key. */
  readonly table: string;
  readonly after: number;
  readonly upTo: number;
}

/** Splits the devices of an application into ranges of ids, to read them in parts. */
export async function* deviceRanges(
  database: Database,
  app: { readonly id: number; readonly userId: number },
): AsyncGenerator<DeviceRange> {
  const table = `device ${database.dialect.forcePrimary}`;
  for (let after = 0; ; ) {
    const [edge] = await database.longRead<{ id: number }>(
      app.userId,
      `SELECT id FROM ${table} WHERE app_id = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ${DEVICES_PER_READ - 1}`,
      [app.id, after],
    );
    const upTo = edge ? Number(edge.id) : Number.MAX_SAFE_INTEGER;
    yield { table, after, upTo };
    if (!edge) return;
    after = upTo;
  }
}
