import type { Outcome } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import type { ThreadPool } from './thread-pool.js';

/** Handing a task over costs as much as a few messages. */
const SMALLEST_TASK = 8;

/** The threads as one sees them who shares them with others. */
export interface SharedThreads {
  readonly pool: ThreadPool;
  readonly smallestTask: number | undefined;
  /** Messages under way on this thread, whoever sends them. */
  loadHere: number;
  /** To be called once by each transport, when it is through. */
  leave(): Promise<void>;
}

/** Gives each task as a whole to whoever has the least under way: a sending thread, or this one. */
export class SharedTransport<Task extends TransportTask, Result> implements Transport<Task, Result> {
  private readonly away = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly name: string,
    private readonly local: Transport<Task, Result>,
    private readonly threads: SharedThreads,
  ) {}

  send(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]> {
    const size = task.messages.length;
    const isSmall = size < (this.threads.smallestTask ?? SMALLEST_TASK);
    // What is aborted or comes after the end is answered here, without a way there and back.
    const thread = isSmall || signal.aborted || this.closing ? null : this.threads.pool.leastLoaded();
    if (thread === null || thread.load > this.threads.loadHere) return this.sendHere(task, signal);
    const sent = thread.send(this.name, task, signal) as Promise<(Result | Outcome)[]>;
    this.away.add(sent);
    return sent.finally(() => this.away.delete(sent));
  }

  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async sendHere(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]> {
    this.threads.loadHere += task.messages.length;
    try {
      return await this.local.send(task, signal);
    } finally {
      this.threads.loadHere -= task.messages.length;
    }
  }

  private async closeAll(): Promise<void> {
    await Promise.all([this.local.close(), ...this.away]);
    await this.threads.leave();
  }
}
