import { type LocalInstant, resolveWall } from './local-to-instant.js';
import type { NextLocal } from './timing.js';
import type { Wall } from './wall-clock.js';
import type { ZoneGroup } from './zone-groups.js';
import { offsetAt } from './zone-timeline.js';

/** The next instant (epoch ms) at which a group of zones has one of the timing's local times. */
export interface Turn {
  readonly at: number;
  readonly zones: readonly string[];
  /** Ascending. More than one where a clock change skips several: they all come at the jump. */
  readonly locals: readonly TurnLocal[];
}

interface TurnLocal {
  readonly wall: Wall;
  readonly note: LocalInstant['note'];
}

/** @param after epoch ms, exclusive. */
export const nextTurn = (group: ZoneGroup, nextLocal: NextLocal, after: number): Turn | null => {
  const { timeline, zones } = group;
  // Whatever the clock shows now or showed earlier today has had its turn: turns come in the order of local times.
  for (let wall = nextLocal(after + offsetAt(timeline, after)); wall !== null; wall = nextLocal(wall)) {
    const { instant, note } = resolveWall(timeline, wall);
    // Set back, the clock comes upon times a second time; those had their turn at the first.
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
