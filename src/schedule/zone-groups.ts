import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { DAY, WEEK } from './wall-clock.js';
import { zoneRules } from './zone-rules.js';
import { type Timeline, timelineOf } from './zone-timeline.js';

/** Zones whose clocks agree throughout a period. */
export interface ZoneGroup {
  readonly timeline: Timeline;
  readonly zones: readonly string[];
}

/**
 * Groups zones with equal clocks: about 450 zones form about 50 groups, and further work is done once per group. The
 * timelines cover 2 days before `start` to 10 days after it: a week, and the day by which two clocks may differ.
 * @param zones must not change: the answer is cached by the array's identity and the week of `start`.
 */
export const zoneGroups = (zones: readonly string[], start: number): readonly ZoneGroup[] => {
  const week = Math.floor(start / WEEK);
  return getOrInsert(groupsByWeek(zones), week, () => {
    return groupByClock(zones, week * WEEK - 2 * DAY, (week + 1) * WEEK + 10 * DAY);
  });
};

type GroupsByWeek = LRUCache<number, readonly ZoneGroup[]>;

const emptyCache = () => ({ rules: zoneRules(), byZones: new WeakMap<readonly string[], GroupsByWeek>() });
let cache = emptyCache();

const groupsByWeek = (zones: readonly string[]): GroupsByWeek => {
  if (cache.rules !== zoneRules()) cache = emptyCache();
  return getOrInsert(cache.byZones, zones, () => new LRUCache({ max: 64 }));
};

const groupByClock = (zones: readonly string[], from: number, until: number): ZoneGroup[] => {
  const groups = new Map<string, { timeline: Timeline; zones: string[] }>();
  for (const zone of zones) {
    const timeline = timelineOf(zone, from, until);
    const clock = JSON.stringify(timeline);
    const group = groups.get(clock);
    if (group === undefined) groups.set(clock, { timeline, zones: [zone] });
    else group.zones.push(zone);
  }
  return [...groups.values()];
};
