import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.js';
import { Run } from '../../entities/run.js';
import { type PreparedPush, preparePush } from './load-pushes.js';

/** A run as its batches need it: what was settled when it began. */
export interface RunContext {
  readonly run: Run;
  readonly pushes: readonly PreparedPush[];
}

const MAX_CACHED = 16;

/** Loads each run's snapshot once per process, not once per batch: a list of external ids may hold megabytes. */
export class RunContexts {
  private readonly cache = new LRUCache<number, Promise<RunContext | null>>({ max: MAX_CACHED });

  constructor(private readonly database: Database) {}

  /** null if there is no such run, or it has no snapshot (auto-push). */
  load(runId: number): Promise<RunContext | null> {
    const known = this.cache.get(runId);
    if (known) return known;
    const loading = this.read(runId);
    loading.catch(() => this.cache.delete(runId));
    this.cache.set(runId, loading);
    return loading;
  }

  private async read(runId: number): Promise<RunContext | null> {
    const run = await this.database.reader.findOneBy(Run, { id: runId });
    if (!run?.audience || !run.pushes) return null;
    return { run, pushes: run.pushes.map(preparePush) };
  }
}
