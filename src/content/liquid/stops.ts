/** Limits for one message, so that an expensive template cannot slow down other accounts. */
export const LIMITS = {
  steps: 10_000,
  ms: 50,
  /** Characters and list entries that all filters, ranges, captures and outputs of a message may create. */
  units: 50_000,
} as const;

/** Why a message is not rendered: its template said so, or the template cannot be rendered for this device. */
export interface Unrendered {
  readonly outcome: 'ABORTED' | 'RENDER_FAILED';
  readonly code: `RULE:${'TEMPLATE_ABORTED' | 'VALUE_MISSING' | 'TEMPLATE_FAILED' | 'TEMPLATE_LIMIT'}`;
  readonly detail: string;
}

/** Ends the rendering of one message. */
export class Stop extends Error {
  constructor(readonly unrendered: Unrendered) {
    super(unrendered.detail);
  }
}

export const failed = (detail: string): Unrendered => ({
  outcome: 'RENDER_FAILED',
  code: 'RULE:TEMPLATE_FAILED',
  detail,
});

/** Both limiters of liquidjs, which asks before each node of a template and before each allocation. */
export class Meter {
  private steps = 0;
  private units = 0;
  private readonly endsAt = performance.now() + LIMITS.ms;

  /** Counts a node. @param now of `performance`. */
  check(now: number): void {
    this.steps += 1;
    if (this.steps > LIMITS.steps) throw overLimit(`more than ${LIMITS.steps} steps`);
    if (now > this.endsAt) throw new Stop(TOO_SLOW);
  }

  /** Counts the characters and entries that a node creates. */
  use(units: number): void {
    if (!(units > 0)) return;
    this.units += units;
    if (this.units > LIMITS.units) throw overLimit(`more than ${LIMITS.units} characters or entries`);
  }
}

const atLimit = (detail: string): Unrendered => ({ outcome: 'RENDER_FAILED', code: 'RULE:TEMPLATE_LIMIT', detail });

export const overLimit = (detail: string): Stop => new Stop(atLimit(detail));

/** The only limit that a busy machine may exceed instead of the template. */
export const TOO_SLOW = atLimit(`more than ${LIMITS.ms} ms`);

/** Returns why rendering ended. liquidjs wraps each error in one of its own. */
export const unrenderedOf = (error: unknown): Unrendered => {
  if (error instanceof Stop) return error.unrendered;
  const { originalError, variableName, message } = error as LiquidCause;
  if (variableName !== undefined) return { outcome: 'ABORTED', code: 'RULE:VALUE_MISSING', detail: variableName };
  return originalError === undefined ? failed(clipLine(String(message))) : unrenderedOf(originalError);
};

interface LiquidCause {
  readonly originalError?: unknown;
  readonly variableName?: string;
  readonly message?: unknown;
}

const MAX_DETAIL = 120;

const clipLine = (text: string): string => (text.split('\n', 1)[0] ?? '').slice(0, MAX_DETAIL);
