/** Unexplained refusals in a row after which a refusal may be our fault, so that the message waits instead of failing. */
const REFUSALS_TO_DOUBT = 8;

/** What a page has shown of one push service. */
export interface PageWord {
  accepted: boolean;
  /** Refused with nothing accepted after it, and without a word on why. */
  unexplained: number;
}

/**
 * Whether an application's signature is good at one push service. A device chooses its own endpoint: one that answers
 * 403 to everything must not pause the application for all others at that service.
 */
export class OriginTrust {
  private hasAccepted = false;
  private unexplained = 0;

  note({ accepted, unexplained }: PageWord): void {
    if (accepted) {
      this.hasAccepted = true;
      this.unexplained = 0;
    }
    this.unexplained += unexplained;
  }

  /** The service has taken messages signed by us: one that it explains by the subscription is not our fault. */
  get isProven(): boolean {
    return this.hasAccepted;
  }

  /** And it has not stopped taking them: one that it does not explain is not our fault either. */
  get isGood(): boolean {
    return this.hasAccepted && this.unexplained < REFUSALS_TO_DOUBT;
  }
}
