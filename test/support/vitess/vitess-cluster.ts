import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { vitessSchema } from '../../../src/database/vitess-schema.js';
import { makeDataFolder } from '../data-folder.js';
import { eventually } from '../eventually.js';
import { freePort, type GuardedProcess, reachable, startGuarded } from '../services/guarded-process.js';

const run = promisify(execFile);

const CELL = 'zone1';
const CATALOGUE = 'catalogue';
const DEVICES = 'devices';
const RESHARD_MS = 300_000;
/** Vitess refuses to run as root. */
const NOBODY = '65534';

/** The paths of Vitess and etcd from test/support/vitess/install.mjs, and of MySQL's server with its plugins. */
export interface VitessPrograms {
  readonly vitess: string;
  readonly mysqld: string;
}

export interface VitessOptions {
  /** MySQL servers of the keyspace `catalogue`, each with a vttablet. With three, commits wait for a replica. */
  readonly copies: 1 | 3;
  /** The shards of the keyspace `devices`. Without any, there is only `catalogue`. */
  readonly shards?: readonly string[];
  /** Further options of every MySQL server. */
  readonly mysqlOptions?: readonly string[];
}

interface Topology extends VitessPrograms, Pick<VitessOptions, 'mysqlOptions'> {
  readonly etcdPort: number;
}

interface Tablet {
  readonly alias: string;
  readonly mysqlPidFile: string;
  readonly processes: readonly GuardedProcess[];
}

