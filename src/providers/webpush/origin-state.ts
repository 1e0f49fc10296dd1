/** Refusals of a fresh header, with nothing accepted in between, that say the credentials are at fault. */
const REFUSALS_TO_PAUSE = 8;
/** Longer is one device's affair: a push service may mean the subscription and not us. */
export const MAX_QUIET_MS = 5 * 60_000;

/**
 * What one application knows about one push service. A device chooses its own endpoint: one that answers 403 to
 * everything must not pause the application for all others at that service.
 */
export class OriginState {
  private hasAccepted = false;
  private refusals = 0;
  private quietUntilMs = 0;

  accept(): void {
    this.hasAccepted = true;
    this.refusals = 0;
  }

  /** True if the application is to pause: the service never took its credentials, or has stopped taking them. */
  refuse(): boolean {
    this.refusals += 1;
    return !this.hasAccepted || this.refusals >= REFUSALS_TO_PAUSE;
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
