// `npm run verify:vitess`: runs tests on Vitess, which is built once into the user's cache (test/support/vitess). Without
// arguments it runs the suites below on an unsharded keyspace, then kills a primary's mysqld during a run. Parts of paths
// choose files instead; `--slow` adds slow ones. `--sharded` spreads the tables of devices and messages over two shards.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { debianRoot } from '../support/debian-root.mjs';
import { installVitess } from '../support/vitess/install.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SUITES = ['test/delivery/', 'test/services/', 'test/resolvers/'];
const SHARDS = ['-80', '80-'];

const isSharded = process.argv.includes('--sharded');
const isSlow = process.argv.includes('--slow');
const options = process.argv.slice(2).filter((word) => word.startsWith('-') && !['--sharded', '--slow'].includes(word));
const parts = process.argv.slice(2).filter((word) => !word.startsWith('-'));

const usesMysql = (file) =>
  /eachDatabase\(\)|delivery-world|freshDatabaseUrl/.test(readFileSync(join(root, file), 'utf8'));

const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.verify.test.ts') && usesMysql(file))
  .filter((file) => isSlow || !file.endsWith('.slow.test.ts'))
  .filter((file) => (parts.length > 0 ? parts : SUITES).some((part) => file.includes(part)))
  .toSorted();

const run = (args, env = {}) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.once('exit', (code) => resolve(code ?? 1));
  });

const programs = { vitess: installVitess(), mysqld: join(debianRoot('mysql'), 'bin-outside/mysqld') };
await build({ tests: true });
const { VitessCluster } = await import('../../dist-test/test/support/vitess/vitess-cluster.js');
const cluster = await VitessCluster.start(programs, { copies: 1, shards: isSharded ? SHARDS : [] });
try {
  if (files.length === 0) throw new Error(`No file that uses MySQL has ${parts.join(' or ')} in its path.`);
  const test = ['scripts/test.mjs', '--runInBand', '-t', '^(?!.*sqlite)', ...options, ...files];
  process.exitCode = await run(test, { TEST_MYSQL_URL: cluster.url, TEST_VITESS: '1' });
} finally {
  await cluster[Symbol.asyncDispose]();
}
if (parts.length === 0 && !isSharded) {
  const variables = { VITESS_PATH: programs.vitess, VITESS_MYSQLD_PATH: programs.mysqld, VERIFY: '1', FIGURES: '1' };
  process.exitCode = (await run(['scripts/test.mjs', 'test/process/failover.verify'], variables)) || process.exitCode;
}