/** etcd, one vttablet for each MySQL, VTOrc if there are replicas, and vtgate, all on 127.0.0.1. */
export class VitessCluster implements AsyncDisposable {
  static async start(
    programs: VitessPrograms,
    { copies, shards = [], mysqlOptions = [] }: VitessOptions,
  ): Promise<VitessCluster> {
    const etcdPort = await freePort();
    const cluster = new VitessCluster({ ...programs, etcdPort, mysqlOptions });
    try {
      await cluster.startTopology();
      await cluster.startKeyspace(CATALOGUE, ['0'], copies);
      if (shards.length > 0) await cluster.startKeyspace(DEVICES, shards, 1);
      if (copies > 1) await cluster.startOrchestrator();
      await cluster.startGate();
      if (shards.length > 0) await cluster.applySchema();
      return cluster;
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** A URL of vtgate. */
  url = '';
  /** The HTTP address of vtgate. */
  private gatePort = 0;
  private readonly processes: GuardedProcess[] = [];
  private readonly tablets: Tablet[] = [];

  private constructor(private readonly topology: Topology) {}

  /** Runs vtctldclient, and returns its output. */
  async control(...args: readonly string[]): Promise<string> {
    const topology = [
      '--topo-implementation=etcd2',
      `--topo-global-server-address=127.0.0.1:${this.topology.etcdPort}`,
    ];
    return this.runControl(['--server=internal', ...topology, '--topo-global-root=/vitess/global', ...args]);
  }

  private async runControl(args: readonly string[]): Promise<string> {
    const { stdout } = await run(join(this.topology.vitess, 'vtctldclient'), args, { maxBuffer: 64 * 1024 ** 2 });
    return stdout;
  }

  /** The number of statements that vtgate has executed since its start, by plan: `SELECT.Scatter.PRIMARY`. */
  async plans(): Promise<Readonly<Record<string, number>>> {
    const answer = await fetch(`http://127.0.0.1:${this.gatePort}/debug/vars`);
    const { QueryExecutions } = (await answer.json()) as { QueryExecutions?: Record<string, number> };
    return QueryExecutions ?? {};
  }

  /** The ids of this cluster's processes; only Linux has /proc. */
  async pids(program: 'vtgate' | 'vttablet' | 'mysqld'): Promise<number[]> {
    if (program === 'mysqld') {
      return Promise.all(this.tablets.map(async ({ mysqlPidFile }) => Number(await readFile(mysqlPidFile, 'utf8'))));
    }
    const found: number[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
      const isOurs = words.includes(`--topo-global-server-address=127.0.0.1:${this.topology.etcdPort}`);
      if (isOurs && words[0] === join(this.topology.vitess, program)) found.push(Number(pid));
    }
    return found;
  }

  /** Kills the mysqld of the catalogue's primary. Returns the alias of its tablet. */
  async killPrimary(): Promise<string> {
    const alias = await this.primary();
    const tablet = this.tablets.find((each) => each.alias === alias);
    if (!tablet) throw new Error(`There is no tablet ${alias}.`);
    process.kill(Number(await readFile(tablet.mysqlPidFile, 'utf8')), 'SIGKILL');
    return alias;
  }

  /** The alias of the catalogue's primary. */
  async primary(): Promise<string> {
    const shard = JSON.parse(await this.control('GetShard', `${CATALOGUE}/0`));
    const { cell, uid } = shard.shard.primary_alias;
    return `${cell}-${String(uid).padStart(10, '0')}`;
  }

  /** Waits until VTOrc has promoted a tablet other than the dead one, and vtgate writes to it. */
  async untilPromoted(dead: string): Promise<void> {
    const connection = await createConnection({ uri: this.url });
    try {
      await eventually('another primary', async () => {
        const [tablets] = await connection.query<RowDataPacket[]>('SHOW VITESS_TABLETS');
        return tablets.some((each) => each.TabletType === 'PRIMARY' && each.State === 'SERVING' && each.Alias !== dead)
          ? true
          : null;
      });
    } finally {
      await connection.end();
    }
  }

  /** Starts further shards of the keyspace `devices`, which stay empty until `reshard`. */
  addShards(shards: readonly string[]): Promise<void> {
    return this.startShards(DEVICES, shards, 1);
  }

  /** Moves all rows of the keyspace `devices` to other shards, and then the service's reads and writes. */
  async reshard(from: readonly string[], to: readonly string[]): Promise<void> {
    const server = await this.startControlServer();
    const reshard = (...words: readonly string[]) =>
      this.runControl([`--server=${server}`, 'Reshard', '--workflow=split', `--target-keyspace=${DEVICES}`, ...words]);
    await reshard('create', `--source-shards=${from}`, `--target-shards=${to}`, '--tablet-types=primary');
    // Vitess refuses it until all rows are copied.
    let refusal: unknown;
    const switched = () =>
      reshard('switchtraffic', '--timeout=15s').catch((error) => {
        refusal = error;
        return null;
      });
    await eventually('the new shards', switched, RESHARD_MS).catch(() => Promise.reject(refusal));
    await reshard('complete');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const each of this.processes.toReversed()) await each.stop();
    for (const { processes } of this.tablets) for (const each of processes) await each.stop();
  }

  private async startTopology(): Promise<void> {
    const { vitess, etcdPort } = this.topology;
    const folder = await makeDataFolder('etcd');
    const peer = `http://127.0.0.1:${await freePort()}`;
    const client = `http://127.0.0.1:${etcdPort}`;
    const command = [
      join(vitess, 'etcd'),
      ...[`--data-dir=${join(folder, 'data')}`, '--unsafe-no-fsync', '--log-level=error'],
      ...[`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`],
      ...[`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`],
    ] as const;
    const isUp = async () => {
      const answer = await fetch(`${client}/health`);
      if (!answer.ok) throw new Error(`etcd answered ${answer.status}`);
    };
    this.processes.push(await startGuarded(command, folder, isUp));
    await this.control('AddCellInfo', `--root=/vitess/${CELL}`, `--server-address=127.0.0.1:${etcdPort}`, CELL);
  }

  private async startKeyspace(keyspace: string, shards: readonly string[], copies: number): Promise<void> {
    await this.control(
      'CreateKeyspace',
      `--durability-policy=${copies > 1 ? 'semi_sync' : 'none'}`,
      ...['--sidecar-db-name=_vt', keyspace],
    );
    await this.startShards(keyspace, shards, copies);
  }

  private async startShards(keyspace: string, shards: readonly string[], copies: number): Promise<void> {
    for (const shard of shards) {
      const tablets: Tablet[] = [];
      for (let copy = 0; copy < copies; copy += 1) tablets.push(await this.startTablet(keyspace, shard));
      const [first] = tablets;
      await this.control('PlannedReparentShard', `${keyspace}/${shard}`, `--new-primary=${first?.alias}`);
    }
  }

  private async startTablet(keyspace: string, shard: string): Promise<Tablet> {
    const uid = 100 + this.tablets.length;
    const alias = `${CELL}-${String(uid).padStart(10, '0')}`;
    const mysql = await startMysqld(this.topology.mysqld, { uid, options: this.topology.mysqlOptions });
    const folder = await makeDataFolder('vttablet');
    const [port, grpcPort] = [await freePort(), await freePort()];
    const command = this.asNobody('vttablet', [
      `--tablet-path=${alias}`,
      `--init-keyspace=${keyspace}`,
      `--init-shard=${shard}`,
      '--init-tablet-type=replica',
      '--tablet-hostname=127.0.0.1',
      ...[`--port=${port}`, '--bind-address=127.0.0.1', `--grpc-port=${grpcPort}`, '--grpc-bind-address=127.0.0.1'],
      '--service-map=grpc-queryservice,grpc-tabletmanager,grpc-updatestream',
      `--db-socket=${mysql.socket}`,
      ...['app', 'dba', 'allprivs', 'filtered', 'repl', 'appdebug'].map((role) => `--db-${role}-user=vitess`),
      ...[`--mycnf-server-id=${uid}`, `--mycnf-socket-file=${mysql.socket}`, `--mycnf-mysql-port=${mysql.port}`],
      '--health-check-interval=1s',
      ...VTTABLET_OPTIONS,
    ]);
    const isUp = async () => {
      const status = await fetch(`http://127.0.0.1:${port}/debug/status`);
      if (!status.ok) throw new Error(`vttablet answered ${status.status}`);
    };
    const vttablet = await startGuarded(command, await openTo(folder), isUp);
    const tablet = { alias, mysqlPidFile: mysql.pidFile, processes: [vttablet, mysql.server] };
    this.tablets.push(tablet);
    return tablet;
  }

  private async startOrchestrator(): Promise<void> {
    const folder = await makeDataFolder('vtorc');
    const port = await freePort();
    const command = this.asNobody('vtorc', [
      ...[`--cell=${CELL}`, `--port=${port}`, '--bind-address=127.0.0.1'],
      ...['--instance-poll-time=1s', '--recovery-poll-duration=1s', '--topo-information-refresh-duration=2s'],
    ]);
    const isUp = async () => {
      const status = await fetch(`http://127.0.0.1:${port}/debug/health`);
      if (!status.ok) throw new Error(`vtorc answered ${status.status}`);
    };
    this.processes.push(await startGuarded(command, await openTo(folder), isUp));
  }

  /** vtctldclient alone cannot switch writes. Returns its address. */
  private async startControlServer(): Promise<string> {
    const folder = await makeDataFolder('vtctld');
    const [port, grpcPort] = [await freePort(), await freePort()];
    const command = this.asNobody('vtctld', [
      ...[`--cell=${CELL}`, `--port=${port}`, '--bind-address=127.0.0.1'],
      ...[`--grpc-port=${grpcPort}`, '--grpc-bind-address=127.0.0.1', '--service-map=grpc-vtctld'],
    ]);
    this.processes.push(await startGuarded(command, await openTo(folder), () => reachable(grpcPort)));
    return `127.0.0.1:${grpcPort}`;
  }

  private async startGate(): Promise<void> {
    const folder = await makeDataFolder('vtgate');
    const [port, grpcPort, mysqlPort] = [await freePort(), await freePort(), await freePort()];
    const command = this.asNobody('vtgate', [
      ...[`--cell=${CELL}`, `--cells-to-watch=${CELL}`, '--tablet-types-to-wait=PRIMARY'],
      ...[`--port=${port}`, '--bind-address=127.0.0.1', `--grpc-port=${grpcPort}`, '--grpc-bind-address=127.0.0.1'],
      ...[`--mysql-server-port=${mysqlPort}`, '--mysql-server-bind-address=127.0.0.1'],
      '--mysql-auth-server-impl=none',
      ...VTGATE_OPTIONS,
    ]);
    this.gatePort = port;
    this.url = `mysql://root@127.0.0.1:${mysqlPort}/${CATALOGUE}`;
    const isUp = async () => {
      const connection = await createConnection({ uri: this.url, connectTimeout: 1_000 });
      try {
        await connection.query('SHOW TABLES');
      } finally {
        await connection.end();
      }
    };
    this.processes.push(await startGuarded(command, await openTo(folder), isUp));
  }

  /** As described in docs/scale-out.md. */
  private async applySchema(): Promise<void> {
    const schema = vitessSchema({ catalogue: CATALOGUE, devices: DEVICES });
    const connection = await createConnection({ uri: this.url });
    try {
      for (const sql of schema.sequences) await connection.query(sql);
    } finally {
      await connection.end();
    }
    await this.control('ApplyVSchema', `--vschema=${JSON.stringify(schema.catalogue)}`, CATALOGUE);
    await this.control('ApplyVSchema', `--vschema=${JSON.stringify(schema.devices)}`, DEVICES);
    await this.control('ApplyRoutingRules', `--rules=${JSON.stringify(schema.rules)}`);
  }

  private asNobody(program: string, options: readonly string[]): readonly [string, ...string[]] {
    const command: readonly [string, ...string[]] = [
      join(this.topology.vitess, program),
      '--topo-implementation=etcd2',
      `--topo-global-server-address=127.0.0.1:${this.topology.etcdPort}`,
      '--topo-global-root=/vitess/global',
      ...options,
    ];
    const isRoot = process.getuid?.() === 0;
    return isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command] : command;
  }
}

