import { ApiKey } from '../entities/api-key.js';
import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { AudienceGroup } from '../entities/audience-group.js';
import { CustomEvent } from '../entities/custom-event.js';
import { DeliveryFailure } from '../entities/delivery-failure.js';
import { Device } from '../entities/device.js';
import { DeviceEvent } from '../entities/device-event.js';
import { Push } from '../entities/push.js';
import { Run } from '../entities/run.js';
import { Scheduler } from '../entities/scheduler.js';
import { Tag } from '../entities/tag.js';
import { connectionType } from './paging/connection-type.js';

/** The lists of the graph. */
export const ApiKeyConnection = connectionType('ApiKey', 'API keys', () => ApiKey);
export const AppConnection = connectionType('App', 'applications', () => App);
export const AppGroupConnection = connectionType('AppGroup', 'application groups', () => AppGroup);
export const AudienceConnection = connectionType('Audience', 'audiences', () => Tag);
export const AudienceGroupConnection = connectionType('AudienceGroup', 'audience groups', () => AudienceGroup);
export const CustomEventConnection = connectionType('CustomEvent', 'events', () => CustomEvent);
export const DeviceConnection = connectionType('Device', 'devices', () => Device);
export const DeviceEventConnection = connectionType('DeviceEvent', 'kinds of events of a device', () => DeviceEvent);
export const PushConnection = connectionType('Push', 'pushes', () => Push);
export const SchedulerConnection = connectionType('Scheduler', 'schedulers', () => Scheduler);
export const RunConnection = connectionType('Run', 'runs', () => Run);
export const FailureConnection = connectionType('Failure', 'failures', () => DeliveryFailure);
export const ExternalIdConnection = connectionType('ExternalId', 'external user ids', () => String);
