import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnFakes } from '../../test/support/fakes/spawn-fakes.js';
import { bars, type Measured } from '../support/chart.js';
import { toTable } from '../support/table.js';
import { RACES } from './courses.js';
import { type Entrant, measureRace, type RaceResult } from './measure-race.js';

const ROUND_TRIPS_MS = [0, 50];
/** The targets of docs/benchmarks.md. */
const TARGET = 0.8;

/** Our senders against the bare loop and the usual library, all with the same fakes in a separate process. */
export const benchProviders = async (): Promise<Measured> => {
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-bench-'));
  const caFile = join(folder, 'ca.pem');
  const fakes = await spawnFakes({ keepContent: false, decrypt: 'sample', caFile });
  const only = process.env.BENCH_ONLY ?? '';
  try {
    const results: RaceResult[] = [];
    for (const race of RACES.filter(({ title }) => title.includes(only))) {
      for (const roundTripMs of ROUND_TRIPS_MS) {
        const result = await measureRace(race, { fakes, roundTripMs, caFile });
        report(result);
        results.push(result);
      }
    }
    const groups = results.map(({ title, roundTripMs, entrants }) =>
      bars(`${title}, ${roundTripMs} ms`, entrants, ({ label, figures }) => [label, figures.perCpuSecond]),
    );
    return { results, charts: [{ title: 'Senders, by CPU', unit: 'messages for each CPU second', groups }] };
  } finally {
    await fakes.close();
    await rm(folder, { recursive: true });
  }
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = ({ title, roundTripMs, entrants, ofLimit }: RaceResult): void => {
  const table = toTable<Entrant>(
    [
      { title: `${title}, ${roundTripMs} ms`, cell: ({ label }) => label },
      { title: 'messages/s', cell: ({ figures }) => whole.format(figures.perSecond) },
      { title: 'per CPU second', cell: ({ figures }) => whole.format(figures.perCpuSecond) },
      { title: 'to ours: rate', cell: ({ ofOurs }) => ofOurs.perSecond.toFixed(2) },
      { title: 'CPU', cell: ({ ofOurs }) => ofOurs.perCpuSecond.toFixed(2) },
    ],
    entrants,
  );
  console.log(table);
  const judge = (ratio: number): string => `${ratio.toFixed(2)} (${ratio >= TARGET ? 'yes' : 'NO'})`;
  console.log(
    `Ours to the limit, target ${TARGET}: rate ${judge(ofLimit.perSecond)}, CPU ${judge(ofLimit.perCpuSecond)}.\n`,
  );
};
