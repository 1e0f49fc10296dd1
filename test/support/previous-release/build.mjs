// Builds the previous release of the service in the user's cache. The rolling upgrade starts from it and rolls back to
// it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../../scripts/bundle.mjs';
import { root } from '../../../scripts/freshness.mjs';

/** The deployed version: the newest released commit of the main branch. Every release sets it to its predecessor. */
const COMMIT = 'e579b319db9c03d996cffbc49bcdd93562a50ffd';

/** The release's folder and, in `bundle`, its built `main.js`. */
export const previousReleasePath = () => {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'pushgraph', 'previous-release', COMMIT);
};

const build = async () => {
  const target = previousReleasePath();
  if (!existsSync(target)) await make(target);
  linkPackages(target);
};

const make = async (target) => {
  fetchCommit();
  mkdirSync(dirname(target), { recursive: true });
  const making = mkdtempSync(join(dirname(target), 'making-'));
  try {
    run('sh', [
      '-c',
      `git archive ${COMMIT} package.json package-lock.json tsconfig.json src public packages | tar -x -C "$1"`,
      'sh',
      making,
    ]);
    linkPackages(making);
    await bundle({
      from: join(making, 'src'),
      outdir: join(making, 'bundle'),
      extension: 'ts',
      alias: ownClient(making),
    });
    // The rename comes last and is atomic, so an existing folder is complete.
    renameSync(making, target);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
};

/** The release's own HTTP/2 client, if it is a package there, because `node_modules` links to this checkout's. */
const ownClient = (folder) => {
  const source = join(folder, 'packages/http2-client/src/index.ts');
  return existsSync(source) ? { '@pushgraph/http2-client': source } : {};
};

/** CI clones often lack the history. This remote has it. */
const fetchCommit = () => {
  if (isThere()) return;
  if (git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true') git('fetch', '--quiet', '--unshallow');
  else git('fetch', '--quiet', 'origin', COMMIT);
  if (isThere()) return;
  throw new Error(
    `The previous release, commit ${COMMIT}, is not in this clone: run \`git fetch --unshallow\`, or clone it with its history.`,
  );
};

const isThere = () => git('cat-file', '-e', `${COMMIT}^{commit}`).status === 0;

/** This release's modules if they are the same, otherwise its own. Linked each time: the checkout may have moved. */
const linkPackages = (folder) => {
  const modules = join(folder, 'node_modules');
  if (!hasSamePackages(folder)) {
    if (!existsSync(join(modules, '.package-lock.json'))) {
      rmSync(modules, { recursive: true, force: true });
      run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
    }
    return;
  }
  rmSync(modules, { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules'), modules);
};

const hasSamePackages = (folder) => {
  const present = packagesOf(root);
  return Object.entries(packagesOf(folder)).every(
    ([path, { dev, devOptional, link, version }]) =>
      path === '' ||
      dev ||
      devOptional ||
      link ||
      !path.startsWith('node_modules/') ||
      present[path]?.version === version,
  );
};

const packagesOf = (folder) => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;

/** An origin that does not answer counts as missing, and git must not prompt for a password. */
const git = (...args) =>
  spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 120_000,
  });

const run = (program, args, cwd = root) => {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with status ${status}.`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await build();
  process.stdout.write(`${previousReleasePath()}\n`);
}
