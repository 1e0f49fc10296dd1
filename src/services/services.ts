import { CredentialVault } from '../catalogue/credential-vault.js';
import { IdentityVault } from '../catalogue/identity-vault.js';
import type { Keyring } from '../crypto/keyring.js';
import type { Database } from '../database/database.js';
import type { Clock } from '../ports/clock.js';
import type { DueSignal } from '../ports/due-signal.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { StatusPublisher } from '../ports/status-publisher.js';
import { NO_SENDERS } from '../providers/create-senders.js';
import { AppGroupService } from './app-groups/app-group-service.js';
import { AppListing } from './apps/app-listing.js';
import { AppService } from './apps/app-service.js';
import { CredentialsCheckService } from './apps/credentials-check-service.js';
import { RestoreService } from './apps/restore-service.js';
import { AudienceEstimateService } from './audiences/audience-estimate-service.js';
import { CampaignService } from './campaigns/campaign-service.js';
import { DeliveryTraceService } from './deliveries/delivery-trace-service.js';
import { ReceiptService } from './deliveries/receipt-service.js';
import { DeviceImportService } from './device-imports/device-import-service.js';
import { ImportFileService } from './device-imports/import-file-service.js';
import { ImportRunner } from './device-imports/import-runner.js';
import type { ReadBody } from './device-imports/read-device-file.js';
import { DeviceBulkService } from './devices/device-bulk-service.js';
import { DeviceCountService } from './devices/device-counts.js';
import { DeviceService } from './devices/device-service.js';
import { IdentityCheck } from './devices/identity-check.js';
import { OwnDeviceService } from './devices/own-device-service.js';
import { DraftService } from './drafts/draft-service.js';
import { CustomEventService } from './events/custom-event-service.js';
import { EventTrackingService } from './events/event-tracking-service.js';
import { EventUpkeep } from './events/event-upkeep.js';
import { IdempotencyService } from './idempotency-service.js';
import { ApiKeyService } from './keys/api-key-service.js';
import { KeyService } from './keys/key-service.js';
import { createAccess } from './members/create-access.js';
import type { PasswordCost } from './members/password-hasher.js';
import { BindingService } from './pushes/binding-service.js';
import { MessageSizes } from './pushes/message-sizes.js';
import { PushListing } from './pushes/push-listing.js';
import { PushService } from './pushes/push-service.js';
import { PushTestService, type Senders } from './pushes/push-test-service.js';
import { RunControl } from './runs/run-control.js';
import { RunService } from './runs/run-service.js';
import { SchedulePreview } from './schedulers/schedule-preview.js';
import { SchedulerListing } from './schedulers/scheduler-listing.js';
import { SchedulerService } from './schedulers/scheduler-service.js';
import { SchedulerUpkeep } from './schedulers/scheduler-upkeep.js';
import { UpcomingMoments } from './schedulers/upcoming-moments.js';
import { TagGroupService } from './tags/tag-group-service.js';
import { TagGroupUpkeep } from './tags/tag-group-upkeep.js';
import { TrafficService } from './traffic/traffic-service.js';
import { UserService } from './users/user-service.js';

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
  /** Devices that an account may have; null: no limit. */
  readonly maxDevices?: (userId: number) => number | null;
  /** How a line of an import is read. */
  readonly readDeviceBody?: ReadBody;
  /** `IMPORT_MAX_BYTES`. */
  readonly importMaxBytes?: number;
  /** Hears of whose import something has changed. */
  readonly importChanged?: (userId: number) => void;
  readonly dueSignal?: DueSignal;
  readonly publisher?: StatusPublisher;
  /** `GRACE_PERIOD_MS`. */
  readonly graceMs?: number;
  readonly log?: Log;
  /** How long entries of the audit log wait for others; left out: until they are read, or `audit.flush`. */
  readonly auditGatherMs?: number;
  /** Of hashes of passwords; left out: what is good for real ones. */
  readonly passwordCost?: PasswordCost;
}

interface Log {
  info(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

export type Services = ReturnType<typeof createServices>;

/** The use-cases by noun: everything that GraphQL, REST, the SDK API and the command line can do. */
export const createServices = (deps: ServiceDeps) => {
  const { database, clock, keyring, jobs, dueSignal = NO_SIGNAL, publisher = NOBODY } = deps;
  const { allowPrivate = false, webPushHosts = null } = deps;
  const importChanged = deps.importChanged ?? (() => undefined);
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
    maxDevices: deps.maxDevices,
    identity: new IdentityCheck(identity, clock),
    keyring,
  });
  const deviceEvents = new EventTrackingService({ database, clock, dueSignal });
  const ownDevices = new OwnDeviceService({ database, clock, devices });
  const appGroups = new AppGroupService({ database, clock, schedulerUpkeep });
  const schedulers = new SchedulerService({ database, clock, jobs, runControl });
  const pushes = new PushService(database, clock);
  const messageSizes = new MessageSizes(database);
  const drafts = new DraftService(database, clock);
  return {
    keys: new KeyService(database, clock),
    apiKeys: new ApiKeyService(database, clock),
    ...createAccess({
      database,
      clock,
      keyring,
      gatherMs: deps.auditGatherMs ?? null,
      log: deps.log ?? NO_LOG,
      passwordCost: deps.passwordCost,
    }),
    users: new UserService({ database, clock, jobs, graceMs: deps.graceMs ?? GRACE_MS }),
    apps,
    appGroups,
    credentialsCheck: new CredentialsCheckService({
      database,
      clock,
      vault,
      senders: deps.senders ?? NO_SENDERS,
      log: deps.log ?? NO_LOG,
    }),
    restore: new RestoreService({ database, apps, appGroups }),
    appListing: new AppListing(database),
    audienceGroups: new TagGroupService({
      database,
      clock,
      upkeep: new TagGroupUpkeep(clock, runControl),
    }),
    audienceEstimate: new AudienceEstimateService(database),
    customEvents: new CustomEventService({ database, clock, eventUpkeep }),
    schedulerListing: new SchedulerListing(database),
    pushListing: new PushListing(database, keyring),
    idempotency: new IdempotencyService(database, clock),
    pushes,
    messageSizes,
    bindings: new BindingService(database, clock),
    runs: new RunService({ database, clock, jobs, publisher, runControl }),
    schedulePreview: new SchedulePreview(clock),
    schedulers,
    campaigns: new CampaignService({ database, clock, schedulers, pushes, messageSizes, drafts }),
    drafts,
    upcomingMoments: new UpcomingMoments(database, clock),
    devices,
    deviceImports: new DeviceImportService({ database, clock, jobs, changed: importChanged }),
    importFiles: new ImportFileService({
      database,
      clock,
      keyring,
      jobs,
      maxBytes: deps.importMaxBytes ?? IMPORT_MAX_BYTES,
      changed: importChanged,
    }),
    importRunner: new ImportRunner({
      database,
      clock,
      devices,
      readBody: deps.readDeviceBody ?? READS_NOTHING,
      changed: importChanged,
      log: deps.log ?? NO_LOG,
    }),
    deviceCounts: new DeviceCountService(database, clock),
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
const NO_LOG = { info: () => undefined, error: () => undefined };
const IMPORT_MAX_BYTES = 2 ** 30;

/** Where nothing is imported. */
const READS_NOTHING: ReadBody = () => {
  throw new Error('no reader of device bodies was given');
};

const NO_SIGNAL: DueSignal = { dueAt: () => undefined };
const NOBODY: StatusPublisher = { runChanged: () => undefined };
