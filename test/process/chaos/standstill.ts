import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosWorld } from './chaos-world.js';

const EVERY_MS = 200;

/** Measures how long claimed batches make no progress: the cost of a fault until another worker takes over. */
export class StandstillWatch {
  private longestMs = 0;
  private readonly moved = new Map<number, { state: string; at: number }>();
  private readonly ending = new AbortController();
  private readonly watching: Promise<void>;

  constructor(private readonly world: ChaosWorld) {
    this.watching = this.watch();
  }

  /** The longest standstill, in milliseconds. */
  async stop(): Promise<number> {
    this.ending.abort();
    await this.watching;
    return Math.round(this.longestMs);
  }

  private async watch(): Promise<void> {
    while (!this.ending.signal.aborted) {
      await this.look();
      await sleep(EVERY_MS, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const sql = `SELECT id, CONCAT_WS(' ', cursor_id, attempts, lease_owner) AS state FROM batch WHERE status = 'running'`;
    const rows = await this.world.read<{ id: number; state: string }>(sql);
    const now = performance.now();
    const present = new Set(rows.map(({ id }) => id));
    for (const [id, { at }] of this.moved) {
      if (present.has(id)) continue;
      this.note(now - at);
      this.moved.delete(id);
    }
    for (const { id, state } of rows) {
      const before = this.moved.get(id);
      if (before) this.note(now - before.at);
      if (before?.state !== state) this.moved.set(id, { state, at: now });
    }
  }

  private note(ms: number): void {
    this.longestMs = Math.max(this.longestMs, ms);
  }
}
