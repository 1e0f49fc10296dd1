import mysql from 'mysql2';
import { DataSource, type DataSourceOptions, type Logger, type MigrationInterface } from 'typeorm';
import type { DatabaseConfig, MysqlTls } from '../config/config.js';
import { ENTITIES } from '../entities/index.js';
import { POOL_IDLE_MS } from './mysql-sessions.js';
import { SnakeNaming } from './snake-naming.js';
import { SqliteDriver } from './sqlite-driver.js';

const MYSQL_CONNECTIONS = 16;
/** The migrations that were carried out. */
export const MIGRATION_TABLE = 'migration';

export interface DataSourceParts {
  /** `read` opens SQLite a second time, so that reads see only what is committed. */
  readonly access: 'write' | 'read';
  readonly logger: Logger;
  readonly migrations: (new () => MigrationInterface)[];
}

export const createDataSource = (config: DatabaseConfig, { access, logger, migrations }: DataSourceParts): DataSource =>
  new DataSource({ ...connectionOptions(config, access), migrations, logger, logging: true });

const connectionOptions = (config: DatabaseConfig, access: 'write' | 'read'): DataSourceOptions => {
  const common = {
    entities: [...ENTITIES],
    migrationsTableName: MIGRATION_TABLE,
    namingStrategy: new SnakeNaming(),
    synchronize: false,
  };
  if (config.kind === 'sqlite') {
    return {
      ...common,
      type: 'better-sqlite3',
      driver: SqliteDriver,
      database: config.path,
      readonly: access === 'read',
      prepareDatabase: access === 'read' ? prepareReader : prepareWriter,
    };
  }
  return {
    ...common,
    type: 'mysql',
    // Named here, so that a bundle has it: TypeORM looks for it by itself only while it runs.
    driver: mysql,
    host: config.host,
    port: config.port,
    username: config.user,
    password: config.password,
    database: config.database,
    charset: 'utf8mb4',
    timezone: 'Z',
    ...(config.tls ? { ssl: toSslOptions(config.tls) } : {}),
    poolSize: MYSQL_CONNECTIONS,
    // mysql2 closes idle connections only where fewer of them than of all are to be kept.
    extra: { maxIdle: MYSQL_CONNECTIONS - 1, idleTimeout: POOL_IDLE_MS },
    // Numbers stay exact: ids are far below 2^53, and the bit words are compared in SQL, never read.
    supportBigNumbers: true,
    bigNumberStrings: false,
  };
};

/** `verifyIdentity` is an option of mysql2 that TypeORM hands on and has no type for. */
const toSslOptions = ({ verify, ca, client }: MysqlTls) => ({
  rejectUnauthorized: verify !== 'nothing',
  verifyIdentity: verify === 'identity',
  ...(ca === null ? {} : { ca }),
  ...client,
});

const prepareWriter = (driver: SqliteDriver): void => {
  driver.pragma('journal_mode = WAL');
  // FULL, not NORMAL: what we answered for must survive a power cut, and a group of events shares one commit.
  driver.pragma('synchronous = FULL');
  // 64 MiB of log before it is copied into the file: pages that an import touches again and again are copied once.
  driver.pragma('wal_autocheckpoint = 16384');
  driver.pragma('cache_size = -8192');
};

/** What it has no room for is in the system's cache: a run that reads every device once would fill any other. */
const prepareReader = (driver: SqliteDriver): void => {
  driver.pragma('cache_size = -8192');
};
