import type { Outcome } from '../sender.js';
import type { Transport, TransportTask } from '../transport.js';
import type { SharingTrial } from './sharing-trial.js';
import type { ThreadPool } from './thread-pool.js';

/** Posting a task costs as much as sending a few messages. */
const SMALLEST_TASK = 8;

/** The threads and counters that all shared transports use. */
export interface SharedThreads {
  readonly pool: ThreadPool;
  readonly smallestTask: number | undefined;
  /** Messages in flight on this thread, over all transports. */
  loadHere: number;
  /** Each transport calls this once, after its last task. */
  leave(): Promise<void>;
}

/**
 * Sends each task on the thread with the fewest messages in flight. Uses the sending threads only if the trial finds
 * that they pay, or always if there is no trial.
 */
export class SharedTransport<Task extends TransportTask, Result> implements Transport<Task, Result> {
  private readonly away = new Set<Promise<unknown>>();
  private underWay = 0;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly name: string,
    private readonly local: Transport<Task, Result>,
    private readonly parts: { readonly threads: SharedThreads; readonly trial: SharingTrial | null },
  ) {}

  async send(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]> {
    const size = task.messages.length;
    this.underWay += size;
    try {
      return await this.sendSomewhere(task, signal);
    } finally {
      this.underWay -= size;
      this.parts.trial?.ended(size, this.underWay);
    }
  }

  close(patienceMs?: number): Promise<void> {
    if (patienceMs !== undefined) {
      void this.local.close(patienceMs);
      this.parts.threads.pool.endTransport(this.name, patienceMs);
    }
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private sendSomewhere(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]> {
    const isSmall = task.messages.length < (this.parts.threads.smallestTask ?? SMALLEST_TASK);
    // Aborted and late tasks are answered here without posting them.
    const isForHere = isSmall || signal.aborted || this.closing || this.parts.trial?.isShared === false;
    const thread = isForHere ? null : this.parts.threads.pool.leastLoaded();
    if (thread === null || thread.load > this.parts.threads.loadHere) return this.sendHere(task, signal);
    const sent = thread.send(this.name, task, signal) as Promise<(Result | Outcome)[]>;
    this.away.add(sent);
    return sent.finally(() => this.away.delete(sent));
  }

  private async sendHere(task: Task, signal: AbortSignal): Promise<(Result | Outcome)[]> {
    this.parts.threads.loadHere += task.messages.length;
    try {
      return await this.local.send(task, signal);
    } finally {
      this.parts.threads.loadHere -= task.messages.length;
    }
  }

  private async closeAll(): Promise<void> {
    await Promise.all([this.local.close(), ...this.away]);
    await this.parts.threads.leave();
  }
}
