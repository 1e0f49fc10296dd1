/** After this many unexplained refusals in a row our signature may be at fault, so a refused message waits. */
const REFUSALS_TO_DOUBT = 8;

/** The answers of one push service to the messages of one page. */
export interface PageEvidence {
  accepted: boolean;
  /** Messages refused without an explanation and with none accepted after them. */
  unexplained: number;
}

/**
 * Whether the signature of an application is good at one push service. A device chooses its own endpoint, so an endpoint
 * that refuses everything must not pause the application for the others.
 */
export class OriginTrust {
  private hasAccepted = false;
  private unexplained = 0;

  record({ accepted, unexplained }: PageEvidence): void {
    if (accepted) {
      this.hasAccepted = true;
      this.unexplained = 0;
    }
    this.unexplained += unexplained;
  }

  /** The push service has accepted our signature, so a refusal that names the subscription is not our fault. */
  get isProven(): boolean {
    return this.hasAccepted;
  }

  /** The push service has not stopped accepting, so an unexplained refusal is not our fault either. */
  get isGood(): boolean {
    return this.hasAccepted && this.unexplained < REFUSALS_TO_DOUBT;
  }
}
