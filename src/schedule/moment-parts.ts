import { type LocalInstant, resolveWall } from './local-to-instant.js';
import type { NextLocal } from './timing.js';
import { localText, type Wall } from './wall-clock.js';
import { type ZoneGroup, zoneGroups } from './zone-groups.js';
import { offsetAt } from './zone-timeline.js';
import { allZones } from './zones.js';

/** The next instant (epoch ms) at which a group of zones has one of the timing's local times. */
export interface Turn {
  readonly at: number;
  readonly zones: readonly string[];
  /** Ascending. There is more than one if a clock change skips several, which then all come at the jump. */
  readonly locals: readonly TurnLocal[];
}

interface TurnLocal {
  readonly wall: Wall;
  readonly note: LocalInstant['note'];
}

/** @param after epoch ms, exclusive. */
export const nextTurn = (group: ZoneGroup, nextLocal: NextLocal, after: number): Turn | null => {
  const { timeline, zones } = group;
  // Local times come in order, so whatever the clock shows now or showed earlier today has been sent.
  for (let wall = nextLocal(after + offsetAt(timeline, after)); wall !== null; wall = nextLocal(wall)) {
    const { instant, note } = resolveWall(timeline, wall);
    // After the clock is set back, times repeat; they were sent the first time.
    if (instant <= after) continue;
    return { at: instant, zones, locals: [{ wall, note }, ...othersAt(instant, wall, { group, nextLocal })] };
  }
  return null;
};

const othersAt = (
  instant: number,
  first: Wall,
  { group, nextLocal }: { group: ZoneGroup; nextLocal: NextLocal },
): TurnLocal[] => {
  const others: TurnLocal[] = [];
  for (let wall = nextLocal(first); wall !== null; wall = nextLocal(wall)) {
    const resolved = resolveWall(group.timeline, wall);
    if (resolved.instant !== instant) break;
    others.push({ wall, note: resolved.note });
  }
  return others;
};

/** One local time of a moment. */
export interface MomentPart {
  /** `YYYY-MM-DDTHH:MM`. */
  readonly local: string;
  /**
   * The sorted zones whose devices get this moment for this local time; null for all devices. Empty means no device: if
   * a clock change makes several local times of a zone coincide, only the last has the zone, so that a device gets one
   * push. The others are listed with their `skipped` zones, for display.
   */
  readonly zones: readonly string[] | null;
  /** The first instant (epoch ms) over all zones at which this local time comes; `at` for a fixed zone. */
  readonly firstAt: number;
  /** The zones whose clocks skip this local time: this moment is the jump. */
  readonly skipped: readonly string[];
  /** The zones whose clocks show this local time twice: this moment is the first. */
  readonly repeated: readonly string[];
}

/**
 * The parts of a moment in each device's own zone.
 * @param due the turns of the moment.
 * @param start as for `zoneGroups`, near the moment.
 */
export const partsByZone = (due: readonly Turn[], start: number): MomentPart[] =>
  collectDrafts(due).map(([wall, draft]) => ({
    local: localText(wall),
    zones: draft.zones.sort(),
    firstAt: firstInstant(wall, start),
    skipped: draft.skipped.sort(),
    repeated: draft.repeated.sort(),
  }));

/** The parts of a moment in one zone for all devices. */
export const partsForAll = (due: readonly Turn[]): MomentPart[] =>
  due.flatMap(({ at, zones, locals }) =>
    locals.map(({ wall, note }, index) => ({
      local: localText(wall),
      zones: index === locals.length - 1 ? null : [],
      firstAt: at,
      skipped: note === 'skipped' ? zones : [],
      repeated: note === 'repeated' ? zones : [],
    })),
  );

interface Draft {
  readonly zones: string[];
  readonly skipped: string[];
  readonly repeated: string[];
}

const collectDrafts = (due: readonly Turn[]): [Wall, Draft][] => {
  const drafts = new Map<Wall, Draft>();
  for (const { zones, locals } of due) {
    for (const { wall, note } of locals) {
      const draft = drafts.get(wall) ?? { zones: [], skipped: [], repeated: [] };
      drafts.set(wall, draft);
      if (wall === locals.at(-1)?.wall) draft.zones.push(...zones);
      if (note !== 'exact') draft[note].push(...zones);
    }
  }
  return [...drafts].sort(([a], [b]) => a - b);
};

/** Over all zones, not only the requested ones: the answer must not depend on which devices exist. */
const firstInstant = (wall: Wall, start: number): number =>
  Math.min(...zoneGroups(allZones(), start).map(({ timeline }) => resolveWall(timeline, wall).instant));
