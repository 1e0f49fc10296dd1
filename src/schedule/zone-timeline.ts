import { LRUCache } from 'lru-cache';
import { getOrInsert } from '../collections.js';
import { AppError } from '../errors.js';
import { DAY, MINUTE } from './wall-clock.js';
import { zoneRules } from './zone-rules.js';
import { canonicalZone, parseOffset } from './zones.js';

/** A zone's offsets from UTC over a period, in ms east: `firstOffset` until the first change. */
export interface Timeline {
  readonly firstOffset: number;
  readonly changes: readonly OffsetChange[];
}

export interface OffsetChange {
  /** The first instant (epoch ms) of the new offset. */
  readonly at: number;
  readonly offset: number;
}

/** @param zone `+HH:MM` or an IANA name. The timeline covers at least `from` to `until` (epoch ms). */
export const timelineOf = (zone: string, from: number, until: number): Timeline => {
  const fixedMinutes = parseOffset(zone);
  if (fixedMinutes !== null) return { firstOffset: fixedMinutes * MINUTE, changes: [] };
  const name = canonicalZone(zone);
  if (name === null) throw new AppError('INTERNAL', `"${zone}" is not a time zone and should have been refused.`);
  return readTimeline(name, Math.floor(from / BLOCK), Math.ceil(until / BLOCK));
};

/** The offset at an instant within the timeline. */
export const offsetAt = ({ firstOffset, changes }: Timeline, instant: number): number =>
  changes.findLast((change) => change.at <= instant)?.offset ?? firstOffset;

/**
 * Intl knows offsets but not when they change, so this samples a zone every four days and finds a change by bisection.
 * Two changes within one block could hide; the closest pair in the tz database from 1950 to 2100 is seven days apart
 * (Brazil 2000, Gaza 2040).
 */
const BLOCK = 4 * DAY;

/** Each zone's offset at the start of one block, and the change within it if there is one. */
interface Block {
  readonly offsets: Map<string, number>;
  readonly changes: Map<string, OffsetChange>;
}

/** 128 blocks cover well over a year; with every zone in every block they take about 6 MB. */
const emptyCache = () => ({ rules: zoneRules(), blocks: new LRUCache<number, Block>({ max: 128 }) });
let cache = emptyCache();

const readTimeline = (zone: string, firstBlock: number, endBlock: number): Timeline => {
  const changes: OffsetChange[] = [];
  for (let index = firstBlock; index < endBlock; index++) {
    if (offsetAtStart(zone, index) !== offsetAtStart(zone, index + 1)) changes.push(changeWithin(zone, index));
  }
  return { firstOffset: offsetAtStart(zone, firstBlock), changes };
};

const blockOf = (index: number): Block => {
  if (cache.rules !== zoneRules()) cache = emptyCache();
  return getOrInsert(cache.blocks, index, () => ({ offsets: new Map(), changes: new Map() }));
};

const offsetAtStart = (zone: string, index: number): number => {
  const { offsets } = blockOf(index);
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const offset = zoneRules().offsetOf(zone, index * BLOCK);
  offsets.set(zone, offset);
  return offset;
};

const changeWithin = (zone: string, index: number): OffsetChange => {
  const { changes } = blockOf(index);
  const known = changes.get(zone);
  if (known !== undefined) return known;
  const change = findChange(zone, index);
  changes.set(zone, change);
  return change;
};

/** Changes occur on whole seconds. */
const findChange = (zone: string, index: number): OffsetChange => {
  const before = offsetAtStart(zone, index);
  let low = (index * BLOCK) / 1000;
  let high = ((index + 1) * BLOCK) / 1000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneRules().offsetOf(zone, middle * 1000) === before) low = middle;
    else high = middle;
  }
  return { at: high * 1000, offset: offsetAtStart(zone, index + 1) };
};
