// Builds Vitess and etcd from their Go modules into the user's cache, once for each version: vttablet, vtgate, vtorc,
// vtctld and vtctldclient. Prints the folder of the programs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const MODULES = ['servers', 'etcd'];

/** The folder of the programs built from the current versions. */
export const vitessPath = () => {
  const hash = createHash('sha256');
  for (const module of MODULES) {
    for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(join(folder, module, file)));
  }
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'pushgraph', 'vitess', hash.digest('hex').slice(0, 16));
};

export const installVitess = () => {
  const target = vitessPath();
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const building = mkdtempSync(`${target}-`);
  try {
    for (const module of MODULES) build(module, building);
    // etcd's package has the name of its module's folder.
    renameSync(join(building, 'server'), join(building, 'etcd'));
    // The rename comes last and is atomic, so an existing folder is complete.
    renameSync(building, target);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  return target;
};

const build = (module, target) => {
  const args = ['build', '-trimpath', '-ldflags=-s -w', '-buildvcs=false', '-o', `${target}/`, 'tool'];
  const env = { ...process.env, CGO_ENABLED: '0' };
  const { status, error } = spawnSync('go', args, { cwd: join(folder, module), env, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`go build of ${module} ended with status ${status}.`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(`${installVitess()}\n`);
