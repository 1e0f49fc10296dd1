import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SYSTEM_EVENTS } from '../entities/custom-event.js';
import { createTables, dropTables } from './ddl.js';
import { CATALOGUE_TABLES } from './initial/catalogue-tables.js';
import { DELIVERY_TABLES } from './initial/delivery-tables.js';
import { DEVICE_TABLES } from './initial/device-tables.js';

const TABLES = [...CATALOGUE_TABLES, ...DEVICE_TABLES, ...DELIVERY_TABLES];

export class Initial1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
    for (const { id, code, name, ordinal } of SYSTEM_EVENTS) {
      await runner.query(
        'INSERT INTO custom_event (id, user_id, name, code, status, ordinal, created_at) VALUES (?, NULL, ?, ?, 1, ?, 0)',
        [id, name, code, ordinal],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
