import { AppError } from '../../errors.js';

export interface ConcurrencyLimits {
  /** In this process. */
  readonly total: number;
  /** The limit of each holder, which is an account, a key or a member. */
  readonly perHolder: number;
  /** The text of the error, which says what to do. */
  readonly refusal: string;
}

const RETRY_SECONDS = 2;

type Holder = number | string;

/** Limits how many pieces of work are in progress at once, in total and for each holder. */
export class ConcurrencyLimit {
  private readonly ofHolders = new Map<Holder, number>();
  private all = 0;

  constructor(private readonly size: ConcurrencyLimits) {}

  /** Returns a function to call once at the end. @throws RATE_LIMITED */
  acquire(holder: Holder): () => void {
    const own = this.ofHolders.get(holder) ?? 0;
    const { total, perHolder, refusal } = this.size;
    if (own >= perHolder || this.all >= total) {
      throw new AppError('RATE_LIMITED', refusal, { retryAfterSeconds: RETRY_SECONDS });
    }
    this.all += 1;
    this.ofHolders.set(holder, own + 1);
    return () => this.release(holder);
  }

  private release(holder: Holder): void {
    this.all -= 1;
    const own = (this.ofHolders.get(holder) ?? 1) - 1;
    if (own > 0) this.ofHolders.set(holder, own);
    else this.ofHolders.delete(holder);
  }
}
