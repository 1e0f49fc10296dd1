import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

const TRANSLATION_COLUMNS = ['subtitle {key 255}', 'button_labels {text}'];

const PUSH_COLUMNS = [
  ...['time_to_live {ascii 16}', 'urgency {ascii 16}', 'collapse_key {ascii 32}', 'data {text}', 'sound {text}'],
  ...['badge {text}', 'thread {key 64}', 'channel {key 255}', 'ios_category {key 255}', 'interruption {ascii 16}'],
  ...['relevance {real}', 'visibility {ascii 16}', 'color {ascii 7}', 'require_interaction {bool}', 'renotify {bool}'],
  ...['buttons {text}', 'silent {bool}', 'render {ascii 16}', 'truncate {bool}', 'passthrough {text}'],
];

/** The fields of a message beyond title, text, image, icon and link; and each application's defaults for them. */
export class MessageFields1795579321028 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of TRANSLATION_COLUMNS) await addColumn(runner, 'push_translation', `${column} NULL`);
    for (const column of PUSH_COLUMNS) await addColumn(runner, 'push', `${column} NULL`);
    await addColumn(runner, 'app', 'message_defaults {text} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE app DROP COLUMN message_defaults');
    for (const column of PUSH_COLUMNS.toReversed()) await drop(runner, 'push', column);
    for (const column of TRANSLATION_COLUMNS.toReversed()) await drop(runner, 'push_translation', column);
  }
}

const drop = (runner: QueryRunner, table: string, column: string): Promise<unknown> =>
  runner.query(`ALTER TABLE ${table} DROP COLUMN ${column.split(' ')[0]}`);
