import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chart, Measured } from './chart.js';
import { drawCharts } from './draw-charts.js';

/** Figures that docs/benchmarks.md shows, with their charts. */
const FOLDER = join('docs', 'benchmarks');

/** One saved run of a benchmark. */
export interface Saved {
  readonly bench: string;
  readonly at: string;
  readonly machine: string;
  /** Settings that differ from the defaults: `--quick`, environment variables. */
  readonly settings: Readonly<Record<string, string>>;
  readonly charts: readonly Chart[];
  /** All measured figures, in the benchmark's own shape. */
  readonly figures: object;
}

/** Writes NAME.json and NAME.svg. @param machine its state before the run, which adds load itself */
export const saveResult = async (
  bench: string,
  { charts, ...figures }: Measured,
  { machine, quick }: { readonly machine: string; readonly quick: boolean },
): Promise<void> => {
  const settings = Object.entries(process.env).filter(isTold);
  const saved = {
    bench,
    at: new Date().toISOString(),
    machine,
    settings: Object.fromEntries([...(quick ? [['--quick', 'yes']] : []), ...settings.toSorted()]),
    charts,
    figures,
  };
  await writeFile(join(FOLDER, `${bench}.json`), `${JSON.stringify(saved, shorten, 1)}\n`);
  await drawSaved();
};

/** Values that may be paths of this machine are left out. */
const isTold = (entry: [string, string | undefined]): entry is [string, string] =>
  entry[0].startsWith('BENCH_') && /^[\w,.]+$/.test(entry[1] ?? '');

/** Redraws every chart from the saved figures. Returns the names of the benchmarks. */
export const drawSaved = async (): Promise<string[]> => {
  const names = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -5));
  for (const name of names) {
    const saved = JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8')) as Saved;
    await writeFile(join(FOLDER, `${name}.svg`), drawCharts(saved));
  }
  return names.toSorted();
};

const SIGNIFICANT = 6;

/** Further digits are noise. */
const shorten = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(SIGNIFICANT)) : value;
