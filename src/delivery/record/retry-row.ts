/** A row of `retry_send` as it is claimed; instants are epoch ms. */
export interface RetryRow {
  readonly id: number;
  readonly run_id: number;
  readonly batch_id: number;
  readonly app_id: number;
  readonly push_id: number;
  readonly device_id: number;
  readonly occurrence: number;
  readonly language: string;
  readonly attempt: number;
  readonly reason: string;
  readonly due_at: number;
  readonly expires_at: number;
  /** Application and push service for which it waits; null: it waits for itself. */
  readonly held_for: string | null;
  /** 1: its run was cancelled. */
  readonly stopped: number;
}
