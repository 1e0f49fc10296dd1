import type { MomentPart } from './moment-parts.js';
import { type Moment, nextMoment } from './moments.js';
import type { ClockTiming } from './timing.js';
import { DAY, HOUR, type Wall } from './wall-clock.js';
import { zoneGroups } from './zone-groups.js';
import { offsetAt, type Timeline } from './zone-timeline.js';
import { allZones } from './zones.js';

/** The clock reading up to which a zone's local times have been sent. */
export type Reached = (zone: string) => Wall;

/** Offsets range from 12 hours west to 14 hours east, so a rule change moves an instant by no more. */
export const MAX_SHIFT_MS = 27 * HOUR;

/**
 * The first moment after an instant (epoch ms, exclusive) that still has zones to send to, with only those zones. It
 * compares local times, not instants, so it stays correct when a zone's rules change after its last moment: it finds a
 * local time that is now past, and skips one that was sent and is now in the future.
 */
export const firstPending = (timing: ClockTiming, after: number, reached: Reached): Moment | null => {
  const ownZone = timing.zone.kind === 'fixed' ? timing.zone.zone : null;
  for (let moment = nextMoment(timing, after); moment !== null; moment = nextMoment(timing, moment.at)) {
    const parts = moment.parts.map((part) => pendingPart(part, ownZone, reached));
    if (parts.some(({ zones }) => zones === null || zones.length > 0)) return { at: moment.at, parts };
  }
  return null;
};

const pendingPart = (part: MomentPart, ownZone: string | null, reached: Reached): MomentPart => {
  const wall = readingOf(part.local);
  if (part.zones === null) return ownZone !== null && wall <= reached(ownZone) ? { ...part, zones: [] } : part;
  return { ...part, zones: part.zones.filter((zone) => wall > reached(zone)) };
};

/** @param local `YYYY-MM-DDTHH:MM`. */
export const readingOf = (local: string): Wall => Date.parse(`${local}:00Z`);

/**
 * What the clocks of all zones had shown by an instant, as ms ahead of it: `{"-28800000": ["America/Vancouver", …]}`.
 * It is stored, because the rules that produced it may be gone later.
 */
export const readClocks = (instant: number): Record<string, string[]> => {
  const clocks: Record<string, string[]> = {};
  for (const { timeline, zones } of zoneGroups(allZones(), instant)) {
    const ahead = furthestReading(timeline, instant) - instant;
    clocks[ahead] = [...(clocks[ahead] ?? []), ...zones];
  }
  return clocks;
};

/** A clock that was set back within the last day had shown a later time than now. */
const furthestReading = (timeline: Timeline, instant: number): Wall => {
  const before = timeline.changes.filter(({ at }) => at <= instant && at > instant - DAY);
  const ends = before.map(({ at }) => at - 1 + offsetAt(timeline, at - 1));
  return Math.max(instant + offsetAt(timeline, instant), ...ends);
};
