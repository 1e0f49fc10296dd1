import type { Scheduler } from '../entities/scheduler.js';
import type { SchedulerSlot } from '../entities/scheduler-slot.js';
import { momentsBetween, nextMoment } from '../schedule/moments.js';
import type { Timing, WeeklySlot } from '../schedule/timing.js';
import { isFixedOffset } from '../schedule/zones.js';

/** How a scheduler's row and slots read as a timing; null for auto-push, which has no moments of its own. */
export const toTiming = (
  scheduler: Pick<Scheduler, 'kind' | 'sendDate' | 'sendMinute' | 'localTime' | 'timezone'>,
  slots: readonly Pick<SchedulerSlot, 'day' | 'minute'>[],
): Timing | null => {
  const zone = scheduler.localTime
    ? ({ kind: 'local' } as const)
    : ({ kind: 'fixed', zone: scheduler.timezone ?? '+00:00' } as const);
  if (scheduler.kind === 'onesend') {
    return { kind: 'onesend', date: datedSince1000(scheduler.sendDate ?? ''), minute: scheduler.sendMinute ?? 0, zone };
  }
  if (scheduler.kind === 'smartweekly') {
    return { kind: 'weekly', slots: slots.map(({ day, minute }) => ({ day: day as WeeklySlot['day'], minute })), zone };
  }
  return null;
};

/** Schedulers that were made when any year was taken: whatever is before 1000 has passed, as that has. */
const datedSince1000 = (date: string): string => (date < EARLIEST_DATE ? EARLIEST_DATE : date);

const EARLIEST_DATE = '1000-01-01';

/** The first moment after an instant (epoch ms, exclusive), or null. */
export const nextDueAt = (timing: Timing | null, after: number): Date | null => {
  const moment = timing && nextMoment(timing, after);
  return moment ? new Date(moment.at) : null;
};

/** Whether the rules of the tz database have a part in it: an offset such as `+05:30` never changes. */
export const goesByTzData = (timing: Timing): boolean =>
  timing.zone.kind === 'local' || !isFixedOffset(timing.zone.zone);

/** Zones whose one-time moment is not after `now`: activating leaves them out (docs/rules.md#activation). */
export const zonesAlreadyPast = (timing: Timing | null, now: number): string[] => {
  if (timing?.kind !== 'onesend' || timing.zone.kind !== 'local') return [];
  const past = momentsBetween(timing, { after: Number.NEGATIVE_INFINITY, until: now });
  return past.flatMap((moment) => moment.parts.flatMap((part) => part.zones ?? []));
};
