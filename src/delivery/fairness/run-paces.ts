import { LRUCache } from 'lru-cache';
import { execute, select, type Tx } from '../../database/database.js';
import type { Speed } from '../../ports/speed.js';
import { HANDOVER_MS, MOST_AHEAD_MS, Pace, rateAt } from '../../schedule/speed.js';
import type { DeliveryDeps } from '../delivery-deps.js';

const US = 1_000;
const MINUTE_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** A run with a speed, as its page needs it. */
export interface PacedRun {
  readonly runId: number;
  readonly speed: Speed;
  /** The number of pushes of a device, which stay together. */
  readonly unit: number;
}

/** Slots that a page has taken. */
export interface Slots {
  readonly messages: number;
  readonly takenAt: number;
  /** The microsecond from which these slots count. */
  readonly fromUs: number;
  /** The microsecond until which the run has used its slots; null: it has no limit at present. */
  readonly untilUs: number | null;
  readonly pace: Pace | null;
}

/** No slot is free before this instant, epoch ms. */
export interface Throttled {
  readonly readyAt: number;
  readonly pace: Pace;
}

interface PaceRow {
  readonly began_at: number | null;
  readonly paid_until_us: number;
}

/**
 * Limits the speed of runs over all processes. Each page first takes its slots in the database, where a row per run says
 * until when slots are used. Slots of a killed worker are lost, so the limit holds.
 */
export class RunPaces {
  /** The longest recent handover of each run in this process. */
  private readonly delays = new LRUCache<number, number>({ max: MAX_REMEMBERED, ttl: MINUTE_MS });

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock'>) {}

  /** Messages of one page, at most. */
  mostOf({ speed, unit }: PacedRun): number {
    const { maxPerMinute } = speed;
    return maxPerMinute === null ? Number.POSITIVE_INFINITY : new Pace(maxPerMinute, unit).most;
  }

  take(run: PacedRun, { most, unit }: { most: number; unit: number }): Promise<Slots | Throttled> {
    return this.deps.database.tx(async (tx) => {
      const now = this.deps.clock.now();
      const row = await this.lock(tx, run.runId);
      const beganAt = Number(row?.began_at ?? now);
      const rate = rateAt(run.speed, now - beganAt);
      const free = { messages: most, takenAt: now, fromUs: now * US, untilUs: null, pace: null };
      if (!row || rate === null) return free;
      const pace = new Pace(rate, run.unit);
      const latestUs = (now + MOST_AHEAD_MS) * US;
      const paidUs = Math.min(Number(row.paid_until_us), latestUs);
      const readyAt = toMs(paidUs - pace.threshold);
      if (paidUs === latestUs) await this.write(tx, run.runId, { beganAt, untilUs: paidUs, readyAt });
      const units = pace.unitsFor(Math.max(0, paidUs - now * US));
      if (units === 0) return { readyAt, pace };
      const messages = toWhole(Math.min(most, units * run.unit), unit);
      const fromUs = Math.max(paidUs, now * US - pace.lateness);
      const untilUs = fromUs + pace.costUs(messages);
      await this.write(tx, run.runId, { beganAt, untilUs, readyAt: toMs(untilUs - pace.threshold) });
      return { messages, takenAt: now, fromUs, untilUs, pace };
    });
  }

  /** Releases the slots that a page does not use. They are lost if another page has taken slots since. */
  async giveBack({ runId }: PacedRun, { pace, fromUs, untilUs }: Slots, used: number): Promise<void> {
    if (pace === null || untilUs === null) return;
    const nextUs = fromUs + pace.costUs(used);
    const sql = 'UPDATE run_pace SET paid_until_us = ?, ready_at = ? WHERE run_id = ? AND paid_until_us = ?';
    const values = [nextUs, toMs(nextUs - pace.threshold), runId, untilUs];
    if (nextUs < untilUs) await this.deps.database.tx((tx) => execute(tx, sql, values));
  }

  /**
   * Call it when the messages of a page have been answered. If they took longer than earlier pages, they arrive closer
   * to the pages after them, which must therefore wait as much longer.
   */
  async recordHandover({ runId }: PacedRun, { pace, takenAt }: Slots): Promise<void> {
    const delayMs = this.deps.clock.now() - takenAt;
    const usualMs = Math.max(HANDOVER_MS, this.delays.get(runId) ?? 0);
    if (pace === null || delayMs <= usualMs) return;
    this.delays.set(runId, delayMs);
    await this.deps.database.tx(async (tx) => {
      const row = await this.lock(tx, runId);
      if (!row) return;
      const untilUs = Math.max(Number(row.paid_until_us), this.deps.clock.now() * US) + (delayMs - usualMs) * US;
      await this.write(tx, runId, {
        beganAt: Number(row.began_at ?? takenAt),
        untilUs,
        readyAt: toMs(untilUs - pace.threshold),
      });
    });
  }

  private async lock(tx: Tx, runId: number): Promise<PaceRow | undefined> {
    const sql = `SELECT began_at, paid_until_us FROM run_pace WHERE run_id = ? ${this.deps.database.dialect.forUpdate}`;
    return (await select<PaceRow>(tx, sql, [runId]))[0];
  }

  private async write(
    tx: Tx,
    runId: number,
    { beganAt, untilUs, readyAt }: { beganAt: number; untilUs: number; readyAt: number },
  ): Promise<void> {
    const sql = 'UPDATE run_pace SET began_at = ?, paid_until_us = ?, ready_at = ? WHERE run_id = ?';
    await execute(tx, sql, [beganAt, untilUs, readyAt, runId]);
  }
}

const toMs = (us: number): number => Math.ceil(us / US);

/** The pushes of one device stay together. */
const toWhole = (messages: number, unit: number): number => Math.max(1, Math.floor(messages / unit)) * unit;
