import { groupBy } from '../../collections.js';
import { execute } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { OriginReader } from '../../providers/webpush/read-origin.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { Bulkheads } from '../judgement/bulkheads.js';
import type { DeviceGroups } from '../judgement/device-groups.js';
import type { OriginBulkhead } from '../judgement/origin-bulkhead.js';
import type { MessageResult } from '../record/message-result.js';
import type { RetryRow } from '../record/record-retries.js';

const ROWS_PER_STEP = 1_000;
/** The limit on each side of a random row. */
const MAX_SAMPLED = 2_500;

/** Rows that are sent together. */
export interface Turn {
  readonly rows: readonly RetryRow[];
  /** The origin that the rows probe, until `endTurn`; null: they are no probe. */
  readonly probed: OriginBulkhead | null;
}

/** Rows that wait longer. */
export interface Later {
  readonly ids: readonly number[];
  readonly key: string;
  /** Epoch ms. */
  readonly dueAt: number;
}

/** Rows of `retry_send` that are held for a push service (origin). */
export class HeldRows {
  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'jobs' | 'random' | 'config'>,
    private readonly parts: { readonly bulkheads: Bulkheads; readonly devices: Pick<DeviceGroups, 'sortForProbe'> },
  ) {}

  /** Makes the rows of these origins due and stops holding them. */
  async release(appId: number, keys: readonly string[]): Promise<void> {
    let released = 0;
    for (const key of keys) {
      for (let count = ROWS_PER_STEP; count === ROWS_PER_STEP; released += count) {
        count = await this.releaseStep(appId, key);
      }
    }
    if (released > 0) await this.deps.jobs.enqueue('retries', {});
  }

  /** Call it after a page is recorded, since its origin may have answered another page since. */
  async check(appId: number, results: readonly MessageResult[]): Promise<void> {
    const keys = new Set(results.flatMap(({ heldFor }) => heldFor ?? []));
    if (keys.size === 0) return;
    await this.releasePassable(appId, keys);
    const now = this.deps.clock.now();
    const isDue = results.some(({ heldFor, retryAt }) => heldFor && retryAt !== null && retryAt <= now);
    if (isDue) await this.deps.jobs.enqueue('retries', {});
  }

  /** Call it after rows are put back, for the same reason. */
  async releasePassable(appId: number, keys: ReadonlySet<string>): Promise<void> {
    await this.release(appId, this.parts.bulkheads.findPassable(appId, keys));
  }

  /** Decides which due rows of one application may go now. The others wait longer. */
  async choose(appId: number, rows: readonly RetryRow[]): Promise<{ turns: Turn[]; later: Later[] }> {
    const { bulkheads } = this.parts;
    const turns: Turn[] = [];
    const later: Later[] = [];
    for (const [origin, group] of await this.byOrigin(appId, rows)) {
      const bulkhead = origin === null ? null : bulkheads.of(appId, origin);
      if (!bulkhead || bulkhead.isClosed || bulkhead.isHalfOpen || bulkheads.isGivenUp(appId, bulkhead)) {
        turns.push({ rows: group, probed: null });
        if (bulkhead) await this.releaseAside(appId, bulkhead, group);
        continue;
      }
      const count = bulkheads.isPlanned(bulkhead) ? 0 : bulkheads.acquire(appId, bulkhead, { waiting: group.length });
      if (count > 0) turns.push({ rows: group.slice(0, count), probed: bulkhead });
      const ids = group.slice(count).map(({ id }) => id);
      if (ids.length === 0) continue;
      later.push({ ids, key: bulkhead.key, dueAt: bulkheads.nextLookAt(appId, bulkhead, ids.length) });
    }
    return { turns, later };
  }

  endTurn({ probed }: Turn): void {
    if (probed) this.parts.bulkheads.release(probed);
  }

  get isFull(): boolean {
    return this.parts.bulkheads.isFull;
  }

  /** Releases the rows that say most about each refusing origin whose next probe is due. */
  async planProbes(): Promise<void> {
    for (const { appId, bulkhead } of this.parts.bulkheads.takeProbesToPlan()) {
      const sample = await this.sample(appId, bulkhead.key);
      const { probeStreak: streak, quota } = bulkhead;
      const untriedOnly = bulkhead.probesUntriedOnly(this.deps.clock.now());
      const rows = await this.parts.devices.sortForProbe(
        { appId, streak, untriedOnly },
        sample,
        (row) => row.device_id,
      );
      if (rows.length === 0 && untriedOnly) bulkhead.believeLimit();
      // Released rows go as one page: rows beyond it would be held again, always the same ones. Held rows would need
      // probe slots, which are few.
      const count = Math.min(quota, this.deps.config.checkpointSize);
      if (rows.length > 0) await this.free(appId, bulkhead.key, rows.slice(0, count));
    }
  }

  /** While nothing else goes to an origin, devices that were set aside need not wait for their turns. */
  private async releaseAside(appId: number, bulkhead: OriginBulkhead, rows: readonly RetryRow[]): Promise<void> {
    const { asideKey, slowLane } = bulkhead;
    const isAside = rows.some(({ held_for }) => held_for === asideKey);
    if (isAside && slowLane.takeRelease(this.deps.clock.now())) await this.releaseStep(appId, asideKey);
  }

  /** Returns up to 5,000 of the rows that wait for an origin, starting at a random one: there may be millions. */
  private async sample(appId: number, key: string): Promise<readonly Waiting[]> {
    const { database, random, clock } = this.deps;
    const read = (rest: string, ...more: number[]): Promise<Waiting[]> =>
      database.query<Waiting>(`SELECT id, device_id FROM retry_send WHERE held_for = ? AND app_id = ? ${rest}`, [
        ...[key, appId, ...more],
      ]);
    const [[first], [last]] = [await read('ORDER BY id LIMIT 1'), await read('ORDER BY id DESC LIMIT 1')];
    if (!first || !last) return [];
    const pivot = Number(first.id) + Math.floor(random() * (Number(last.id) - Number(first.id) + 1));
    const free = 'AND (lease_until IS NULL OR lease_until < ?) AND stopped = 0';
    const now = clock.now();
    const limit = `ORDER BY id LIMIT ${MAX_SAMPLED}`;
    const rows = [
      ...(await read(`${free} AND id >= ? ${limit}`, now, pivot)),
      ...(await read(`${free} AND id < ? ${limit}`, now, pivot)),
    ];
    return rows.map(({ id, device_id }) => ({ id: Number(id), device_id: Number(device_id) }));
  }

  /** Groups the rows by origin; null: nothing is left to send. */
  private async byOrigin(appId: number, rows: readonly RetryRow[]): Promise<Map<string | null, RetryRow[]>> {
    const ids = [...new Set(rows.map((row) => row.device_id))];
    const sql = `SELECT id, token FROM device WHERE app_id = ? AND id IN ${inList(ids)}`;
    const devices = await this.deps.database.query<{ id: number; token: string }>(sql, [appId, ...ids]);
    const endpoints = new Map(devices.map(({ id, token }) => [Number(id), token]));
    const reader = new OriginReader();
    const now = this.deps.clock.now();
    return groupBy(rows, ({ device_id, stopped, expires_at }) => {
      const endpoint = endpoints.get(device_id);
      return endpoint === undefined || stopped || expires_at <= now ? null : reader.read(endpoint);
    });
  }

  /** Short transactions, since hundreds of thousands of rows may wait. Returns the number of released rows. */
  private async releaseStep(appId: number, key: string): Promise<number> {
    const sql = `SELECT id FROM retry_send WHERE held_for = ? AND app_id = ? LIMIT ${ROWS_PER_STEP}`;
    const rows = await this.deps.database.query<{ id: number }>(sql, [key, appId]);
    if (rows.length > 0) await this.free(appId, key, rows);
    return rows.length;
  }

  /** Rows that the pause of their run holds stay held: they are due when they expire. */
  private async free(appId: number, key: string, rows: readonly { readonly id: number }[]): Promise<void> {
    const { database, clock } = this.deps;
    const sql = `UPDATE retry_send SET held_for = NULL, due_at = CASE WHEN due_at = expires_at THEN due_at ELSE ? END
      WHERE app_id = ? AND held_for = ? AND id IN ${inList(rows)}`;
    await database.tx((tx) => execute(tx, sql, [clock.now(), appId, key, ...rows.map(({ id }) => id)]));
  }
}

interface Waiting {
  readonly id: number;
  readonly device_id: number;
}
