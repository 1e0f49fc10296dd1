/** Which messages of a subject a cap counts together. A week starts on Monday. */
export type CapWindow =
  | { readonly kind: 'ROLLING'; readonly seconds: number }
  | { readonly kind: 'CALENDAR_DAY' }
  | { readonly kind: 'CALENDAR_WEEK' };

/** A device without a user is its own subject. */
export const CAP_SUBJECTS = ['USER', 'DEVICE'] as const;
export type CapSubjectKind = (typeof CAP_SUBJECTS)[number];

export const CAP_POLICIES = ['DROP', 'DEFER'] as const;
/** Whether a message that a cap refuses ends, or waits until every cap allows it. */
export type CapPolicy = (typeof CAP_POLICIES)[number];

/** The most messages that a user or device gets within a window. */
export interface FrequencyCap {
  readonly max: number;
  readonly window: CapWindow;
  readonly subject: CapSubjectKind;
  /** The keys of the categories that it counts; null: all, and messages without a category. */
  readonly categories: readonly string[] | null;
  /** Seconds between two messages; null: any. */
  readonly minGap: number | null;
}

/** All caps of an account must hold. */
export interface FrequencyCaps {
  readonly onCapped: CapPolicy;
  readonly caps: readonly FrequencyCap[];
}
