import type { MomentPart } from './moment-parts.js';
import { type Moment, nextMoment } from './moments.js';
import type { ClockTiming } from './timing.js';
import { DAY, HOUR, type Wall } from './wall-clock.js';
import { zoneGroups } from './zone-groups.js';
import { offsetAt, type Timeline } from './zone-timeline.js';
import { allZones } from './zones.js';

/** The clock reading up to which a zone's local times have had their turn. */
export type Reached = (zone: string) => Wall;

/** Offsets run from 12 hours west to 14 hours east: however rules change, an instant moves by no more. */
export const MAX_SHIFT_MS = 27 * HOUR;

/**
 * The first moment after an instant (epoch ms, exclusive) that still has somebody to send to, with those zones alone. By
 * local times and not by instants, so that it holds when the rules for a zone's clock have changed since its last turn:
 * a local time that has become the past is found, and one that was sent and has become the future is passed over.
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
 * What the clocks of all zones have shown by an instant, as ms ahead of it: `{"-28800000": ["America/Vancouver", …]}`.
 * It is kept, since the rules by which it was so may be gone when it is asked for.
 */
export const readClocks = (instant: number): Record<string, string[]> => {
  const clocks: Record<string, string[]> = {};
  for (const { timeline, zones } of zoneGroups(allZones(), instant)) {
    const ahead = furthestReading(timeline, instant) - instant;
    clocks[ahead] = [...(clocks[ahead] ?? []), ...zones];
  }
  return clocks;
};

/** A clock that was set back within the last day had shown more than it shows now. */
const furthestReading = (timeline: Timeline, instant: number): Wall => {
  const before = timeline.changes.filter(({ at }) => at <= instant && at > instant - DAY);
  const ends = before.map(({ at }) => at - 1 + offsetAt(timeline, at - 1));
  return Math.max(instant + offsetAt(timeline, instant), ...ends);
};
