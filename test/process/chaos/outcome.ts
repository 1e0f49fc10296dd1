import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntry } from '../../support/fakes/ledger.js';
import type { ChaosWorld } from './chaos-world.js';
import type { Promised } from './load.js';

const PAGE = 10_000;
const EVERY_MS = 100;

/** Resolves when every moment has its run, every run has ended and nothing waits; rejects when progress stops. */
export const untilAllDone = async (world: ChaosWorld, promised: readonly Promised[], patienceMs: number) => {
  const runs = promised.reduce((sum, { moments }) => sum + (moments?.length ?? 0), 0);
  let before = '';
  let movedAt = performance.now();
  for (;;) {
    const progress = await progressOf(world);
    if (progress.finished === runs && progress.waiting === 0) return;
    const now = JSON.stringify(progress);
    if (now !== before) movedAt = performance.now();
    before = now;
    if (performance.now() - movedAt > patienceMs) throw new Error(`Nothing moves: ${now}, and ${runs} runs to finish.`);
    await sleep(EVERY_MS);
  }
};

interface Progress {
  readonly finished: number;
  readonly waiting: number;
  readonly openBatches: number;
  readonly recorded: string;
}

const progressOf = async (world: ChaosWorld): Promise<Progress | Record<string, never>> => {
  const sql = `SELECT (SELECT COUNT(*) FROM run WHERE kind <> 'conversion' AND status = 'finished') AS finished,
    (SELECT COUNT(*) FROM due_send) + (SELECT COUNT(*) FROM retry_send) AS waiting,
    (SELECT COUNT(*) FROM batch WHERE status IN ('pending', 'running')) AS openBatches,
    (SELECT SUM(count) FROM batch_count) AS recorded`;
  return (await world.read<Progress>(sql))[0] ?? {};
};

export const readLedger = async ({ fakes }: ChaosWorld): Promise<LedgerEntry[]> => {
  const entries: LedgerEntry[] = [];
  for (;;) {
    const page = await fakes.entries({ accepted: true, offset: entries.length, limit: PAGE });
    // Keeps only the content that the verdict needs.
    entries.push(...page.map((entry) => ({ ...entry, content: null })));
    if (page.length < PAGE) return entries;
  }
};

/** The runs of each scheduler in the database, as moments. For auto-push, checks only that they differ. */
export const runMoments = async (world: ChaosWorld): Promise<Map<number, number[]>> => {
  const sql = 'SELECT scheduler_id AS scheduler, due_at AS at FROM run ORDER BY due_at';
  const moments = new Map<number, number[]>();
  for (const { scheduler, at } of await world.read<{ scheduler: number; at: number }>(sql)) {
    moments.set(scheduler, [...(moments.get(scheduler) ?? []), Number(at)]);
  }
  return moments;
};

/** The database's counts for each scheduler, as `outcome: count`. */
export const countedOutcomes = async (world: ChaosWorld): Promise<Map<number, Record<string, number>>> => {
  const sql = `SELECT r.scheduler_id AS scheduler, c.outcome, SUM(c.count) AS count FROM batch_count c
    JOIN run r ON r.id = c.run_id GROUP BY r.scheduler_id, c.outcome HAVING SUM(c.count) <> 0`;
  const counted = new Map<number, Record<string, number>>();
  const rows = await world.read<{ scheduler: number; outcome: string; count: string }>(sql);
  for (const { scheduler, outcome, count } of rows) {
    counted.set(scheduler, { ...counted.get(scheduler), [outcome]: Number(count) });
  }
  return counted;
};
