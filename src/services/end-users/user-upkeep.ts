import type { Database } from '../../database/database.js';
import type { Clock } from '../../ports/clock.js';
import type { Tombstones } from '../erasures/tombstones.js';
import { ensureUsers } from './device-copies.js';

const DEVICES_PER_READ = 1_000;
const DAY_MS = 86_400_000;

/**
 * Creates the users that only devices of earlier releases name, and of processes of the previous release during a
 * rolling upgrade. New registrations create their users themselves. Delete this with the release after next.
 */
export class UserUpkeep {
  private doneAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tombstones: Tombstones,
  ) {}

  /** Runs once a day in each process: it seeks through an index, a thousand devices at a time. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.clock.now() < this.doneAt + DAY_MS) return;
    const apps = await this.database.query<{ id: number; user_id: number }>('SELECT id, user_id FROM app ORDER BY id');
    for (const app of apps) {
      if (signal.aborted) return;
      await this.ofApp({ appId: Number(app.id), userId: Number(app.user_id) }, signal);
    }
    if (!signal.aborted) this.doneAt = this.clock.now();
  }

  private async ofApp({ appId, userId }: { appId: number; userId: number }, signal: AbortSignal): Promise<void> {
    const { database, clock, tombstones } = this;
    const sql = `SELECT external_user_id AS id FROM device ${database.dialect.forceIndex('device_external')}
      WHERE app_id = ? AND external_user_id > ? ORDER BY external_user_id LIMIT ${DEVICES_PER_READ}`;
    for (let after = ''; !signal.aborted; ) {
      const rows = await database.query<{ id: string }>(sql, [appId, after]);
      await ensureUsers(
        { database, tombstones, userId, now: clock.now() },
        rows.map(({ id }) => id),
      );
      if (rows.length < DEVICES_PER_READ) return;
      after = rows.at(-1)?.id ?? after;
    }
  }
}
