import { STORED_KINDS } from '../../entities/scheduler.js';
import type { DeliveryDeps } from '../delivery-deps.js';

/**
 * A local time comes to its last zone 26 hours after its first, and a day later where that zone skips a day; a moment
 * asks for zones as of the first. Rounded up to three days.
 */
const KEPT_MS = 3 * 86_400_000;

/** The instant (epoch ms) before which no moment asks for a device's zone: none that is to come, late or under way. */
export const zoneChangesBefore = async ({
  database,
  clock,
}: Pick<DeliveryDeps, 'database' | 'clock'>): Promise<number> => {
  const [open] = await database.query<{ at: number | null }>(
    `SELECT MIN(due_at) AS at FROM run WHERE status IN ('planning', 'running', 'paused')
     AND kind <> '${STORED_KINDS['auto-push']}'`,
  );
  const [due] = await database.query<{ at: number | null }>(
    'SELECT MIN(next_due_at) AS at FROM scheduler WHERE active = 1',
  );
  const moments = [open?.at, due?.at].flatMap((at) => (at === null || at === undefined ? [] : Number(at)));
  return Math.min(clock.now(), ...moments) - KEPT_MS;
};
