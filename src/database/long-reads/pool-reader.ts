import type { PlainReader } from '../plain-reader.js';
import { type ReadRequest, tookTooLong } from './protocol.js';
import type { Reading } from './reading-gate.js';

/** Runs long reads on the ordinary connections of MySQL or MariaDB, which enforces the time limit itself. */
export class PoolReader {
  private isMariadb: Promise<boolean> | null = null;

  constructor(
    private readonly reader: () => PlainReader,
    private readonly limitMs: number,
  ) {}

  begin(request: ReadRequest): Reading<unknown[]> {
    const answer = this.read(request);
    return { answer, free: answer };
  }

  async close(): Promise<void> {}

  private async read({ sql, parameters }: ReadRequest): Promise<unknown[]> {
    this.isMariadb ??= this.askIsMariadb();
    const limited = (await this.isMariadb) ? this.forMariadb(sql) : this.forMysql(sql);
    try {
      return await this.reader().query(limited, parameters);
    } catch (error) {
      throw isTimeout(error) ? tookTooLong(this.limitMs) : error;
    }
  }

  private forMariadb(sql: string): string {
    return `SET STATEMENT max_statement_time = ${this.limitMs / 1_000} FOR ${sql}`;
  }

  /** MySQL expects the hint after the first SELECT. */
  private forMysql(sql: string): string {
    return sql.replace(/SELECT/, `SELECT /*+ MAX_EXECUTION_TIME(${this.limitMs}) */`);
  }

  private async askIsMariadb(): Promise<boolean> {
    try {
      const [row] = (await this.reader().query('SELECT VERSION() AS version', [])) as { version: unknown }[];
      return /mariadb/i.test(String(row?.version));
    } catch (error) {
      this.isMariadb = null;
      throw error;
    }
  }
}

/** MariaDB's ER_STATEMENT_TIMEOUT, which mysql2 does not name, and MySQL's ER_QUERY_TIMEOUT. */
const TIMEOUTS: readonly unknown[] = [1969, 3024];

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errno' in error && TIMEOUTS.includes(error.errno);
