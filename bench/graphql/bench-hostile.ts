import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { HOSTILE } from '../../test/schema/support/hostile.js';
import { freshDatabaseUrl } from '../../test/support/databases.js';
import { bars, type Measured } from '../support/chart.js';
import { openLog } from '../support/open-log.js';
import { ServerProcess } from '../support/server-process.js';
import { toTable } from '../support/table.js';

interface HostileFigures {
  readonly what: string;
  readonly kilobytes: number;
  readonly cpuMs: number;
}

const API_KEY = 'a-key-for-the-benchmark';
const REQUESTS = 30;
/** The target of docs/benchmarks.md. */
const TARGET_MS = 50;

/** The service's CPU time to refuse each hostile operation; no operation is sent twice. */
export const benchHostile = async (): Promise<Measured> => {
  await using place = await freshDatabaseUrl('sqlite');
  await using log = await openLog();
  const env = {
    DATABASE_URL: place.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_KEY: API_KEY,
    ROLE: 'api',
  };
  const file = new URL('../rest/our-server.js', import.meta.url);
  await using server = await ServerProcess.start({ file, env, logFd: log.fd });
  const figures: HostileFigures[] = [];
  for (const what of Object.keys(HOSTILE)) figures.push(await measure(server, what));
  report(figures.toSorted(byCost));
  const groups = [bars('', figures.toSorted(byCost), ({ what, cpuMs }) => [what, cpuMs])];
  return { figures, charts: [{ title: 'Refusing a hostile operation', unit: 'ms of CPU', target: TARGET_MS, groups }] };
};

const byCost = (a: HostileFigures, b: HostileFigures): number => b.cpuMs - a.cpuMs;

const measure = async (server: ServerProcess, what: string): Promise<HostileFigures> => {
  const { query = '', variables = {} } = HOSTILE[what] ?? {};
  const { cpuMs: before } = await server.usage();
  for (let n = 0; n < REQUESTS; n += 1) await send(server.address, { query: `${query} #${n}`, variables });
  const { cpuMs: after } = await server.usage();
  const kilobytes = JSON.stringify({ query, variables }).length / 1_000;
  return { what, kilobytes, cpuMs: (after - before) / REQUESTS };
};

const send = async (address: string, body: object): Promise<void> => {
  const answer = await request(`${address}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (!text.startsWith('{"errors":')) throw new Error(`not refused: ${text.slice(0, 200)}`);
};

const report = (figures: readonly HostileFigures[]): void => {
  const table = toTable<HostileFigures>(
    [
      { title: 'refused', cell: ({ what }) => what },
      { title: 'KB', cell: ({ kilobytes }) => kilobytes.toFixed(1) },
      { title: 'CPU ms', cell: ({ cpuMs }) => cpuMs.toFixed(2) },
      { title: `≤ ${TARGET_MS}`, cell: ({ cpuMs }) => (cpuMs <= TARGET_MS ? 'yes' : 'NO') },
    ],
    figures,
  );
  console.log(`${table}\n`);
};
