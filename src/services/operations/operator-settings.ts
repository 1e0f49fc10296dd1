import { LOG_LEVELS } from '../../config/config.js';
import { type Database, execute } from '../../database/database.js';
import { AppError } from '../../errors.js';

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Maintenance: nothing is sent, and writes are refused. */
export interface Maintenance {
  /** ISO 8601. */
  readonly since: string;
  /** The reason for people who are refused; null if none was given. */
  readonly reason: string | null;
}

interface LoggedFrom {
  readonly level: LogLevel;
  /** Epoch ms; null until it is changed. */
  readonly until: number | null;
}

/** Settings that the operator changes while processes run. */
export interface OperatorSettings {
  readonly maintenance: Maintenance | null;
  /** null uses `LOG_LEVEL`. */
  readonly logLevel: LoggedFrom | null;
}

const NAMES = { maintenance: 'maintenance', logLevel: 'log-level' } as const;
const RETRY_SECONDS = 30;
const MAX_REASON = 200;

export const readOperatorSettings = async (database: Database): Promise<OperatorSettings> => {
  const rows = await database.query<{ name: string; value: string }>('SELECT name, value FROM operator_setting');
  const values = new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
  return {
    maintenance: (values.get(NAMES.maintenance) as Maintenance | undefined) ?? null,
    logLevel: readLevel(values.get(NAMES.logLevel)),
  };
};

/** A later release may have other levels. */
const readLevel = (value: unknown): LoggedFrom | null => {
  const found = value as LoggedFrom | undefined;
  return found && LOG_LEVELS.includes(found.level) ? found : null;
};

/** Every process notices within three seconds. `null` ends maintenance. */
export const changeOperatorSetting = <K extends keyof OperatorSettings>(
  database: Database,
  { name, value, now }: { name: K; value: OperatorSettings[K]; now: number },
): Promise<void> =>
  database.tx(async (tx) => {
    await execute(tx, 'DELETE FROM operator_setting WHERE name = ?', [NAMES[name]]);
    if (value === null) return;
    const sql = 'INSERT INTO operator_setting (name, value, changed_at) VALUES (?, ?, ?)';
    await execute(tx, sql, [NAMES[name], JSON.stringify(value), now]);
  });

export const beginMaintenance = (now: number, reason: string | null): Maintenance => ({
  since: new Date(now).toISOString(),
  reason: reason?.replace(/\p{C}+/gu, ' ').slice(0, MAX_REASON) ?? null,
});

/** The error for every write during maintenance. */
export const maintenanceRefusal = ({ reason }: Maintenance): AppError => {
  const why = reason === null ? '' : ` (${reason})`;
  const message = `The service is under maintenance${why}: nothing can be changed for now. Try again later.`;
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS, reason: 'maintenance' });
};
