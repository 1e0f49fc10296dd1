import { registerEnumType } from 'type-graphql';
import { type SchedulerKind, STORED_KINDS, type StoredKind } from '../../entities/scheduler.js';
import type { ExplainedLocal } from '../../schedule/explain-moment.js';

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
