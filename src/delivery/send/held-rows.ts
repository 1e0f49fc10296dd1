import { groupBy } from '../../collections.js';
import { execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { OriginReader } from '../../providers/webpush/read-origin.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { MessageResult } from '../record/message-result.js';
import type { RetryRow } from '../record/record-retries.js';
import type { OriginGate } from './origin-gate.js';
import type { OriginState } from './origin-state.js';
import type { ProbeOrder } from './probe-order.js';

const ROWS_PER_STEP = 1_000;
/** The limit on each side of a random row. */
const MOST_SAMPLED = 2_500;

interface Waiting {
  readonly id: number;
  readonly device_id: number;
}

/** Rows to be tried together. */
export interface Turn {
  readonly rows: readonly RetryRow[];
  /** The push service that they try, until `leave`; null: one that is known, or nothing is left to send. */
  readonly stranger: OriginState | null;
}

/** Rows to be looked at again. */
export interface Later {
  readonly ids: readonly number[];
  /** Of the push service that they wait for. */
  readonly key: string;
  /** Epoch ms. */
  readonly dueAt: number;
}

/** Rows of `retry_send` that wait for a push service. */
export class HeldRows {
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'jobs' | 'random'>,
    private readonly parts: { readonly gate: OriginGate; readonly probes: ProbeOrder },
  ) {}

  /** What waited for these push services of an application is due now, and waits no more. */
  async release(appId: number, keys: readonly string[]): Promise<void> {
    let released = 0;
    for (const key of keys) released += await this.releaseKey(appId, key);
    if (released > 0) await this.deps.jobs.enqueue('retries', {});
  }

  /** After a page has been recorded: its push service may have been found to be good by another page meanwhile. */
  async check(appId: number, results: readonly MessageResult[]): Promise<void> {
    const keys = new Set(results.flatMap(({ heldFor }) => heldFor ?? []));
    if (keys.size === 0) return;
    await this.releaseGood(appId, [...keys]);
    for (const key of keys) await this.planProbe(appId, key);
    const now = this.deps.clock.now();
    const isDue = results.some(({ heldFor, retryAt }) => heldFor && retryAt !== null && retryAt <= now);
    if (isDue) await this.deps.jobs.enqueue('retries', {});
  }

  /** For rows that were put back while their push service may have been found to be good. */
  async releaseGood(appId: number, keys: readonly string[]): Promise<void> {
    await this.release(
      appId,
      keys.filter((key) => this.parts.gate.isGoodKey(appId, key)),
    );
  }

  /** Of rows that have come due, which may be tried now. All are of one application. */
  async choose(appId: number, rows: readonly RetryRow[]): Promise<{ turns: Turn[]; later: Later[] }> {
    const turns: Turn[] = [];
    const later: Later[] = [];
    for (const [origin, group] of await this.byOrigin(appId, rows)) {
      const state = origin === null ? null : this.parts.gate.stateOf(appId, origin);
      if (!state || state.isGood || state.isAnswering || this.parts.gate.isGivenUp(appId, state)) {
        turns.push({ rows: group, stranger: null });
        continue;
      }
      const count = this.parts.gate.enter(appId, state, { waiting: group.length });
      if (count > 0) turns.push({ rows: group.slice(0, count), stranger: state });
      const ids = group.slice(count).map(({ id }) => id);
      if (ids.length > 0)
        later.push({ ids, key: state.key, dueAt: this.parts.gate.nextLook(appId, state, ids.length) });
    }
    return { turns, later };
  }

  leave({ stranger }: Turn): void {
    if (stranger) this.parts.gate.leave(stranger);
  }

  get isFull(): boolean {
    return this.parts.gate.isFull;
  }

  /** Brings forward the messages whose devices tell most about a push service that is probed, once for each probe. */
  private async planProbe(appId: number, key: string): Promise<void> {
    const state = this.parts.gate.blamedBy(key);
    if (!state?.takeProbePlan()) return;
    const { database, clock } = this.deps;
    const rows = await this.parts.probes.sort({ appId, state }, await this.sample(appId, key), (row) => row.device_id);
    const ids = rows.slice(0, state.quota).map(({ id }) => id);
    // Released, so that they go as a page and not within the few places of strangers.
    const sql = `UPDATE retry_send SET held_for = NULL, due_at = CASE WHEN due_at = expires_at THEN due_at ELSE ? END
      WHERE app_id = ? AND held_for = ? AND id IN ${inList(ids)}`;
    const dueAt = Math.max(clock.now(), state.nextAt);
    if (ids.length > 0) await database.tx((tx) => execute(tx, sql, [dueAt, appId, key, ...ids]));
  }

  /** Some of the rows that wait for a push service, from a random place on: there may be millions. */
  private async sample(appId: number, key: string): Promise<readonly Waiting[]> {
    const { database, random } = this.deps;
    const of = 'SELECT id, device_id FROM retry_send WHERE held_for = ? AND app_id = ?';
    const read = (rest: string, ...more: number[]): Promise<Waiting[]> =>
      database.query<Waiting>(`${of} ${rest}`, [key, appId, ...more]);
    const [[first], [last]] = [await read('ORDER BY id LIMIT 1'), await read('ORDER BY id DESC LIMIT 1')];
    if (!first || !last) return [];
    const pivot = Number(first.id) + Math.floor(random() * (Number(last.id) - Number(first.id) + 1));
    const free = 'lease_until IS NULL AND stopped = 0';
    const most = `ORDER BY id LIMIT ${MOST_SAMPLED}`;
    const rows = [...(await read(`AND ${free} AND id >= ? ${most}`, pivot))];
    rows.push(...(await read(`AND ${free} AND id < ? ${most}`, pivot)));
    return rows.map(({ id, device_id }) => ({ id: Number(id), device_id: Number(device_id) }));
  }

  /** null: nothing is to be sent any more. */
  private async byOrigin(appId: number, rows: readonly RetryRow[]): Promise<Map<string | null, RetryRow[]>> {
    const ids = [...new Set(rows.map((row) => row.device_id))];
    const sql = `SELECT id, token FROM device WHERE app_id = ? AND id IN (${ids.map(() => '?').join(', ')})`;
    const devices = await this.deps.database.query<{ id: number; token: string }>(sql, [appId, ...ids]);
    const endpoints = new Map(devices.map(({ id, token }) => [Number(id), token]));
    const reader = new OriginReader();
    const now = this.deps.clock.now();
    return groupBy(rows, ({ device_id, stopped, expires_at }) => {
      const endpoint = endpoints.get(device_id);
      return endpoint === undefined || stopped || expires_at <= now ? null : reader.read(endpoint);
    });
  }

  /** In short transactions: there may be hundreds of thousands. */
  private async releaseKey(appId: number, key: string): Promise<number> {
    const { database, clock } = this.deps;
    const sql = `SELECT id FROM retry_send WHERE held_for = ? AND app_id = ? LIMIT ${ROWS_PER_STEP}`;
    for (let released = 0; ; ) {
      const rows = await database.query<{ id: number }>(sql, [key, appId]);
      if (rows.length === 0) return released;
      // What its run's pause holds stays held.
      const free = `UPDATE retry_send SET held_for = NULL, due_at = CASE WHEN due_at = expires_at THEN due_at ELSE ? END
        WHERE app_id = ? AND id IN ${inList(rows)}`;
      await database.tx((tx) => execute(tx, free, [clock.now(), appId, ...rows.map(({ id }) => id)]));
      released += rows.length;
    }
  }
}
