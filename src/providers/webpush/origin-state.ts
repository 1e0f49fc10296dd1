import type { Outcome } from '../sender.js';
import type { Unauthorised } from './read-answer.js';

/** A push service that refuses a fresh header gets no other one for this time: devices that refuse cost one request each. */
const HEADER_RENEWAL_MS = 60_000;
/** Longer is one device's affair: a push service may mean the subscription and not us. */
export const MAX_QUIET_MS = 5 * 60_000;

/** A message that was refused with every key and a fresh header; who is to blame is seen when its page has ended. */
export interface Suspicion extends Pick<Unauthorised, 'reason' | 'isNamed'> {
  readonly kind: 'suspicion';
  readonly state: OriginState;
  /** How many the push service had accepted when it refused this one. */
  readonly acceptedBefore: number;
}

/** The same, as the sender gets it. */
export interface Refused extends Pick<Unauthorised, 'reason' | 'isNamed'> {
  readonly kind: 'refused';
  /** Others were accepted after it: our signature was good. */
  readonly isAlone: boolean;
}

/** What one application has heard from one push service, on one thread. */
export class OriginState {
  private accepted = 0;
  private quietUntilMs = 0;
  private renewedAtMs = Number.NEGATIVE_INFINITY;

  /** How often it has taken a message. */
  get taken(): number {
    return this.accepted;
  }

  accept(): void {
    this.accepted += 1;
  }

  refuse({ reason, isNamed }: Unauthorised): Suspicion {
    return { kind: 'suspicion', reason, isNamed, state: this, acceptedBefore: this.accepted };
  }

  /** Whether a refused header is worth signing again. */
  takeRenewal(nowMs: number): boolean {
    if (Math.abs(nowMs - this.renewedAtMs) < HEADER_RENEWAL_MS) return false;
    this.renewedAtMs = nowMs;
    return true;
  }

  hasAcceptedSince({ acceptedBefore }: Suspicion): boolean {
    return this.accepted > acceptedBefore;
  }

  /** The service asked for quiet: nothing more goes there until then. */
  keepQuiet(nowMs: number, forMs: number): void {
    this.quietUntilMs = Math.max(this.quietUntilMs, nowMs + Math.min(forMs, MAX_QUIET_MS));
  }

  /** 0 if messages may go. */
  quietMs(nowMs: number): number {
    return Math.max(0, this.quietUntilMs - nowMs);
  }
}

/** The page has ended. */
export const settle = (result: Outcome | Suspicion): Outcome | Refused =>
  result.kind === 'suspicion'
    ? {
        kind: 'refused',
        reason: result.reason,
        isNamed: result.isNamed,
        isAlone: result.state.hasAcceptedSince(result),
      }
    : result;
