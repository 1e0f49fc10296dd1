import { LRUCache } from 'lru-cache';
import { Run } from '../../entities/run.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import type { PreparedPush } from '../judgement/pair.js';
import { preparePush } from './load-pushes.js';
import { defaultsOfRun } from './run-defaults.js';

/** The parts of a run that its batches need, as they were when it began. */
export interface RunContext {
  readonly run: Run;
  readonly pushes: readonly PreparedPush[];
}

const MAX_CACHED = 16;

/** Loads the snapshot of a run once per process, not once per batch: a list of external ids may be megabytes. */
export class RunContexts {
  private readonly cache = new LRUCache<number, Promise<RunContext | null>>({ max: MAX_CACHED });

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'compileTemplate'>) {}

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
    const { database, compileTemplate } = this.deps;
    const run = await database.reader.findOneBy(Run, { id: runId });
    if (!run?.pushes) return null;
    const runName = await this.nameOf(run);
    const about = { compile: compileTemplate, runName, defaults: defaultsOfRun(run) };
    return { run, pushes: run.pushes.map((push) => preparePush(push, about)) };
  }

  private async nameOf(run: Run): Promise<string | null> {
    if (!run.pushes?.some(({ missing }) => missing)) return null;
    const sql = 'SELECT name FROM scheduler WHERE id = ?';
    const [scheduler] = await this.deps.database.query<{ name: string }>(sql, [run.schedulerId]);
    return scheduler?.name ?? null;
  }
}
