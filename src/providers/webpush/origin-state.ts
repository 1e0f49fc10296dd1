import type { Outcome } from '../sender.js';
import type { Unauthorised } from './read-answer.js';

/** Refusals of a fresh header, with nothing accepted in between, that say the credentials are at fault. */
export const REFUSALS_TO_PAUSE = 8;
/** Longer is one device's affair: a push service may mean the subscription and not us. */
export const MAX_QUIET_MS = 5 * 60_000;

/** A message that was refused with every key and a fresh header; who is to blame is seen when its page has ended. */
export interface Suspicion extends Pick<Unauthorised, 'reason' | 'isNamed'> {
  readonly kind: 'suspicion';
  readonly state: OriginState;
  /** How many the push service had accepted when it refused this one. */
  readonly acceptedBefore: number;
  /** So many came in a row that the rest of the page need not be tried. */
  readonly isLast: boolean;
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
  private refusals = 0;
  private quietUntilMs = 0;

  /** How often it has taken a message. */
  get taken(): number {
    return this.accepted;
  }

  accept(): void {
    this.accepted += 1;
    this.refusals = 0;
  }

  refuse({ reason, isNamed }: Unauthorised): Suspicion {
    // What the service explains by the subscription says nothing about the others.
    if (!isNamed) this.refusals += 1;
    const isLast = !isNamed && this.refusals >= REFUSALS_TO_PAUSE;
    return { kind: 'suspicion', reason, isNamed, state: this, acceptedBefore: this.accepted, isLast };
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
