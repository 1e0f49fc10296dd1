import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { measureBareWrites } from './bare-events.js';
import { prepareEvents } from './events-world.js';
import { measureBulk, measureHandover, measureSdk } from './measure-events.js';

const EVENTS = 20_000;
const RATE = 1_000;
/** The time from the event to its message at the provider, at 1,000 events a second. */
const TARGET_MS = 1_000;

/** Events accepted, one per device request and in bulk, and how soon the messages they start are sent. */
export const benchEvents = (): Promise<Measured> =>
  withMysql(async () => {
    const results: Record<string, EventFigures> = {};
    for (const kind of eachDatabase()) results[kind.name] = await benchOn(kind);
    return { ...results, charts: chart(results) };
  });

type Rates = Readonly<Record<'sdk' | 'bulk' | 'single' | 'limit', number>>;
type EventFigures = Rates & { readonly handover: { readonly p50: number; readonly p99: number } };

const NAMES = {
  sdk: '/sdk/v1, one event per request, 64 connections',
  bulk: 'trackEvents, 1,000 per call',
  single: 'by hand, a transaction for each event, no HTTP',
  limit: 'by hand, 500 per transaction, no HTTP: the limit',
} as const satisfies Record<keyof Rates, string>;

const chart = (results: Readonly<Record<string, EventFigures>>): Chart[] => [
  {
    title: 'Events accepted',
    unit: 'events/s',
    groups: Object.entries(results).map(([kind, rates]) =>
      bars(databaseName(kind), Object.keys(NAMES) as (keyof Rates)[], (way) => [NAMES[way], rates[way]]),
    ),
  },
  {
    title: `From an event to its message at the provider, at ${RATE} events a second`,
    unit: 'ms',
    target: TARGET_MS,
    groups: Object.entries(results).map(([kind, { handover }]) => ({
      name: databaseName(kind),
      bars: [
        { name: 'p50', value: handover.p50 },
        { name: 'p99', value: handover.p99 },
      ],
    })),
  },
];

const benchOn = async (kind: TestDatabaseKind): Promise<EventFigures> => {
  await using world = await ServiceWorld.open(kind, { keepContent: false });
  const events = await prepareEvents(world);
  const handover = await measureHandover(events, RATE);
  await measureSdk(events, EVENTS / 4);
  const rates = {
    sdk: await measureSdk(events, EVENTS),
    bulk: await measureBulk(events, EVENTS),
    single: await measureBareWrites(events, { count: EVENTS / 4, perTransaction: 1 }),
    limit: await measureBareWrites(events, { count: EVENTS, perTransaction: 500 }),
  };
  report(kind.name, rates, handover);
  return { ...rates, handover };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (
  kind: string,
  { sdk, bulk, single, limit }: Rates,
  { p50, p99 }: { p50: number; p99: number },
): void => {
  const rows = [
    { name: NAMES.sdk, rate: sdk },
    { name: NAMES.bulk, rate: bulk },
    { name: NAMES.single, rate: single },
    { name: NAMES.limit, rate: limit },
  ];
  const table = toTable<(typeof rows)[number]>(
    [
      { title: kind === 'mysql' ? 'MySQL' : 'SQLite', cell: ({ name }) => name },
      { title: 'events/s', cell: ({ rate }) => whole.format(rate) },
      { title: 'of the limit', cell: ({ rate }) => (rate / limit).toFixed(2) },
      { title: 'of one transaction each', cell: ({ rate }) => (rate / single).toFixed(2) },
    ],
    rows,
  );
  console.log(table);
  console.log(
    `From event to provider at ${whole.format(RATE)}/s: p50 ${whole.format(p50)} ms, p99 ${whole.format(p99)} ms.`,
  );
  console.log(`Target p99 under ${whole.format(TARGET_MS)} ms: ${p99 < TARGET_MS ? 'yes' : 'NO'}.\n`);
};
