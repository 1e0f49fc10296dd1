import type { JobData, JobHandlers, JobName, JobQueue } from '../../src/ports/job-queue.js';

interface Waiting {
  readonly name: JobName;
  readonly data: JobData[JobName];
}

/** Jobs that run on the test's command, one after another, in this process. */
export class ManualQueue implements JobQueue {
  readonly waiting: Waiting[] = [];
  /** Later jobs by name and key, as set by the last `enqueueAt`. */
  readonly later = new Map<string, { data: unknown; at: number }>();
  private readonly signal = new AbortController().signal;

  async enqueue<N extends JobName>(name: N, data: JobData[N]): Promise<void> {
    const known = this.waiting.some((job) => job.name === name && JSON.stringify(job.data) === JSON.stringify(data));
    if (!known) this.waiting.push({ name, data });
  }

  async enqueueMany<N extends JobName>(
    name: N,
    datas: readonly JobData[N][],
    { first = false }: { first?: boolean } = {},
  ): Promise<void> {
    const before = first ? this.waiting.splice(0) : [];
    for (const data of datas) await this.enqueue(name, data);
    for (const { name: waiting, data } of before) await this.enqueue(waiting, data);
  }

  async enqueueAt<N extends JobName>(
    name: N,
    data: JobData[N],
    { at, key }: { at: number; key: string },
  ): Promise<void> {
    this.later.set(`${name} ${key}`, { data, at });
  }

  async cancel(name: JobName, key: string): Promise<void> {
    this.later.delete(`${name} ${key}`);
  }

  /** Runs all waiting jobs, and the jobs they add, until none is left. */
  async settle(handlers: JobHandlers): Promise<void> {
    for (let job = this.waiting.shift(); job; job = this.waiting.shift()) {
      const handler = handlers[job.name] as (data: unknown, context: object) => Promise<void>;
      await handler(job.data, { signal: this.signal, touch: async () => undefined });
    }
  }
}
