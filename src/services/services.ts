import { CredentialVault } from '../catalogue/credential-vault.js';
import { IdentityVault } from '../catalogue/identity-vault.js';
import type { CompileTemplate } from '../content/push-content.js';
import type { Keyring } from '../crypto/keyring.js';
import { PreferencesLinks } from '../crypto/preferences-token.js';
import type { Database } from '../database/database.js';
import type { Clock } from '../ports/clock.js';
import type { DueSignal } from '../ports/due-signal.js';
import type { JobQueue } from '../ports/job-queue.js';
import type { Mailer } from '../ports/mailer.js';
import type { StatusPublisher } from '../ports/status-publisher.js';
import { NO_SENDERS } from '../providers/create-senders.js';
import { AlertMails } from './alerts/alert-mails.js';
import { AlertRuleService } from './alerts/alert-rule-service.js';
import { AlertWatch } from './alerts/alert-watch.js';
import { AppGroupService } from './app-groups/app-group-service.js';
import { AppListing } from './apps/app-listing.js';
import { AppService } from './apps/app-service.js';
import { CredentialsCheckService } from './apps/credentials-check-service.js';
import { RestoreService } from './apps/restore-service.js';
import { AttributeService } from './attributes/attribute-service.js';
import { AudienceEstimateService } from './audiences/audience-estimate-service.js';
import { BestHourPreviewService } from './audiences/best-hour-preview-service.js';
import { CapPreviewService } from './audiences/cap-preview-service.js';
import { CampaignService } from './campaigns/campaign-service.js';
import { CategoryService } from './categories/category-service.js';
import { ConversionCounter } from './conversions/conversion-counter.js';
import { CsvExportService } from './csv-exports/csv-export-service.js';
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
import { EndUserService } from './end-users/end-user-service.js';
import { UserUpkeep } from './end-users/user-upkeep.js';
import { ErasureRunner } from './erasures/erasure-runner.js';
import { ErasureService } from './erasures/erasure-service.js';
import { Tombstones } from './erasures/tombstones.js';
import { UserExportService } from './erasures/user-export-service.js';
import { EventLog } from './event-log/event-log.js';
import { CustomEventService } from './events/custom-event-service.js';
import { EventTrackingService } from './events/event-tracking-service.js';
import { EventUpkeep } from './events/event-upkeep.js';
import { IdempotencyService } from './idempotency-service.js';
import { ApiKeyService } from './keys/api-key-service.js';
import { KeyService } from './keys/key-service.js';
import { LinkCheckService } from './links/link-check-service.js';
import { LiveActivityService } from './live-activities/live-activity-service.js';
import { MediaService, type MediaServiceDeps } from './media/media-service.js';
import { MediaStoreError } from './media/media-store.js';
import { createAccess } from './members/create-access.js';
import type { PasswordCost } from './members/password-hasher.js';
import { MessageSendService } from './messages/message-send-service.js';
import { PreferenceService } from './preferences/preference-service.js';
import { PreferencesLinkService } from './preferences/preferences-link-service.js';
import { AbortEstimateService } from './pushes/abort-estimate-service.js';
import { BindingService } from './pushes/binding-service.js';
import { GoogleValidation } from './pushes/google-validation.js';
import { MessagePreviewService } from './pushes/message-preview-service.js';
import { MessageSizes } from './pushes/message-sizes.js';
import { PushListing } from './pushes/push-listing.js';
import { PushService } from './pushes/push-service.js';
import { PushTestService, type Senders } from './pushes/push-test-service.js';
import { TemplateCheckService } from './pushes/template-check-service.js';
import { TemplateService } from './pushes/template-service.js';
import { ReportService } from './reports/report-service.js';
import { RunControl } from './runs/run-control.js';
import { RunService } from './runs/run-service.js';
import { WinnerChoice } from './runs/winner-choice.js';
import { LastMessage } from './schedulers/last-message.js';
import { SchedulePreview } from './schedulers/schedule-preview.js';
import { SchedulerListing } from './schedulers/scheduler-listing.js';
import { SchedulerService } from './schedulers/scheduler-service.js';
import { SchedulerUpkeep } from './schedulers/scheduler-upkeep.js';
import { UpcomingMoments } from './schedulers/upcoming-moments.js';
import { SegmentService } from './segments/segment-service.js';
import { TagGroupService } from './tags/tag-group-service.js';
import { TagGroupUpkeep } from './tags/tag-group-upkeep.js';
import { TrafficService } from './traffic/traffic-service.js';
import { UserService } from './users/user-service.js';
import { createWebhooks } from './webhooks/create-webhooks.js';

