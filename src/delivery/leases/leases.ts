import { randomUUID } from 'node:crypto';
import { chunk } from '../../collections.js';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import type { Clock } from '../../ports/clock.js';
import type { DeliveryLogger } from '../delivery-deps.js';

export type LeasedTable = 'batch' | 'due_send' | 'retry_send';

/** Names the rows in the log. */
export const ROW_NAMES = {
  batch: 'batches',
  due_send: 'due sends',
  retry_send: 'waiting messages',
} as const satisfies Record<LeasedTable, string>;

/** A row and its application. Every statement names both, because a sharded table is partitioned by application. */
export interface LeasedRow {
  readonly id: number;
  readonly appId: number;
}

/** The lease of a row. */
export interface Lease {
  readonly owner: string;
  /** Epoch ms. */
  readonly until: number;
}

const ROWS_PER_UPDATE = 1_000;

/** No living worker renews a lease further ahead than this many of ours, whatever its own setting. */
const LEASES_AHEAD = 10;

/**
 * A clock that was set back leaves leases that end too far in the future, and a dead worker would keep its rows until
 * then. They now end as if taken now; a living worker renews its own before that.
 */
export const pullBackLeases = async (
  database: Database,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<void> => {
  const latest = now + LEASES_AHEAD * leaseMs;
  for (const table of ['batch', 'due_send', 'retry_send'] as const satisfies readonly LeasedTable[]) {
    // Such leases are rare, and a read takes no locks.
    const found = await database.query(`SELECT id FROM ${table} WHERE lease_until > ? LIMIT 1`, [latest]);
    if (found.length === 0) continue;
    const sql = `UPDATE ${table} SET lease_until = ? WHERE lease_until > ?`;
    await database.tx((tx) => execute(tx, sql, [now + leaseMs, latest]));
  }
};

/**
 * The rows that this process has leased. A leased row carries the name of the process and an end, which moves forward
 * while the process lives. A dead or frozen process loses its rows after `leaseMs`. Before outcomes are recorded, the
 * row must still carry the name.
 */
export class Leases {
  readonly owner = randomUUID();
  private readonly rows: Record<LeasedTable, Map<number, LeasedUntil>> = {
    batch: new Map(),
    due_send: new Map(),
    retry_send: new Map(),
  };
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly options: { readonly leaseMs: number; readonly log: DeliveryLogger },
  ) {}

  /** Epoch ms at which a lease taken now ends. */
  until(): number {
    return this.clock.now() + this.options.leaseMs;
  }

  /** Returns the lease columns of a row that is inserted with a lease. */
  take(): Lease {
    return { owner: this.owner, until: this.until() };
  }

  /** @param until the end of the lease as written to the rows. */
  add(table: LeasedTable, rows: readonly LeasedRow[], until: number): void {
    for (const { id, appId } of rows) this.rows[table].set(id, { appId, until });
    this.timer ??= setInterval(() => void this.renew(), this.options.leaseMs / 3).unref();
  }

  has(table: LeasedTable, id: number): boolean {
    return this.rows[table].has(id);
  }

  release(table: LeasedTable, ids: readonly number[]): void {
    for (const id of ids) this.rows[table].delete(id);
    if (Object.values(this.rows).some((rows) => rows.size > 0)) return;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Whether all of these rows of one application are still ours. Check before sending: this process may have frozen
   * while it waited. Costs nothing while no lease has ended. A lease that has ended, and that nobody took, is renewed.
   */
  async confirm(table: LeasedTable, appId: number, ids: readonly number[]): Promise<boolean> {
    const now = this.clock.now();
    const ended = ids.filter((id) => (this.rows[table].get(id)?.until ?? 0) <= now).map((id) => ({ id, appId }));
    for (const part of chunk(ended, ROWS_PER_UPDATE)) {
      if ((await this.extend(table, part)) < part.length) return false;
    }
    return true;
  }

  private async renew(): Promise<void> {
    for (const [table, leased] of Object.entries(this.rows)) {
      const rows = [...leased].map(([id, { appId }]) => ({ id, appId }));
      try {
        for (const part of chunk(rows, ROWS_PER_UPDATE)) await this.extend(table as LeasedTable, part);
      } catch (error) {
        this.options.log.warn({ table, err: error }, 'a lease could not be renewed; the next tick tries again');
      }
    }
  }

  /** Returns how many of the rows are still ours. */
  private async extend(table: LeasedTable, rows: readonly LeasedRow[]): Promise<number> {
    const until = this.until();
    const among = amongRows(rows);
    const sql = `UPDATE ${table} SET lease_until = ? WHERE lease_owner = ? AND ${among.sql}`;
    const { affected } = await this.database.tx((tx) => execute(tx, sql, [until, this.owner, ...among.parameters]));
    // Rows that were released while the statement ran stay released.
    if (affected === rows.length) for (const row of rows) if (this.has(table, row.id)) this.add(table, [row], until);
    return affected;
  }
}

interface LeasedUntil {
  readonly appId: number;
  /** Epoch ms at which the lease ends, as far as this process knows. */
  readonly until: number;
}

/** A condition on rows of a leased table, by their applications and ids. */
export const amongRows = (rows: readonly LeasedRow[]): SqlFragment => {
  const appIds = [...new Set(rows.map(({ appId }) => appId))];
  return {
    sql: `app_id IN ${inList(appIds)} AND id IN ${inList(rows)}`,
    parameters: [...appIds, ...rows.map(({ id }) => id)],
  };
};

/** Another worker has taken over the rows. Expected after a freeze; nothing is wrong. */
export class LeaseLost extends Error {
  constructor(table: LeasedTable) {
    super(`the lease of ${ROW_NAMES[table]} was lost; another worker has them`);
    this.name = 'LeaseLost';
  }
}
