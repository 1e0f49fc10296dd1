/** Reports that a run's counts or status changed. It says where to look and carries no numbers. */
export interface RunChange {
  runId: number;
  schedulerId: number;
  userId: number;
}

/**
 * Notifies watchers of changes by delivery and services. Called after the commit, never before, because subscribers
 * then read the tables. Returns at once and never throws.
 */
export interface StatusPublisher {
  /** The run was created, moved, counted or ended. */
  runChanged(change: RunChange): void;
}
