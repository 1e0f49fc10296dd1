import type { Outcome } from '../sender.js';
import type { Unauthorised } from './read-answer.js';

/** A push service gets at most one fresh header in this time, so a refused device costs one request and not two. */
const HEADER_RENEWAL_MS = 60_000;
/** A longer Retry-After may concern the subscription and not us. */
export const MAX_QUIET_MS = 5 * 60_000;

/** A 429 may concern its subscription only, until this many messages in a row got one. */
const LIMITS_TO_KEEP_QUIET = 40;

/** A message that was refused with every key and a fresh header. Only the end of its page shows why. */
export interface Suspicion extends Pick<Unauthorised, 'code' | 'detail' | 'isNamed'> {
  readonly kind: 'suspicion';
  readonly memory: OriginMemory;
  /** How many messages the push service had accepted by then. */
  readonly acceptedBefore: number;
}

/** A suspicion that is final, because its page has ended. */
export interface Refused extends Pick<Unauthorised, 'code' | 'detail' | 'isNamed'> {
  readonly kind: 'refused';
  /** The push service accepted others after it, so our signature is good. */
  readonly isAlone: boolean;
}

/** One sender thread has one of these for each application and push service. */
export class OriginMemory {
  private accepted = 0;
  private limitsInARow = 0;
  private quietUntilMs = 0;
  private renewedAtMs = Number.NEGATIVE_INFINITY;

  get hasAccepted(): boolean {
    return this.accepted > 0;
  }

  recordAccepted(): void {
    this.accepted += 1;
    this.limitsInARow = 0;
  }

  /** A message got 429 with Retry-After. */
  recordLimited(nowMs: number, forMs: number): void {
    this.limitsInARow += 1;
    if (this.limitsInARow >= LIMITS_TO_KEEP_QUIET) this.keepQuiet(nowMs, forMs);
  }

  suspect({ code, detail, isNamed }: Unauthorised): Suspicion {
    return { kind: 'suspicion', code, detail, isNamed, memory: this, acceptedBefore: this.accepted };
  }

  /** True if a refused header should be signed again; at most once a minute. */
  takeRenewal(nowMs: number): boolean {
    if (Math.abs(nowMs - this.renewedAtMs) < HEADER_RENEWAL_MS) return false;
    this.renewedAtMs = nowMs;
    return true;
  }

  hasAcceptedSince({ acceptedBefore }: Suspicion): boolean {
    return this.accepted > acceptedBefore;
  }

  /** The push service sent Retry-After, and gets nothing more until then. */
  keepQuiet(nowMs: number, forMs: number): void {
    this.quietUntilMs = Math.max(this.quietUntilMs, nowMs + Math.min(forMs, MAX_QUIET_MS));
  }

  /** 0 if messages may go. */
  quietMs(nowMs: number): number {
    return Math.max(0, this.quietUntilMs - nowMs);
  }
}

/** Call this when the page has ended. */
export const settle = (result: Outcome | Suspicion): Outcome | Refused => {
  if (result.kind !== 'suspicion') return result;
  const { code, detail, isNamed, memory } = result;
  return { kind: 'refused', code, detail, isNamed, isAlone: memory.hasAcceptedSince(result) };
};
