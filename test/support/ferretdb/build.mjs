// Builds the tests' MongoDB-protocol server into the user's cache, once for each version of its sources.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SOURCES = ['go.mod', 'go.sum', 'main.go', 'one_by_one.go'];
const folder = dirname(fileURLToPath(import.meta.url));

/** The path of the program built from the current sources. */
export const ferretdbPath = () => {
  const hash = createHash('sha256');
  for (const name of SOURCES) hash.update(readFileSync(join(folder, name)));
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'pushgraph', 'ferretdb', hash.digest('hex').slice(0, 16), 'ferretdb');
};

const build = () => {
  const target = ferretdbPath();
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const { status, error } = spawnSync('go', ['build', '-trimpath', '-ldflags=-s -w', '-buildvcs=false', '-o', target], {
    cwd: folder,
    env: { ...process.env, CGO_ENABLED: '0' },
    stdio: ['ignore', 2, 2],
  });
  if (error) process.stderr.write(`go: ${error.message}\n`);
  if (status !== 0) process.exit(1);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  build();
  process.stdout.write(`${ferretdbPath()}\n`);
}
