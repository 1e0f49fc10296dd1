/** Every job's name and data. A job is a hint to look at our tables, never the only record that something is due. */
export interface JobData {
  /** A scheduler's moment is due. */
  moment: { schedulerId: number };
  /** A batch of a run waits to be sent. */
  batch: { batchId: number /** Absent in jobs of the release before. */; appId?: number };
  /** Auto-push rows are due. */
  'due-sends': Record<string, never>;
  /** Messages wait for another try. */
  retries: Record<string, never>;
  /** Looks for what was lost: moments, runs and batches without a job. */
  sweep: Record<string, never>;
  /** Devices wait to be imported, or files of imports to be deleted. */
  imports: Record<string, never>;
  /** Deletes what is past its retention. */
  upkeep: Record<string, never>;
}

export type JobName = keyof JobData;

/** What services need of the jobs; `app.ts` joins it with Agenda. */
export interface JobQueue {
  /** As soon as a worker is free. Several waiting jobs with the same name and data may become one. */
  enqueue<N extends JobName>(name: N, data: JobData[N]): Promise<void>;
  /** The same for many at once, in a few statements; `first`: before all that waits under this name. */
  enqueueMany<N extends JobName>(name: N, datas: readonly JobData[N][], options?: { first?: boolean }): Promise<void>;
  /** At an instant (epoch ms of the product's clock). A later call with the same `key` replaces the earlier. */
  enqueueAt<N extends JobName>(name: N, data: JobData[N], options: { at: number; key: string }): Promise<void>;
  /** Forgets the job with this key, if it has not started. */
  cancel(name: JobName, key: string): Promise<void>;
}

export interface JobHandlerContext {
  /** Aborted when the process drains: stop at the next checkpoint. */
  readonly signal: AbortSignal;
  /** Tells the queue that a long job is alive. */
  touch(): Promise<void>;
}

export type JobHandlers = { readonly [N in JobName]: (data: JobData[N], context: JobHandlerContext) => Promise<void> };

/** The key of the one waiting `moment` job of a scheduler. */
export const momentJobKey = (schedulerId: number): string => `scheduler:${schedulerId}`;
