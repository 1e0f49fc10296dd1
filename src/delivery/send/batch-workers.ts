import type { JobData } from '../../ports/job-queue.js';
import type { BatchPicker, Looked } from '../fairness/batch-picker.js';
import type { ConcurrencyLimiter } from '../fairness/concurrency-limiter.js';
import type { BatchSender } from './batch-sender.js';

/** Batches that were to be had and then were not: others are faster, or stand still with them in hand. */
const MAX_MISSED = 20;

export interface BatchWorkersParts {
  readonly concurrency: ConcurrencyLimiter;
  readonly picker: BatchPicker;
  readonly sender: BatchSender;
  /** See `DeliveryDeps`. */
  readonly isHeld?: (() => boolean) | undefined;
}

/**
 * What a batch's job does: it says that there is something to do, and whoever has it works until there is nothing left
 * that he may take. What he takes is for the picker to say, so that the jobs of one large run ahead of the others' do
 * not decide who is sent to first.
 */
export class BatchWorkers {
  /** Choosing and taking a place is one step: two that choose at once would choose the same. */
  private choosing: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: BatchWorkersParts) {}

  async work({ batchId, appId }: JobData['batch'], signal: AbortSignal): Promise<void> {
    const looked: Looked = { hinted: appId === undefined ? null : { batchId, appId }, missed: new Set() };
    try {
      while (!signal.aborted && !this.parts.isHeld?.() && looked.missed.size <= MAX_MISSED) {
        const { taken, isRefused } = await this.inTurn(() => this.take(looked));
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
    const leave = this.parts.concurrency.enter(picked.appId);
    try {
      const batch = await this.parts.sender.claim(picked);
      if (!batch) looked.missed.add(picked.batchId);
      return { taken: { batch, leave }, isRefused };
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async send({ batch, leave }: Taken, signal: AbortSignal): Promise<void> {
    try {
      if (batch) await this.parts.sender.send(batch, signal);
    } finally {
      leave();
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.choosing.then(work);
    this.choosing = turn.catch(() => undefined);
    return turn;
  }
}

interface Taken {
  /** null: another worker was faster. */
  readonly batch: Awaited<ReturnType<BatchSender['claim']>>;
  readonly leave: () => void;
}
