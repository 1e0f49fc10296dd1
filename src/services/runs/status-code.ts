/** What a run's `statusMessage` says, by the words that each has. */
export const RUN_STATUS_WORDS = {
  SERVICE_WAS_DOWN: 'the service was down at its moment',
  TIME_ZONE_DATA_CHANGED: 'new time-zone data moved its moment',
  NO_APPLICATION_LEFT: 'no application is left',
  SCHEDULER_DEACTIVATED: 'the scheduler was deactivated',
  SCHEDULER_ARCHIVED: 'the scheduler was archived',
  SCHEDULER_DELETED: 'the scheduler was deleted',
  EVENT_DELETED: 'its event was deleted',
  TAG_GROUP_DELETED: 'its audience group was deleted',
  CANCELLED_BY_OWNER: 'its owner cancelled it',
  CANCELLED_BY_OPERATOR: 'the operator cancelled it',
} as const;

export type RunStatusCode = keyof typeof RUN_STATUS_WORDS;

export const RUN_STATUS_CODES = Object.keys(RUN_STATUS_WORDS) as readonly RunStatusCode[];

/** null: there is no message, or one of an earlier release. */
export const statusCodeOf = (statusMessage: string | null): RunStatusCode | null =>
  RUN_STATUS_CODES.find((code) => statusMessage?.startsWith(RUN_STATUS_WORDS[code])) ?? null;
