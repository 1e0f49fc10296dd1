import { describe, expect, test } from '@jest/globals';
import { execute, select } from '../../src/database/database.js';
import { DeviceZoneChanges1764000000000 } from '../../src/migrations/1764000000000-device-zone-changes.js';
import { SchedulerActivations1765110000000 } from '../../src/migrations/1765110000000-scheduler-activations.js';
import { RunDetails1765120000000 } from '../../src/migrations/1765120000000-run-details.js';
import { KeyMakers1795555107204 } from '../../src/migrations/1795555107204-key-makers.js';
import { eachDatabase } from '../support/databases.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';

describe.each(eachDatabase())('migrations on $name', ({ open }) => {
  test('run up, down and up again, and keep the system events', async () => {
    await using database = await open({ migrate: false });
    await database.migrate();
    expect(await database.hasPendingMigrations()).toBe(false);
    const events = await database.query<{ code: string }>('SELECT code FROM custom_event ORDER BY id');
    expect(events.map((event) => event.code)).toEqual(['install', 'reg', 'dep']);
    await database.migrateDown();
    await database.migrate();
    expect(await database.query('SELECT id FROM app')).toEqual([]);
  });

  test("a device's previous zone survives the migration and its reversal", async () => {
    await using database = await open();
    await seedDevices(database, 1, randomTokens(3));
    const migration = new DeviceZoneChanges1764000000000();
    const migrate = (way: 'up' | 'down') =>
      database.tx(async (tx) => {
        if (tx.queryRunner) await migration[way](tx.queryRunner);
      });
    await migrate('down');
    await database.tx(async (tx) => {
      const set = 'UPDATE device SET timezone = ?, previous_timezone = ?, timezone_changed_at = ? WHERE id = ?';
      await execute(tx, set, ['Asia/Tokyo', 'Europe/Berlin', 1_000, 1]);
      await execute(tx, set, ['Asia/Tokyo', null, 2_000, 2]);
      await execute(tx, set, ['Asia/Tokyo', null, null, 3]);
    });
    await migrate('up');
    const changes = 'SELECT app_id, device_id, changed_at, zone_before FROM device_zone_change ORDER BY device_id';
    expect(await database.query(changes)).toEqual([
      { app_id: 1, device_id: 1, changed_at: 1_000, zone_before: 'Europe/Berlin' },
      { app_id: 1, device_id: 2, changed_at: 2_000, zone_before: 'UTC' },
    ]);
    await database.tx((tx) => execute(tx, "INSERT INTO device_zone_change VALUES (1, 1, 500, 'Europe/Paris')"));
    await migrate('down');
    const before = 'SELECT id, previous_timezone AS zone FROM device ORDER BY id';
    expect(await database.query(before)).toEqual([
      { id: 1, zone: 'Europe/Berlin' },
      { id: 2, zone: 'UTC' },
      { id: 3, zone: null },
    ]);
    await migrate('up');
    expect(await database.query(changes)).toHaveLength(2);
  });

  test('whether a scheduler was ever active is derived from its runs and its activation', async () => {
    await using database = await open();
    const migration = new SchedulerActivations1765110000000();
    const migrate = (way: 'up' | 'down') =>
      database.tx(async (tx) => {
        if (tx.queryRunner) await migration[way](tx.queryRunner);
      });
    await migrate('down');
    const schedulers: readonly [id: number, kind: string, active: number, activeFrom: number | null, runs: number[]][] =
      [
        [1, 'onesend', 0, null, []],
        [2, 'onesend', 1, 700, []],
        [3, 'conversion', 1, null, []],
        [4, 'onesend', 0, 700, [800, 900]],
        [5, 'smartweekly', 0, null, [800, 900]],
        [6, 'smartweekly', 0, 700, []],
      ];
    await database.tx(async (tx) => {
      for (const [id, kind, active, activeFrom, runs] of schedulers) {
        await execute(
          tx,
          `INSERT INTO scheduler (id, user_id, kind, name, name_folded, active, archived, all_apps, all_countries,
             all_languages, all_audiences, active_from, created_at, updated_at)
           VALUES (?, 1, ?, 's', 's', ?, 0, 1, 0, 0, 0, ?, 100, 500)`,
          [id, kind, active, activeFrom],
        );
        for (const at of runs) {
          await execute(
            tx,
            `INSERT INTO run (user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at)
             VALUES (1, ?, ?, ?, 'finished', 0, 0, 0, ?)`,
            [id, kind, at, at],
          );
        }
      }
    });
    await migrate('up');
    const rows = await database.query<{ id: number; first_activated_at: number | null; ended_at: number | null }>(
      'SELECT id, first_activated_at, ended_at FROM scheduler ORDER BY id',
    );
    expect(
      rows.map((row) => [row.id, row.first_activated_at, row.ended_at].map((value) => value && Number(value))),
    ).toEqual([
      [1, null, null],
      [2, 700, null],
      [3, 500, null],
      [4, 800, 900],
      [5, 800, null],
      [6, 700, null],
    ]);
  });

  test('member keys from before makers were recorded get their maker from the audit log', async () => {
    await using database = await open();
    const migration = new KeyMakers1795555107204();
    const migrate = (way: 'up' | 'down') =>
      database.tx(async (tx) => {
        if (tx.queryRunner) await migration[way](tx.queryRunner);
      });
    await migrate('down');
    await database.tx(async (tx) => {
      await execute(tx, "INSERT INTO user_account (id, name, suspended, created_at) VALUES (7, 'owner', 0, 0)");
      const keys = [1, 2, 3, 4].map((id) => `(${id}, 7, ${id === 3 ? 1 : 'NULL'}, 'p${id}', 'h${id}', 'read', 0)`);
      await execute(
        tx,
        `INSERT INTO api_key (id, user_id, parent_id, prefix, hash, scopes, created_at) VALUES ${keys.join(', ')}`,
      );
      await execute(
        tx,
        "INSERT INTO member (id, user_id, name, email, role, created_at) VALUES (5, 7, 'Ann', 'a@example.com', 'ADMIN', 0)",
      );
      const entries = [
        ['apiKeyCreate', 5, 1, 'Ann as she was'],
        ['apiKeyRotate', 6, 2, 'Bob, who is gone'],
        ['apiKeyRevoke', 5, 4, 'Ann'],
      ];
      for (const [action, member, key, actor] of entries) {
        const sql = `INSERT INTO audit_entry (user_id, at, action, member_id, node_type, node_id, summary, actor)
          VALUES (7, 0, ?, ?, 'ApiKey', ?, 's', ?)`;
        await execute(tx, sql, [action, member, key, actor]);
      }
    });
    await migrate('up');
    const rows = await database.query('SELECT id, member_id AS member, member_name AS name FROM api_key ORDER BY id');
    expect(rows).toEqual([
      { id: 1, member: 5, name: 'Ann' },
      { id: 2, member: 6, name: 'Bob, who is gone' },
      { id: 3, member: null, name: null },
      { id: 4, member: null, name: null },
    ]);
  });

  test('existing failure reasons are counted once, across any number of runs, gaps and deleted applications', async () => {
    await using database = await open();
    const migration = new RunDetails1765120000000();
    const migrate = (way: 'up' | 'down') =>
      database.tx(async (tx) => {
        if (tx.queryRunner) await migration[way](tx.queryRunner);
      });
    await migrate('down');
    const failures = Array.from({ length: 3_600 }, (_, index) => {
      const [run, device] = [2 * Math.floor(index / 3) + 1, index % 3];
      const app = run % 5 === 0 ? 999 : 1;
      return `(${run}, 1, ${device}, 0, ${app}, 'failed', '${device === 0 ? 'one' : 'other'}', 1)`;
    });
    const columns = 'run_id, push_id, device_id, occurrence, app_id, outcome, reason, failed_at';
    const insert = `INSERT INTO delivery_failure (${columns}) VALUES ${failures.join(', ')}`;
    await database.tx(async (tx) => {
      await execute(tx, "INSERT INTO user_account (id, name, suspended, created_at) VALUES (1, 'u', 0, 1)");
      await execute(
        tx,
        `INSERT INTO app (id, user_id, service_id, push_provider, name, archived, credentials_complete,
         credentials_version, devices_active_since, created_at, updated_at)
         VALUES (1, 1, 's', 'provider_a', 'a', 0, 0, 0, 1, 1, 1)`,
      );
      await execute(tx, insert);
    });
    await migrate('up');
    const counted = `SELECT run_id, outcome, provider, reason, shard, count FROM run_failure ORDER BY run_id, reason`;
    const rows = await database.query<{ run_id: number; reason: string; count: number }>(counted);
    const runs = Array.from({ length: 1_200 }, (_, index) => 2 * index + 1).filter((run) => run % 5 !== 0);
    expect(rows.map(({ run_id, reason, count }) => [run_id, reason, count])).toEqual(
      runs.flatMap((run) => [
        [run, 'one', 1],
        [run, 'other', 2],
      ]),
    );
    expect(rows[0]).toMatchObject({ outcome: 'failed', provider: 'provider_a', shard: 0 });
  });

  test('two concurrent transactions do not mix: one rolls back, the other keeps its rows', async () => {
    await using database = await open();
    const insert = 'INSERT INTO id_sequence (name, last_id) VALUES (?, 1)';
    const lost = database.tx(async (tx) => {
      await execute(tx, insert, ['lost']);
      throw new Error('rolled back');
    });
    const kept = database.tx((tx) => execute(tx, insert, ['kept']));
    await expect(lost).rejects.toThrow('rolled back');
    expect((await kept).affected).toBe(1);
    expect(await database.query('SELECT name FROM id_sequence')).toEqual([{ name: 'kept' }]);
  });

  test('a read outside a transaction does not see uncommitted rows', async () => {
    await using database = await open();
    await database.tx(async (tx) => {
      await execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('x', 1)");
      expect(await select(tx, 'SELECT name FROM id_sequence')).toHaveLength(1);
      expect(await database.query('SELECT name FROM id_sequence')).toHaveLength(0);
    });
    expect(await database.query('SELECT name FROM id_sequence')).toHaveLength(1);
  });

  test('an update that changes nothing still counts the row that it matched', async () => {
    await using database = await open();
    await database.tx((tx) => execute(tx, "INSERT INTO id_sequence (name, last_id) VALUES ('x', 1)"));
    const again = await database.tx((tx) => execute(tx, "UPDATE id_sequence SET last_id = 1 WHERE name = 'x'"));
    expect(again.affected).toBe(1);
  });
});
