/** Tells this process's due-send loop when something becomes due, so that it need not wait for the next poll. */
export interface DueSignal {
  /** @param instant epoch ms; null if nothing was added. */
  dueAt(instant: number | null): void;
}
