import { App } from '../entities/app.js';
import { DeliveryFailure } from '../entities/delivery-failure.js';
import { Push } from '../entities/push.js';
import { Run } from '../entities/run.js';
import { Scheduler } from '../entities/scheduler.js';
import { connectionType } from './paging/connection-type.js';

/** The lists of the graph. */
export const AppConnection = connectionType('App', 'applications', () => App);
export const PushConnection = connectionType('Push', 'pushes', () => Push);
export const SchedulerConnection = connectionType('Scheduler', 'schedulers', () => Scheduler);
export const RunConnection = connectionType('Run', 'runs', () => Run);
export const FailureConnection = connectionType('Failure', 'failures', () => DeliveryFailure);
export const ExternalIdConnection = connectionType('ExternalId', 'external user ids', () => String);
