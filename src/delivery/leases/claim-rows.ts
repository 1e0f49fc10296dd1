import { chunk } from '../../collections.js';
import { execute, select } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { Pace } from '../../schedule/speed.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { amongRows, type LeasedRow, type LeasedTable, type Leases } from './leases.js';

/**
 * Leases up to `limit` due rows of a table for this process, in the order in which they came due. Rows that others have
 * leased are skipped.
 * @param claim.exceptApps applications whose rows are skipped; `where` is a further condition.
 */
export const claimRows = async <Row extends { id: number; app_id: number }>(
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
  // A first read runs outside a transaction: an idle service would otherwise take the write lock every second.
  if ((await deps.database.query(`SELECT id FROM ${table} WHERE ${due} LIMIT 1`, [now, now])).length === 0) return [];
  const until = leases.until();
  const rows = await deps.database.tx(async (tx) => {
    const sql = `SELECT * FROM ${table} WHERE ${due} ORDER BY due_at, id LIMIT ${limit} ${deps.database.dialect.skipLocked}`;
    const found = await select<Row>(tx, sql, [now, now]);
    if (found.length === 0) return found;
    const among = amongRows(found.map(toLeased));
    const lease = `UPDATE ${table} SET lease_owner = ?, lease_until = ? WHERE ${among.sql}`;
    await execute(tx, lease, [leases.owner, until, ...among.parameters]);
    return found;
  });
  leases.add(table, rows.map(toLeased), until);
  return rows.map(toNumbers);
};

const toLeased = (row: { readonly id: number; readonly app_id: number }): LeasedRow => ({
  id: Number(row.id),
  appId: Number(row.app_id),
});

/** Rows of one application that this process has leased and releases. */
export interface PutBack {
  readonly table: Exclude<LeasedTable, 'batch'>;
  readonly appId: number;
  readonly ids: readonly number[];
}

/** A message that expires earlier is due when it expires, to be recorded. The instant is the parameter, twice. */
const DUE_OR_EXPIRED = 'CASE WHEN expires_at < ? THEN expires_at ELSE ? END';

/** Gives rows back until an instant (epoch ms). */
export const postponeRows = async (
  deps: Pick<DeliveryDeps, 'database'>,
  leases: Leases,
  { table, appId, ids, dueAt }: PutBack & { readonly dueAt: number },
): Promise<void> => {
  if (ids.length === 0) return;
  leases.release(table, ids);
  const [due, dues] = table === 'retry_send' ? [DUE_OR_EXPIRED, [dueAt, dueAt]] : ['?', [dueAt]];
  const sql = `UPDATE ${table} SET due_at = ${due}, waits_for_app = 0, lease_owner = NULL, lease_until = NULL
    WHERE lease_owner = ? AND app_id = ? AND id IN ${inList(ids)}`;
  await deps.database.tx((tx) => execute(tx, sql, [...dues, leases.owner, appId, ...ids]));
};

/** Rows that wait for slots of their run are spread over this many instants at most. */
const MAX_SPREAD = 20;
const LEAST_SPREAD_MS = 500;

/**
 * Gives rows back until slots of their run are likely to be free for them: rows that came due together would otherwise
 * all be claimed and given back again and again.
 */
export const spreadRows = async (
  deps: Pick<DeliveryDeps, 'database'>,
  leases: Leases,
  { ids, from, pace, ...rows }: PutBack & { readonly from: number; readonly pace: Pace },
): Promise<void> => {
  const size = Math.max(Math.ceil(ids.length / MAX_SPREAD), pace.most);
  let dueAt = from;
  for (const part of chunk(ids, size)) {
    await postponeRows(deps, leases, { ...rows, ids: part, dueAt });
    dueAt += Math.max(LEAST_SPREAD_MS, Math.ceil(pace.costUs(part.length) / 1_000));
  }
};

/** mysql2 returns big integers as text, because they might not fit a number; ours always do. */
export const toNumbers = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, isIdColumn(key) && value !== null ? Number(value) : value]),
  ) as Row;

const isIdColumn = (key: string): boolean => key === 'id' || /_(id|at|until)$/.test(key) || key === 'occurrence';