export interface ServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly jobs: JobQueue;
  /** `OUTBOUND_ALLOW_PRIVATE`. */
  readonly allowPrivate?: boolean;
  /** Makes links to the hosted preferences page; if omitted, devices have none. */
  readonly preferencesLinks?: PreferencesLinks;
  /** `WEBPUSH_HOSTS`. */
  readonly webPushHosts?: readonly string[] | null;
  /** Extra certificate authorities for links, PEM. */
  readonly ca?: string | undefined;
  /** The senders for tests of pushes. */
  readonly senders?: Senders;
  /** `SDK_NEW_TAGS_PER_APP`. */
  readonly newTagsPerApp?: number;
  /** The maximum number of devices of an account; null for no limit. */
  readonly maxDevices?: (userId: number) => number | null;
  /** Reads a line of an import. */
  readonly readDeviceBody?: ReadBody;
  /** `IMPORT_MAX_BYTES`. */
  readonly importMaxBytes?: number;
  /** The store of images; if omitted, images are refused. */
  readonly media?: Pick<MediaServiceDeps, 'store' | 'maxBytes' | 'quotaBytes'>;
  /** Called with the user whose import changed. */
  readonly importChanged?: (userId: number) => void;
  /** Compiles templates as delivery does. */
  readonly compileTemplate?: CompileTemplate;
  readonly dueSignal?: DueSignal;
  readonly publisher?: StatusPublisher;
  /** `BACKUP_RETENTION_DAYS`. */
  readonly backupDays?: number | null;
  /** `TIME_TO_LIVE_SECONDS`; if omitted, a day. */
  readonly timeToLiveSeconds?: number;
  /** `GRACE_PERIOD_MS`. */
  readonly graceMs?: number;
  /** Sends e-mails about alerts; if omitted, there are none. */
  readonly mailer?: Mailer | null;
  /** `PUBLIC_URL`. */
  readonly publicUrl?: string | null;
  /** `RUN_RETENTION_DAYS`; if omitted, runs are kept. */
  readonly runRetentionDays?: number;
  readonly log?: Log;
  /** How long audit entries wait to be written together; if omitted, until they are read or `audit.flush`. */
  readonly auditGatherMs?: number;
  /** The cost of password hashes; if omitted, the one for real passwords. */
  readonly passwordCost?: PasswordCost;
}

interface Log {
  info(details: Record<string, unknown>, message: string): void;
  error(details: Record<string, unknown>, message: string): void;
}

const DAY_SECONDS = 86_400;

export type Services = ReturnType<typeof createServices>;

