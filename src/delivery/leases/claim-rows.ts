import { execute, select } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { LeasedTable, Leases } from './leases.js';

/**
 * Takes up to `limit` due rows of a table for this process, oldest first, passing over what others hold.
 * @param claim.exceptApps whose rows are left where they are; `where` narrows down further.
 */
export const claimRows = async <Row extends { id: number }>(
  deps: Pick<DeliveryDeps, 'database' | 'clock'>,
  leases: Leases,
  {
    table,
    limit,
    exceptApps = [],
    where = '',
  }: { table: Exclude<LeasedTable, 'batch'>; limit: number; exceptApps?: readonly number[]; where?: string },
): Promise<Row[]> => {
  const now = deps.clock.now();
  const others = exceptApps.length === 0 ? '' : ` AND app_id NOT IN (${exceptApps.map(Number).join(', ')})`;
  const due = `due_at <= ? AND (lease_until IS NULL OR lease_until < ?)${others}${where && ` AND ${where}`}`;
  // Looking first, outside a transaction, keeps an idle service from taking the write lock every second.
  if ((await deps.database.query(`SELECT id FROM ${table} WHERE ${due} LIMIT 1`, [now, now])).length === 0) return [];
  const until = leases.until();
  const rows = await deps.database.tx(async (tx) => {
    const sql = `SELECT * FROM ${table} WHERE ${due} ORDER BY due_at LIMIT ${limit} ${deps.database.dialect.skipLocked}`;
    const found = await select<Row>(tx, sql, [now, now]);
    if (found.length === 0) return found;
    const marks = found.map(() => '?').join(', ');
    const ids = found.map((row) => row.id);
    const hold = `UPDATE ${table} SET lease_owner = ?, lease_until = ? WHERE id IN (${marks})`;
    await execute(tx, hold, [leases.owner, until, ...ids]);
    return found;
  });
  leases.hold(
    table,
    rows.map((row) => row.id),
    until,
  );
  return rows.map(toNumbers);
};

/** Puts rows back, to be looked at again at an instant (epoch ms). */
export const postponeRows = async (
  deps: Pick<DeliveryDeps, 'database'>,
  leases: Leases,
  { table, ids, dueAt }: { table: Exclude<LeasedTable, 'batch'>; ids: readonly number[]; dueAt: number },
): Promise<void> => {
  if (ids.length === 0) return;
  leases.release(table, ids);
  const marks = ids.map(() => '?').join(', ');
  const sql = `UPDATE ${table} SET due_at = ?, waits_for_app = 0, lease_owner = NULL, lease_until = NULL WHERE lease_owner = ? AND id IN (${marks})`;
  await deps.database.tx((tx) => execute(tx, sql, [dueAt, leases.owner, ...ids]));
};

/** mysql2 hands out big integers as text where they might not fit a number; ours always do. */
export const toNumbers = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, isIdColumn(key) && value !== null ? Number(value) : value]),
  ) as Row;

const isIdColumn = (key: string): boolean => key === 'id' || /_(id|at|until)$/.test(key) || key === 'occurrence';
