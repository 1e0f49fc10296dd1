import type { Logger, QueryRunner } from 'typeorm';

/** Counts statements for tests and metrics; never writes parameters anywhere, since they may hold secrets. */
export class StatementLog implements Logger {
  count = 0;
  /** Set by a test that wants to read the statements. */
  listener: ((sql: string) => void) | null = null;

  logQuery(sql: string, _parameters?: unknown[], _runner?: QueryRunner): void {
    this.count += 1;
    this.listener?.(sql);
  }
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  logMigration(): void {}
  log(): void {}
}
