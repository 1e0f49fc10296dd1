import { AppError } from '../../errors.js';

export interface GateLimits {
  readonly atOnce: number;
  /** The limit for all users together, including reads in progress. */
  readonly inAll: number;
  readonly ofOneUser: number;
  readonly waitMs: number;
}

/** A read in progress. */
export interface Reading<T> {
  readonly answer: Promise<T>;
  /** Settles when the next read may begin. The answer may be abandoned before its reader is free. */
  readonly free: Promise<unknown>;
}

interface Waiting {
  readonly userId: number;
  readonly begin: () => void;
}

const RETRY_SECONDS = 5;

/** Limits concurrent long reads. Users without a read in progress come first, so that nobody waits for one user's queue. */
export class ReadingGate {
  private readonly under = new Map<number, number>();
  private readonly reading: number[] = [];
  private readonly waiting: Waiting[] = [];
  private total = 0;

  constructor(private readonly limits: GateLimits) {}

  /** @throws RATE_LIMITED or UNAVAILABLE if too many reads wait. */
  async read<T>(userId: number, begin: () => Reading<T>): Promise<T> {
    this.acquire(userId);
    try {
      await this.turn(userId);
      const reading = this.begin(userId, begin);
      void reading.free.then(
        () => this.free(userId),
        () => this.free(userId),
      );
      return await reading.answer;
    } finally {
      this.release(userId);
    }
  }

  /** If no process can be started, the place is free again. */
  private begin<T>(userId: number, begin: () => Reading<T>): Reading<T> {
    try {
      return begin();
    } catch (error) {
      this.free(userId);
      throw error;
    }
  }

  private acquire(userId: number): void {
    const own = this.under.get(userId) ?? 0;
    if (own >= this.limits.ofOneUser) {
      const message = `You already have ${own} long reads running or waiting; narrow the filters, or request fewer items at once.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_SECONDS });
    }
    if (this.total >= this.limits.inAll) throw tooMany();
    this.under.set(userId, own + 1);
    this.total += 1;
  }

  private release(userId: number): void {
    const own = (this.under.get(userId) ?? 1) - 1;
    if (own > 0) this.under.set(userId, own);
    else this.under.delete(userId);
    this.total -= 1;
  }

  private turn(userId: number): Promise<void> {
    if (this.reading.length < this.limits.atOnce) {
      this.reading.push(userId);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        this.reading.push(userId);
        resolve();
      };
      const waiting = { userId, begin };
      const giveUp = () => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(tooMany());
      };
      const timer = setTimeout(giveUp, this.limits.waitMs);
      this.waiting.push(waiting);
    });
  }

  private free(userId: number): void {
    this.reading.splice(this.reading.indexOf(userId), 1);
    const modest = this.waiting.findIndex((one) => one.userId !== userId && !this.reading.includes(one.userId));
    const [next] = this.waiting.splice(Math.max(0, modest), 1);
    next?.begin();
  }
}

const tooMany = (): AppError =>
  new AppError('UNAVAILABLE', 'Too many long reads are waiting; narrow the filter, or try again in a moment.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
