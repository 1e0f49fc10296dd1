/** The outcome of a message and its byte in the delivery log. The bytes are stored, so never renumber them. */
export const OUTCOMES = {
  sent: 1,
  /** The provider said that the token is dead; the device is retired. */
  invalid_token: 2,
  failed: 3,
  /** Waits: for another attempt, or `held`. */
  retrying: 4,
  /** Its time to live ended before an attempt succeeded. */
  expired: 5,
  cancelled: 6,
} as const;

/** A rule holds the message. The delivery log has `retrying`; the message's row of `retry_send` tells them apart. */
export const HELD = 'held';

/** A rule dropped the message: the code of the drop, in capitals (src/delivery/judgement). */
export type DropOutcome = Uppercase<string>;

export type OutcomeName = keyof typeof OUTCOMES | typeof HELD | DropOutcome;
