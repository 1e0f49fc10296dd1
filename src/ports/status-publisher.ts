/** A run's counts or status changed; says where to look, carries no numbers. */
export interface RunChange {
  runId: number;
  schedulerId: number;
  userId: number;
}

/**
 * How delivery and services tell whoever watches that something changed.
 * Called after the commit, never before: a subscriber reads the tables when it hears. Returns at once, never throws.
 */
export interface StatusPublisher {
  /** The run was created, moved, counted or ended. */
  runChanged(change: RunChange): void;
}
