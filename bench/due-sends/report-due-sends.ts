import type { DatabaseKind } from '../../test/support/databases.js';
import { toTable } from '../support/table.js';
import type { DueResult } from './measure-due-sends.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** @param target messages a second that the last case must reach; null: no target */
export const reportDueSends = (
  kind: DatabaseKind,
  { results, bare, target }: { results: readonly DueResult[]; bare: number; target: number | null },
): void => {
  const table = toTable<DueResult>(
    [
      { title: kind === 'mysql' ? 'MySQL' : 'SQLite', cell: ({ name }) => name },
      { title: 'messages', cell: ({ count }) => whole.format(count) },
      { title: 'sent/s', cell: ({ sentPerSecond }) => whole.format(sentPerSecond) },
      { title: 'of bare claims', cell: ({ sentPerSecond }) => (sentPerSecond / bare).toFixed(2) },
      { title: 'due to handed over: p50 ms', cell: ({ p50 }) => whole.format(p50) },
      { title: 'p99 ms', cell: ({ p99 }) => whole.format(p99) },
    ],
    results,
  );
  console.log(`${table}\nBare claims, nothing sent: ${whole.format(bare)} rows/s.`);
  const best = results.at(-1)?.sentPerSecond ?? 0;
  if (target !== null) console.log(`Target ${whole.format(target)}/s: ${best >= target ? 'yes' : 'NO'}.`);
  console.log('');
};
