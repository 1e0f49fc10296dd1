export const MAX_CONTROL_SHARE = 0.5;

/** Each message waits for the hour in which its user is most active. */
export interface BestHour {
  /** `HH:MM` by the device's clock: the first minute in which a message may leave. */
  readonly from: string;
  /** `HH:MM`: the first minute that is too late, on the next day unless later than `from`. Equal times: the whole day. */
  readonly to: string;
  /** This share of users gets its messages at the configured time, for comparison; 0 to 0.5. */
  readonly controlShare: number;
}
