export const MAX_GOALS = 4;
const DAY_S = 86_400;
export const MAX_GOAL_WINDOW_S = 30 * DAY_S;

/** An event that a message aims at. */
export interface Goal {
  readonly name: string;
  /** The code of an event. */
  readonly event: string;
  /** Seconds after a message in which the event counts. */
  readonly window: number;
  /** The key of a number in the event's data, such as a price; null: the goal has no value. */
  readonly valueProperty: string | null;
}

/** Which run is credited with an event: that of the last click, else that of the last message. */
export interface Attribution {
  /** Seconds after a click. */
  readonly clickWindow: number;
  /** Seconds after a message was sent. */
  readonly sendWindow: number;
}

export const DEFAULT_ATTRIBUTION: Attribution = { clickWindow: DAY_S, sendWindow: 6 * 3_600 };

/** An event is compared with messages this long after its report: checkpoints and receipts before it are committed by then. */
export const GOAL_SETTLE_MS = 60_000;
