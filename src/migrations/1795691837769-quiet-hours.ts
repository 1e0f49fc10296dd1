import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

/** The tables whose rows have quiet hours. A run keeps those of its scheduler. */
const TABLES = ['app', 'scheduler', 'run'] as const;

/** Quiet hours of applications, schedulers, runs and devices. */
export class QuietHours1795691837769 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await addColumn(runner, table, 'quiet_hours {text} NULL');
    await addColumn(runner, 'device', 'quiet_hours {ascii 40} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE device DROP COLUMN quiet_hours');
    for (const table of TABLES.toReversed()) await runner.query(`ALTER TABLE ${table} DROP COLUMN quiet_hours`);
  }
}
