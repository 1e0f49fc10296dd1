import { randomUUID } from 'node:crypto';
import { chunk } from '../collections.js';
import { type Database, execute } from '../database/database.js';
import type { Clock } from '../ports/clock.js';
import type { DeliveryLogger } from './delivery-deps.js';

export type LeasedTable = 'batch' | 'due_send' | 'retry_send';

const ROWS_PER_UPDATE = 1_000;

/**
 * What this process holds. A held row carries the process's name and an end; the end is moved while the process lives,
 * so that a dead or frozen one loses its rows after `leaseMs` and another takes over. Whoever records outcomes checks
 * that the row still carries its name.
 */
export class Leases {
  readonly owner = randomUUID();
  private readonly held: Record<LeasedTable, Set<number>> = {
    batch: new Set(),
    due_send: new Set(),
    retry_send: new Set(),
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

  hold(table: LeasedTable, ids: readonly number[]): void {
    for (const id of ids) this.held[table].add(id);
    this.timer ??= setInterval(() => void this.renew(), this.options.leaseMs / 3).unref();
  }

  holds(table: LeasedTable, id: number): boolean {
    return this.held[table].has(id);
  }

  release(table: LeasedTable, ids: readonly number[]): void {
    for (const id of ids) this.held[table].delete(id);
    if (Object.values(this.held).some((set) => set.size > 0)) return;
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async renew(): Promise<void> {
    for (const [table, ids] of Object.entries(this.held)) {
      try {
        for (const part of chunk([...ids], ROWS_PER_UPDATE)) await this.extend(table as LeasedTable, part);
      } catch (error) {
        this.options.log.warn({ table, err: error }, 'a lease could not be renewed; the next tick tries again');
      }
    }
  }

  private async extend(table: LeasedTable, ids: readonly number[]): Promise<void> {
    const marks = ids.map(() => '?').join(', ');
    const sql = `UPDATE ${table} SET lease_until = ? WHERE lease_owner = ? AND id IN (${marks})`;
    await this.database.tx((tx) => execute(tx, sql, [this.until(), this.owner, ...ids]));
  }
}
