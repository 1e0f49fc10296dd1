import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importDevices } from '../../src/cli/devices/import-devices.js';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import { systemClock } from '../../src/ports/clock.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase, type TestDatabaseKind } from '../../test/support/databases.js';
import { RecordingJobs } from '../../test/support/recording-jobs.js';
import { bars, type Chart, databaseName, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median, medianOf } from '../support/median.js';
import { serverCpuUs } from '../support/server-cpu.js';
import { toTable } from '../support/table.js';
import { withMysql } from '../support/with-mysql.js';
import { bareImport } from './bare-import.js';
import { csvOf } from './import-file.js';

const LINES = Number(process.env.BENCH_LINES ?? 200_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

interface Cost {
  /** Devices a second. */
  readonly rate: number;
  /** Microseconds of CPU time for each device, in this process and in MySQL's. */
  readonly ownUs: number;
  readonly serverUs: number;
}

interface Sample {
  readonly fresh: Cost;
  /** The same file again: every device is known. */
  readonly again: Cost | null;
}

/** Imports a file of new devices, and the same file again, against a bare loop over the same rows. */
export const benchImport = (): Promise<Measured> =>
  withMysql(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-bench-import-'));
    const file = join(folder, 'devices.csv');
    await writeFile(file, csvOf(LINES));
    const rich = join(folder, 'attributes.csv');
    await writeFile(rich, csvOf(LINES, { hasAttributes: true }));
    const results: Record<string, ImportFigures> = {};
    try {
      for (const kind of eachDatabase()) {
        if (process.env.BENCH_ONLY && process.env.BENCH_ONLY !== kind.name) continue;
        const [ours, attributes, bare] = await interleave(['ours', 'attributes', 'bare'], ROUNDS, (what) =>
          what === 'bare' ? measureBare(kind) : measureOurs(kind, what === 'ours' ? file : rich),
        );
        results[kind.name] = { lines: LINES, ours, attributes, bare };
        report(kind.name, { ours, attributes, bare });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return { ...results, charts: chart(results) };
  });

interface ImportFigures {
  readonly lines: number;
  readonly ours: readonly Sample[];
  /** Each line has three attributes of the user and one of the device. */
  readonly attributes: readonly Sample[];
  readonly bare: readonly Sample[];
}

const chart = (results: Readonly<Record<string, ImportFigures>>): Chart[] => {
  const of = (title: string, unit: string, figure: (cost: Cost) => number): Chart => ({
    title: `${title}, ${whole.format(LINES)} lines`,
    unit,
    groups: Object.entries(results).map(([kind, samples]) =>
      bars(databaseName(kind), toRows(samples), ({ name, costs }) => [name, medianOf(costs, figure)]),
    ),
  });
  return [
    of('Import', 'devices/s', ({ rate }) => rate),
    of(
      'Import, CPU of this process and of the server',
      'µs for each device',
      ({ ownUs, serverUs }) => ownUs + serverUs,
    ),
  ];
};

const measureOurs = async (kind: TestDatabaseKind, file: string): Promise<Sample> => {
  await using database = await kind.open();
  const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
  const services = createServices({ database, clock: systemClock, ...parts });
  const { userId } = await services.keys.createUser('somebody');
  const caller = { userId, keyId: 0, scopes: ['write' as const] };
  const credentials = { topic: 't', team_id: 'x', private_key_id: 'y', private_key: '' };
  const app = await services.apps.create(caller, { pushProvider: 'provider_c', name: 'App', link: null, credentials });
  const work = async (outcome: 'imported' | 'updated'): Promise<void> => {
    const result = await importDevices({ ...services, terminal: { write: () => true } }, app, file);
    if (result[outcome] !== LINES) throw new Error(`Of ${LINES} devices ${result[outcome]} were ${outcome}.`);
  };
  return {
    fresh: await measure(database, () => work('imported')),
    again: await measure(database, () => work('updated')),
  };
};

const measureBare = async (kind: TestDatabaseKind): Promise<Sample> => {
  await using database = await kind.open();
  return { fresh: await measure(database, () => bareImport(database, LINES)), again: null };
};

const measure = async (database: Database, work: () => Promise<void>): Promise<Cost> => {
  const server = serverCpuUs(database);
  const own = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  return {
    rate: (LINES * 1_000) / ms,
    ownUs: (user + system) / LINES,
    serverUs: (serverCpuUs(database) - server) / LINES,
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

interface Row {
  readonly name: string;
  readonly costs: readonly Cost[];
}

type Samples = Pick<ImportFigures, 'ours' | 'attributes' | 'bare'>;

const toRows = ({ ours, attributes, bare }: Samples): Row[] => [
  { name: 'new devices', costs: ours.map(({ fresh }) => fresh) },
  { name: 'the same again', costs: ours.flatMap(({ again }) => again ?? []) },
  { name: 'new, with attributes', costs: attributes.map(({ fresh }) => fresh) },
  { name: 'again, with attributes', costs: attributes.flatMap(({ again }) => again ?? []) },
  { name: 'by hand: the limit', costs: bare.map(({ fresh }) => fresh) },
];

const report = (kind: string, samples: Samples): void => {
  const { bare } = samples;
  const rows = toRows(samples);
  const ofLimit = ({ costs }: Row, figure: (cost: Cost) => number): string =>
    median(costs.map((cost, round) => figure(cost) / figure(bare[round]?.fresh ?? cost))).toFixed(2);
  const table = toTable<Row>(
    [
      { title: `${kind}, ${whole.format(LINES)} lines`, cell: ({ name }) => name },
      { title: 'devices/s', cell: ({ costs }) => whole.format(medianOf(costs, ({ rate }) => rate)) },
      { title: 'of the limit', cell: (row) => ofLimit(row, ({ rate }) => rate) },
      { title: 'CPU µs/device', cell: ({ costs }) => medianOf(costs, ({ ownUs }) => ownUs).toFixed(1) },
      { title: 'to the limit', cell: (row) => ofLimit(row, ({ ownUs }) => ownUs) },
      { title: 'server µs/device', cell: ({ costs }) => medianOf(costs, ({ serverUs }) => serverUs).toFixed(1) },
    ],
    rows,
  );
  console.log(`${table}\n`);
};
