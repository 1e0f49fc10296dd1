import { resolveWall } from './local-to-instant.js';
import type { TimeBucket } from './time-buckets.js';
import { DAY, startOfWeek, type Wall, WEEK } from './wall-clock.js';
import { offsetAt, timelineOf } from './zone-timeline.js';

/** The day or week (from Monday) of a zone's clock that contains an instant. Both ends follow clock changes. */
export const calendarWindow = (unit: 'day' | 'week', zone: string, instant: number): TimeBucket => {
  const timeline = timelineOf(zone, instant - WEEK - 3 * DAY, instant + WEEK + 3 * DAY);
  const wall: Wall = instant + offsetAt(timeline, instant);
  const start = unit === 'day' ? Math.floor(wall / DAY) * DAY : startOfWeek(wall);
  const length = unit === 'day' ? DAY : WEEK;
  const [from, until] = [start, start + length].map((at) => resolveWall(timeline, at).instant) as [number, number];
  if (instant < until) return { from, until };
  // The clock was set back over midnight and shows the earlier day again: it belongs to the day that has begun.
  return { from: until, until: resolveWall(timeline, start + 2 * length).instant };
};
