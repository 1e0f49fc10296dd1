import { dialectOf, type Tx } from '../../database/database.js';
import { insertRows } from '../../database/write-rows.js';
import { ARM_COUNT_TABLE, type ArmCount } from '../../entities/arm-count.js';

export type ArmDelta = Omit<ArmCount, 'part'>;

/** Concurrent checkpoints of a run would wait for each other at one row, so each uses one of several. */
const PARTS = 8;

/** Adds to the counts of arms. Holds the rows until the commit, so call it late in a transaction. */
export const addArmCounts = async (tx: Tx, deltas: readonly ArmDelta[], spreadBy = 0): Promise<void> => {
  const part = spreadBy % PARTS;
  const sums = new Map<string, ArmDelta>();
  for (const delta of deltas) {
    const key = keyOf(delta);
    const { count = 0, value = 0 } = sums.get(key) ?? {};
    sums.set(key, { ...delta, count: count + delta.count, value: value + delta.value });
  }
  const key = ['run_id', 'goal', 'arm', 'kind', 'part'];
  const onClash = dialectOf(tx).upsert(key, (incoming) =>
    ['count', 'value'].map((column) => `${column} = arm_count.${column} + ${incoming(column)}`).join(', '),
  );
  // Every transaction uses this order, so two with the same rows wait instead of deadlocking.
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, delta]) => ({ ...delta, part }));
  await insertRows(tx, ARM_COUNT_TABLE, rows, onClash);
};

const keyOf = ({ runId, goal, arm, kind }: ArmDelta): string => `${runId} ${goal} ${arm} ${kind}`;