/** The options that docs/scale-out.md requires. */
export const VTTABLET_OPTIONS = ['--queryserver-config-max-result-size=200000'];
export const VTGATE_OPTIONS = ['--enable-buffer', '--buffer-window=20s', '--buffer-max-failover-duration=30s'];

export interface Mysqld {
  readonly port: number;
  readonly socket: string;
  readonly pidFile: string;
  readonly server: GuardedProcess;
}

/** A MySQL server with the user `vitess` and the settings of every server of a cluster. */
export const startMysqld = async (
  program: string,
  { uid, options = [] }: { readonly uid: number; readonly options?: readonly string[] | undefined },
): Promise<Mysqld> => {
  const folder = await openTo(await makeDataFolder('mysqld'));
  const data = join(folder, 'data');
  const [socket, pidFile, port] = [join(folder, 'server.sock'), join(folder, 'server.pid'), await freePort()];
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const common = ['--no-defaults', `--datadir=${data}`, '--secure-file-priv=NULL', ...asRoot];
  await run(program, [...common, '--initialize-insecure']);
  // Every server creates its own user: the replicas must not replicate it.
  const init = [
    'SET SESSION sql_log_bin = 0;',
    "CREATE USER IF NOT EXISTS vitess@'%' IDENTIFIED BY '';",
    "GRANT ALL ON *.* TO vitess@'%' WITH GRANT OPTION;",
  ];
  await writeFile(join(folder, 'init.sql'), init.join('\n'));
  const command = [
    ...[program, ...common, `--tmpdir=${folder}`, `--socket=${socket}`, `--pid-file=${pidFile}`],
    ...[`--init-file=${join(folder, 'init.sql')}`, '--bind-address=127.0.0.1', `--port=${port}`],
    ...[`--server-id=${uid}`, '--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--log-replica-updates=ON'],
    ...[`--plugin-dir=${join(program, '../../usr/lib/mysql/plugin')}`],
    '--plugin-load-add=semisync_source.so;semisync_replica.so',
    ...['--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_ci'],
    ...['--mysqlx=OFF', '--skip-name-resolve', '--performance-schema=OFF', '--max-connections=500'],
    ...['--innodb-flush-log-at-trx-commit=2', '--sync-binlog=0', '--innodb-doublewrite=OFF'],
    ...['--innodb-flush-method=nosync', '--super-read-only=OFF', ...options],
  ] as const;
  const isUp = async () => (await createConnection({ socketPath: socket, user: 'vitess' })).end();
  const server = await startGuarded(command as unknown as [string, ...string[]], folder, isUp);
  return { port, socket, pidFile, server };
};

/** Vitess does not run as the user of the tests. */
const openTo = async (folder: string): Promise<string> => {
  await chmod(folder, 0o777);
  return folder;
};
