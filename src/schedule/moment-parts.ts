import { resolveWall } from './local-to-instant.js';
import type { Turn } from './next-turn.js';
import { localText, type Wall } from './wall-clock.js';
import { zoneGroups } from './zone-groups.js';
import { allZones } from './zones.js';

/** One local time that comes at a moment. */
export interface MomentPart {
  /** `YYYY-MM-DDTHH:MM`. */
  readonly local: string;
  /**
   * The zones, sorted, whose devices get this moment for this local time; null for all devices. EMPTY means no device:
   * where a clock change makes several local times of a zone come at once, only the last of them has the zone, so that
   * a device is sent to once. The others are listed with their `skipped` zones, to be shown.
   */
  readonly zones: readonly string[] | null;
  /** The first instant (epoch ms), over all zones there are, at which this local time comes; `at` for a fixed zone. */
  readonly firstAt: number;
  /** The zones whose clocks jump over this local time: this moment is the jump. */
  readonly skipped: readonly string[];
  /** The zones whose clocks show this local time twice: this moment is the first. */
  readonly repeated: readonly string[];
}

/**
 * Parts of a moment that goes by each device's own zone.
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

/** Parts of a moment that goes by one zone for all devices. */
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

/** Over all zones, not only those asked for: the answer must not depend on which devices there are. */
const firstInstant = (wall: Wall, start: number): number =>
  Math.min(...zoneGroups(allZones(), start).map(({ timeline }) => resolveWall(timeline, wall).instant));
