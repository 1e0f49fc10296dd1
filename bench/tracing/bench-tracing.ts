import { eachDatabase } from '../../test/support/databases.js';
import { eventually } from '../../test/support/eventually.js';
import { OtlpReceiver } from '../../test/support/otlp-receiver.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { ServiceWorld } from '../../test/support/service-world.js';
import { bars, type Measured } from '../support/chart.js';
import { interleave } from '../support/interleave.js';
import { median } from '../support/median.js';
import { prepareApp, startRun } from '../support/one-time-run.js';
import { toTable } from '../support/table.js';

const ROUNDS = 3;
const RUNS = 2;
const DEVICES = 10_000;
const DEADLINE_MS = 120_000;

interface Row {
  readonly name: string;
  /** The worker's CPU time for 1,000 messages, median. */
  readonly cpuMs: number;
  /** The ratio to disabled tracing in the same round, median. */
  readonly ratio: number;
  readonly spans: number;
}

/** Measures the cost of tracing for a sending worker, alternating between off, 1 in 100 traces, and all traces. */
export const benchTracing = async (): Promise<Measured> => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  await using receiver = await OtlpReceiver.open();
  await using world = await ServiceWorld.open(sqlite, { keepContent: false });
  const api = await world.start({ ROLE: 'api' });
  const appId = await prepareApp(world, api, { provider: 'provider_c', devices: DEVICES });
  const spans = new Map<string, number>();

  const measure = async (ratio: string): Promise<number> => {
    const tracing = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: ratio,
    };
    await using worker = await world.start({ ROLE: 'worker', ...(ratio === 'off' ? {} : tracing) });
    const send = async (): Promise<void> => {
      await world.fakes.reset();
      await startRun(world, api, [appId]);
      const isDone = async () => ((await world.fakes.summary()).accepted >= DEVICES ? true : null);
      await eventually('the last message', isDone, DEADLINE_MS);
    };
    // One-time compilation and connections are not a cost of tracing.
    await send();
    const seenBefore = receiver.spans.length;
    const before = await readCpuMs(worker);
    for (let run = 0; run < RUNS; run += 1) await send();
    const after = await readCpuMs(worker);
    await worker.terminate();
    spans.set(ratio, (spans.get(ratio) ?? 0) + receiver.spans.length - seenBefore);
    return ((after - before) * 1_000) / (RUNS * DEVICES);
  };

  const subjects = ['off', '0.01', '1'] as const;
  const samples = await interleave(subjects, ROUNDS, measure);
  const [off] = samples;
  const rows = subjects.map(
    (name, index): Row => ({
      name,
      cpuMs: median(samples[index] ?? []),
      ratio: median((samples[index] ?? []).map((ms, round) => ms / (off[round] ?? ms))),
      spans: spans.get(name) ?? 0,
    }),
  );
  report(rows);
  const groups = [bars('share of traces kept', rows, ({ name, cpuMs }) => [name, cpuMs])];
  return { rows, charts: [{ title: 'A worker with tracing', unit: 'ms of CPU for 1,000 messages', groups }] };
};

/** User and system time so far, of all its threads. */
const readCpuMs = async (worker: ServiceProcess): Promise<number> => {
  const text = await (await fetch(`${worker.address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1_000;
};

const report = (rows: readonly Row[]): void => {
  const table = toTable<Row>(
    [
      { title: 'sampling', cell: ({ name }) => name },
      { title: 'CPU ms for 1,000 messages', cell: ({ cpuMs }) => cpuMs.toFixed(1) },
      { title: 'ratio', cell: ({ ratio }) => ratio.toFixed(3) },
      { title: 'spans', cell: ({ spans }) => String(spans) },
    ],
    rows,
  );
  console.log(table);
};
