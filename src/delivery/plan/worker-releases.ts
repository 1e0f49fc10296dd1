import { randomUUID } from 'node:crypto';
import { execute } from '../../database/database.js';
import { zoneRules } from '../../schedule/zone-rules.js';
import type { DeliveryDeps } from '../delivery-deps.js';

const BEAT_MS = 10_000;
/** A worker that misses three beats counts as dead. */
const ALIVE_MS = 35_000;

/**
 * The releases of the tz database that living workers have. During an upgrade there are two. Only workers with the later
 * one plan and fire the moments that follow it, so that no moment moves back and forth.
 */
export class WorkerReleases {
  private readonly worker = randomUUID();
  private beatAt: number | null = null;
  private beatRelease: string | null = null;
  /** Whether no living worker has a later release, as of the last look. */
  isLatest = true;

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock'>) {}

  async look(): Promise<void> {
    const { database, clock } = this.deps;
    const now = clock.now();
    const { release } = zoneRules();
    const isDue = this.beatAt === null || Math.abs(now - this.beatAt) >= BEAT_MS;
    if (isDue || this.beatRelease !== release) await this.beat(now, release);
    const others = 'SELECT seen_at FROM worker_release WHERE worker <> ? AND tz_release > ?';
    const later = await database.query<{ seen_at: number }>(others, [this.worker, release]);
    this.isLatest = !later.some(({ seen_at }) => Math.abs(now - Number(seen_at)) < ALIVE_MS);
  }

  /** Removes this worker when it ends, so that others need not wait until it counts as dead. */
  async leave(): Promise<void> {
    if (this.beatAt === null) return;
    this.beatAt = null;
    await this.deps.database.tx((tx) => execute(tx, 'DELETE FROM worker_release WHERE worker = ?', [this.worker]));
  }

  private async beat(now: number, release: string): Promise<void> {
    this.beatAt = now;
    this.beatRelease = release;
    const { database } = this.deps;
    const newest = database.dialect.upsert(['worker'], (incoming) =>
      [`tz_release = ${incoming('tz_release')}`, `seen_at = ${incoming('seen_at')}`].join(', '),
    );
    await database.tx(async (tx) => {
      await execute(tx, 'DELETE FROM worker_release WHERE seen_at < ? OR seen_at > ?', [
        now - FORGOTTEN_MS,
        now + FORGOTTEN_MS,
      ]);
      const values = [this.worker, release, now];
      await execute(tx, `INSERT INTO worker_release (worker, tz_release, seen_at) VALUES (?, ?, ?) ${newest}`, values);
    });
  }
}

const FORGOTTEN_MS = 3_600_000;
