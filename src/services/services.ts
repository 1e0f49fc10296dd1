import { CredentialVault } from '../catalogue/credential-vault.js';
import { IdentityVault } from '../catalogue/identity-vault.js';
import type { Keyring } from '../crypto/keyring.js';
import type { Database } from '../database/database.js';
import type { Clock } from '../ports/clock.js';
import type { DueSignal } from '../ports/due-signal.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { StatusPublisher } from '../ports/status-publisher.js';
import { ApiKeyService } from './api-key-service.js';
import { AppGroupService } from './app-group-service.js';
import { AppListing } from './app-listing.js';
import { AppService } from './app-service.js';
import { AudienceGroupService } from './audience-group-service.js';
import { AudienceGroupUpkeep } from './audience-group-upkeep.js';
import { BindingService } from './binding-service.js';
import { CustomEventService } from './custom-event-service.js';
import { DeviceBulkService } from './device-bulk-service.js';
import { DeviceEventService } from './device-event-service.js';
import { DeviceService } from './device-service.js';
import { IdentityCheck } from './devices/identity-check.js';
import { AudienceEstimateService } from './estimate/audience-estimate-service.js';
import { EventUpkeep } from './event-upkeep.js';
import { IdempotencyService } from './idempotency-service.js';
import { KeyService } from './key-service.js';
import { NO_SENDERS } from './no-senders.js';
import { OwnDeviceService } from './own-device-service.js';
import { PushListing } from './push-listing.js';
import { PushService } from './push-service.js';
import { PushTestService, type Senders } from './push-test-service.js';
import { ReceiptService } from './receipt-service.js';
import { RestoreService } from './restore-service.js';
import { RunControl } from './run-control.js';
import { RunService } from './run-service.js';
import { SchedulePreview } from './schedule-preview.js';
import { SchedulerListing } from './scheduler-listing.js';
import { SchedulerService } from './scheduler-service.js';
import { SchedulerUpkeep } from './scheduler-upkeep.js';
import { DeliveryTraceService } from './trace/delivery-trace-service.js';
import { TrafficService } from './traffic-service.js';
import { UserService } from './user-service.js';

export interface ServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly jobs: JobQueue;
  /** `OUTBOUND_ALLOW_PRIVATE`. */
  readonly allowPrivate?: boolean;
  /** `WEBPUSH_HOSTS`. */
  readonly webPushHosts?: readonly string[] | null;
  /** For tests of pushes. */
  readonly senders?: Senders;
  /** `SDK_NEW_TAGS_PER_APP`. */
  readonly newTagsPerApp?: number;
  readonly dueSignal?: DueSignal;
  readonly publisher?: StatusPublisher;
  /** `GRACE_PERIOD_MS`. */
  readonly graceMs?: number;
  readonly log?: { info(details: Record<string, unknown>, message: string): void };
}

export type Services = ReturnType<typeof createServices>;

/** The use-cases by noun: everything that GraphQL, REST, the SDK API and the command line can do. */
export const createServices = (deps: ServiceDeps) => {
  const { database, clock, keyring, jobs, dueSignal = NO_SIGNAL, publisher = NOBODY } = deps;
  const { allowPrivate = false, webPushHosts = null } = deps;
  const vault = new CredentialVault(keyring);
  const identity = new IdentityVault(keyring);
  const runControl = new RunControl(clock);
  const schedulerUpkeep = new SchedulerUpkeep(clock, runControl);
  const eventUpkeep = new EventUpkeep(clock, runControl);
  const apps = new AppService({ database, clock, jobs, vault, identity, schedulerUpkeep });
  const devices = new DeviceService({
    database,
    clock,
    allowPrivate,
    webPushHosts,
    dueSignal,
    newTagsPerApp: deps.newTagsPerApp ?? 0,
    identity: new IdentityCheck(identity, clock),
  });
  const deviceEvents = new DeviceEventService({ database, clock, dueSignal });
  const ownDevices = new OwnDeviceService({ database, clock, devices });
  const appGroups = new AppGroupService({ database, clock, schedulerUpkeep });
  return {
    keys: new KeyService(database, clock),
    apiKeys: new ApiKeyService(database, clock),
    users: new UserService({ database, clock, jobs, graceMs: deps.graceMs ?? GRACE_MS }),
    apps,
    appGroups,
    restore: new RestoreService({ database, apps, appGroups }),
    appListing: new AppListing(database),
    audienceGroups: new AudienceGroupService({
      database,
      clock,
      upkeep: new AudienceGroupUpkeep(clock, runControl),
    }),
    audienceEstimate: new AudienceEstimateService(database),
    customEvents: new CustomEventService({ database, clock, eventUpkeep }),
    schedulerListing: new SchedulerListing(database),
    pushListing: new PushListing(database, keyring),
    idempotency: new IdempotencyService(database, clock),
    pushes: new PushService(database, clock),
    bindings: new BindingService(database, clock),
    runs: new RunService({ database, clock, jobs, publisher, runControl }),
    schedulePreview: new SchedulePreview(clock),
    schedulers: new SchedulerService({ database, clock, jobs, runControl }),
    devices,
    deviceEvents,
    deviceBulk: new DeviceBulkService({ database, apps, devices, deviceEvents }),
    ownDevices,
    pushTest: new PushTestService({
      database,
      clock,
      keyring,
      vault,
      ownDevices,
      senders: deps.senders ?? NO_SENDERS,
      log: deps.log ?? NO_LOG,
    }),
    deliveryTrace: new DeliveryTraceService({ database, clock, ownDevices }),
    traffic: new TrafficService(database, clock),
    receipts: new ReceiptService(database, clock, keyring),
    schedulerUpkeep,
    runControl,
    vault,
  };
};

const GRACE_MS = 3_600_000;
const NO_LOG = { info: () => undefined };
const NO_SIGNAL: DueSignal = { dueAt: () => undefined };
const NOBODY: StatusPublisher = { runChanged: () => undefined };
