import { type DatabaseKind, eachDatabase } from '../../test/support/databases.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { withMysql } from '../support/with-mysql.js';
import { measureBareClaims } from './bare-claims.js';
import { type DueCase, type DueResult, measureDueSends } from './measure-due-sends.js';
import { reportDueSends } from './report-due-sends.js';

/** Due sends a second on MySQL. */
const TARGET = 10_000;
const SECONDS = 8;

const CASES: readonly DueCase[] = [
  { name: '1,000 due a second', count: 1_000 * SECONDS, perSecond: 1_000 },
  { name: '10,000 due a second', count: 10_000 * SECONDS, perSecond: 10_000 },
  { name: 'all due at once', count: 10_000 * SECONDS, perSecond: null },
];

/** Auto-push at the end of its delays: messages a second, and the delay of each handover. */
export const benchDueSends = (): Promise<Measured> =>
  withMysql(async () => {
    const results: Record<string, DueFigures> = {};
    for (const { name } of eachDatabase()) results[name] = await benchOn(name);
    return { ...results, charts: chart(results) };
  });

interface DueFigures {
  readonly results: readonly DueResult[];
  /** Rows a second that are claimed and deleted, with nothing sent. */
  readonly bare: number;
}

const chart = (figures: Readonly<Record<string, DueFigures>>): Chart[] => [
  {
    title: 'Due sends',
    unit: 'messages/s',
    groups: Object.entries(figures).map(([kind, { results, bare }]) => {
      const { name, bars: sent } = bars(databaseName(kind), results, (row) => [row.name, row.sentPerSecond]);
      return { name, bars: [...sent, { name: 'claimed by hand, nothing sent', value: bare }] };
    }),
  },
  {
    title: 'From due to handed over, p99',
    unit: 'ms',
    groups: Object.entries(figures).map(([kind, { results }]) =>
      bars(databaseName(kind), results, ({ name, p99 }) => [name, p99]),
    ),
  },
];

const benchOn = async (kind: DatabaseKind): Promise<DueFigures> => {
  const kinds = eachDatabase().find(({ name }) => name === kind);
  if (!kinds) throw new Error(`There is no ${kind}.`);
  const results: DueResult[] = [];
  for (const dueCase of CASES) {
    await using world = await ServiceWorld.open(kinds, { keepContent: false });
    results.push(await measureDueSends(world, dueCase));
  }
  const bare = await measureBareClaims(kinds, 10_000 * SECONDS);
  reportDueSends(kind, { results, bare, target: kind === 'mysql' ? TARGET : null });
  return { results, bare };
};
