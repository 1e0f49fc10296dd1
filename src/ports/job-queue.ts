/**
 * The name and data of every job. A job is a hint to look at our tables, never the only record that something is due.
 */
export interface JobData {
  /** A scheduler's moment is due. */
  moment: { schedulerId: number };
  /** A batch of a run waits to be sent. */
  batch: { batchId: number /** Absent in jobs of the release before. */; appId?: number };
  /** Auto-push rows are due. */
  'due-sends': Record<string, never>;
  /** Messages wait for a retry. */
  retries: Record<string, never>;
  /** Looks for lost work: moments, runs and batches without a job. */
  sweep: Record<string, never>;
  /** Events wait to be compared with the messages before them. */
  conversions: Record<string, never>;
  /** Devices wait to be imported, or imported files to be deleted. */
  imports: Record<string, never>;
  /** Evaluates the alert rules and sends e-mails about alerts. */
  alerts: Record<string, never>;
  /** Deletes rows that are past their retention. */
  upkeep: Record<string, never>;
}

export type JobName = keyof JobData;

/** The interface of the queue for services; `app.ts` connects it with Agenda. */
export interface JobQueue {
  /** Runs as soon as a worker is free. Several waiting jobs with the same name and data may become one. */
  enqueue<N extends JobName>(name: N, data: JobData[N]): Promise<void>;
  /** Adds many at once in a few statements; `first` puts them before everything that waits under this name. */
  enqueueMany<N extends JobName>(name: N, datas: readonly JobData[N][], options?: { first?: boolean }): Promise<void>;
  /**
   * Runs at an instant (epoch ms of the product's clock). A later call with the same `key` replaces the earlier one.
   */
  enqueueAt<N extends JobName>(name: N, data: JobData[N], options: { at: number; key: string }): Promise<void>;
  /** Removes the job with this key, if it has not started. */
  cancel(name: JobName, key: string): Promise<void>;
}

export interface JobHandlerContext {
  /** Aborted when the process drains: stop at the next checkpoint. */
  readonly signal: AbortSignal;
  /** Tells the queue that a long job is still running. */
  touch(): Promise<void>;
}

export type JobHandlers = { readonly [N in JobName]: (data: JobData[N], context: JobHandlerContext) => Promise<void> };

/** The key of the one waiting `moment` job of a scheduler. */
export const momentJobKey = (schedulerId: number): string => `scheduler:${schedulerId}`;
