import { registerEnumType } from 'type-graphql';
import { type SchedulerKind, STORED_KINDS, type StoredKind } from '../../entities/scheduler.js';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';
import type { SchedulerStateName } from '../../services/schedulers/scheduler-state.js';

export const SchedulerKindEnum = {
  AUTO_PUSH: 'auto-push',
  ONE_TIME: 'one-time',
  WEEKLY: 'weekly',
} as const satisfies Record<string, SchedulerKind>;

/** For a condition on the column. */
export const toStoredKinds = (kinds: readonly SchedulerKind[] | null | undefined): StoredKind[] | undefined =>
  kinds?.map((kind) => STORED_KINDS[kind]);

registerEnumType(SchedulerKindEnum, {
  name: 'SchedulerKind',
  description: 'What makes a scheduler send.',
  valuesConfig: {
    AUTO_PUSH: { description: 'An event of a device, after a delay. REST: `conversion`.' },
    ONE_TIME: { description: 'One date and time. REST: `onesend`.' },
    WEEKLY: { description: 'Days and times of every week. REST: `smartweekly`.' },
  },
});

export const ClockChangeEnum = {
  NONE: 'exact',
  SKIPPED: 'skipped',
  REPEATED: 'repeated',
} as const satisfies Record<string, ExplainedLocal['clockChange']>;

registerEnumType(ClockChangeEnum, {
  name: 'ClockChange',
  description: 'What a change of the clocks does with a local time.',
  valuesConfig: {
    NONE: { description: 'Nothing: clocks show it once.' },
    SKIPPED: { description: 'Clocks jump over it; it is sent when they jump.' },
    REPEATED: { description: 'Clocks are set back and show it twice; it is sent at the first of the two.' },
  },
});

export const SchedulerStateEnum = {
  DRAFT: 'draft',
  SCHEDULED: 'scheduled',
  LISTENING: 'listening',
  SENDING: 'sending',
  PAUSED: 'paused',
  SENT: 'sent',
  NOTHING_TO_SEND: 'nothing-to-send',
  MISSED: 'missed',
  ARCHIVED: 'archived',
} as const satisfies Record<string, SchedulerStateName>;

registerEnumType(SchedulerStateEnum, {
  name: 'SchedulerState',
  description: 'Where a scheduler stands, as people see it.',
  valuesConfig: {
    DRAFT: { description: 'It has never been active.' },
    SCHEDULED: { description: 'Active, with a moment to come.' },
    LISTENING: { description: 'Active auto-push: it waits for events.' },
    SENDING: { description: 'A run of a one-time or weekly one is under way.' },
    PAUSED: { description: 'Stopped after it was active, or its run is paused; or its only run was cancelled.' },
    SENT: { description: 'One-time, and through.' },
    NOTHING_TO_SEND: {
      description: 'Active, but as it is now it would send nothing (`warnings`); or its last moment reached no device.',
    },
    MISSED: { description: 'The service was down at its only or last moment, for longer than the grace period.' },
    ARCHIVED: { description: 'Archived.' },
  },
});
