import type { BestHour } from '../ports/best-hour.js';
import { resolveWall } from './local-to-instant.js';
import { DAY, HOUR, MINUTE, parseTime } from './wall-clock.js';
import { offsetAt, timelineOf } from './zone-timeline.js';

/** How active somebody is in each of the 24 local hours. */
export type Curve = readonly number[];

/** A curve with less weight than this has too little data to choose an hour. */
const LEAST_WEIGHT = 5;

/** A message that comes up to this long after its instant leaves at once. */
const LATE_MS = HOUR;

const HOURS = 24;
const MINUTES = Array.from({ length: 60 }, (_, minute) => minute);

/** The minutes of each hour in which messages may leave. */
export type AllowedMinutes = readonly (readonly number[])[];

export const allowedMinutesOf = ({ from, to }: Pick<BestHour, 'from' | 'to'>): AllowedMinutes => {
  const [first, end] = [parseTime(from) ?? 0, parseTime(to) ?? 0];
  const isAllowed = (minute: number): boolean => {
    if (first === end) return true;
    return first < end ? minute >= first && minute < end : minute >= first || minute < end;
  };
  return Array.from({ length: HOURS }, (_, hour) => MINUTES.filter((minute) => isAllowed(hour * 60 + minute)));
};

/**
 * The allowed hour with the most activity, of which the hours around it count a quarter each; the earliest of equals.
 * null: the curve has too little weight, or none in the allowed hours.
 */
export const findBestHour = (curve: Curve, allowed: AllowedMinutes): number | null => {
  if (curve.reduce((total, weight) => total + weight, 0) < LEAST_WEIGHT) return null;
  const at = (hour: number): number => curve[(hour + HOURS) % HOURS] ?? 0;
  let best: number | null = null;
  let most = 0;
  for (let hour = 0; hour < HOURS; hour += 1) {
    if (allowed[hour]?.length === 0) continue;
    const weight = (at(hour - 1) + 2 * at(hour) + at(hour + 1)) / 4;
    if (weight <= most) continue;
    best = hour;
    most = weight;
  }
  return best;
};

/** An hour in which messages leave, and the place of one message within it. */
export interface Departure {
  readonly hour: number;
  /** The allowed minutes of the hour; at least one. */
  readonly minutes: readonly number[];
  /** A number from 0 to just below 1, always the same for a device. */
  readonly share: number;
  /** `+HH:MM` or an IANA name. */
  readonly zone: string;
}

/**
 * The first instant (epoch ms) at which the zone's clock shows the departure, and which has not passed for more than an
 * hour.
 */
export const departureAfter = ({ hour, minutes, share, zone }: Departure, now: number): number => {
  const place = share * minutes.length;
  const minute = minutes[Math.floor(place)] ?? 0;
  const ofDay = hour * HOUR + minute * MINUTE + Math.floor((place % 1) * MINUTE);
  const timeline = timelineOf(zone, now - 4 * DAY, now + 6 * DAY);
  const today = Math.floor((now + offsetAt(timeline, now)) / DAY) * DAY;
  for (let day = today - DAY; ; day += DAY) {
    const { instant } = resolveWall(timeline, day + ofDay);
    if (instant >= now - LATE_MS) return instant;
  }
};
