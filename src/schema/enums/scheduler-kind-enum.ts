import { registerEnumType } from 'type-graphql';
import type { SchedulerKind } from '../../entities/scheduler.js';

export const SchedulerKindEnum = {
  AUTO_PUSH: 'conversion',
  ONE_TIME: 'onesend',
  WEEKLY: 'smartweekly',
} as const satisfies Record<string, SchedulerKind>;

registerEnumType(SchedulerKindEnum, {
  name: 'SchedulerKind',
  description: 'What makes a scheduler send.',
  valuesConfig: {
    AUTO_PUSH: { description: 'An event of a device, after a delay. REST: `conversion`.' },
    ONE_TIME: { description: 'One date and time. REST: `onesend`.' },
    WEEKLY: { description: 'Days and times of every week. REST: `smartweekly`.' },
  },
});
