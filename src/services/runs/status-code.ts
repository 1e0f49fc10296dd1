import type { RunStatusCode } from '../../entities/run.js';

/** The first words of a run's `statusMessage`, by its code. */
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
  STOPPED_ON_TROUBLE: 'too many of its messages failed',
} as const satisfies Record<RunStatusCode, string>;
