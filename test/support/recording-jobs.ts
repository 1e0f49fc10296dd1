import type { JobData, JobName, JobQueue } from '../../src/ports/job-queue.js';

export interface RecordedJob {
  readonly name: JobName;
  readonly data: JobData[JobName];
  /** Epoch ms. null: as soon as a worker is free. */
  readonly at: number | null;
  readonly key: string | null;
}

/** Records the jobs that services enqueue, and runs none. */
export class RecordingJobs implements JobQueue {
  readonly waiting: RecordedJob[] = [];

  async enqueue<N extends JobName>(name: N, data: JobData[N]): Promise<void> {
    this.waiting.push({ name, data, at: null, key: null });
  }

  async enqueueMany<N extends JobName>(name: N, datas: readonly JobData[N][]): Promise<void> {
    for (const data of datas) await this.enqueue(name, data);
  }

  async enqueueAt<N extends JobName>(
    name: N,
    data: JobData[N],
    { at, key }: { at: number; key: string },
  ): Promise<void> {
    await this.cancel(name, key);
    this.waiting.push({ name, data, at, key });
  }

  async cancel(name: JobName, key: string): Promise<void> {
    const index = this.waiting.findIndex((job) => job.name === name && job.key === key);
    if (index >= 0) this.waiting.splice(index, 1);
  }
}
