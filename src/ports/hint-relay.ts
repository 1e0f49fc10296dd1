/** Something of a user's has changed: this run of this scheduler, or, with null, something else. Carries no numbers. */
export interface Hint {
  readonly userId: number;
  readonly run: { readonly runId: number; readonly schedulerId: number } | null;
}

export interface HintListener {
  heard(hint: Hint): void;
  /** Hints come through from now on, or no longer; those of the time before may be lost. */
  relayChanged(): void;
}

/**
 * Carries hints to other processes, faster than they would see the changes in the database. It may lose any of them:
 * whoever listens looks into the database now and then all the same.
 */
export interface HintRelay {
  /** Hints of other processes come through. */
  readonly isConnected: boolean;
  /** Replaces the listener. */
  listen(listener: HintListener): void;
  /** Returns at once and never throws. */
  publish(hint: Hint): void;
  /** Hints about this user are wanted, until `unwatch`. */
  watch(userId: number): void;
  unwatch(userId: number): void;
  close(): Promise<void>;
}
