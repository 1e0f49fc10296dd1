import { AppError } from '../../errors.js';

export interface ConcurrencyLimits {
  /** In this process. */
  readonly total: number;
  readonly perUser: number;
  /** What to do about it, for the error. */
  readonly refusal: string;
}

const RETRY_SECONDS = 2;

/** Limits how many pieces of work are in progress at once, in total and for each account. */
export class ConcurrencyLimit {
  private readonly ofUsers = new Map<number, number>();
  private all = 0;

  constructor(private readonly size: ConcurrencyLimits) {}

  /** Returns a function to call once at the end. @throws RATE_LIMITED */
  acquire(userId: number): () => void {
    const own = this.ofUsers.get(userId) ?? 0;
    const { total, perUser, refusal } = this.size;
    if (own >= perUser || this.all >= total) {
      throw new AppError('RATE_LIMITED', refusal, { retryAfterSeconds: RETRY_SECONDS });
    }
    this.all += 1;
    this.ofUsers.set(userId, own + 1);
    return () => this.release(userId);
  }

  private release(userId: number): void {
    this.all -= 1;
    const own = (this.ofUsers.get(userId) ?? 1) - 1;
    if (own > 0) this.ofUsers.set(userId, own);
    else this.ofUsers.delete(userId);
  }
}
