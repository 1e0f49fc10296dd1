import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MIGRATIONS } from '../migrations/index.js';

/** Lets the caller of `Database.migrate` follow and abort it. */
export interface MigrationWatch {
  /** After an abort the current migration completes and no other begins. */
  readonly signal?: AbortSignal;
  /** @param isFirst the migration of an empty database */
  readonly onMigrated?: (name: string, ms: number, isFirst: boolean) => void;
}

type Migration = new () => MigrationInterface;

/** The migrations under their own names, each timed. @param watch read as each migration begins. */
export const watchedMigrations = (watch: () => MigrationWatch): Migration[] =>
  MIGRATIONS.map((Original, index) => {
    class Watched extends (Original as Migration) {
      override async up(runner: QueryRunner): Promise<void> {
        const { signal, onMigrated } = watch();
        signal?.throwIfAborted();
        const startedAt = performance.now();
        await super.up(runner.connection.options.type === 'mysql' ? resuming(runner) : runner);
        onMigrated?.(Original.name, Math.round(performance.now() - startedAt), index === 0);
      }
    }
    // TypeORM records a migration by the name of its class.
    return Object.defineProperty(Watched, 'name', { value: Original.name });
  });

/**
 * MySQL commits each DDL statement, so a killed process leaves an incomplete, unrecorded migration. The next start runs
 * it again and skips statements that have already taken effect.
 */
const resuming = (runner: QueryRunner): QueryRunner =>
  Object.assign(Object.create(runner) as QueryRunner, {
    query: async (sql: string, parameters?: unknown[]): Promise<unknown> => {
      try {
        return await runner.query(sql, parameters);
      } catch (error) {
        if (!isDone(sql, error)) throw error;
        return { affectedRows: 0 };
      }
    },
  });

const isDone = (sql: string, error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return DONE.has(code) || (code === 'ER_DUP_ENTRY' && /^\s*INSERT\b/i.test(sql));
};

const DONE: ReadonlySet<string> = new Set([
  'ER_TABLE_EXISTS_ERROR',
  'ER_DUP_FIELDNAME',
  'ER_DUP_KEYNAME',
  'ER_CANT_DROP_FIELD_OR_KEY',
]);
