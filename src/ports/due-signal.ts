/** Tells this process's due-send loop when something becomes due, so that it need not wait for the next look. */
export interface DueSignal {
  /** @param instant epoch ms; null: nothing was added. */
  dueAt(instant: number | null): void;
}
