// Installs another Node.js with different time-zone data from npm into the user's cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Versions with tz data 2025c and 2026c. Vancouver and Casablanca changed their clocks in between. */
const EARLIER = '20.20.2';
const LATER = '24.21.0';
const FIRST_LATER_DATA = '2026c';
const PROGRAM = 'bin/node';

const version = (process.versions.tz ?? '') < FIRST_LATER_DATA ? LATER : EARLIER;

/** The program's path, once installed. */
export const secondNodePath = () => {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'pushgraph', 'second-node', `${version}-${process.platform}-${process.arch}`, 'node');
};

const install = () => {
  const target = secondNodePath();
  if (existsSync(target)) return;
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  const unpacking = mkdtempSync(join(folder, 'unpacking-'));
  try {
    run('npm', ['pack', '--silent', `node-${process.platform}-${process.arch}@${version}`], unpacking);
    const [archive] = readdirSync(unpacking);
    run('tar', ['-xzf', archive ?? '', `package/${PROGRAM}`], unpacking);
    // The rename comes last and is atomic, so an existing folder is complete.
    renameSync(join(unpacking, 'package', PROGRAM), target);
  } finally {
    rmSync(unpacking, { recursive: true, force: true });
  }
};

const run = (program, args, cwd) => {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with status ${status}.`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install();
  process.stdout.write(`${secondNodePath()}\n`);
}