/** The use cases by noun: everything that GraphQL, REST, the SDK API and the command line can do. */
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
  const tombstones = new Tombstones(async () => keyring);
  const devices = new DeviceService({
    database,
    clock,
    tombstones,
    allowPrivate,
    webPushHosts,
    dueSignal,
    newTagsPerApp: deps.newTagsPerApp ?? 0,
    maxDevices: deps.maxDevices,
    identity: new IdentityCheck(identity, clock),
    keyring,
  });
  const deviceEvents = new EventTrackingService({ database, clock, dueSignal });
  const attributes = new AttributeService(database, clock);
  const endUsers = new EndUserService(database, clock, tombstones);
  const ownDevices = new OwnDeviceService({ database, clock, devices });
  const appGroups = new AppGroupService({ database, clock, schedulerUpkeep });
  const audienceEstimate = new AudienceEstimateService(database, clock);
  const timeToLiveSeconds = deps.timeToLiveSeconds ?? DAY_SECONDS;
  const lastMessage = new LastMessage({ database, clock, estimates: audienceEstimate, timeToLiveSeconds });
  const schedulers = new SchedulerService({ database, clock, jobs, runControl, lastMessage });
  const pushes = new PushService(database, clock, lastMessage);
  const messageSizes = new MessageSizes(database);
  const googleValidation = new GoogleValidation({ database, clock, vault, senders: deps.senders ?? NO_SENDERS });
  const drafts = new DraftService(database, clock);
  const access = createAccess({
    database,
    clock,
    keyring,
    gatherMs: deps.auditGatherMs ?? null,
    log: deps.log ?? NO_LOG,
    passwordCost: deps.passwordCost,
  });
  const preferences = new PreferenceService(database, clock, tombstones);
  const categories = new CategoryService(database, clock);
  const reports = new ReportService({ database, clock, runRetentionDays: deps.runRetentionDays ?? 0 });
  const templates = deps.compileTemplate ? { compileTemplate: deps.compileTemplate } : {};
  const { mailer = null, publicUrl = null, log = NO_LOG } = deps;
  return {
    alertRules: new AlertRuleService(database, clock),
    alertWatch: new AlertWatch({ database, clock, log }),
    alertMails: new AlertMails({ database, clock, log, mailer, publicUrl }),
    bestHourPreview: new BestHourPreviewService({
      database,
      clock,
      audiences: audienceEstimate,
      timeToLiveSeconds,
    }),
    capPreview: new CapPreviewService({ database, clock, audiences: audienceEstimate, timeToLiveSeconds }),
    keys: new KeyService(database, clock),
    apiKeys: new ApiKeyService(database, clock),
    ...access,
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
    audienceEstimate,
    lastMessage,
    conversionCounter: new ConversionCounter({ database, clock, publisher }),
    customEvents: new CustomEventService({ database, clock, eventUpkeep }),
    schedulerListing: new SchedulerListing(database),
    pushListing: new PushListing(database, keyring),
    idempotency: new IdempotencyService(database, clock),
    pushes,
    messageSizes,
    messageSend: new MessageSendService({
      database,
      clock,
      jobs,
      publisher,
      messageSizes,
      googleValidation,
      categories,
    }),
    linkCheck: new LinkCheckService({ clock, allowPrivate, ca: deps.ca }),
    segments: new SegmentService(database, clock),
    eventLog: new EventLog(database),
    preferences,
    preferencesLinks: new PreferencesLinkService(database, clock, deps.preferencesLinks ?? withoutUrl(keyring)),
    templates: new TemplateService(database, clock),
    media: new MediaService({ database, clock, log: deps.log ?? NO_LOG, ...(deps.media ?? NO_MEDIA) }),
    googleValidation,
    bindings: new BindingService(database, clock, lastMessage),
    runs: new RunService({ database, clock, jobs, publisher, runControl }),
    winnerChoice: new WinnerChoice({ database, clock, jobs, publisher }),
    schedulePreview: new SchedulePreview(clock),
    schedulers,
    campaigns: new CampaignService({
      database,
      clock,
      schedulers,
      lastMessage,
      pushes,
      messageSizes,
      googleValidation,
      drafts,
      categories,
    }),
    drafts,
    categories,
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
      attributes,
      devices,
      endUsers,
      readBody: deps.readDeviceBody ?? READS_NOTHING,
      changed: importChanged,
      log: deps.log ?? NO_LOG,
    }),
    deviceCounts: new DeviceCountService(database, clock),
    deviceEvents,
    deviceBulk: new DeviceBulkService({ database, apps, devices, deviceEvents }),
    ownDevices,
    attributes,
    endUsers,
    userUpkeep: new UserUpkeep(database, clock, tombstones),
    pushTest: new PushTestService({
      database,
      clock,
      keyring,
      vault,
      ownDevices,
      categories,
      messageSizes,
      timeToLiveSeconds,
      senders: deps.senders ?? NO_SENDERS,
      log: deps.log ?? NO_LOG,
      ...templates,
    }),
    liveActivities: new LiveActivityService({
      database,
      clock,
      vault,
      senders: deps.senders ?? NO_SENDERS,
      log: deps.log ?? NO_LOG,
    }),
    userExports: new UserExportService({ database, clock, keyring, preferences }),
    erasures: new ErasureService({ database, clock, jobs, tombstones, backupDays: deps.backupDays ?? null }),
    erasureRunner: new ErasureRunner({
      database,
      clock,
      jobs,
      vault,
      senders: deps.senders ?? NO_SENDERS,
      audit: access.audit,
      log: deps.log ?? NO_LOG,
    }),
    messagePreview: new MessagePreviewService({
      clock,
      ownDevices,
      messageSizes,
      categories,
      timeToLiveSeconds,
      ...templates,
    }),
    templateCheck: new TemplateCheckService(database),
    abortEstimate: new AbortEstimateService({ database, audiences: audienceEstimate, ...templates }),
    deliveryTrace: new DeliveryTraceService({ database, clock, ownDevices }),
    traffic: new TrafficService(database, clock),
    reports,
    csvExports: new CsvExportService({ database, clock, keyring, reports }),
    receipts: new ReceiptService(database, clock, keyring),
    ...createWebhooks({ database, clock, keyring, allowPrivate, ca: deps.ca }),
    schedulerUpkeep,
    runControl,
    vault,
  };
};

const withoutUrl = (keyring: Keyring) => new PreferencesLinks({ keyring, publicUrl: null, days: 1 });

const GRACE_MS = 3_600_000;
const NO_LOG = { info: () => undefined, error: () => undefined };
const IMPORT_MAX_BYTES = 2 ** 30;

const refuse = () => Promise.reject(new MediaStoreError('this process has no store of images'));
const NO_MEDIA = { store: { put: refuse, read: refuse, delete: refuse }, maxBytes: 5 * 2 ** 20, quotaBytes: 2 ** 30 };

/** Used by processes that import nothing. */
const READS_NOTHING: ReadBody = () => {
  throw new Error('no reader of device bodies was given');
};

const NO_SIGNAL: DueSignal = { dueAt: () => undefined };
const NOBODY: StatusPublisher = { runChanged: () => undefined };
