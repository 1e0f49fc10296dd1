import { DAY, HOUR, MINUTE } from './wall-clock.js';
import { offsetAt, type Timeline, timelineOf } from './zone-timeline.js';

export const BUCKET_UNITS = ['minute', 'hour', 'day'] as const;
export type BucketUnit = (typeof BUCKET_UNITS)[number];

export interface TimeBucket {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms, exclusive. */
  readonly until: number;
}

/** Every zone's offset is a multiple of this, and has been since 1972. */
const QUARTER = 15 * MINUTE;

/**
 * Whole minutes, hours or days of a zone's clock, from the one that contains `from` to the last that begins before
 * `until` (epoch ms). A day may have 23 or 25 hours; an hour that a clock repeats is two buckets.
 * @param zone `+HH:MM` or an IANA name.
 */
export const bucketsBetween = (unit: BucketUnit, zone: string, { from, until }: TimeBucket): TimeBucket[] => {
  const step = unit === 'minute' ? MINUTE : QUARTER;
  const timeline = timelineOf(zone, from - 2 * DAY, until + 2 * DAY);
  const nameOf = (instant: number): string => nameBucket(unit, timeline, instant);
  const starts = [startOf(Math.floor(from / step) * step, step, nameOf)];
  let end = starts[0] ?? from;
  for (let instant = end + step; ; instant += step) {
    end = instant;
    if (nameOf(instant) === nameOf(instant - step)) continue;
    if (instant >= until) break;
    starts.push(instant);
  }
  return starts.map((start, index) => ({ from: start, until: starts[index + 1] ?? end }));
};

const nameBucket = (unit: BucketUnit, timeline: Timeline, instant: number): string => {
  const offset = offsetAt(timeline, instant);
  if (unit === 'day') return String(Math.floor((instant + offset) / DAY));
  return unit === 'hour' ? `${Math.floor((instant + offset) / HOUR)} ${offset}` : String(instant);
};

const startOf = (instant: number, step: number, nameOf: (instant: number) => string): number => {
  let start = instant;
  while (nameOf(start - step) === nameOf(start)) start -= step;
  return start;
};
