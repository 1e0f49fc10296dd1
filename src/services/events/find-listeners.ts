import { readAutoPush } from '../../catalogue/scheduler-timing.js';
import { select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { type SchedulerRow, STORED_KINDS } from '../../entities/scheduler.js';

/** An auto-push scheduler that an event starts. */
export interface Listener {
  readonly schedulerId: number;
  readonly code: string;
  readonly delayMs: number;
}

type ListenerRow = Pick<SchedulerRow, 'id' | 'delay'> & { readonly code: string };

/**
 * Active auto-push schedulers of users who are not suspended, whose `event_include` has one of these codes. Without
 * `event_include` it means `install`.
 */
export const findListeners = async (tx: Tx, userId: number, codes: readonly string[]): Promise<Listener[]> => {
  if (codes.length === 0) return [];
  const active = `s.user_id = ? AND s.kind = '${STORED_KINDS['auto-push']}' AND s.active = 1
    AND NOT EXISTS (SELECT 1 FROM user_account u WHERE u.id = s.user_id AND u.suspended = 1)`;
  const named = `SELECT s.id, s.delay, f.value AS code FROM scheduler s
    JOIN scheduler_filter f ON f.scheduler_id = s.id AND f.field = 'event_include'
    WHERE ${active} AND f.value IN ${inList(codes)}`;
  const byDefault = `SELECT s.id, s.delay, 'install' AS code FROM scheduler s WHERE ${active}
    AND NOT EXISTS (SELECT 1 FROM scheduler_filter f WHERE f.scheduler_id = s.id AND f.field = 'event_include')`;
  const rows = await select<ListenerRow>(tx, named, [userId, ...codes]);
  const defaults = codes.includes('install') ? await select<ListenerRow>(tx, byDefault, [userId]) : [];
  return [...rows, ...defaults].map(({ id, delay, code }) => ({
    schedulerId: Number(id),
    code,
    delayMs: readAutoPush({ id: Number(id), delay }).delayMs,
  }));
};
