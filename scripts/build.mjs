// Compiles src/ into dist/ (and, with --tests, src, test/support, test/demo and bench into dist-test/) and bundles
// GraphiQL into dist-web/, each when a source is newer than the last build.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildGraphiql } from './build-graphiql.mjs';
import { isFresh, root } from './freshness.mjs';

/** Builds `dist` or `dist-test`, and what pages are made of; answers the path of the compiled code. */
export const build = async ({ tests = false, force = false } = {}) => {
  const [outDir] = await Promise.all([compile({ tests, force }), buildGraphiql({ force })]);
  return outDir;
};

const compile = async ({ tests, force }) => {
  const outDir = join(root, tests ? 'dist-test' : 'dist');
  const project = tests ? 'tsconfig.tools.json' : 'tsconfig.build.json';
  const sources = [
    'package.json',
    'tsconfig.json',
    project,
    'src',
    ...(tests ? ['test/support', 'test/demo', 'bench'] : []),
  ];
  const stamp = join(outDir, '.built');
  if (!force && isFresh(stamp, sources)) return outDir;
  const startedAt = new Date();
  rmSync(outDir, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const [status] = await once(
    spawn(process.execPath, [tsc, '-p', join(root, project)], { stdio: ['ignore', 2, 2] }),
    'exit',
  );
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(stamp, startedAt.toISOString());
  return outDir;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build({ tests: process.argv.includes('--tests'), force: process.argv.includes('--force') });
}
