import { type SchedulerKind, STORED_KINDS } from '../../entities/scheduler.js';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';
import { defineMappedEnum } from '../../schema/define-enum.js';
import { isOneOf } from '../../schema/paging/listing.js';
import type { WhereField } from '../../schema/paging/where-fields.js';
import type { SchedulerStateName } from '../../services/schedulers/scheduler-state.js';

export const SchedulerKindEnum = defineMappedEnum('SchedulerKind', 'The trigger of a scheduler.', {
  AUTO_PUSH: ['auto-push', 'An event on a device, after an optional delay. `conversion` in REST.'],
  ONE_TIME: ['one-time', 'One date and time. `onesend` in REST.'],
  WEEKLY: ['weekly', 'Fixed days and times of every week. `smartweekly` in REST.'],
}) satisfies Record<string, SchedulerKind>;

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

export const ClockChangeEnum = defineMappedEnum('ClockChange', 'The effect of a clock change on a local time.', {
  NONE: ['exact', 'None: the local time occurs once.'],
  SKIPPED: ['skipped', 'Clocks skip the local time. Messages are sent when the clocks change.'],
  REPEATED: ['repeated', 'The local time occurs twice. Messages are sent the first time.'],
}) satisfies Record<string, ExplainedLocal['clockChange']>;

export const SchedulerStateEnum = defineMappedEnum('SchedulerState', 'The state of a scheduler, as shown to people.', {
  DRAFT: ['draft', 'Never activated.'],
  SCHEDULED: ['scheduled', 'Active, with a time to send still ahead.'],
  LISTENING: ['listening', 'Active auto-push scheduler, waiting for events.'],
  SENDING: ['sending', 'A run of a one-time or weekly scheduler is in progress.'],
  PAUSED: ['paused', 'Deactivated after it was active, or its run is paused, or its only run was cancelled.'],
  SENT: ['sent', 'One-time scheduler whose run has finished.'],
  NOTHING_TO_SEND: [
    'nothing-to-send',
    'Active, but it would send nothing now (see `warnings`), or its last run reached no device.',
  ],
  MISSED: ['missed', 'The service was down at its only or last time, for longer than the grace period.'],
  ARCHIVED: ['archived', 'Archived.'],
}) satisfies Record<string, SchedulerStateName>;
