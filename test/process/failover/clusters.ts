import { execFile } from 'node:child_process';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { makeDataFolder } from '../../support/data-folder.js';
import { eventually } from '../../support/eventually.js';
import { findBinary } from '../../support/services/find-binary.js';
import { freePort, type GuardedProcess, reachable, startGuarded } from '../../support/services/guarded-process.js';
import { VitessCluster, type VitessPrograms } from '../../support/vitess/vitess-cluster.js';

const run = promisify(execFile);

const DATABASE = 'pushgraph';
const PASSWORD = 'for-a-test-on-loopback';
const GALERA = '/usr/lib/galera/libgalera_smm.so';
/** A tool that promotes a replica uses this to make sure that the primary is gone. */
const JUDGEMENT_MS = 2_000;

/** Several servers that form one database, behind HAProxy. */
export interface Cluster extends AsyncDisposable {
  readonly name: string;
  /** A connection through the proxy, as a user without the right to write to a read-only server. */
  readonly url: string;
  /** Causes the failure, then does what an operator's tools do. Resolves when a database is available again. */
  fail(): Promise<void>;
  /** How often servers have refused or rolled back a transaction because of a conflicting one. */
  conflicts(): Promise<number>;
}

/** null: not installed (`apt-get install mariadb-server haproxy galera-4 rsync`). */
export const haveTools = (): boolean => findBinary('haproxy') !== null && findBinary('mariadbd') !== null;

/** A primary whose commits wait for its replica (semi-synchronous), and the replica, which is promoted. */
export const startReplicated = async (): Promise<Cluster> => {
  // Ids have gaps, and are out of order after the promotion.
  const ids = (offset: number) => ['--auto-increment-increment=3', `--auto-increment-offset=${offset}`];
  const [primary, replica] = await Promise.all([
    Node.start(['--server-id=1', '--log-bin', '--binlog-format=ROW', ...ids(3)]),
    Node.start(['--server-id=2', '--log-bin', '--binlog-format=ROW', '--read-only=ON', ...ids(1)]),
  ]);
  // Only these servers have the setup's transactions.
  for (const node of [primary, replica]) await node.query("RESET MASTER; SET GLOBAL gtid_slave_pos = ''");
  await replica.query(
    `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${primary.port}, MASTER_USER = 'operator',
       MASTER_PASSWORD = '${PASSWORD}', MASTER_USE_GTID = slave_pos; SET GLOBAL rpl_semi_sync_slave_enabled = ON; START SLAVE`,
  );
  await primary.query(
    'SET GLOBAL rpl_semi_sync_master_wait_point = AFTER_SYNC; SET GLOBAL rpl_semi_sync_master_timeout = 600000; SET GLOBAL rpl_semi_sync_master_enabled = ON',
  );
  await makeDatabase(primary);
  const proxy = await Balancer.start([primary, replica], { balance: 'first', spare: 'disabled' });
  return {
    name: 'primary and replica',
    url: proxy.url,
    conflicts: async () => 0,
    fail: async () => {
      await primary.stop();
      await sleep(JUDGEMENT_MS);
      await replica.query('STOP SLAVE IO_THREAD');
      await eventually('the replica to have carried out what it got', async () => {
        const [status] = await replica.rows('SHOW SLAVE STATUS');
        return /has read all relay log/.test(String(status?.Slave_SQL_Running_State)) ? true : null;
      });
      await replica.query('STOP SLAVE; RESET SLAVE ALL; SET GLOBAL read_only = OFF');
      await proxy.enable(1);
    },
    [Symbol.asyncDispose]: () => stopAll([proxy, primary, replica]),
  };
};

/**
 * Three nodes that certify each other's commits.
 * @param writers whether one node at a time is written to, or every node
 * @param fault what happens to the first node: it dies, or is cut off from everything for a while and then returns
 */
export const startGalera = async (writers: 'one' | 'all', fault: 'killed' | 'cut off'): Promise<Cluster> => {
  const first = await startMember(null);
  await makeDatabase(first);
  const second = await startMember(first);
  const third = await startMember(first);
  const nodes = [first, second, third];
  for (const node of nodes) {
    await eventually('a member that is in step', async () => {
      const [status] = await node.rows("SHOW STATUS LIKE 'wsrep_local_state_comment'");
      return status?.Value === 'Synced' ? true : null;
    });
  }
  const proxy = await Balancer.start(
    nodes,
    writers === 'one' ? { balance: 'first', spare: 'backup' } : { balance: 'roundrobin', spare: '' },
  );
  return {
    name: `Galera, written to at ${writers}, one ${fault}`,
    url: proxy.url,
    // HAProxy does the rest.
    fail: async () => {
      if (fault === 'killed') return first.stop();
      const thaw = await first.freeze();
      await sleep(CUT_OFF_MS);
      thaw();
    },
    conflicts: async () => {
      const counted = await Promise.all(nodes.map((node) => node.rows(CONFLICTS).catch(() => [])));
      return counted.flat().reduce((sum, { Value }) => sum + Number(Value), 0);
    },
    [Symbol.asyncDispose]: () => stopAll([proxy, ...nodes]),
  };
};

