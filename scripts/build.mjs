// Compiles src/ into dist/ (and, with --tests, src, test/support, test/demo and bench into dist-test/) when a source is newer than the last build.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const newestChange = (path) => {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), stat.mtimeMs);
};

/** Builds `dist` or `dist-test` if it is older than its sources; answers the folder's path. */
export const build = ({ tests = false, force = false } = {}) => {
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
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (!force && builtAt > Math.max(...sources.map((source) => newestChange(join(root, source))))) return outDir;
  const startedAt = new Date();
  rmSync(outDir, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, project)], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(stamp, startedAt.toISOString());
  return outDir;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  build({ tests: process.argv.includes('--tests'), force: process.argv.includes('--force') });
}
