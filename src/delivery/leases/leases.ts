import { randomUUID } from 'node:crypto';
import { chunk } from '../../collections.js';
import { type Database, execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { SqlFragment } from '../../database/sql.js';
import type { Clock } from '../../ports/clock.js';
import type { DeliveryLogger } from '../delivery-deps.js';

export type LeasedTable = 'batch' | 'due_send' | 'retry_send';

/** Of the log. */
export const ROW_NAMES = {
  batch: 'batches',
  due_send: 'due sends',
  retry_send: 'waiting messages',
} as const satisfies Record<LeasedTable, string>;

/** A row, and the application that it is of: every statement about it names both, so that it can be told where the row is. */
export interface LeasedRow {
  readonly id: number;
  readonly appId: number;
}

/** What a held row carries. */
export interface Lease {
  readonly owner: string;
  /** Epoch ms. */
  readonly until: number;
}

const ROWS_PER_UPDATE = 1_000;

/** No lease that a living worker renews lies further ahead than so many of ours, whatever it is set to there. */
const LEASES_AHEAD = 10;

/**
 * A clock that was set back leaves leases of the future, which a dead worker would hold for as long: they end as if taken
 * now. A living one renews its own before that.
 */
export const pullBackLeases = async (
  database: Database,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<void> => {
  const latest = now + LEASES_AHEAD * leaseMs;
  for (const table of ['batch', 'due_send', 'retry_send'] as const satisfies readonly LeasedTable[]) {
    // Nearly always there is none, and a look takes no locks.
    const found = await database.query(`SELECT id FROM ${table} WHERE lease_until > ? LIMIT 1`, [latest]);
    if (found.length === 0) continue;
    const sql = `UPDATE ${table} SET lease_until = ? WHERE lease_until > ?`;
    await database.tx((tx) => execute(tx, sql, [now + leaseMs, latest]));
  }
};

/**
 * What this process holds. A held row carries the process's name and an end; the end is moved while the process lives,
 * so that a dead or frozen one loses its rows after `leaseMs` and another takes over. Whoever records outcomes checks
 * that the row still carries its name.
 */
export class Leases {
  readonly owner = randomUUID();
  private readonly held: Record<LeasedTable, Map<number, Held>> = {
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

  /** For a row that is held from its beginning. */
  take(): Lease {
    return { owner: this.owner, until: this.until() };
  }

  /** @param until as it was written. */
  hold(table: LeasedTable, rows: readonly LeasedRow[], until: number): void {
    for (const { id, appId } of rows) this.held[table].set(id, { appId, until });
    this.timer ??= setInterval(() => void this.renew(), this.options.leaseMs / 3).unref();
  }

  holds(table: LeasedTable, id: number): boolean {
    return this.held[table].has(id);
  }

  release(table: LeasedTable, ids: readonly number[]): void {
    for (const id of ids) this.held[table].delete(id);
    if (Object.values(this.held).some((rows) => rows.size > 0)) return;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Whether all of these rows of one application are still ours: to be asked before sending, since this process may have
   * stood still while it waited. Costs nothing while no lease has ended; one that has, and that nobody took, is renewed.
   */
  async confirm(table: LeasedTable, appId: number, ids: readonly number[]): Promise<boolean> {
    const now = this.clock.now();
    const ended = ids.filter((id) => (this.held[table].get(id)?.until ?? 0) <= now).map((id) => ({ id, appId }));
    for (const part of chunk(ended, ROWS_PER_UPDATE)) {
      if ((await this.extend(table, part)) < part.length) return false;
    }
    return true;
  }

  private async renew(): Promise<void> {
    for (const [table, held] of Object.entries(this.held)) {
      const rows = [...held].map(([id, { appId }]) => ({ id, appId }));
      try {
        for (const part of chunk(rows, ROWS_PER_UPDATE)) await this.extend(table as LeasedTable, part);
      } catch (error) {
        this.options.log.warn({ table, err: error }, 'a lease could not be renewed; the next tick tries again');
      }
    }
  }

  /** Answers how many of them are ours. */
  private async extend(table: LeasedTable, rows: readonly LeasedRow[]): Promise<number> {
    const until = this.until();
    const among = amongRows(rows);
    const sql = `UPDATE ${table} SET lease_until = ? WHERE lease_owner = ? AND ${among.sql}`;
    const { affected } = await this.database.tx((tx) => execute(tx, sql, [until, this.owner, ...among.parameters]));
    // Not those that were released meanwhile.
    if (affected === rows.length) for (const row of rows) if (this.holds(table, row.id)) this.hold(table, [row], until);
    return affected;
  }
}

interface Held {
  readonly appId: number;
  /** Epoch ms, as far as this process knows. */
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

/** Another worker has what this one held: to be expected after a freeze, and nothing is wrong. */
export class LeaseLost extends Error {
  constructor(table: LeasedTable) {
    super(`the lease of ${ROW_NAMES[table]} was lost; another worker has them`);
    this.name = 'LeaseLost';
  }
}
