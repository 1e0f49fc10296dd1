import { readFile } from 'node:fs/promises';
import type { Database } from '../../src/database/database.js';
import { readCpuSeconds } from './process-cpu.js';

/** A MySQL server's counters since its start. The difference of two covers a span of time. */
export interface MysqlLoad {
  readonly statements: number;
  readonly commits: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** Rows that statements read, and rows that they changed. */
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** The total time that transactions waited for row locks. */
  readonly lockWaitMs: number;
  readonly lockWaits: number;
  /** NaN if the server is on another machine. */
  readonly cpuSeconds: number;
}

const COUNTERS: Readonly<Record<Exclude<keyof MysqlLoad, 'cpuSeconds'>, readonly string[]>> = {
  statements: ['Questions'],
  commits: ['Com_commit'],
  bytesIn: ['Bytes_received'],
  bytesOut: ['Bytes_sent'],
  rowsRead: ['Handler_read_first', 'Handler_read_key', 'Handler_read_next', 'Handler_read_prev', 'Handler_read_rnd'],
  rowsWritten: ['Handler_write', 'Handler_update', 'Handler_delete'],
  lockWaitMs: ['Innodb_row_lock_time'],
  lockWaits: ['Innodb_row_lock_waits'],
};

export const readMysqlLoad = async (database: Database): Promise<MysqlLoad> => {
  const rows = await database.query<{ Variable_name: string; Value: string }>('SHOW GLOBAL STATUS');
  const values = new Map(rows.map((row) => [row.Variable_name.toLowerCase(), Number(row.Value)]));
  const counters = Object.entries(COUNTERS).map(([name, of]) => [
    name,
    of.reduce((sum, counter) => sum + (values.get(counter.toLowerCase()) ?? Number.NaN), 0),
  ]);
  return { ...Object.fromEntries(counters), cpuSeconds: await readServerCpu(database) };
};

export const loadBetween = (before: MysqlLoad, after: MysqlLoad): MysqlLoad => {
  const differences = (Object.keys(before) as (keyof MysqlLoad)[]).map((name) => [name, after[name] - before[name]]);
  return Object.fromEntries(differences);
};

const readServerCpu = async (database: Database): Promise<number> => {
  const [row] = await database.query<{ file: string }>('SELECT @@pid_file AS file');
  const pid = await readFile(row?.file ?? '', 'utf8').catch(() => '');
  return readCpuSeconds(Number(pid));
};
