import { Worker } from 'node:worker_threads';
import type { Outcome } from '../sender.js';
import type { TransportTask } from '../transport.js';
import type { FromThread, ThreadData, ToThread } from './protocol.js';

/** After the last answer is due. A thread that has not ended by then never will. */
const CLOSE_MS = 1_000;

/** So that a thread that grows ends by itself and not with the process. Room for young objects is a part of what it takes. */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export interface ThreadEvents {
  readonly onReady: () => void;
  /** Once; whatever was under way has been given back before. */
  readonly onEnd: (reason: string) => void;
}

interface PendingTask {
  readonly size: number;
  readonly settle: (results: readonly unknown[]) => void;
}

/** One worker thread that sends. If it ends, what was under way comes back as messages to try again. */
export class SendingThread {
  private readonly worker: Worker;
  private readonly pending = new Map<number, PendingTask>();
  private lastId = 0;
  private reason = 'it ended by itself';
  private readonly ended: Promise<void>;
  /** Messages under way. */
  load = 0;
  isReady = false;

  constructor(
    file: URL,
    private readonly workerData: ThreadData,
    events: ThreadEvents,
  ) {
    // Neither flags nor environment of this process: they may name modules to load that are not for threads.
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
      // Only a thread at work keeps the process alive.
      if (this.pending.size === 0) this.worker.ref();
      this.pending.set(id, { size, settle });
      this.load += size;
      this.post({ type: 'send', id, transport, task });
    });
  }

  /** The transport takes nothing more, and what has no answer after `patienceMs` ends without one. */
  endTransport(transport: string, patienceMs: number): void {
    this.post({ type: 'end-transport', transport, patienceMs });
  }

  /** What is under way settles first. */
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

  /** The thread may have sent them, as when a connection breaks. They have the same ids when they are tried again. */
  private giveBack(): void {
    this.isReady = false;
    for (const [id, { size }] of this.pending) this.settle(id, Array<Outcome>(size).fill(LOST));
  }
}

const LOST: Outcome = { kind: 'retry-after', reason: 'the sending thread ended', afterMs: null, isUnanswered: true };
