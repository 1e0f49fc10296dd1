import { describe, expect, test } from '@jest/globals';
import { ID_TYPES } from '../../src/schema/global-id.js';
import { AuditLog } from '../../src/services/audit/audit-log.js';
import type { Json } from '../schema/support/graph-app.js';
import { useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';

describe.each(eachDatabase())('the entries of the audit log, $name', (kind) => {
  const app = useConsoleApp(kind);

  test('are written together, and retried if the database refused them', async () => {
    const { userId } = await app().newAccount();
    const { database } = app();
    const errors: Json[] = [];
    const log = { error: (details: Json) => errors.push(details) };
    const audit = new AuditLog({ database, clock: new FakeClock(), gatherMs: null, log });
    const actor = { userId, keyId: null, member: null };
    const count = async (): Promise<number> =>
      Number((await database.query<Json>(`SELECT COUNT(*) AS n FROM audit_entry WHERE user_id = ${userId}`))[0].n);
    for (let n = 0; n < 20; n += 1) audit.note(actor, { action: 'consoleLink' }, null);
    const before = database.statements.count;
    await audit.flush();
    // The statements are begin, lookup, insert, commit, and the one that counts them.
    expect([await count(), database.statements.count - before]).toEqual([20, 5]);
    const { tx } = database;
    const refusal = new Error('it takes nothing');
    database.tx = () => Promise.reject(refusal);
    audit.note(actor, { action: 'consoleLink', name: '😀'.repeat(2_000) }, 'x'.repeat(2_000));
    await audit.flush();
    database.tx = tx;
    expect([await count(), errors]).toEqual([20, [{ entries: 1, err: refusal }]]);
    audit.note({ ...actor, userId: 999_999 }, { action: 'consoleLink' }, null);
    await audit.flush();
    expect(await count()).toBe(21);
    expect(await database.query('SELECT id FROM audit_entry WHERE user_id = 999999')).toEqual([]);
  });

  test('name objects of every type', async () => {
    const { userId } = await app().newAccount();
    const { database } = app();
    const errors: Json[] = [];
    const log = { error: (details: Json) => errors.push(details) };
    const audit = new AuditLog({ database, clock: new FakeClock(), gatherMs: null, log });
    const actor = { userId, keyId: null, member: null };
    for (const type of ID_TYPES) audit.note(actor, { action: 'appUpdate', node: { type, id: 1 } }, null);
    await audit.flush();
    expect(errors).toEqual([]);
    const sql = `SELECT node_type AS type FROM audit_entry WHERE user_id = ${userId} ORDER BY id`;
    expect((await database.query<Json>(sql)).map(({ type }) => type)).toEqual(ID_TYPES);
  });

  test('are retried in the background if the database refused them', async () => {
    const { userId } = await app().newAccount();
    const { database } = app();
    const errors: Json[] = [];
    const log = { error: (details: Json) => errors.push(details) };
    const audit = new AuditLog({ database, clock: new FakeClock(), gatherMs: 1, log });
    const { tx } = database;
    database.tx = () => {
      database.tx = tx;
      return Promise.reject(new Error('cut off'));
    };
    audit.note({ userId, keyId: null, member: null }, { action: 'consoleLink' }, null);
    const entries = () => database.query<Json>(`SELECT action FROM audit_entry WHERE user_id = ${userId}`);
    const written = await eventually('the entry', async () => (await entries())[0] ?? null);
    expect(written).toEqual({ action: 'consoleLink' });
    expect(errors).toMatchObject([{ entries: 1 }]);
  });

  test('are sent to a failing database in groups, and only the oldest are dropped', async () => {
    const { userId } = await app().newAccount();
    const { database } = app();
    const errors: Json[] = [];
    const log = { error: (details: Json) => errors.push(details) };
    const audit = new AuditLog({ database, clock: new FakeClock(), gatherMs: null, log });
    const note = (n: number) => audit.note({ userId, keyId: null, member: null }, { action: 'consoleLink' }, `${n}`);
    const { tx } = database;
    let asked = 0;
    let refuse = (): void => undefined;
    database.tx = () => {
      asked += 1;
      return new Promise((_, reject) => {
        refuse = () => reject(new Error('it takes nothing'));
      });
    };
    // The first thousand are being written while more arrive than the buffer can hold.
    for (let n = 1; n <= 1_000; n += 1) note(n);
    await Promise.resolve();
    for (let n = 1_001; n <= 23_000; n += 1) note(n);
    const flushed = audit.flush();
    refuse();
    await Promise.resolve();
    database.tx = tx;
    await flushed;
    await audit.flush();
    expect([asked, errors]).toEqual([1, [{ entries: 20_000, err: expect.any(Error) }]]);
    const [left] = await database.query<Json>(
      `SELECT COUNT(*) AS n, MIN(CAST(address AS DECIMAL)) AS first, MAX(CAST(address AS DECIMAL)) AS last
       FROM audit_entry WHERE user_id = ${userId}`,
    );
    expect([left.n, left.first, left.last].map(Number)).toEqual([20_000, 3_001, 23_000]);
  });
});
