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
  /** PEM. The server refuses connections without TLS, and uses this certificate. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The data folder, which may be too large for memory. It is removed with the server. */
  readonly folder?: string;
  /** Further options of the server. */
  readonly options?: readonly string[];
}

/** The server program of MariaDB or MySQL: MYSQLD_PATH, or the one on this machine. */
export const findMysqld = (): string | null => process.env.MYSQLD_PATH || findBinary('mariadbd', 'mysqld');

/** The first of these tools that belongs to the same server as that program. */
export const findMysqlTool = (...names: readonly string[]): string | null => {
  const { MYSQLD_PATH: server } = process.env;
  if (!server) return findBinary(...names);
  return names.map((name) => join(dirname(server), name)).find(isExecutable) ?? null;
};

/** A private MariaDB or MySQL on a free port of 127.0.0.1, with its own data; null if neither is installed. */
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

/** The program's name does not tell: on many machines `mysqld` is a link to MariaDB's. */
const kindOf = async (server: string): Promise<Kind> => {
  const { stdout } = await run(server, ['--version']);
  return /mariadb/i.test(stdout) ? 'mariadb' : 'mysql';
};

const OPTIONS_OF: Readonly<Record<Kind, readonly string[]>> = {
  mariadb: [],
  mysql: [
    // Its other protocol would listen on every address, and its file folder would be Debian's.
    '--mysqlx=OFF',
    '--secure-file-priv=NULL',
    // It writes a binary log by default. The log stays on, as for users, and takes little space.
    '--max-binlog-size=64M',
    '--binlog-expire-logs-seconds=1',
  ],
};

/** MariaDB creates its system tables with a script, MySQL with the server itself. */
const installData = async (folder: string, server: string, kind: Kind): Promise<void> => {
  const options = ['--no-defaults', `--datadir=${join(folder, 'data')}`, ...asRoot()];
  if (kind === 'mysql') {
    await run(server, [...options, '--initialize-insecure', '--secure-file-priv=NULL']);
    return;
  }
  await run(findBinary('mariadb-install-db', 'mysql_install_db') ?? 'mariadb-install-db', [
    ...options,
    // The script uses fixed file names, so two suites that start together would use each other's files.
    `--tmpdir=${folder}`,
    '--skip-test-db',
    '--skip-name-resolve',
    '--auth-root-authentication-method=normal',
  ]);
};

/** The tests have their own user, because `root@localhost` does not always cover 127.0.0.1 without name resolution. */
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
  // A starting server removes apparent temporary tables of its own, and would take another server's.
  `--tmpdir=${folder}`,
  `--socket=${join(folder, 'server.sock')}`,
  `--pid-file=${join(folder, 'server.pid')}`,
  `--init-file=${join(folder, 'init.sql')}`,
  '--bind-address=127.0.0.1',
  `--port=${port}`,
  '--skip-name-resolve',
  '--performance-schema=OFF',
  '--max-connections=500',
  // The data is deleted with the folder, so commits skip the disk sync. A migration alone would sync 1,800 times.
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-doublewrite=OFF',
  '--innodb-flush-method=nosync',
  '--loose-debug-no-sync',
  ...asRoot(),
];

const asRoot = (): string[] => (process.getuid?.() === 0 ? ['--user=root'] : []);
