import mysql from 'mysql2';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type Logger,
  type MigrationInterface,
} from 'typeorm';
import type { DatabaseConfig, MysqlTls } from '../config/config.js';
import { ENTITIES } from '../entities/index.js';
import { toColumnName } from '../entities/table.js';
import { POOL_IDLE_MS } from './mysql-sessions.js';
import { SqliteDriver } from './sqlite-driver.js';

const MYSQL_CONNECTIONS = 16;
/** The table of executed migrations. */
export const MIGRATION_TABLE = 'migration';

export interface DataSourceParts {
  /** `read` opens SQLite a second time, so that reads see only committed data. */
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
    // The import makes the bundle include the driver; TypeORM would load it at run time.
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
    // mysql2 closes idle connections only if `maxIdle` is below the size of the pool.
    extra: { maxIdle: MYSQL_CONNECTIONS - 1, idleTimeout: POOL_IDLE_MS },
    // Numbers stay exact: ids are far below 2^53, and bit words are compared in SQL only.
    supportBigNumbers: true,
    bigNumberStrings: false,
  };
};

/** TypeORM passes on mysql2's `verifyIdentity`, for which it has no type. */
const toSslOptions = ({ verify, ca, client }: MysqlTls) => ({
  rejectUnauthorized: verify !== 'nothing',
  verifyIdentity: verify === 'identity',
  ...(ca === null ? {} : { ca }),
  ...client,
});

const prepareWriter = (driver: SqliteDriver): void => {
  driver.pragma('journal_mode = WAL');
  // FULL is needed because acknowledged writes must survive a power cut. A group of events shares one commit.
  driver.pragma('synchronous = FULL');
  // A checkpoint after 64 MiB of log copies pages that an import changes repeatedly only once.
  driver.pragma('wal_autocheckpoint = 16384');
  driver.pragma('cache_size = -8192');
};

/** A small cache, because a run reads every device once. The system caches the file as well. */
const prepareReader = (driver: SqliteDriver): void => {
  driver.pragma('cache_size = -8192');
};

/** Names columns as `defineTable` does. */
class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName || toColumnName(propertyName);
  }
}
