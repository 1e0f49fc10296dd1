// Turns the compiled service into the programs that tests start about 300 times: one file each, with V8's code cache of
// what a start runs (cached-program.cjs).
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMON } from './bundle.mjs';
import { root } from './freshness.mjs';

/** The program to start for the cache, and the output after which it has run enough; without one, it ends itself. */
const PROGRAMS = {
  main: { file: 'src/main.js', until: /is listening on/ },
  cli: { file: 'src/cli/main.js', words: ['--version'] },
  fakes: { file: 'test/support/fakes/main.js', until: /"control":/ },
};
const PRELOADS = ['end-with-parent', 'shifted-clock'];

// The service's threads and processes are files next to its main bundle. Strict, as modules are.
const AS_MODULE = `"use strict";
const __importMetaUrl = require('node:url').pathToFileURL(require('node:path').join(__dirname, '../bundle/main.js')).href;`;

/** @param built the compiled code. Returns the folder of the programs, each a `.cjs` with its name. */
export const cachePrograms = async (built) => {
  const folder = join(built, 'programs');
  const stamp = join(folder, '.built');
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(join(built, '.built')).mtimeMs) return folder;
  rmSync(folder, { recursive: true, force: true });
  await bundle(built, folder);
  for (const name of Object.keys(PROGRAMS)) {
    copyFileSync(join(root, 'scripts', 'cached-program.cjs'), join(folder, `${name}.cjs`));
  }
  await Promise.all(Object.entries(PROGRAMS).map(([name, program]) => makeCache(join(folder, `${name}.cjs`), program)));
  writeFileSync(stamp, new Date().toISOString());
  return folder;
};

const bundle = async (built, outdir) => {
  const { build } = await import('esbuild');
  // Code compiled with a cache cannot use `import`, so it requires.
  const supported = { 'dynamic-import': false };
  const common = { ...COMMON, outdir, format: 'cjs', charset: 'ascii', supported };
  const files = Object.entries(PROGRAMS).map(([name, { file }]) => [`${name}.bundle`, join(built, file)]);
  const preloads = PRELOADS.map((name) => [name, join(built, 'test', 'support', `${name}.js`)]);
  await Promise.all([
    build({
      ...common,
      entryPoints: Object.fromEntries(files),
      define: { 'import.meta.url': '__importMetaUrl' },
      banner: { js: AS_MODULE },
    }),
    build({ ...common, entryPoints: Object.fromEntries(preloads), outExtension: { '.js': '.cjs' } }),
  ]);
};

const makeCache = async (program, { words = [], until }) => {
  const data = mkdtempSync(join(tmpdir(), 'pushgraph-cache-'));
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATABASE_URL: `sqlite:${join(data, 'pushgraph.db')}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
    CODE_CACHE: 'make',
  };
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['pipe', 'pipe', 2] });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
    if (until?.test(said)) child.kill('SIGTERM');
  });
  const [status] = await once(child, 'exit');
  rmSync(data, { recursive: true, force: true });
  if (status !== 0) throw new Error(`${program} ended with status ${status}.`);
};
