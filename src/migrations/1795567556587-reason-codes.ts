import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, updateRows } from './ddl.js';

const TABLES = [
  ['delivery_failure', 'code', 'detail'],
  ['retry_send', 'code', 'detail'],
  ['run_failure', 'code', 'detail'],
  ['app', 'pause_code', 'pause_detail'],
  ['device', 'inactive_code', 'inactive_detail'],
] as const;

/** The beginnings of the messages that earlier releases wrote. */
const RUN_MESSAGES = [
  ['SERVICE_WAS_DOWN', 'the service was down at its moment'],
  ['TIME_ZONE_DATA_CHANGED', 'new time-zone data moved its moment'],
  ['NO_APPLICATION_LEFT', 'no application is left'],
  ['SCHEDULER_DEACTIVATED', 'the scheduler was deactivated'],
  ['SCHEDULER_ARCHIVED', 'the scheduler was archived'],
  ['SCHEDULER_DELETED', 'the scheduler was deleted'],
  ['EVENT_DELETED', 'its event was deleted'],
  ['TAG_GROUP_DELETED', 'its audience group was deleted'],
  ['CANCELLED_BY_OWNER', 'its owner cancelled it'],
  ['CANCELLED_BY_OPERATOR', 'the operator cancelled it'],
] as const;

/**
 * Codes beside the English reasons of messages, applications, devices and runs. The sentences stay until no supported
 * release reads them. `delivery/upkeep/code-backfill.ts` adds the codes of failures, which may be millions.
 */
export class ReasonCodes1795567556587 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, code, detail] of TABLES) {
      await addColumn(runner, table, `${code} {ascii 64} NULL`);
      await addColumn(runner, table, `${detail} {key 255} NULL`);
    }
    await addColumn(runner, 'run', 'status_code {ascii 32} NULL');
    const whens = RUN_MESSAGES.map(([code, message]) => `WHEN status_message LIKE '${message}%' THEN '${code}'`);
    const any = RUN_MESSAGES.map(([, message]) => `status_message LIKE '${message}%'`);
    await updateRows(runner, {
      table: 'run',
      set: `status_code = CASE ${whens.join(' ')} END`,
      where: `status_code IS NULL AND (${any.join(' OR ')})`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE run DROP COLUMN status_code');
    for (const [table, code, detail] of TABLES.toReversed()) {
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${detail}`);
      await runner.query(`ALTER TABLE ${table} DROP COLUMN ${code}`);
    }
  }
}
