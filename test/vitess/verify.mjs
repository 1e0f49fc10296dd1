// `npm run verify:vitess`: runs tests on Vitess, which is built once into the user's cache (test/support/vitess). Without
// arguments it runs the suites below and the demo, without shards and then on two, and fails a primary and splits shards
// during runs. Parts of paths choose files instead, on two shards with `--sharded`; `--slow` adds slow ones. At the end
// it prints how much passed in each form.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../../scripts/build.mjs';
import { debianRoot } from '../support/debian-root.mjs';
import { installVitess } from '../support/vitess/install.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SUITES = ['test/delivery/', 'test/services/', 'test/resolvers/', 'test/process/kill-', 'test/process/chaos'];
const SHARDS = ['-80', '80-'];

const isSharded = process.argv.includes('--sharded');
const isSlow = process.argv.includes('--slow');
const options = process.argv.slice(2).filter((word) => word.startsWith('-') && !['--sharded', '--slow'].includes(word));
const parts = process.argv.slice(2).filter((word) => !word.startsWith('-'));

const usesMysql = (file) =>
  /eachDatabase\(\)|delivery-world|freshDatabaseUrl|chaos-world/.test(readFileSync(join(root, file), 'utf8'));

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
const { emptyVitess } = await import('../../dist-test/test/support/vitess/vitess-database.js');
const folder = mkdtempSync(join(tmpdir(), 'pushgraph-verify-'));

const isPassed = ({ status }) => status === 'passed';

/** Runs jest, and returns its outcome as a sentence. */
const runTests = async (args, env) => {
  const file = join(folder, 'outcome.json');
  rmSync(file, { force: true });
  const code = await run(['scripts/test.mjs', '--json', `--outputFile=${file}`, ...args], env);
  if (code !== 0) process.exitCode = 1;
  const outcome = readOutcome(file);
  if (outcome === null) return `jest ended with status ${code} and wrote no outcome`;
  const { numPassedTests: passed, numFailedTests: failed, testResults } = outcome;
  const broken = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
  // A file whose tests all name SQLite did not run.
  const isSkipped = ({ status, assertionResults: tests }) => status !== 'failed' && !tests.some(isPassed);
  const count = testResults.length - testResults.filter(isSkipped).length;
  const ofFiles = `${count - broken.length} of ${count} files`;
  const sentence = `${ofFiles} and ${passed} of ${passed + failed} tests passed`;
  return [sentence, ...broken.map((name) => `  failed: ${name}`)].join('\n');
};

const readOutcome = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

const runDemo = async (url) => {
  await emptyVitess(url);
  const code = await run(['scripts/run.mjs', '--tests', 'test/demo/demo.js'], { DEMO_DATABASE_URL: url });
  if (code !== 0) process.exitCode = 1;
  return code === 0 ? 'the demo passed' : `the demo failed with status ${code}`;
};

/** Runs the files, and the demo unless files were chosen. */
const runForm = async (shards) => {
  const cluster = await VitessCluster.start(programs, { copies: 1, shards });
  try {
    const env = { TEST_MYSQL_URL: cluster.url, TEST_VITESS: '1' };
    const tests = await runTests(['--runInBand', '-t', '^(?!.*sqlite)', ...options, ...files], env);
    return parts.length > 0 ? tests : `${tests}\n${await runDemo(cluster.url)}`;
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
};

const outcomes = [];
try {
  if (files.length === 0) throw new Error(`No file that uses MySQL has ${parts.join(' or ')} in its path.`);
  if (!isSharded) outcomes.push(`without shards: ${await runForm([])}`);
  if (isSharded || parts.length === 0) outcomes.push(`on two shards: ${await runForm(SHARDS)}`);
  if (parts.length === 0 && !isSharded) {
    const variables = { VITESS_PATH: programs.vitess, VITESS_MYSQLD_PATH: programs.mysqld, VERIFY: '1', FIGURES: '1' };
    outcomes.push(`failover and more shards: ${await runTests(['test/process/failover.verify'], variables)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${outcomes.join('\n')}\n`);
}
