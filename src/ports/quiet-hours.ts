export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type QuietPolicy = 'HOLD' | 'DROP';

type UnknownZone = 'ACCOUNT_ZONE' | 'SEND';

/** The part of a day in which a device gets no messages: from `start` until just before `end`, by its own clock. */
export interface QuietWindow {
  /** `HH:MM`. */
  readonly start: string;
  /** `HH:MM`, on the next day unless it is later than `start`. */
  readonly end: string;
  /** The days on which it starts, at least one. */
  readonly days: readonly Weekday[];
}

export interface QuietHours extends QuietWindow {
  readonly policy: QuietPolicy;
  /** The zone that counts for devices that never reported one. `SEND`: they have no quiet hours. */
  readonly unknownZone: UnknownZone;
  /** Held messages are released over this time. */
  readonly releaseOverSeconds: number;
}

/** The setting of an account, application or scheduler. `OFF` also overrides the levels above it. */
export type QuietSetting = 'OFF' | QuietHours;
