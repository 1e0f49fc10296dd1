import { groupBy } from '../../collections.js';
import type { RunCount } from '../../services/runs/run-query-service.js';
import type { RunCounts } from '../types/run-counts.js';

/** Groups of messages summed by outcome. */
export const countMessages = (counts: readonly Pick<RunCount, 'outcome' | 'count'>[]): RunCounts => {
  const sum = (...outcomes: readonly RunCount['outcome'][]): number =>
    counts.reduce((total, { outcome, count }) => (outcomes.includes(outcome) ? total + count : total), 0);
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    sent: sum('sent'),
    failed: sum('failed'),
    invalidToken: sum('invalid_token'),
    retrying: sum('retrying'),
    expired: sum('expired'),
    cancelled: sum('cancelled'),
  };
};

/** The same, for each value of one of their properties, in the order in which the values first come. */
export const countMessagesBy = <K>(
  counts: readonly RunCount[],
  keyOf: (count: RunCount) => K,
): { key: K; counts: RunCounts }[] =>
  [...groupBy(counts, keyOf)].map(([key, group]) => ({ key, counts: countMessages(group) }));
