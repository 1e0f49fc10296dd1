export const MAX_PER_MINUTE = 10_000_000;

/** How fast a run sends. Each part that is null sets no limit. */
export interface Speed {
  /** Messages of a run within any 60 seconds. */
  readonly maxPerMinute: number | null;
  readonly ramp: SpeedRamp | null;
  readonly stopOnTrouble: StopOnTrouble | null;
}

/** A run starts slowly, and its rate is multiplied again and again until it reaches `maxPerMinute`. */
export interface SpeedRamp {
  /** Messages per minute at the start. */
  readonly start: number;
  readonly factor: number;
  /** Seconds between two steps. */
  readonly every: number;
}

/** A run pauses when too many of its messages fail. */
export interface StopOnTrouble {
  /** Pauses when more than this share of the outcomes are failures; 0 to 1. */
  readonly share: number;
  /** The minimum number of outcomes to judge. */
  readonly after: number;
  /** Seconds to look back. */
  readonly window: number;
}
