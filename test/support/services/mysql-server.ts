import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { makeDataFolder } from '../data-folder.js';
import { findBinary, isExecutable } from './find-binary.js';
import { freePort, type StartedService, startGuarded } from './guarded-process.js';

const run = promisify(execFile);

export interface MysqlOptions {
  /** PEM: connections without TLS are refused, and those with it get this certificate. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** For its data, which may be larger than memory has room for; it goes with the server. */
  readonly folder?: string;
  /** Further options of the server. */
  readonly options?: readonly string[];
}

/** The program of MariaDB or MySQL that servers are started by: MYSQLD_PATH, or what this machine has. */
export const findMysqld = (): string | null => process.env.MYSQLD_PATH || findBinary('mariadbd', 'mysqld');

/** The first of these tools that there is: of the same server as that program. */
export const findMysqlTool = (...names: readonly string[]): string | null => {
  const { MYSQLD_PATH: server } = process.env;
  if (!server) return findBinary(...names);
  return names.map((name) => join(dirname(server), name)).find(isExecutable) ?? null;
};

/** A private MariaDB or MySQL on a free port of 127.0.0.1, with its own data; null where there is none. */
export const startMysql = async (options: MysqlOptions = {}): Promise<StartedService | null> => {
  const server = findMysqld();
  if (!server) return null;
  const folder = options.folder ?? (await makeDataFolder('mysql'));
  try {
    return await startIn(folder, server, options);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};

const startIn = async (
  folder: string,
  server: string,
  { tls, options = [] }: MysqlOptions,
): Promise<StartedService> => {
  const password = randomBytes(12).toString('hex');
  const kind = await kindOf(server);
  const [port, , , tlsOptions] = await Promise.all([
    freePort(),
    installData(folder, server, kind),
    writeInitFile(folder, password),
    tls ? writeTlsFiles(folder, tls) : [],
  ]);
  const url = `mysql://test:${password}@127.0.0.1:${port}/mysql`;
  const ssl = tls ? { ssl: { rejectUnauthorized: false } } : {};
  const isUp = async () => (await createConnection({ uri: url, connectTimeout: 10_000, ...ssl })).end();
  const { stop } = await startGuarded(
    [server, ...serverOptions(folder, port), ...OPTIONS_OF[kind], ...tlsOptions, ...options],
    folder,
    isUp,
  );
  return { url, stop };
};

type Kind = 'mariadb' | 'mysql';

/** The name of the program does not say: `mysqld` is a link to MariaDB's on many machines. */
const kindOf = async (server: string): Promise<Kind> => {
  const { stdout } = await run(server, ['--version']);
  return /mariadb/i.test(stdout) ? 'mariadb' : 'mysql';
};

const OPTIONS_OF: Readonly<Record<Kind, readonly string[]>> = {
  mariadb: [],
  mysql: [
    // Its other protocol would listen on every address; its folder for files is Debian's own.
    '--mysqlx=OFF',
    '--secure-file-priv=NULL',
    // It logs what it changes unless it is told not to. That stays as users have it, and takes little room.
    '--max-binlog-size=64M',
    '--binlog-expire-logs-seconds=1',
  ],
};

/** MariaDB makes its system tables with a script of its own, MySQL by itself. */
const installData = async (folder: string, server: string, kind: Kind): Promise<void> => {
  const options = ['--no-defaults', `--datadir=${join(folder, 'data')}`, ...asRoot()];
  if (kind === 'mysql') {
    await run(server, [...options, '--initialize-insecure', '--secure-file-priv=NULL']);
    return;
  }
  await run(findBinary('mariadb-install-db', 'mysql_install_db') ?? 'mariadb-install-db', [
    ...options,
    // The script's own files have one name for all: two suites that start at once would take them from each other.
    `--tmpdir=${folder}`,
    '--skip-test-db',
    '--skip-name-resolve',
    '--auth-root-authentication-method=normal',
  ]);
};

/** A user of its own: with names not resolved, `root@localhost` does not cover 127.0.0.1 everywhere. */
const writeInitFile = (folder: string, password: string): Promise<void> =>
  writeFile(
    join(folder, 'init.sql'),
    `CREATE USER 'test'@'%' IDENTIFIED BY '${password}';\nGRANT ALL ON *.* TO 'test'@'%' WITH GRANT OPTION;\n`,
  );

const writeTlsFiles = async (folder: string, { cert, key }: NonNullable<MysqlOptions['tls']>): Promise<string[]> => {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certFile, cert), writeFile(keyFile, key)]);
  return [`--ssl-cert=${certFile}`, `--ssl-key=${keyFile}`, '--require-secure-transport=ON'];
};

const serverOptions = (folder: string, port: number): string[] => [
  '--no-defaults',
  `--datadir=${join(folder, 'data')}`,
  // A server that starts removes what looks like its own temporary tables, and would take those of another one.
  `--tmpdir=${folder}`,
  `--socket=${join(folder, 'server.sock')}`,
  `--pid-file=${join(folder, 'server.pid')}`,
  `--init-file=${join(folder, 'init.sql')}`,
  '--bind-address=127.0.0.1',
  `--port=${port}`,
  '--skip-name-resolve',
  '--performance-schema=OFF',
  '--max-connections=500',
  // The data is thrown away with the folder: no wait for the disk. A migration alone would wait for it 1,800 times.
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-doublewrite=OFF',
  '--innodb-flush-method=nosync',
  '--loose-debug-no-sync',
  ...asRoot(),
];

const asRoot = (): string[] => (process.getuid?.() === 0 ? ['--user=root'] : []);
