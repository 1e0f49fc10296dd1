import { AppError } from '../errors.js';
import type { Caller } from '../services/caller.js';

const MAX_CALLS = 4;

/** Limits the tool calls that a key or member runs at the same time in this process. */
export class CallLimit {
  private readonly running = new Map<string, number>();

  /** @returns the function that releases it. @throws RATE_LIMITED */
  acquire({ keyId, member, userId }: Caller): () => void {
    const holder = `${userId}/${keyId ?? ''}/${member?.id ?? ''}`;
    const count = this.running.get(holder) ?? 0;
    if (count >= MAX_CALLS) {
      const message = `${MAX_CALLS} tools are already running for you. Wait until one has ended.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 1 });
    }
    this.running.set(holder, count + 1);
    return () => this.release(holder);
  }

  private release(holder: string): void {
    const count = (this.running.get(holder) ?? 1) - 1;
    if (count > 0) this.running.set(holder, count);
    else this.running.delete(holder);
  }
}
