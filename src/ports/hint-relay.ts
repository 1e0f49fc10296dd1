/** A notice that a user's data changed: this run of this scheduler, or other data if null. It carries no numbers. */
export interface Hint {
  readonly userId: number;
  readonly run: { readonly runId: number; readonly schedulerId: number } | null;
}

export interface HintListener {
  onHint(hint: Hint): void;
  /** Whether hints get through from now on. Earlier ones may have been lost. */
  relayChanged(): void;
}

/**
 * Carries hints to other processes faster than they would notice changes in the database. It may lose any of them, so
 * listeners still poll the database now and then.
 */
export interface HintRelay {
  /** Whether hints of other processes get through. */
  readonly isConnected: boolean;
  /** Replaces the listener. */
  listen(listener: HintListener): void;
  /** Returns at once and never throws. */
  publish(hint: Hint): void;
  /** Subscribes to hints about this user, until `unwatch`. */
  watch(userId: number): void;
  unwatch(userId: number): void;
  close(): Promise<void>;
}
