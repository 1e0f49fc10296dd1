import { registerEnumType } from 'type-graphql';
import type { FeedEventType } from '../../services/pubsub/feed-event.js';

export const DeliveryEventTypeEnum = {
  RUN_STARTED: 'run.started',
  RUN_PROGRESS: 'run.progress',
  RUN_PAUSED: 'run.paused',
  RUN_RESUMED: 'run.resumed',
  RUN_FINISHED: 'run.finished',
  RUN_CANCELLED: 'run.cancelled',
  RUN_MISSED: 'run.missed',
  APP_PAUSED: 'app.paused',
  APP_RESUMED: 'app.resumed',
  DEVICE_RETIRED: 'device.retired',
} as const satisfies Record<string, FeedEventType>;

registerEnumType(DeliveryEventTypeEnum, {
  name: 'DeliveryEventType',
  description: 'What happened to a run, an application or a device.',
  valuesConfig: {
    RUN_STARTED: { description: 'A run has begun.' },
    RUN_PROGRESS: {
      description: 'The counts of a run have changed; at most 4 times a second for each run. Not kept for `after`.',
    },
    RUN_PAUSED: { description: 'A user has paused a run.' },
    RUN_RESUMED: { description: 'A run goes on: after a pause, or an hour of auto-push that had been over.' },
    RUN_FINISHED: { description: 'Every message of a run has its outcome.' },
    RUN_CANCELLED: { description: 'A run was stopped before it was through; see `Run.statusMessage`.' },
    RUN_MISSED: { description: 'The service was down at the moment of a run; nothing was sent.' },
    APP_PAUSED: { description: 'The provider refuses an application as a whole; see `App.pauseReason`.' },
    APP_RESUMED: { description: 'An application that was paused sends again.' },
    DEVICE_RETIRED: {
      description:
        'A device was retired: its token is dead, its SDK unregistered it, or you retired it; see `Device.retirementReason`.',
    },
  },
});
