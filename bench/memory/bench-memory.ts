import { setTimeout as sleep } from 'node:timers/promises';
import { PROVIDER_NAMES } from '../../src/providers/providers.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../../test/support/databases.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { bars, type Measured } from '../support/chart.js';
import { prepareApp, startRun } from '../support/one-time-run.js';
import { readPeakMb } from '../support/read-peak-mb.js';
import { toTable } from '../support/table.js';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
/** Measures one provider alone, or all, with the largest share for the most demanding one. */
const ONLY = PROVIDER_NAMES.find((provider) => provider === process.env.BENCH_ONLY);
const SHARES: readonly { readonly provider: ProviderName; readonly share: number }[] = ONLY
  ? [{ provider: ONLY, share: 1 }]
  : [
      { provider: 'provider_b', share: 0.85 },
      { provider: 'provider_c', share: 0.1 },
      { provider: 'provider_a', share: 0.03 },
      { provider: 'webpush', share: 0.02 },
    ];
const LOOK_EVERY_MS = 250;
/** The maximum resident memory of a worker, whatever the run's size. */
const MOST_MB = Number(process.env.BENCH_MOST_MB ?? 250);
/** The allowed growth from the first half of a run to the second, because garbage collections vary. */
const MOST_GROWTH = 1.15;
const MB = 1024 * 1024;

interface Memory {
  readonly messages: number;
  readonly rssMb: number;
  readonly heapMb: number;
  readonly externalMb: number;
}

/**
 * One process sends a million messages of all providers in one run. Reports its memory after each tenth, and fails if
 * memory grows.
 */
export const benchMemory = async (): Promise<Measured> => {
  const [kind] = eachDatabase();
  if (kind === undefined) throw new Error('There is no database to measure on.');
  await using world = await ServiceWorld.open(kind, { keepContent: false, decrypt: 'sample' });
  const api = await world.start({ ROLE: 'api' });
  const appIds: number[] = [];
  for (const { provider, share } of SHARES) {
    appIds.push(await prepareApp(world, api, { provider, devices: Math.round(MESSAGES * share) }));
  }
  const worker = await world.start({ ROLE: 'worker' });
  await startRun(world, api, appIds);
  const startedAt = performance.now();
  const samples = await watch(world, worker);
  const seconds = (performance.now() - startedAt) / 1_000;
  const peakMb = await readPeakMb(worker.process.pid);
  report(samples, { seconds, peakMb });
  judge(samples, peakMb);
  const groups = [bars('after this many messages', samples, ({ messages, rssMb }) => [whole.format(messages), rssMb])];
  return { samples, seconds, peakMb, charts: [{ title: 'Memory of a worker', unit: 'MB', target: MOST_MB, groups }] };
};

const judge = (samples: readonly Memory[], peakMb: number): void => {
  const sending = samples.slice(1);
  const most = (part: readonly Memory[]): number => Math.max(...part.map(({ rssMb }) => rssMb));
  const growth = most(sending.slice(sending.length / 2)) / most(sending.slice(0, sending.length / 2));
  if (growth > MOST_GROWTH)
    throw new Error(`Memory grows with the run: ${growth.toFixed(2)} times in its second half.`);
  if (peakMb > MOST_MB) throw new Error(`${whole.format(peakMb)} MB were resident; the limit is ${MOST_MB} MB.`);
};

const watch = async (world: ServiceWorld, worker: ServiceProcess): Promise<Memory[]> => {
  const samples = [await readMemory(worker, 0)];
  for (let next = MESSAGES / 10; next <= MESSAGES; ) {
    await sleep(LOOK_EVERY_MS);
    const { accepted } = await world.fakes.summary();
    if (accepted < next) continue;
    const sample = await readMemory(worker, accepted);
    samples.push(sample);
    console.log(`${sample.messages} messages: ${sample.rssMb.toFixed(0)} MB`);
    next += MESSAGES / 10;
  }
  return samples;
};

const readMemory = async (worker: ServiceProcess, messages: number): Promise<Memory> => {
  const text = await (await fetch(`${worker.address}/metrics`)).text();
  const megabytes = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / MB;
  return {
    messages,
    rssMb: megabytes('process_resident_memory_bytes'),
    heapMb: megabytes('nodejs_heap_size_used_bytes'),
    externalMb: megabytes('nodejs_external_memory_bytes'),
  };
};

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const report = (samples: readonly Memory[], { seconds, peakMb }: { seconds: number; peakMb: number }): void => {
  const table = toTable<Memory>(
    [
      { title: 'messages', cell: ({ messages }) => whole.format(messages) },
      { title: 'resident, MB', cell: ({ rssMb }) => whole.format(rssMb) },
      { title: 'heap of the main thread, MB', cell: ({ heapMb }) => whole.format(heapMb) },
      { title: 'external, MB', cell: ({ externalMb }) => whole.format(externalMb) },
    ],
    samples,
  );
  console.log(
    `\n${table}\nIn ${whole.format(seconds)} s, at most ${whole.format(peakMb)} MB. The heap figures are not taken after a collection.`,
  );
};
