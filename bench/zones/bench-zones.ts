import { nextMoment } from '../../src/schedule/moments.js';
import type { ClockTiming } from '../../src/schedule/timing.js';
import { INTL_RULES, replaceZoneRules, type ZoneRules } from '../../src/schedule/zone-rules.js';
import { INTL_ZONES } from '../../src/schedule/zones.js';
import {
  findPackage,
  packageSource,
  SYSTEM_FOLDER,
  systemSource,
  type ZoneSource,
} from '../../src/tzdata/zone-sources.js';
import { bars, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { toTable } from '../support/table.js';

const ROUNDS = 7;
const DAY = 86_400_000;
const ZONES = [...INTL_ZONES];
const NOW = Date.UTC(2026, 10, 22);

/** The queries of a first calculation by local time: each zone every four days. */
const offsets = (rules: ZoneRules, from: number): number => {
  let asked = 0;
  for (const zone of ZONES) {
    for (let at = from; at < from + 400 * DAY; at += 4 * DAY, asked += 1) rules.offsetOf(zone, at);
  }
  return asked;
};

const WEEKLY: ClockTiming = { kind: 'weekly', slots: [{ day: 1, minute: 540 }], zone: { kind: 'local' } };

/** Moments by local time, a week at a time, with nothing cached. */
const moments = (rules: ZoneRules): number => {
  // A new object counts as new rules, so everything cached for the former one is dropped.
  replaceZoneRules({ ...rulesOf(rules) });
  let asked = 0;
  for (let week = 0; week < 20; week += 1, asked += 1) nextMoment(WEEKLY, NOW + week * 7 * DAY);
  replaceZoneRules(null);
  return asked;
};

const rulesOf = (rules: ZoneRules): ZoneRules => ({
  release: rules.release,
  source: rules.source,
  newZones: rules.newZones,
  offsetOf: (zone, instant) => rules.offsetOf(zone, instant),
});

const QUESTIONS: readonly { readonly name: string; ask(rules: ZoneRules): number }[] = [
  { name: 'an offset this year and next', ask: (rules) => offsets(rules, NOW) },
  { name: 'an offset in 2060', ask: (rules) => offsets(rules, Date.UTC(2060, 0, 1)) },
  { name: 'an offset in 2010', ask: (rules) => offsets(rules, Date.UTC(2010, 0, 1)) },
  { name: 'a moment by local time, the first time', ask: moments },
];

interface Row {
  readonly question: string;
  readonly source: string;
  readonly microseconds: number;
  /** The ratio to Intl in the same round, median. */
  readonly ratio: number;
}

/** Measures the CPU time of the schedule's clock queries, alternating between Intl, zoneinfo and the npm package. */
export const benchZones = async (): Promise<Measured> => {
  const files = await measureLoad(systemSource(SYSTEM_FOLDER));
  const packaged = await measureLoad(packageSource(findPackage()));
  const loaded = [files, packaged].filter((each) => each !== null);
  const subjects = [INTL_RULES, ...loaded.map(({ rules }) => rules)];
  const rows: Row[] = [];
  for (const { name, ask } of QUESTIONS) {
    const measure = async (rules: ZoneRules): Promise<number> => {
      const before = process.cpuUsage();
      const asked = ask(rules);
      const { user, system: kernel } = process.cpuUsage(before);
      return (user + kernel) / asked;
    };
    // One-time compilation and reading are not a cost of a query.
    for (const rules of subjects) ask(rules);
    const samples = await interleave(subjects, ROUNDS, measure);
    const [intl = []] = samples;
    for (const [index, { source, release }] of subjects.entries()) {
      const own = samples[index] ?? [];
      rows.push({
        question: name,
        source: `${source} ${release}`,
        microseconds: median(own),
        ratio: median(own.map((cost, round) => cost / (intl[round] ?? cost))),
      });
    }
  }
  report(rows);
  for (const { rules, cpuMs } of loaded) console.log(`\n${rules.source}: read in ${cpuMs.toFixed(0)} ms of CPU`);
  const groups = QUESTIONS.map(({ name }) =>
    bars(
      name,
      rows.filter(({ question }) => question === name),
      ({ source, ratio }) => [source, ratio],
    ),
  );
  const charts = [{ title: 'Rules for clocks', unit: 'times the CPU of Intl', target: 1.5, groups }];
  return { charts, rows, loads: loaded.map(({ rules, cpuMs }) => ({ source: rules.source, cpuMs })) };
};

/** null if the zone has none. */
const measureLoad = async (source: ZoneSource) => {
  const before = process.cpuUsage();
  const rules = await (await source.find())?.load();
  const { user, system } = process.cpuUsage(before);
  return rules ? { rules, cpuMs: (user + system) / 1000 } : null;
};

const report = (rows: readonly Row[]): void => {
  const table = toTable<Row>(
    [
      { title: 'question', cell: ({ question }) => question },
      { title: 'rules', cell: ({ source }) => source },
      { title: 'µs of CPU', cell: ({ microseconds }) => microseconds.toFixed(microseconds < 10 ? 2 : 0) },
      { title: 'to Intl', cell: ({ ratio }) => ratio.toFixed(2) },
    ],
    rows,
  );
  console.log(table);
};
