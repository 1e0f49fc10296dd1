/** `punctual` is a one-time scheduler that waits for its minute. The others are due at once. */
export type PlannedKind = 'fixed' | 'punctual' | 'local' | 'weekly' | 'auto';

export interface PlannedScheduler {
  readonly kind: PlannedKind;
  /** The title of its push, which identifies its messages in the ledger. */
  readonly title: string;
}

/** The kinds send by local time in three zones and at three times of a week; auto-push has one run for each hour. */
const RUNS: Readonly<Record<PlannedKind, number>> = { fixed: 1, punctual: 1, local: 3, weekly: 3, auto: 1 };
const TURNS: readonly PlannedKind[] = ['weekly', 'auto', 'local', 'fixed', 'weekly', 'auto', 'local', 'punctual'];
/** A minute is a long wait in a short test. */
const PUNCTUAL_FROM_RUNS = 50;

/** Schedulers of mixed kinds that together make the given number of runs. */
export const planSchedulers = (runs: number): PlannedScheduler[] => {
  const planned: PlannedScheduler[] = [];
  for (let left = runs; left > 0; ) {
    const kind = kindOf(TURNS[planned.length % TURNS.length] ?? 'fixed', { runs, left });
    planned.push({ kind, title: `${planned.length + 1} ${kind}` });
    left -= RUNS[kind];
  }
  return planned;
};

const kindOf = (turn: PlannedKind, { runs, left }: { runs: number; left: number }): PlannedKind => {
  if (RUNS[turn] > left) return 'fixed';
  return turn === 'punctual' && runs < PUNCTUAL_FROM_RUNS ? 'fixed' : turn;
};
