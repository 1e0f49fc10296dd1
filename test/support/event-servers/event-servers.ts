import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDataFolder } from '../data-folder.js';
import type { Tls } from '../fakes/tls.js';
import { findBinary } from '../services/find-binary.js';
import { freePort, type GuardedProcess, reachable, startGuarded } from '../services/guarded-process.js';

const run = promisify(execFile);

/** A server for sinks, on 127.0.0.1. It can be killed and started again with the same data. */
export interface EventServer extends AsyncDisposable {
  readonly url: string;
  /** The same server over TLS with a login, if it has a lock. */
  readonly securedUrl: string | null;
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Adds a TLS endpoint that requires a login. */
export interface Lock {
  readonly tls: Tls;
  readonly user: string;
  readonly password: string;
}

interface Program {
  readonly url: string;
  readonly securedUrl?: string;
  readonly command: readonly [string, ...string[]];
  isUp(): Promise<void>;
}

/** @param prepare writes the server's files to its folder, which survives a kill. */
const startServer = async (
  name: string,
  prepare: (data: string, port: number) => Promise<Program>,
): Promise<EventServer> => {
  const data = await makeDataFolder(`${name}-data`);
  const program = await prepare(data, await freePort());
  let running: GuardedProcess | null = null;
  const kill = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  const start = async (): Promise<void> => {
    running ??= await startGuarded(program.command, await makeDataFolder(name), program.isUp);
  };
  await start();
  return {
    url: program.url,
    securedUrl: program.securedUrl ?? null,
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(data, { recursive: true, force: true });
    },
  };
};

/** The real broker, which is its own controller (KRaft). @param folder of its jars */
export const startKafka = (folder: string, lock: Lock | null = null): Promise<EventServer> =>
  startServer('kafka', async (data, port) => {
    const program = findBinary('java') ?? 'java';
    const args = ['-Xmx512m', '-cp', join(folder, '*')];
    const settings = join(data, 'server.properties');
    const ports = { plain: port, controller: await freePort(), secured: await freePort() };
    if (lock) await writeFile(join(data, 'server.pem'), `${lock.tls.key}\n${lock.tls.cert}`);
    await writeFile(settings, toProperties(data, ports, lock !== null));
    const format = ['kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAAAAAAAAAAAAAAQ', '-c', settings];
    const users = lock ? ['--add-scram', `SCRAM-SHA-512=[name=${lock.user},password=${lock.password}]`] : [];
    await run(program, [...args, ...format, ...users]);
    return {
      url: `kafka://127.0.0.1:${port}`,
      ...(lock && { securedUrl: `kafkas://${toLogin(lock)}@localhost:${ports.secured}/?sasl=scram-sha-512` }),
      command: [program, ...args, 'kafka.Kafka', settings],
      isUp: () => reachable(lock ? ports.secured : port),
    };
  });

const toLogin = ({ user, password }: Lock): string => `${user}:${encodeURIComponent(password)}`;

const toProperties = (
  data: string,
  ports: { plain: number; controller: number; secured: number },
  isSecured: boolean,
): string => {
  const plain = `PLAINTEXT://127.0.0.1:${ports.plain}`;
  const doors = isSecured ? `${plain},SASL_SSL://localhost:${ports.secured}` : plain;
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports.controller}
listeners=${doors},CONTROLLER://127.0.0.1:${ports.controller}
advertised.listeners=${doors}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL
inter.broker.listener.name=PLAINTEXT
log.dirs=${join(data, 'log')}
num.partitions=4
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
${isSecured ? toSecurity(data) : ''}`;
};

const toSecurity = (data: string): string => `sasl.enabled.mechanisms=SCRAM-SHA-512
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
ssl.keystore.type=PEM
ssl.keystore.location=${join(data, 'server.pem')}
`;

/** The real server with JetStream. @param folder of its program */
export const startNats = (folder: string, lock: Lock | null = null): Promise<EventServer> =>
  startServer('nats', async (data, port) => {
    const settings = join(data, 'nats.conf');
    const files = { cert_file: join(data, 'server.crt'), key_file: join(data, 'server.key') };
    if (lock) {
      await writeFile(files.cert_file, lock.tls.cert);
      await writeFile(files.key_file, lock.tls.key);
    }
    const { user, password } = lock ?? {};
    await writeFile(settings, lock ? JSON.stringify({ tls: files, authorization: { user, password } }) : '');
    const args = ['-c', settings, '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(data, 'store')];
    const url = lock ? `tls://${toLogin(lock)}@localhost:${port}` : `nats://127.0.0.1:${port}`;
    return {
      url,
      ...(lock && { securedUrl: url }),
      command: [join(folder, 'nats-server'), ...args],
      isUp: () => reachable(port),
    };
  });

const SERVER = fileURLToPath(new URL('../../../../test/support/event-servers/clickhouse.py', import.meta.url));
const SOURCE = fileURLToPath(new URL('clickhouse.py', import.meta.url));

/** The real engine, with our HTTP interface. @param folder of the Python package */
export const startClickhouse = (folder: string, lock: Lock | null = null): Promise<EventServer> =>
  startServer('clickhouse', async (data, port) => {
    await mkdir(join(data, 'store'));
    const pem = join(data, 'server.pem');
    if (lock) await writeFile(pem, `${lock.tls.key}\n${lock.tls.cert}`);
    const env = lock ? [`CLICKHOUSE_TEST_KEY=${lock.password}`, `CLICKHOUSE_TEST_PEM=${pem}`] : [];
    const python = findBinary('python3') ?? 'python3';
    const script = import.meta.url.includes('/dist-test/') ? SERVER : SOURCE;
    return {
      url: lock ? `https://${toLogin(lock)}@localhost:${port}` : `http://127.0.0.1:${port}`,
      ...(lock && { securedUrl: `https://${toLogin(lock)}@localhost:${port}` }),
      command: ['env', `PYTHONPATH=${folder}`, ...env, python, script, String(port), join(data, 'store')],
      isUp: () => reachable(port),
    };
  });
