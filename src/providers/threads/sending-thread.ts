import { Worker } from 'node:worker_threads';
import type { Outcome } from '../sender.js';
import type { TransportTask } from '../transport.js';
import type { FromThread, ThreadData, ToThread } from './protocol.js';

/** Time after the last answer is due in which the thread must end before it is terminated. */
const CLOSE_MS = 1_000;

/** A thread that exceeds these limits ends without the process. */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export interface ThreadEvents {
  readonly onReady: () => void;
  /** Called once, after tasks in flight have been returned. */
  readonly onEnd: (reason: string) => void;
}

interface PendingTask {
  readonly size: number;
  readonly settle: (results: readonly unknown[]) => void;
}

/** A worker thread that sends. If it ends, its messages in flight are returned as retries. */
export class SendingThread {
  private readonly worker: Worker;
  private readonly pending = new Map<number, PendingTask>();
  private lastId = 0;
  private reason = 'it ended unexpectedly';
  private readonly ended: Promise<void>;
  /** Messages in flight. */
  load = 0;
  isReady = false;

  constructor(
    file: URL,
    private readonly workerData: ThreadData,
    events: ThreadEvents,
  ) {
    // Flags and environment of this process may load modules that do not belong in threads.
    this.worker = new Worker(file, { workerData, resourceLimits: LIMITS, execArgv: [], env: {} });
    this.worker.on('message', (message: FromThread) => {
      if (message.type === 'results') return this.settle(message.id, message.results);
      this.isReady = true;
      events.onReady();
    });
    this.worker.on('error', (error) => {
      this.reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
    });
    this.ended = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.giveBack();
        events.onEnd(this.reason);
        resolve();
      });
    });
    this.worker.unref();
  }

  send(transport: string, task: TransportTask, signal: AbortSignal): Promise<unknown[]> {
    this.lastId += 1;
    const id = this.lastId;
    const size = task.messages.length;
    return new Promise((resolve) => {
      const abort = (): void => this.post({ type: 'abort', id });
      const settle = (results: readonly unknown[]): void => {
        signal.removeEventListener('abort', abort);
        resolve([...results]);
      };
      signal.addEventListener('abort', abort);
      // Only a busy thread keeps the process alive.
      if (this.pending.size === 0) this.worker.ref();
      this.pending.set(id, { size, settle });
      this.load += size;
      this.post({ type: 'send', id, transport, task });
    });
  }

  /** The transport accepts no more tasks; requests without an answer end after `patienceMs`. */
  endTransport(transport: string, patienceMs: number): void {
    this.post({ type: 'end-transport', transport, patienceMs });
  }

  /** Waits for tasks in flight. */
  async close(): Promise<void> {
    this.isReady = false;
    this.worker.ref();
    this.post({ type: 'close' });
    const timer = setTimeout(() => void this.worker.terminate(), this.workerData.answerMs + CLOSE_MS);
    await this.ended;
    clearTimeout(timer);
  }

  private post(message: ToThread): void {
    this.worker.postMessage(message);
  }

  private settle(id: number, results: readonly unknown[]): void {
    const task = this.pending.get(id);
    if (task === undefined) return;
    this.pending.delete(id);
    this.load -= task.size;
    if (this.pending.size === 0) this.worker.unref();
    task.settle(results);
  }

  /** The thread may have sent these messages, as with a broken connection. Retries use the same ids. */
  private giveBack(): void {
    this.isReady = false;
    for (const [id, { size }] of this.pending) this.settle(id, Array<Outcome>(size).fill(LOST));
  }
}

const LOST: Outcome = { kind: 'retry-after', code: 'THREAD_ENDED', detail: null, afterMs: null, isUnanswered: true };
