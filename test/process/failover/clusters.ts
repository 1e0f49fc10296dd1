import { execFile } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { makeDataFolder } from '../../support/data-folder.js';
import { eventually } from '../../support/eventually.js';
import { findBinary } from '../../support/services/find-binary.js';
import { freePort, type GuardedProcess, reachable, startGuarded } from '../../support/services/guarded-process.js';

const run = promisify(execFile);

const DATABASE = 'pushgraph';
const PASSWORD = 'for-a-test-on-loopback';
const GALERA = '/usr/lib/galera/libgalera_smm.so';
/** What whoever promotes a replica takes to be sure that the primary is gone. */
const JUDGEMENT_MS = 2_000;

/** Several servers that are one database, behind HAProxy. */
export interface Cluster extends AsyncDisposable {
  readonly name: string;
  /** Through the proxy, as a user who may not write where it is forbidden. */
  readonly url: string;
  /** The server that is written to dies; then what an operator's tools do. Answers when the other one may be written to. */
  failOver(): Promise<void>;
}

/** null: not installed (`apt-get install mariadb-server haproxy galera-4 rsync`). */
export const haveTools = (): boolean => findBinary('haproxy') !== null && findBinary('mariadbd') !== null;

/** A primary whose commits wait for its replica (semi-synchronous), and the replica, which is promoted. */
export const startReplicated = async (): Promise<Cluster> => {
  const [primary, replica] = await Promise.all([
    Node.start(['--server-id=1', '--log-bin', '--binlog-format=ROW']),
    Node.start(['--server-id=2', '--log-bin', '--binlog-format=ROW', '--read-only=ON']),
  ]);
  // What made them is theirs alone.
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
    failOver: async () => {
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

/** Three that certify each other's commits. @param writers whether one of them is written to at a time, or each. */
export const startGalera = async (writers: 'one' | 'all'): Promise<Cluster> => {
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
    name: `Galera, written to at ${writers}`,
    url: proxy.url,
    // The proxy does the rest.
    failOver: () => first.stop(),
    [Symbol.asyncDispose]: () => stopAll([proxy, ...nodes]),
  };
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
    // What is written at one is to be seen at each other at once: sessions of one process go to several.
    '--wsrep-sync-wait=7',
    `--wsrep-provider-options=base_port=${group};gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${transfer}`,
    ...(donor
      ? [`--wsrep-cluster-address=gcomm://127.0.0.1:${donor.group}`]
      : ['--wsrep-new-cluster', '--wsrep-cluster-address=gcomm://']),
  ];
  return Node.start(options, group);
};

/** The service's user has no right to write where writing is forbidden; HAProxy's has none at all. */
const makeDatabase = (node: Node): Promise<void> =>
  node.query(
    `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4; CREATE USER app@'%' IDENTIFIED BY '${PASSWORD}';
     GRANT ALL ON ${DATABASE}.* TO app@'%'; CREATE USER haproxy@'%'`,
  );

const stopAll = async (parts: readonly { stop(): Promise<void> }[]): Promise<void> => {
  for (const part of parts) await part.stop();
};

/** A MariaDB server with its own data, which dies at once when it is stopped. */
class Node {
  static async start(options: readonly string[], group = 0): Promise<Node> {
    const server = findBinary('mariadbd') ?? 'mariadbd';
    const folder = await makeDataFolder('failover');
    const data = join(folder, 'data');
    const isRoot = process.getuid?.() === 0;
    // Whoever transfers the state of a cluster gives up the rights of root, and could not read what is root's.
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
    return new Node(port, group, guarded);
  }

  private constructor(
    readonly port: number,
    readonly group: number,
    private readonly guarded: GuardedProcess,
  ) {}

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

  stop(): Promise<void> {
    return this.guarded.stop();
  }
}

const urlOf = (port: number): string => `mysql://operator:${PASSWORD}@127.0.0.1:${port}`;

interface ProxyOptions {
  readonly balance: 'first' | 'roundrobin';
  /** Of the second server and those after it. */
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
