import { parseArgs } from 'node:util';
import { benchAudience } from './audience/bench-audience.js';
import { benchBestHour } from './best-hour/bench-best-hour.js';
import { benchConsole } from './console/bench-console.js';
import { benchDueSends } from './due-sends/bench-due-sends.js';
import { benchEventLog } from './event-log/bench-event-log.js';
import { benchEvents } from './events/bench-events.js';
import { benchFairness } from './fairness/bench-fairness.js';
import { benchGraphql } from './graphql/bench-graphql.js';
import { benchHostile } from './graphql/bench-hostile.js';
import { benchGrowth } from './growth/bench-growth.js';
import { benchHeld } from './held/bench-held.js';
import { benchHostileEndpoints } from './hostile-endpoints/bench-hostile-endpoints.js';
import { benchHttp2 } from './http2/bench-http2.js';
import { benchImport } from './import/bench-import.js';
import { benchLedger } from './ledger/bench-ledger.js';
import { benchLongReads } from './long-reads/bench-long-reads.js';
import { benchMemory } from './memory/bench-memory.js';
import { benchOptOuts } from './opt-outs/bench-opt-outs.js';
import { benchProviders } from './providers/bench-providers.js';
import { benchRender } from './render/bench-render.js';
import { benchReports } from './reports/bench-reports.js';
import { benchRest } from './rest/bench-rest.js';
import { benchRuns } from './runs/bench-runs.js';
import { benchSegments } from './segments/bench-segments.js';
import { benchSend } from './send/bench-send.js';
import { benchShards } from './shards/bench-shards.js';
import type { Measured } from './support/chart.js';
import { chartSend } from './support/chart-send.js';
import { describeMachine } from './support/describe-machine.js';
import { drawSaved, saveResult } from './support/saved-results.js';
import { benchTiming } from './timing/bench-timing.js';
import { benchTracing } from './tracing/bench-tracing.js';
import { benchUsers } from './users/bench-users.js';
import { benchWorkers } from './workers/bench-workers.js';
import { benchZones } from './zones/bench-zones.js';

/** Prints its own report. Returns its figures and charts for `--save`. */
type Bench = (size: { readonly quick: boolean }) => Promise<Measured>;

const BENCHES: Readonly<Record<string, Bench>> = {
  rest: benchRest,
  render: benchRender,
  graphql: benchGraphql,
  hostile: benchHostile,
  'long-reads': benchLongReads,
  'due-sends': benchDueSends,
  events: benchEvents,
  'event-log': benchEventLog,
  http2: benchHttp2,
  import: benchImport,
  ledger: benchLedger,
  providers: benchProviders,
  runs: benchRuns,
  memory: benchMemory,
  send: async () => chartSend(await benchSend()),
  fairness: benchFairness,
  held: benchHeld,
  'opt-outs': benchOptOuts,
  'best-hour': benchBestHour,
  shards: benchShards,
  timing: benchTiming,
  reports: benchReports,
  'hostile-endpoints': benchHostileEndpoints,
  console: benchConsole,
  tracing: benchTracing,
  users: benchUsers,
  workers: benchWorkers,
  zones: benchZones,
  growth: benchGrowth,
  audience: benchAudience,
  segments: benchSegments,
};

/**
 * `npm run bench -- NAME [--save] [--quick]`; `--save` writes docs/benchmarks/NAME.json and its charts, `--quick` uses
 * a smaller size where there is one. `npm run bench -- charts` redraws the charts from the saved figures.
 */
const main = async (): Promise<void> => {
  const options = { save: { type: 'boolean' }, quick: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [name = ''] = positionals;
  if (name === 'charts') {
    console.log(`Drawn: ${(await drawSaved()).join(', ')}.`);
    return;
  }
  const bench = BENCHES[name];
  if (!bench) throw new Error(`Name the benchmark to run: ${Object.keys(BENCHES).join(', ')}; or charts.`);
  const machine = describeMachine();
  console.log(`${machine}\n`);
  const measured = await bench({ quick: values.quick });
  if (values.save) await saveResult(name, measured, { machine, quick: values.quick });
};

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
