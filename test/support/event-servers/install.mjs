// Installs the servers for sinks into the user's cache: Apache Kafka from Maven Central, nats-server built from its Go
// module, and ClickHouse's engine from PyPI, which test/support/event-servers/clickhouse.py serves over HTTP.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const CHDB = 'chdb-core==26.9.0';

/** Each server's command, which installs it into `$target`, and its dependencies. */
const SERVERS = {
  kafka: {
    key: () => readFileSync(join(folder, 'kafka/pom.xml')),
    command: (target) => [
      ...['mvn', '-q', '-B', '-f', join(folder, 'kafka/pom.xml'), 'dependency:copy-dependencies'],
      ...['-DincludeScope=runtime', `-DoutputDirectory=${target}`],
    ],
  },
  nats: {
    key: () => readFileSync(join(folder, 'nats/go.sum')),
    command: (target) => [
      ...['go', 'build', '-C', join(folder, 'nats'), '-trimpath', '-ldflags=-s -w', '-buildvcs=false'],
      ...['-o', join(target, 'nats-server'), 'github.com/nats-io/nats-server/v2'],
    ],
  },
  clickhouse: {
    key: () => CHDB,
    // Its dependencies are for data frames, which the engine does not need.
    command: (target) => [
      'python3',
      '-m',
      'pip',
      'install',
      '-q',
      '--no-deps',
      '--no-compile',
      '--target',
      target,
      CHDB,
    ],
  },
};

/** The folder of an installed server. @param {'kafka' | 'nats' | 'clickhouse'} name */
export const eventServerPath = (name) => {
  const hash = createHash('sha256').update(SERVERS[name].key()).digest('hex').slice(0, 16);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(cache, 'pushgraph', 'event-servers', `${name}-${hash}`);
};

const install = async (name) => {
  const target = eventServerPath(name);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  const installing = mkdtempSync(`${target}-`);
  try {
    await run(SERVERS[name].command(installing));
    // The rename comes last and is atomic, so an existing folder is complete.
    renameSync(installing, target);
  } finally {
    rmSync(installing, { recursive: true, force: true });
  }
};

const run = ([program, ...args]) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, CGO_ENABLED: '0' }, stdio: ['ignore', 2, 2] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with status ${code}.`))));
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await Promise.all(Object.keys(SERVERS).map(install));
  for (const name of Object.keys(SERVERS)) process.stdout.write(`${eventServerPath(name)}\n`);
}
