import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDataFolder } from '../data-folder.js';
import { findBinary } from '../services/find-binary.js';
import { freePort, type GuardedProcess, reachable, startGuarded } from '../services/guarded-process.js';

const run = promisify(execFile);

/** A server that sinks write to, on 127.0.0.1, which can be killed and started again with the same data. */
export interface EventServer extends AsyncDisposable {
  readonly url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

interface Program {
  readonly url: string;
  readonly command: readonly [string, ...string[]];
  isUp(): Promise<void>;
}

/** @param prepare writes what the server needs into its folder, which it keeps when it is killed. */
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
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      await kill();
      await rm(data, { recursive: true, force: true });
    },
  };
};

/** The real broker, which is its own controller (KRaft). @param folder of its jars */
export const startKafka = (folder: string): Promise<EventServer> =>
  startServer('kafka', async (data, port) => {
    const program = findBinary('java') ?? 'java';
    const args = ['-Xmx512m', '-cp', join(folder, '*')];
    const settings = join(data, 'server.properties');
    await writeFile(settings, toProperties(data, port, await freePort()));
    const format = ['kafka.tools.StorageTool', 'format', '-t', 'AAAAAAAAAAAAAAAAAAAAAQ', '-c', settings];
    await run(program, [...args, ...format]);
    return {
      url: `kafka://127.0.0.1:${port}`,
      command: [program, ...args, 'kafka.Kafka', settings],
      isUp: () => reachable(port),
    };
  });

const toProperties = (data: string, port: number, controllerPort: number): string =>
  `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
log.dirs=${join(data, 'log')}
num.partitions=4
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
`;

/** The real server with JetStream. @param folder of its program */
export const startNats = (folder: string): Promise<EventServer> =>
  startServer('nats', async (data, port) => ({
    url: `nats://127.0.0.1:${port}`,
    command: [join(folder, 'nats-server'), '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(data, 'store')],
    isUp: () => reachable(port),
  }));

const SERVER = fileURLToPath(new URL('../../../../test/support/event-servers/clickhouse.py', import.meta.url));
const SOURCE = fileURLToPath(new URL('clickhouse.py', import.meta.url));

/** The real engine; its HTTP interface is ours. @param folder of the Python package */
export const startClickhouse = (folder: string): Promise<EventServer> =>
  startServer('clickhouse', async (data, port) => {
    await mkdir(join(data, 'store'));
    const python = findBinary('python3') ?? 'python3';
    const script = import.meta.url.includes('/dist-test/') ? SERVER : SOURCE;
    return {
      url: `http://127.0.0.1:${port}`,
      command: ['env', `PYTHONPATH=${folder}`, python, script, String(port), join(data, 'store')],
      isUp: () => reachable(port),
    };
  });
