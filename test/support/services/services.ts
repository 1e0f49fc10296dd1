import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary, isExecutable } from './find-binary.js';
import type { StartedService } from './guarded-process.js';
import { startMongo } from './mongo-server.js';
import { startMysql } from './mysql-server.js';
import { startRedis } from './redis-server.js';

export interface Services extends AsyncDisposable {
  /** The variables that tests read, for given or started services. */
  readonly env: Readonly<Record<string, string>>;
  /** One phrase for each missing service. */
  readonly missing: readonly string[];
}

interface Service {
  readonly variable: string;
  readonly missing: string;
  start(): Promise<StartedService | null>;
}

/** The path of each program that one of our scripts has installed. */
export interface Installed {
  readonly ferretdb: string;
  readonly secondNode: string;
  /** These four are folders. */
  readonly previousRelease: string;
  readonly kafka: string;
  readonly nats: string;
  readonly clickhouse: string;
}

/**
 * Starts the MySQL, Redis and MongoDB that this machine has, and finds Chromium, zsh, promtool, nginx, a second Node.js,
 * the previous release, Kafka, nats-server and ClickHouse's engine, except those that `env` gives.
 */
export const startServices = async (
  env: Readonly<Record<string, string | undefined>>,
  installed: Installed,
): Promise<Services> => {
  const wanted = services(installed).filter(({ variable }) => !env[variable]);
  const start = env.WITHOUT_SERVICES === '1' ? async () => null : (service: Service) => service.start();
  const results = await Promise.allSettled(wanted.map(start));
  const started = results.map((result) => (result.status === 'fulfilled' ? result.value : null));
  const stopAll = async () => void (await Promise.all(started.map((service) => service?.stop())));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) {
    await stopAll();
    throw failed.reason;
  }
  return {
    env: Object.fromEntries(wanted.flatMap(({ variable }, index) => entryOf(variable, started[index]))),
    missing: wanted.filter((_, index) => !started[index]).map(({ missing }) => missing),
    [Symbol.asyncDispose]: stopAll,
  };
};

const services = ({ ferretdb, secondNode, previousRelease, ...eventServers }: Installed): readonly Service[] => [
  { variable: 'TEST_MYSQL_URL', missing: 'MySQL (mariadbd or mysqld)', start: startMysql },
  { variable: 'TEST_REDIS_URL', missing: 'Redis (redis-server)', start: startRedis },
  {
    variable: 'TEST_MONGO_URL',
    missing: 'MongoDB (mongod, or node test/support/ferretdb/build.mjs)',
    start: () => startMongo(ferretdb),
  },
  {
    variable: 'CHROMIUM_PATH',
    missing: 'Chromium (chromium)',
    start: () => findOnly('chromium', 'chromium-browser', 'google-chrome'),
  },
  { variable: 'PROMTOOL_PATH', missing: 'promtool (prometheus)', start: () => findOnly('promtool') },
  { variable: 'NGINX_PATH', missing: 'nginx (nginx-light)', start: () => findOnly('nginx') },
  { variable: 'ZSH_PATH', missing: 'zsh', start: () => findOnly('zsh') },
  {
    variable: 'SECOND_NODE_PATH',
    missing: 'a second Node.js (node test/support/second-node/install.mjs)',
    start: async () => (isExecutable(secondNode) ? given(secondNode) : null),
  },
  {
    variable: 'TEST_PREVIOUS_RELEASE',
    missing: 'the previous release (node test/support/previous-release/build.mjs)',
    start: async () => (existsSync(join(previousRelease, 'node_modules')) ? given(previousRelease) : null),
  },
  ...Object.entries(eventServers).map(([name, folder]) => ({
    variable: `TEST_${name.toUpperCase()}_PATH`,
    missing: `${name} (node test/support/event-servers/install.mjs)`,
    start: async () => (existsSync(folder) ? given(folder) : null),
  })),
];

/** Only finds the program. Each test starts its own. */
const findOnly = async (...names: string[]): Promise<StartedService | null> => {
  const path = findBinary(...names);
  return path === null ? null : given(path);
};

const given = (path: string): StartedService => ({ url: path, stop: async () => undefined });

const entryOf = (variable: string, service: StartedService | null | undefined): [string, string][] =>
  service ? [[variable, service.url]] : [];
