import { type LocalInstant, resolveWall } from './local-to-instant.js';
import { type ClockTiming, localTimesOf } from './timing.js';
import { DAY, HOUR, type Wall } from './wall-clock.js';
import { zoneGroups } from './zone-groups.js';
import { timelineOf } from './zone-timeline.js';
import { allZones } from './zones.js';

/** An instant at which a timing's local time comes, and the zones in which it does. */
export interface Wave {
  /** Epoch ms. */
  readonly at: number;
  /** Sorted; at least one. */
  readonly zones: readonly string[];
  /** How a clock change affects any of them. */
  readonly note: LocalInstant['note'];
}

/** One local time of a timing with all its future instants. */
export interface Occurrence {
  readonly wall: Wall;
  /** Ascending, at least one. A fixed zone has one. */
  readonly waves: readonly Wave[];
}

export interface OccurrenceSpan {
  /** Epoch ms, exclusive: earlier waves have passed. */
  readonly after: number;
  /** Epoch ms: skips an occurrence whose last wave is earlier. */
  readonly from: number;
}

/** No clock is further from UTC. */
const FURTHEST_MS = 14 * HOUR;

/** Waves by zone and local time, shared by schedulers with the same times. */
export type KnownWaves = Map<string, readonly Wave[]>;

/**
 * The local times of a timing, each with its waves; with local time they group what `nextMoment` lists by instant.
 * Sorted by first wave, except that occurrences in progress at the start of the span come first, by local time; null
 * separates the two. @param known a cache that is read and filled.
 */
export function* occurrencesOf(
  timing: ClockTiming,
  { after, from }: OccurrenceSpan,
  known: KnownWaves,
): Generator<Occurrence | null, void, undefined> {
  const nextLocal = localTimesOf(timing);
  const ownZone = timing.zone.kind === 'fixed' ? timing.zone.zone : null;
  const start = Math.max(after, from);
  let isUnderWay = true;
  for (let wall = nextLocal(start - FURTHEST_MS - 1); wall !== null; wall = nextLocal(wall)) {
    if (isUnderWay && wall > start + FURTHEST_MS) {
      isUnderWay = false;
      yield null;
    }
    const waves = wavesOf(wall, ownZone, known).filter(({ at }) => at > after);
    const last = waves.at(-1);
    if (last && last.at >= from) yield { wall, waves };
  }
  if (isUnderWay) yield null;
}

const wavesOf = (wall: Wall, ownZone: string | null, known: KnownWaves): readonly Wave[] => {
  const key = `${wall} ${ownZone ?? ''}`;
  const found = known.get(key);
  if (found) return found;
  const waves = ownZone === null ? wavesByZone(wall) : [waveOf(wall, ownZone)];
  known.set(key, waves);
  return waves;
};

const waveOf = (wall: Wall, zone: string): Wave => {
  const { instant, note } = resolveWall(timelineOf(zone, wall - 2 * DAY, wall + 2 * DAY), wall);
  return { at: instant, zones: [zone], note };
};

const wavesByZone = (wall: Wall): Wave[] => {
  const waves = new Map<number, { zones: string[]; note: LocalInstant['note'] }>();
  for (const { timeline, zones } of zoneGroups(allZones(), wall)) {
    const { instant, note } = resolveWall(timeline, wall);
    const wave = waves.get(instant) ?? { zones: [], note: 'exact' };
    waves.set(instant, { zones: [...wave.zones, ...zones], note: stronger(wave.note, note) });
  }
  return [...waves].map(([at, { zones, note }]) => ({ at, zones: zones.sort(), note })).sort((a, b) => a.at - b.at);
};

/** A time that does not exist is most important to people. */
export const stronger = (one: LocalInstant['note'], other: LocalInstant['note']): LocalInstant['note'] =>
  one === 'skipped' || other === 'exact' ? one : other;
