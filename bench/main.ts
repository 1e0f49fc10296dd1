import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAudience } from './audience/bench-audience.js';
import { benchConsole } from './console/bench-console.js';
import { benchDueSends } from './due-sends/bench-due-sends.js';
import { benchEvents } from './events/bench-events.js';
import { benchFairness } from './fairness/bench-fairness.js';
import { benchGraphql } from './graphql/bench-graphql.js';
import { benchHostile } from './graphql/bench-hostile.js';
import { benchGrowth } from './growth/bench-growth.js';
import { benchHostileEndpoints } from './hostile-endpoints/bench-hostile-endpoints.js';
import { benchImport } from './import/bench-import.js';
import { benchLongReads } from './long-reads/bench-long-reads.js';
import { benchMemory } from './memory/bench-memory.js';
import { benchProviders } from './providers/bench-providers.js';
import { benchRest } from './rest/bench-rest.js';
import { benchRuns } from './runs/bench-runs.js';
import { benchSend } from './send/bench-send.js';
import { describeMachine } from './support/describe-machine.js';
import { benchTracing } from './tracing/bench-tracing.js';
import { benchWorkers } from './workers/bench-workers.js';
import { benchZones } from './zones/bench-zones.js';

/** Prints its own report; answers the figures, for `--save`. */
type Bench = (size: { readonly quick: boolean }) => Promise<object>;

const BENCHES: Readonly<Record<string, Bench>> = {
  rest: benchRest,
  graphql: benchGraphql,
  hostile: benchHostile,
  'long-reads': benchLongReads,
  'due-sends': benchDueSends,
  events: benchEvents,
  import: benchImport,
  providers: benchProviders,
  runs: benchRuns,
  memory: benchMemory,
  send: benchSend,
  fairness: benchFairness,
  'hostile-endpoints': benchHostileEndpoints,
  console: benchConsole,
  tracing: benchTracing,
  workers: benchWorkers,
  zones: benchZones,
  growth: benchGrowth,
  audience: benchAudience,
};

/** `npm run bench -- NAME [--save] [--quick]`; `--save` writes bench/results/NAME.json, `--quick` is a smaller size where there is one. */
const main = async (): Promise<void> => {
  const options = { save: { type: 'boolean' }, quick: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [name = ''] = positionals;
  const bench = BENCHES[name];
  if (!bench) throw new Error(`Say which benchmark to run: ${Object.keys(BENCHES).join(', ')}.`);
  console.log(`${describeMachine()}\n`);
  const figures = await bench({ quick: values.quick });
  if (values.save) await save(name, figures);
};

const save = async (name: string, figures: object): Promise<void> => {
  const folder = join('bench', 'results');
  await mkdir(folder, { recursive: true });
  const result = { at: new Date().toISOString(), machine: describeMachine(), ...figures };
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
};

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
