/** What became of one message, with its byte in the delivery log. Bytes are stored: never renumber. */
export const OUTCOMES = {
  sent: 1,
  /** The provider said that the token is dead; the device is retired. */
  invalid_token: 2,
  failed: 3,
  /** Waits for another try. */
  retrying: 4,
  /** Its time to live ended before a try succeeded. */
  expired: 5,
  cancelled: 6,
} as const;
export type OutcomeName = keyof typeof OUTCOMES;
