// Compiles src/ into dist/, and bundles packages/http2-client, the console and GraphiQL, each when a source is newer than
// the last build. With --tests, compiles src, test/support, test/demo and bench into dist-test/, with a bundle.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildConsole } from './build-console.mjs';
import { buildGraphiql } from './build-graphiql.mjs';
import { writeBuildInfo } from './build-info.mjs';
import { buildHttp2Client } from './build-packages.mjs';
import { bundle } from './bundle.mjs';
import { isFresh, root } from './freshness.mjs';

/** Builds `dist` or `dist-test`, and the pages. Returns the path of the compiled code. */
export const build = async ({ tests = false, force = false } = {}) => {
  let said = false;
  const onBuild = () => {
    if (!said) sayBuilding();
    said = true;
  };
  // First, because the bundle of the tests includes it.
  await buildHttp2Client({ force, onBuild });
  const [outDir] = await Promise.all([
    compile({ tests, force, onBuild }),
    buildConsole({ force, onBuild }),
    buildGraphiql({ force, onBuild }),
  ]);
  writeBuildInfo(outDir);
  return outDir;
};

const compile = async ({ tests, force, onBuild }) => {
  const outDir = join(root, tests ? 'dist-test' : 'dist');
  const project = tests ? 'tsconfig.tools.json' : 'tsconfig.build.json';
  const sources = [
    'package.json',
    'scripts/bundle.mjs',
    'tsconfig.json',
    project,
    'src',
    'packages/http2-client/src',
    ...(tests ? ['test/support', 'test/demo', 'bench'] : []),
  ];
  const stamp = join(outDir, '.built');
  if (!force && isFresh(stamp, sources)) return outDir;
  onBuild();
  const startedAt = new Date();
  rmSync(outDir, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const [status] = await once(
    // `npm run typecheck` checks types; here that would take three quarters of the time.
    spawn(process.execPath, [tsc, '-p', join(root, project), '--noCheck'], { stdio: ['ignore', 2, 2] }),
    'exit',
  );
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(outDir, { recursive: true });
  if (tests) await bundle({ from: join(outDir, 'src'), outdir: join(outDir, 'bundle') });
  writeFileSync(stamp, startedAt.toISOString());
  // A file changed during compilation counts as newer.
  utimesSync(stamp, startedAt, startedAt);
  return outDir;
};

/** On standard error, which is never read as output; `npm --silent` suppresses both. */
const sayBuilding = () => {
  if (process.env.npm_config_loglevel !== 'silent') process.stderr.write('building…\n');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build({ tests: process.argv.includes('--tests'), force: process.argv.includes('--force') });
}
