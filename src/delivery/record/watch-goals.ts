import { dialectOf, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { GOAL_WATCH_TABLE } from '../../entities/goal-watch.js';
import type { Goal } from '../../ports/goals.js';

interface Watched {
  readonly userId: number;
  readonly goals: readonly Goal[] | null;
  /** Epoch ms. */
  readonly now: number;
}

/** Starts keeping reports of these events for the goals of a new run. */
export const watchGoals = async (tx: Tx, { userId, goals, now }: Watched): Promise<void> => {
  if (!goals) return;
  const codes = [...new Set(goals.map(({ event }) => event))].sort();
  const onClash = dialectOf(tx).upsert(['user_id', 'code'], (incoming) => `used_at = ${incoming('used_at')}`);
  const rows = codes.map((code) => ({ userId, code, usedAt: now }));
  await insertRows(tx, GOAL_WATCH_TABLE, rows, onClash);
};
