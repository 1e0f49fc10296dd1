import { registerEnumType } from 'type-graphql';
import type { RunStatusReason } from '../../entities/run.js';

export const RunStatusReasonEnum = {
  NO_ACTIVE_PUSH: 'NO_ACTIVE_PUSH',
  NO_APPLICATIONS: 'NO_APPLICATIONS',
  NO_DEVICES: 'NO_DEVICES',
} as const satisfies Record<string, RunStatusReason>;

registerEnumType(RunStatusReasonEnum, {
  name: 'RunStatusReason',
  description: 'Why there is nothing to send.',
  valuesConfig: {
    NO_ACTIVE_PUSH: { description: 'No push that is active and not archived is bound to the scheduler.' },
    NO_APPLICATIONS: { description: 'Its lists leave no application: those that they name are archived or excluded.' },
    NO_DEVICES: { description: 'No device is reached.' },
  },
});
