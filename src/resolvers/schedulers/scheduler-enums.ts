import { registerEnumType } from 'type-graphql';
import { type SchedulerKind, STORED_KINDS } from '../../entities/scheduler.js';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';
import { isOneOf } from '../../schema/paging/listing.js';
import type { WhereField } from '../../schema/paging/where-fields.js';
import type { SchedulerStateName } from '../../services/schedulers/scheduler-state.js';

export const SchedulerKindEnum = {
  AUTO_PUSH: 'auto-push',
  ONE_TIME: 'one-time',
  WEEKLY: 'weekly',
} as const satisfies Record<string, SchedulerKind>;

registerEnumType(SchedulerKindEnum, {
  name: 'SchedulerKind',
  description: 'The trigger of a scheduler.',
  valuesConfig: {
    AUTO_PUSH: { description: 'An event on a device, after an optional delay. `conversion` in REST.' },
    ONE_TIME: { description: 'One date and time. `onesend` in REST.' },
    WEEKLY: { description: 'Fixed days and times of every week. `smartweekly` in REST.' },
  },
});

/** Filters by the column `kind`, of schedulers and of runs. */
export const kindIn = (description: string): WhereField<readonly SchedulerKind[]> => ({
  type: () => [SchedulerKindEnum],
  description,
  toCondition: (kinds) =>
    isOneOf(
      'kind',
      kinds.map((kind) => STORED_KINDS[kind]),
    ),
});

export const ClockChangeEnum = {
  NONE: 'exact',
  SKIPPED: 'skipped',
  REPEATED: 'repeated',
} as const satisfies Record<string, ExplainedLocal['clockChange']>;

registerEnumType(ClockChangeEnum, {
  name: 'ClockChange',
  description: 'The effect of a clock change on a local time.',
  valuesConfig: {
    NONE: { description: 'None: the local time occurs once.' },
    SKIPPED: { description: 'Clocks skip the local time. Messages are sent when the clocks change.' },
    REPEATED: { description: 'The local time occurs twice. Messages are sent the first time.' },
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
  description: 'The state of a scheduler, as shown to people.',
  valuesConfig: {
    DRAFT: { description: 'Never activated.' },
    SCHEDULED: { description: 'Active, with a time to send still ahead.' },
    LISTENING: { description: 'Active auto-push scheduler, waiting for events.' },
    SENDING: { description: 'A run of a one-time or weekly scheduler is in progress.' },
    PAUSED: { description: 'Deactivated after it was active, or its run is paused, or its only run was cancelled.' },
    SENT: { description: 'One-time scheduler whose run has finished.' },
    NOTHING_TO_SEND: {
      description: 'Active, but it would send nothing now (see `warnings`), or its last run reached no device.',
    },
    MISSED: { description: 'The service was down at its only or last time, for longer than the grace period.' },
    ARCHIVED: { description: 'Archived.' },
  },
});
