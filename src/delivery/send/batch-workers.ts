import type { JobData } from '../../ports/job-queue.js';
import type { BatchPicker, Looked } from '../fairness/batch-picker.js';
import type { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import type { BatchSender } from './batch-sender.js';

/** Claims in a row that failed: other workers are faster, or froze with the row locked. */
const MAX_MISSED = 20;

export interface BatchWorkersParts {
  readonly concurrency: ConcurrencyLimiter;
  readonly picker: BatchPicker;
  readonly sender: BatchSender;
  /** See `DeliveryDeps`. */
  readonly isHeld?: (() => boolean) | undefined;
}

/**
 * A batch's job only says that there is work; its worker then sends batches until it may take no more. The picker chooses
 * them, so that one large run whose jobs come first does not delay all others.
 */
export class BatchWorkers {
  /** Workers choose one after another: two at once would choose the same batch. */
  private choosing: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: BatchWorkersParts) {}

  async work({ batchId, appId }: JobData['batch'], signal: AbortSignal): Promise<void> {
    const looked: Looked = { hinted: appId === undefined ? null : { batchId, appId }, missed: new Set() };
    try {
      while (!signal.aborted && !this.parts.isHeld?.() && looked.missed.size <= MAX_MISSED) {
        const { taken, isRefused } = await this.afterOthers(() => this.take(looked));
        if (taken) await this.send(taken, signal);
        else if (isRefused && !this.parts.concurrency.isIdle) await this.parts.concurrency.untilChanged(signal);
        else return;
      }
    } finally {
      this.parts.concurrency.wakeOne();
    }
  }

  private async take(looked: Looked): Promise<{ taken: Taken | null; isRefused: boolean }> {
    const { picked, isRefused } = await this.parts.picker.pick(looked);
    if (!picked) return { taken: null, isRefused };
    if (picked.batchId === looked.hinted?.batchId) looked.hinted = null;
    const release = this.parts.concurrency.acquire(picked.appId);
    try {
      const batch = await this.parts.sender.claim(picked);
      if (!batch) looked.missed.add(picked.batchId);
      return { taken: { batch, release }, isRefused };
    } catch (error) {
      release();
      throw error;
    }
  }

  private async send({ batch, release }: Taken, signal: AbortSignal): Promise<void> {
    try {
      if (batch) await this.parts.sender.send(batch, signal);
    } finally {
      release();
    }
  }

  private afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.choosing.then(work);
    this.choosing = turn.catch(() => undefined);
    return turn;
  }
}

interface Taken {
  /** null: another worker was faster. */
  readonly batch: Awaited<ReturnType<BatchSender['claim']>>;
  readonly release: () => void;
}
