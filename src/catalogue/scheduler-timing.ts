import { isDeepStrictEqual } from 'node:util';
import type { Scheduler } from '../entities/scheduler.js';
import type { SchedulerSlot } from '../entities/scheduler-slot.js';
import { AppError } from '../errors.js';
import { parseDelay } from '../schedule/delay.js';
import { momentsBetween, nextMoment } from '../schedule/moments.js';
import type { AutoPushTiming, ClockTiming, Timing, WeeklySlot, ZoneRule } from '../schedule/timing.js';
import { isFixedOffset } from '../schedule/zones.js';

/** The columns that hold a scheduler's timing. Columns of other kinds are null. */
export type TimingColumns = Pick<Scheduler, 'delay' | 'sendDate' | 'sendMinute' | 'localTime' | 'timezone'>;

type TimedRow = TimingColumns & Pick<Scheduler, 'id' | 'kind'>;

/** Reads a timing from a row and its slots. @throws INTERNAL for a row that this service cannot have written. */
export const readTiming = (row: TimedRow, slots: readonly Pick<SchedulerSlot, 'day' | 'minute'>[]): Timing => {
  switch (row.kind) {
    case 'auto-push':
      return readAutoPush(row);
    case 'one-time': {
      const { sendDate: date, sendMinute: minute } = row;
      if (date === null || minute === null) throw impossible(row.id, 'has no date or no time');
      return { kind: 'one-time', date, minute, zone: readZone(row) };
    }
    case 'weekly':
      return {
        kind: 'weekly',
        slots: slots.map(({ day, minute }) => ({ day: day as WeeklySlot['day'], minute })),
        zone: readZone(row),
      };
  }
};

/** Reads the timing of an auto-push scheduler, which needs a single column. */
export const readAutoPush = ({ id, delay }: Pick<Scheduler, 'id' | 'delay'>): AutoPushTiming => {
  const delayMs = parseDelay(delay);
  if (delayMs === null) throw impossible(id, `has the delay "${delay}"`);
  return { kind: 'auto-push', delay, delayMs };
};

const readZone = ({ id, localTime, timezone }: TimedRow): ZoneRule => {
  if (localTime) return { kind: 'local' };
  if (localTime === null || timezone === null) throw impossible(id, 'goes neither by local time nor by a zone');
  return { kind: 'fixed', zone: timezone };
};

const impossible = (id: number, what: string): AppError =>
  new AppError('INTERNAL', `The stored scheduler ${id} ${what}.`);

/** The columns that `readTiming` reads. Weekly slots are separate rows. */
export const toTimingColumns = (timing: Timing): TimingColumns => {
  switch (timing.kind) {
    case 'auto-push':
      return { ...NO_TIMING, delay: timing.delay };
    case 'one-time':
      return { ...NO_TIMING, sendDate: timing.date, sendMinute: timing.minute, ...toZoneColumns(timing.zone) };
    case 'weekly':
      return { ...NO_TIMING, ...toZoneColumns(timing.zone) };
  }
};

const NO_TIMING: TimingColumns = { delay: null, sendDate: null, sendMinute: null, localTime: null, timezone: null };

const toZoneColumns = (zone: ZoneRule): Pick<TimingColumns, 'localTime' | 'timezone'> =>
  zone.kind === 'local' ? { localTime: true, timezone: null } : { localTime: false, timezone: zone.zone };

/** The first moment after an instant (epoch ms, exclusive); null if no moment follows. */
export const nextDueAt = (timing: ClockTiming, after: number): Date | null => {
  const moment = nextMoment(timing, after);
  return moment && new Date(moment.at);
};

/** Whether a timing depends on the tz database. A fixed offset such as `+05:30` does not. */
export const goesByTzData = ({ zone }: ClockTiming): boolean => zone.kind === 'local' || !isFixedOffset(zone.zone);

/** Zones whose one-time moment has passed; activation skips them (docs/rules.md#activation). */
export const zonesAlreadyPast = (timing: ClockTiming, now: number): string[] => {
  if (timing.kind !== 'one-time' || timing.zone.kind !== 'local') return [];
  const past = momentsBetween(timing, { after: Number.NEGATIVE_INFINITY, until: now });
  return past.flatMap((moment) => moment.parts.flatMap((part) => part.zones ?? []));
};

/** Whether two timings have the same moments. The order of weekly times does not matter; auto-push has no moments. */
export const isSameTiming = (one: Timing, other: Timing): boolean => isDeepStrictEqual(inOrder(one), inOrder(other));

const inOrder = (timing: Timing): ClockTiming | null => {
  if (timing.kind === 'auto-push') return null;
  if (timing.kind === 'one-time') return timing;
  return { ...timing, slots: timing.slots.toSorted((a, b) => a.day - b.day || a.minute - b.minute) };
};
