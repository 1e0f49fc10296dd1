import { AppError } from '../errors.js';
import type { Caller } from '../services/caller.js';

const MAX_CALLS = 4;

/** Limits the tool calls that a key or member runs at the same time in this process. */
export class CallSlots {
  private readonly taken = new Map<string, number>();

  /** @returns the function that frees the slot. @throws RATE_LIMITED */
  take({ keyId, member, userId }: Caller): () => void {
    const holder = `${userId}/${keyId ?? ''}/${member?.id ?? ''}`;
    const count = this.taken.get(holder) ?? 0;
    if (count >= MAX_CALLS) {
      const message = `${MAX_CALLS} tools are already running for you. Wait until one has ended.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 1 });
    }
    this.taken.set(holder, count + 1);
    return () => this.free(holder);
  }

  private free(holder: string): void {
    const count = (this.taken.get(holder) ?? 1) - 1;
    if (count > 0) this.taken.set(holder, count);
    else this.taken.delete(holder);
  }
}
