import { momentsBetween } from '../../../src/schedule/moments.js';
import type { WeeklySlot } from '../../../src/schedule/timing.js';
import type { ChaosWorld } from './chaos-world.js';
import { ZONES } from './crowd.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The current minute and the ones before it, oldest first (epoch ms). */
export const lastMinutes = (count: number): number[] => {
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return Array.from({ length: count }, (_, index) => now - (count - 1 - index) * MINUTE_MS);
};

/** A minute (epoch ms) of the week in UTC. */
export const slotAt = (at: number): WeeklySlot => ({
  day: (((new Date(at).getUTCDay() + 6) % 7) + 1) as WeeklySlot['day'],
  minute: (at / MINUTE_MS) % DAY_MINUTES,
});

/**
 * An hour of a day that has just begun in the world's last zone, and the instants (epoch ms) at which it began in
 * each of `ZONES`.
 */
export const recentLocalTime = (): { wall: number; instants: number[] } => {
  const [now = 0] = lastMinutes(1);
  const last = instantsOf(now).at(-1) ?? now;
  const wall = now - (last - now);
  return { wall, instants: instantsOf(wall).slice(-instantsFromFirstZone(wall)) };
};

/**
 * Moves a one-time scheduler's hour (epoch ms, read as wall-clock time in UTC) into the past; the API does not allow
 * this. The hour and the due moment move together, or the old hour would count as another moment.
 */
export const moveOneTime = (
  world: ChaosWorld,
  schedulerId: number,
  { wall, first }: { wall: number; first: number },
) => {
  const date = new Date(wall).toISOString().slice(0, 10);
  const sql = 'UPDATE scheduler SET send_date = ?, send_minute = ?, next_due_at = ? WHERE id = ? AND active = 1';
  return moved(world.write(sql, [date, (wall / MINUTE_MS) % DAY_MINUTES, first, schedulerId]));
};

/** Makes a weekly scheduler due as if it had been active since before `first` (epoch ms). */
export const moveWeekly = (world: ChaosWorld, schedulerId: number, first: number) =>
  moved(world.write('UPDATE scheduler SET next_due_at = ? WHERE id = ? AND active = 1', [first, schedulerId]));

const moved = async (write: Promise<number>): Promise<void> => {
  if ((await write) !== 1) throw new Error('The scheduler is not active.');
};

const momentsOf = (wall: number) => {
  const minute = (wall / MINUTE_MS) % DAY_MINUTES;
  const date = new Date(wall).toISOString().slice(0, 10);
  const timing = { kind: 'one-time', date, minute, zone: { kind: 'local' } } as const;
  return momentsBetween(timing, { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY });
};

const instantsOf = (wall: number): number[] => momentsOf(wall).map(({ at }) => at);

const instantsFromFirstZone = (wall: number): number => {
  const moments = momentsOf(wall);
  return moments.length - moments.findIndex(({ parts }) => parts.some(({ zones }) => zones?.includes(ZONES[0])));
};
