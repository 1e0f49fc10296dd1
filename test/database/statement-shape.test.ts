import { expect, test } from '@jest/globals';
import { findUnconfined, tablesOf } from './statement-shape.js';

const HOT = { tables: new Set(['device', 'device_tag', 'batch', 'receipt']), column: 'app_id' };

test.each([
  'SELECT d.id FROM device d FORCE INDEX (PRIMARY) WHERE d.app_id = ? AND (d.id > ? OR d.id < 3) FOR UPDATE',
  'SELECT id FROM device INDEXED BY device_token WHERE app_id IN (?, 0) AND token_hash IN (SELECT value FROM json_each(?))',
  'UPDATE device FORCE INDEX (PRIMARY) SET seen_at = ?, event_w0 = event_w0 | 5 WHERE app_id = ? AND id IN (?, ?)',
  'DELETE FROM batch WHERE id = ? AND app_id = ?',
  'INSERT INTO batch (run_id, app_id) VALUES (?, ?), (?, ?)',
  "INSERT IGNORE INTO receipt (run_id, app_id) SELECT ?, ? FROM (SELECT 1 AS one) x LEFT JOIN run r ON r.id = ? WHERE NOT EXISTS (SELECT 1 FROM device d WHERE d.app_id = ? AND d.x = '(') LOCK IN SHARE MODE",
  'SELECT t.* FROM (SELECT d.*, 1 AS user_id FROM device d) t WHERE (t.app_id IN (1, 2)) AND (t.active = 1) ORDER BY t.id',
  'SELECT (SELECT 1 FROM device_tag l WHERE l.device_id = d.id AND l.app_id = d.app_id LIMIT 1) IS NOT NULL FROM device d WHERE d.app_id = ?',
  'SELECT b.id FROM (SELECT ? AS app_id UNION ALL SELECT ? AS app_id) w JOIN batch b ON b.app_id = w.app_id WHERE b.run_id IN (?)',
  'SELECT "Device"."id" AS "Device_id" FROM "device" "Device" WHERE (("Device"."app_id" = ?) AND ("Device"."id" = ?)) LIMIT 1',
  'INSERT INTO device (app_id, id) VALUES (?, ?) ON CONFLICT (app_id, id) DO UPDATE SET id = excluded.id',
  'SELECT id FROM batch WHERE run_id = ? AND ((app_id = ? AND from_id = ?) OR (app_id = ? AND from_id = ?))',
  'SELECT id FROM run WHERE id = ?',
])('is confined to applications: %s', (sql) => {
  expect(findUnconfined(sql, HOT)).toEqual([]);
});

test.each([
  ['SELECT id FROM device WHERE id = ?', ['device']],
  ['SELECT id FROM device WHERE app_id > ?', ['device']],
  ['SELECT id FROM device WHERE app_id = ? OR id = ?', ['device']],
  ['SELECT id FROM device WHERE app_id = ? AND x = 1 OR id = ?', ['device']],
  ['SELECT id FROM batch WHERE run_id = ? AND ((app_id = ? AND from_id = ?) OR from_id = ?)', ['batch']],
  ['SELECT id FROM device WHERE CASE WHEN id = 1 AND app_id = ? AND id = 2 THEN 1 ELSE 0 END = 1', ['device']],
  ['SELECT id FROM device WHERE (app_id = ? OR id = ?) AND x = 1', ['device']],
  ['SELECT id FROM batch WHERE app_id NOT IN (SELECT id FROM app WHERE paused_until > ?)', ['batch']],
  ['SELECT id FROM device WHERE app_id IN (SELECT a.id FROM app a WHERE a.user_id = ?)', ['device']],
  ['SELECT 1 FROM app a WHERE a.id = ? AND EXISTS (SELECT 1 FROM device d WHERE d.app_id = a.id)', ['device']],
  ['SELECT d.id FROM device d JOIN device_tag l ON l.device_id = d.id WHERE d.app_id = ?', ['device_tag']],
  ['SELECT t.id FROM (SELECT d.* FROM device d) t WHERE t.id = ?', ['device']],
  ['SELECT d.id FROM device d WHERE d.app_id = ? UNION ALL SELECT b.id FROM batch b', ['batch']],
  ['UPDATE batch SET app_id = ? WHERE id = ?', ['batch']],
  ['DELETE FROM batch WHERE run_id = ?', ['batch']],
  ['INSERT INTO batch (run_id) VALUES (?)', ['batch']],
  ['SELECT d.id FROM device d WHERE d.app_id = d.app_id', ['device']],
])('is not confined to applications: %s', (sql, tables) => {
  expect(findUnconfined(sql, HOT)).toEqual(tables);
});

test('every table of a statement is found, once', () => {
  const sql = `SELECT b.id FROM batch b JOIN run r ON r.id = b.run_id
    WHERE b.app_id NOT IN (SELECT id FROM app WHERE x = 1) AND EXISTS (SELECT 1 FROM batch c) LIMIT 1 FOR UPDATE SKIP LOCKED`;
  expect(tablesOf(sql)).toEqual(['app', 'batch', 'run']);
});

test('it reports SQL that it cannot read', () => {
  expect(() => tablesOf('SELECT id FROM batch WHERE x = #')).toThrow(/from here on: #/);
  expect(() => tablesOf('MERGE INTO batch')).toThrow(/merge/);
});
