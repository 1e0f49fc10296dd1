import { ApiKey } from '../entities/api-key.js';
import { App } from '../entities/app.js';
import { AppGroup } from '../entities/app-group.js';
import { Batch } from '../entities/batch.js';
import { CustomEvent } from '../entities/custom-event.js';
import { DeliveryFailure } from '../entities/delivery-failure.js';
import { Device } from '../entities/device.js';
import { DeviceEvent } from '../entities/device-event.js';
import { Push } from '../entities/push.js';
import { Receipt } from '../entities/receipt.js';
import { Run } from '../entities/run.js';
import { Scheduler } from '../entities/scheduler.js';
import { Tag } from '../entities/tag.js';
import { TagGroup } from '../entities/tag-group.js';
import { connectionType } from './paging/connection-type.js';
import { Delivery } from './types/delivery.js';

/** What counting a list costs that may have a million rows: as much as an estimate, which looks at so many. */
const COUNT_OF_DEVICES = 2_000;
/** Of one run: a page of runs may be asked for theirs. */
const COUNT_OF_RUN = 100;

/** The lists of the graph. */
export const ApiKeyConnection = connectionType('ApiKey', 'API keys', () => ApiKey);
export const AppConnection = connectionType('App', 'applications', () => App);
export const AppGroupConnection = connectionType('AppGroup', 'application groups', () => AppGroup);
export const TagConnection = connectionType('Tag', 'tags', () => Tag);
export const TagGroupConnection = connectionType('TagGroup', 'tag groups', () => TagGroup);
export const BatchConnection = connectionType('Batch', 'batches', () => Batch, { hasRetention: true });
export const CustomEventConnection = connectionType('CustomEvent', 'events', () => CustomEvent);
export const DeliveryConnection = connectionType('Delivery', 'messages', () => Delivery, { hasRetention: true });
export const DeviceConnection = connectionType('Device', 'devices', () => Device, { countCost: COUNT_OF_DEVICES });
export const DeviceEventConnection = connectionType('DeviceEvent', 'kinds of events of a device', () => DeviceEvent);
export const PushConnection = connectionType('Push', 'pushes', () => Push);
export const SchedulerConnection = connectionType('Scheduler', 'schedulers', () => Scheduler);
export const ReceiptConnection = connectionType('Receipt', 'receipts', () => Receipt, {
  hasRetention: true,
  countCost: COUNT_OF_RUN,
});
export const RunConnection = connectionType('Run', 'runs', () => Run);
export const FailureConnection = connectionType('Failure', 'failures', () => DeliveryFailure, {
  hasRetention: true,
  countCost: COUNT_OF_RUN,
});
export const ExternalIdConnection = connectionType('ExternalId', 'external user ids', () => String);
