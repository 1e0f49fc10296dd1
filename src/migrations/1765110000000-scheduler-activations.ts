import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, updateRows } from './ddl.js';

const COLUMNS = ['first_activated_at {long} NULL', 'ended_at {long} NULL'];

/**
 * Distinguishes drafts, stopped and finished schedulers, and indexes a scheduler's latest run of a kind. An existing
 * scheduler that was stopped before its first run counts as a draft.
 */
export class SchedulerActivations1765110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await addColumn(runner, 'scheduler', column);
    await runner.query('CREATE INDEX run_state ON run (scheduler_id, status, status_reason, due_at)');
    const hasRun = 'EXISTS (SELECT 1 FROM run r WHERE r.scheduler_id = scheduler.id)';
    await updateRows(runner, {
      table: 'scheduler',
      set: `first_activated_at = COALESCE(
         (SELECT MIN(r.created_at) FROM run r WHERE r.scheduler_id = scheduler.id),
         CASE WHEN active = 1 THEN COALESCE(active_from, updated_at) ELSE active_from END)`,
      where: `first_activated_at IS NULL AND (active = 1 OR active_from IS NOT NULL OR ${hasRun})`,
    });
    await updateRows(runner, {
      table: 'scheduler',
      set: 'ended_at = (SELECT MAX(r.created_at) FROM run r WHERE r.scheduler_id = scheduler.id)',
      where: `ended_at IS NULL AND active = 0 AND kind = 'onesend' AND ${hasRun}`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX run_state${runner.connection.options.type === 'mysql' ? ' ON run' : ''}`);
    for (const column of COLUMNS.toReversed()) {
      await runner.query(`ALTER TABLE scheduler DROP COLUMN ${column.split(' ')[0]}`);
    }
  }
}
