import { groupBy } from '../collections.js';
import type { LocalInstant } from './local-to-instant.js';
import type { Moment } from './moments.js';
import { DAY, localText } from './wall-clock.js';
import { offsetAt, timelineOf } from './zone-timeline.js';

/** One local time of a moment, for zones whose clocks treat it alike. */
export interface ExplainedLocal {
  /** `YYYY-MM-DDTHH:MM`. */
  readonly local: string;
  /** Sorted; at least one. */
  readonly zones: readonly string[];
  readonly clockChange: LocalInstant['note'];
  /** One sentence if a clock change affects it. */
  readonly note: string | null;
}

/**
 * Lists the local times of a moment for people.
 * @param ownZone the timing's zone; null if each device's own zone applies.
 */
export const explainMoment = (moment: Moment, ownZone: string | null): ExplainedLocal[] =>
  moment.parts.flatMap(({ local, zones, skipped, repeated }) => {
    const touched = new Set([...skipped, ...repeated]);
    const exact = zonesOf(zones, ownZone).filter((zone) => !touched.has(zone));
    return [
      ...explain(exact, { local, clockChange: 'exact', note: () => null }),
      ...explain(repeated, { local, clockChange: 'repeated', note: (same) => explainRepeated(local, same) }),
      ...explainSkipped(moment, { local, zones: skipped, ownZone }),
    ];
  });

interface Kind {
  readonly local: string;
  readonly clockChange: LocalInstant['note'];
  note(zones: readonly string[]): string | null;
}

const explain = (zones: readonly string[], { local, clockChange, note }: Kind): ExplainedLocal[] =>
  zones.length === 0 ? [] : [{ local, zones, clockChange, note: note(zones) }];

const explainRepeated = (local: string, zones: readonly string[]): string =>
  `${timeOf(local)} comes twice in ${nameZones(zones)} on ${dateOf(local)}, as clocks are set back; it is sent at the first of the two.`;

/** Clocks that skip the same local time may jump to different ones, and one of a zone's own times may come then too. */
const explainSkipped = (
  { at, parts }: Moment,
  { local, zones, ownZone }: { local: string; zones: readonly string[]; ownZone: string | null },
): ExplainedLocal[] => {
  const endings = groupBy(zones, (zone) => {
    const jumpedTo = clockAt(zone, at);
    const sent = parts.find((part) => zonesOf(part.zones, ownZone).includes(zone))?.local ?? local;
    const day = dateOf(jumpedTo) === dateOf(local) ? '' : ` on ${dateOf(jumpedTo)}`;
    const together = sent === local ? '' : `, together with ${timeOf(sent)} and only once`;
    return `${timeOf(jumpedTo)}${day}, when clocks jump${together}`;
  });
  return [...endings].flatMap(([ending, same]) => {
    const note = `${timeOf(local)} does not exist in ${nameZones(same)} on ${dateOf(local)}; it is sent at ${ending}.`;
    return explain(same, { local, clockChange: 'skipped', note: () => note });
  });
};

const zonesOf = (zones: readonly string[] | null, ownZone: string | null): readonly string[] =>
  zones ?? (ownZone === null ? [] : [ownZone]);

const clockAt = (zone: string, at: number): string =>
  localText(at + offsetAt(timelineOf(zone, at - DAY, at + DAY), at));

const dateOf = (local: string): string => local.slice(0, 10);
const timeOf = (local: string): string => local.slice(11);

const nameZones = (zones: readonly string[]): string => {
  const [first = '', second] = zones;
  if (second === undefined) return first;
  return zones.length === 2 ? `${first} and ${second}` : `${first} and ${zones.length - 1} more zones`;
};
