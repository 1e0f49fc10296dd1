import { replaceZoneRules, type ZoneRules, zoneRules } from '../../src/schedule/zone-rules.js';

const REAL = zoneRules();

/** A release's data for some zones: the offset in ms east at an instant. Other zones follow this Node. */
export type Overrides = Readonly<Record<string, (instant: number) => number>>;

/** A release of the tz database that no Node.js has. */
export const makeRelease = (release: string, overrides: Overrides, newZones: readonly string[] = []): ZoneRules => ({
  release,
  source: 'test',
  newZones,
  offsetOf: (zone, instant) => overrides[zone]?.(instant) ?? REAL.offsetOf(zone, instant),
});

/** Runs a function like a process with this release. */
export const withRelease = async <T>(rules: ZoneRules, work: () => Promise<T>): Promise<T> => {
  const before = zoneRules();
  replaceZoneRules(rules);
  try {
    return await work();
  } finally {
    replaceZoneRules(before === REAL ? null : before);
  }
};
