import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connectFakes } from './control-client.js';
import type { Fakes } from './fakes.js';
import type { FakesOptions } from './start-fakes.js';

export interface SpawnOptions extends FakesOptions {
  /** The path for the authority's PEM, for NODE_EXTRA_CA_CERTS of the service under test. */
  readonly caFile?: string;
}

/**
 * The fakes in their own process, for crash tests, the demo and benchmarks. They need the compiled tests, which
 * `npm test` and `npm run demo` build first. The process ends with `close()`, or with this process.
 */
export const spawnFakes = async ({ caFile, ...options }: SpawnOptions = {}): Promise<Fakes> => {
  const main = findMain();
  const args = [main, '--options', JSON.stringify(options), ...(caFile === undefined ? [] : ['--ca-file', caFile])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const { control } = await readFirstLine(child);
  return connectFakes(control, () => stop(child));
};

/** Uses the path that `npm test` sets, or the compiled file next to this one or its source. */
const findMain = (): string => {
  const { TEST_PROGRAMS } = process.env;
  if (TEST_PROGRAMS) return join(TEST_PROGRAMS, 'fakes.cjs');
  const beside = fileURLToPath(new URL('./main.js', import.meta.url));
  const root = beside.slice(0, beside.lastIndexOf(join('test', 'support', 'fakes')));
  const candidates = [beside, join(root, 'dist-test', 'test', 'support', 'fakes', 'main.js')];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error('The fakes are not compiled: run `node scripts/build.mjs --tests` first.');
  return found;
};

const readFirstLine = (child: ChildProcess): Promise<{ control: string }> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The fakes ended with status ${code} before they listened.`)));
    if (child.stdout === null) return;
    const lines = createInterface({ input: child.stdout });
    lines.once('line', (line) => resolve(JSON.parse(line) as { control: string }));
  });

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};