/** The wait is long enough for the other nodes to agree that this one is gone. */
const CUT_OFF_MS = 12_000;
const CONFLICTS = "SHOW STATUS WHERE Variable_name IN ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')";

/**
 * One server behind a network that drops packets for a while and closes nothing. Afterwards new connections get
 * through; existing ones are forgotten without notice, as a firewall does.
 */
export const startBehindNetwork = async (): Promise<Cluster> => {
  const node = await Node.start(['--auto-increment-increment=3', '--auto-increment-offset=2']);
  await makeDatabase(node);
  const network = await Network.open(node.port);
  return {
    name: 'one server, the network drops everything',
    url: `mysql://app:${PASSWORD}@127.0.0.1:${network.port}/${DATABASE}`,
    conflicts: async () => 0,
    fail: async () => {
      network.drop();
      await sleep(DROPPED_MS);
      network.carry();
    },
    [Symbol.asyncDispose]: () => stopAll([network, node]),
  };
};

const DROPPED_MS = 20_000;

/** Three MySQL servers under Vitess: VTOrc promotes a replica when the primary's server is killed. */
export const startVitess = async (programs: VitessPrograms): Promise<Cluster> => {
  const cluster = await VitessCluster.start(programs, { copies: 3 });
  return {
    name: 'Vitess, whose primary loses its mysqld',
    url: cluster.url,
    conflicts: async () => 0,
    fail: async () => cluster.untilPromoted(await cluster.killPrimary()),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
};

const TWO_SHARDS = ['-80', '80-'];
const FOUR_SHARDS = ['-40', '40-80', '80-c0', 'c0-'];

/** Vitess with two shards, whose rows move to four. */
export const startSharded = async (programs: VitessPrograms): Promise<Cluster> => {
  const cluster = await VitessCluster.start(programs, { copies: 1, shards: TWO_SHARDS });
  await cluster.addShards(FOUR_SHARDS);
  return {
    name: 'Vitess, which reshards',
    url: cluster.url,
    conflicts: async () => 0,
    fail: () => cluster.reshard(TWO_SHARDS, FOUR_SHARDS),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
};

class Network {
  static async open(target: number): Promise<Network> {
    const network = new Network(target);
    await new Promise<void>((resolve) => network.server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  private readonly server = createServer((socket) => this.join(socket));
  private readonly sockets = new Set<Socket>();
  private isDropping = false;

  private constructor(private readonly target: number) {}

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  drop(): void {
    this.isDropping = true;
    for (const socket of this.sockets) forget(socket);
  }

  carry(): void {
    this.isDropping = false;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private join(socket: Socket): void {
    this.sockets.add(socket);
    if (this.isDropping) {
      forget(socket);
      return;
    }
    const onward = connect(this.target, '127.0.0.1');
    this.sockets.add(onward);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  }
}

/** The link stops reading and forwarding, and neither side learns that the other has closed. */
const forget = (socket: Socket): void => {
  socket.unpipe();
  socket.removeAllListeners('close');
  socket.on('error', () => undefined);
  socket.pause();
};

const startMember = async (donor: Node | null): Promise<Node> => {
  const [group, transfer, state] = await Promise.all([freePort(), freePort(), freePort()]);
  const options = [
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    '--wsrep-on=ON',
    `--wsrep-provider=${GALERA}`,
    '--wsrep-cluster-name=pushgraph',
    `--wsrep-node-address=127.0.0.1:${group}`,
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${state}`,
    // A write at one node must be visible at every other at once: sessions of one process use several nodes.
    '--wsrep-sync-wait=7',
    `--wsrep-provider-options=base_port=${group};gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${transfer}`,
    ...(donor
      ? [`--wsrep-cluster-address=gcomm://127.0.0.1:${donor.group}`]
      : ['--wsrep-new-cluster', '--wsrep-cluster-address=gcomm://']),
  ];
  return Node.start(options, group);
};

/** The service's user has no right to write to a read-only server; HAProxy's user has no rights at all. */
const makeDatabase = (node: Node): Promise<void> =>
  node.query(
    `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4; CREATE USER app@'%' IDENTIFIED BY '${PASSWORD}';
     GRANT ALL ON ${DATABASE}.* TO app@'%'; CREATE USER haproxy@'%'`,
  );

const stopAll = async (parts: readonly { stop(): Promise<void> }[]): Promise<void> => {
  for (const part of parts) await part.stop();
};

/** A MariaDB server with its own data, which dies immediately when it is stopped. */
class Node {
  static async start(options: readonly string[], group = 0): Promise<Node> {
    const server = findBinary('mariadbd') ?? 'mariadbd';
    const folder = await makeDataFolder('failover');
    const data = join(folder, 'data');
    const isRoot = process.getuid?.() === 0;
    // The state-transfer tool drops root's rights and could not read files that root owns.
    const asUser = isRoot ? ['--user=mysql'] : [];
    if (isRoot) await run('chown', ['mysql', folder]);
    await chmod(folder, 0o755);
    const install = [
      '--no-defaults',
      `--datadir=${data}`,
      `--tmpdir=${folder}`,
      '--skip-test-db',
      '--skip-name-resolve',
    ];
    await run(findBinary('mariadb-install-db') ?? 'mariadb-install-db', [
      ...install,
      '--auth-root-authentication-method=normal',
      ...asUser,
    ]);
    await writeFile(
      join(folder, 'init.sql'),
      `CREATE USER IF NOT EXISTS operator@'%' IDENTIFIED BY '${PASSWORD}';\nGRANT ALL ON *.* TO operator@'%' WITH GRANT OPTION;\n`,
    );
    const port = await freePort();
    const command = [
      server,
      '--no-defaults',
      `--datadir=${data}`,
      `--tmpdir=${folder}`,
      `--socket=${join(folder, 'server.sock')}`,
      `--pid-file=${join(folder, 'server.pid')}`,
      `--init-file=${join(folder, 'init.sql')}`,
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=2',
      ...asUser,
      ...options,
    ] as const;
    const guarded = await startGuarded([...command] as [string, ...string[]], folder, async () =>
      (await createConnection({ uri: urlOf(port), connectTimeout: 1_000 })).end(),
    );
    return new Node({ port, group, pidFile: join(folder, 'server.pid') }, guarded);
  }

  readonly port: number;
  readonly group: number;
  private readonly pidFile: string;

  private constructor(
    { port, group, pidFile }: { port: number; group: number; pidFile: string },
    private readonly guarded: GuardedProcess,
  ) {
    [this.port, this.group, this.pidFile] = [port, group, pidFile];
  }

  async query(sql: string): Promise<void> {
    await this.rows(sql);
  }

  async rows(sql: string): Promise<Record<string, unknown>[]> {
    const connection = await createConnection({ uri: urlOf(this.port), multipleStatements: true });
    try {
      const [rows] = await connection.query(sql);
      return rows as Record<string, unknown>[];
    } finally {
      await connection.end();
    }
  }

  /** The server neither answers nor closes its connections. Returns a function that ends this. */
  async freeze(): Promise<() => void> {
    const pid = Number(await readFile(this.pidFile, 'utf8'));
    process.kill(pid, 'SIGSTOP');
    return () => void process.kill(pid, 'SIGCONT');
  }

  stop(): Promise<void> {
    return this.guarded.stop();
  }
}

const urlOf = (port: number): string => `mysql://operator:${PASSWORD}@127.0.0.1:${port}`;

interface ProxyOptions {
  readonly balance: 'first' | 'roundrobin';
  /** Settings of the second and later servers. */
  readonly spare: 'disabled' | 'backup' | '';
}

class Balancer {
  static async start(nodes: readonly Node[], { balance, spare }: ProxyOptions): Promise<Balancer> {
    const folder = await makeDataFolder('haproxy');
    const port = await freePort();
    const servers = nodes.map((node, index) => `  server n${index} 127.0.0.1:${node.port} ${index > 0 ? spare : ''}`);
    const file = join(folder, 'haproxy.cfg');
    await writeFile(
      file,
      `global
  stats socket ${join(folder, 'control')} level admin
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  balance ${balance}
  option mysql-check user haproxy
  default-server check inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
    );
    const guarded = await startGuarded(['haproxy', '-db', '-f', file], folder, () => reachable(port));
    return new Balancer(`mysql://app:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`, folder, guarded);
  }

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly guarded: GuardedProcess,
  ) {}

  enable(index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(join(this.folder, 'control'));
      socket.once('error', reject);
      socket.once('close', () => resolve());
      socket.resume();
      socket.end(`enable server database/n${index}\n`);
    });
  }

  async stop(): Promise<void> {
    await this.guarded.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
