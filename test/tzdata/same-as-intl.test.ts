import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { INTL_RULES, type ZoneRules } from '../../src/schedule/zone-rules.js';
import { INTL_ZONES, resolveByIntl } from '../../src/schedule/zones.js';
import { compileZones } from '../../src/tzdata/compile-zones.js';
import { HistoryRules, isZoneName } from '../../src/tzdata/history-rules.js';
import { findPackage, packageSource, SYSTEM_FOLDER, systemSource } from '../../src/tzdata/zone-sources.js';

const FROM = Date.UTC(1970, 0, 1);
const UNTIL = Date.UTC(2040, 0, 1);
/** The two closest changes in the tz database in that time are seven days apart. */
const STEP = 6 * 86_400_000;

/** The first instant (epoch ms) of each offset, to the second. */
const changesOf = (rules: ZoneRules, zone: string): number[] => {
  const changes: number[] = [];
  for (let at = FROM; at < UNTIL; at += STEP) {
    const before = rules.offsetOf(zone, at);
    if (rules.offsetOf(zone, at + STEP) === before) continue;
    let [low, high] = [at / 1000, (at + STEP) / 1000];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (rules.offsetOf(zone, middle * 1000) === before) low = middle;
      else high = middle;
    }
    changes.push(high * 1000);
  }
  return changes;
};

/** A second before and after each change in any of them, and in between. */
const instantsOf = (changes: readonly number[]): number[] => {
  const coarse = Array.from({ length: 280 }, (_, index) => FROM + index * 91 * 86_400_000);
  return [...changes.flatMap((at) => [at - 1_000, at, at + 1_000]), ...coarse];
};

interface Comparison {
  readonly compared: number;
  readonly different: readonly { readonly zone: string; readonly at: number }[];
}

/** @param changesFrom the rules whose changes are examined; they should be fast */
const compare = (rules: ZoneRules, changesFrom: ZoneRules): Comparison => {
  let compared = 0;
  const different = [...INTL_ZONES].flatMap((zone) => {
    const instants = instantsOf(changesOf(changesFrom, zone));
    compared += instants.length;
    return instants
      .filter((at) => rules.offsetOf(zone, at) !== INTL_RULES.offsetOf(zone, at))
      .map((at) => ({ zone, at }));
  });
  return { compared, different };
};

const yearOf = ({ release }: { readonly release: string }): number => Number(release.slice(0, 4));

/** Permitted differences: none between equal releases, otherwise changes after both. */
const expectSameButForTheFuture = ({ compared, different }: Comparison, rules: ZoneRules): void => {
  expect(compared).toBeGreaterThan(100_000);
  if (rules.release === INTL_RULES.release) expect(different).toEqual([]);
  const since = Date.UTC(Math.min(yearOf(rules), yearOf(INTL_RULES)), 0, 1);
  expect(different.filter(({ at }) => at < since)).toEqual([]);
  expect(new Set(different.map(({ zone }) => zone)).size).toBeLessThan(30);
};

interface PackageData {
  readonly version: string;
  readonly zones: Readonly<Record<string, unknown>>;
  readonly rules: Readonly<Record<string, unknown>>;
}

const require = createRequire(import.meta.url);
const newer: PackageData = require('tzdata/timezone-data.json');
/** The data of Node.js 20.20.2, and of Node.js 24 until 2026. */
const older: PackageData = require('tzdata-2025c/timezone-data.json');

/** Queries the package alone, even for the past. */
const compiled = (data: PackageData): ZoneRules => {
  const zones = [...compileZones(data)].filter(([name]) => isZoneName(name));
  const about = { release: data.version, source: 'package', since: Number.NEGATIVE_INFINITY };
  return new HistoryRules(new Map(zones), about);
};

/** The lines of a zone with the rules that they name. */
const textOf = ({ zones, rules }: PackageData, zone: string): string => {
  const lines = typeof zones[zone] === 'string' ? zones[zones[zone]] : zones[zone];
  const names = Array.isArray(lines) ? lines.map(([, name]) => String(name)) : [];
  return JSON.stringify([lines, names.map((name) => rules[name])]);
};

describe('clocks from 1970 to 2040, a second before and after each change', () => {
  test('match Intl with this system’s zoneinfo, except for changes from its year on', async () => {
    const found = await systemSource(SYSTEM_FOLDER).find();
    if (found === null) return;
    const rules = await found.load();
    expectSameButForTheFuture(compare(rules, rules), rules);
  });

  test.each([
    ['that is installed', newer],
    ['of 2025c', older],
  ])('match Intl with the npm package %s', (_name, data) => {
    const rules = compiled(data);
    const since = Date.UTC(yearOf(INTL_RULES), 0, 1);
    const { compared, different } = compare(rules, rules);
    // Its JSON lacks some of the past, for which Intl is used: a few in 10,000 instants.
    const past = different.filter(({ at }) => at < since);
    expect(past.length).toBeLessThan(compared / 1_000);
    const used = { compared, different: different.filter(({ at }) => at >= since) };
    expectSameButForTheFuture(used, rules);
  });

  test('differ between two releases of the package only if the lines differ', () => {
    const [before, after] = [compiled(older), compiled(newer)];
    const changed = [...INTL_ZONES].filter((zone) =>
      instantsOf(changesOf(after, zone)).some((at) => before.offsetOf(zone, at) !== after.offsetOf(zone, at)),
    );
    const names = Object.keys(newer.zones);
    const rewritten = names.filter((name) => textOf(older, name) !== textOf(newer, name));
    const canonical = new Set(rewritten.map((name) => resolveByIntl(name) ?? name));
    expect(changed.filter((zone) => !canonical.has(zone))).toEqual([]);
    expect(changed).toEqual(expect.arrayContaining(['Africa/Casablanca', 'America/Vancouver']));
  });

  test('come from Intl for years before its own release, and from the package from then on', async () => {
    const rules = await (await packageSource(findPackage()).find())?.load();
    if (!rules) throw new Error('it comes along');
    // The package keeps only the year, and not that this was 1994-12-31.
    const skipped = Date.UTC(1994, 11, 31, 12);
    expect(rules.offsetOf('Pacific/Kiritimati', skipped)).toBe(INTL_RULES.offsetOf('Pacific/Kiritimati', skipped));
    const later = Date.UTC(2030, 0, 1);
    expect(rules.offsetOf('Africa/Casablanca', later)).toBe(compiled(newer).offsetOf('Africa/Casablanca', later));
  });
});
