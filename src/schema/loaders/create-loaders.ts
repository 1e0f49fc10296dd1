import DataLoader from 'dataloader';
import { loadFilters, loadSlots, type SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { Database } from '../../database/database.js';
import { hydrate } from '../../database/hydrate.js';
import { Alert } from '../../entities/alert.js';
import { AlertRule } from '../../entities/alert-rule.js';
import { ApiKey } from '../../entities/api-key.js';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import { AttributeDefinition } from '../../entities/attribute-definition.js';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Batch } from '../../entities/batch.js';
import { CampaignDraft } from '../../entities/campaign-draft.js';
import { Category } from '../../entities/category.js';
import { CustomEvent } from '../../entities/custom-event.js';
import { DeviceImport } from '../../entities/device-import.js';
import { EndUser } from '../../entities/end-user.js';
import { Erasure } from '../../entities/erasure.js';
import { Media } from '../../entities/media.js';
import { Member } from '../../entities/member.js';
import { MessageTemplate } from '../../entities/message-template.js';
import { Push } from '../../entities/push.js';
import { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { Segment } from '../../entities/segment.js';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { UserAccount } from '../../entities/user-account.js';
import { Webhook } from '../../entities/webhook.js';
import { WebhookAttempt } from '../../entities/webhook-message.js';
import { selectGroupsOfApps, selectMembers } from '../../services/app-groups/app-group-queries.js';
import { selectActiveSince, selectAppIds } from '../../services/apps/app-listing.js';
import type { Caller } from '../../services/caller.js';
import { sumArmCounts } from '../../services/conversions/run-results.js';
import {
  countForeignSubscriptions,
  selectDevices,
  selectTagIds,
  selectTagsOfDevices,
} from '../../services/devices/device-queries.js';
import { selectUsersByExternalId } from '../../services/end-users/end-user-queries.js';
import { type OwnedTable, selectOwned } from '../../services/owned-rows.js';
import type { SettledChoice } from '../../services/preferences/settle-choices.js';
import { selectTranslations } from '../../services/pushes/push-listing.js';
import { countFailureReasons, countWaitingReasons } from '../../services/runs/run-details.js';
import {
  countPushReceipts,
  countReceipts,
  NO_RECEIPTS,
  type OutcomeSum,
  type ReceiptSums,
  selectBatches,
  selectLatestRuns,
  sumBatches,
  sumPushes,
} from '../../services/runs/run-parts-queries.js';
import { NO_BATCHES, RUN_SNAPSHOT_COLUMNS, type RunQueryService } from '../../services/runs/run-query-service.js';
import { findWarnings } from '../../services/schedulers/find-warnings.js';
import {
  selectLastRuns,
  selectPreviews,
  selectReachable,
  selectStates,
} from '../../services/schedulers/scheduler-state.js';
import type { Services } from '../../services/services.js';
import { countDevicesOfTags } from '../../services/tags/count-devices-of-tags.js';
import { countWaitingRetries } from '../../services/webhooks/count-waiting-retries.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { loadDeviceDeliveries, loadFailures, loadOutcomeWindows, loadReceipts, loadWaiting } from './deliveries.js';
import { PageLoader } from './page-loader.js';
import { PreviewLimiter } from './preview-limiter.js';
import { DeviceCountsLoader, TimelineLoader, TrafficLoader } from './series.js';

/** The number of runs that a page of a device's deliveries covers. */
export const RUNS_PER_PAGE = 50;

interface LoaderDeps {
  readonly database: Database;
  readonly services: Pick<
    Services,
    'apiKeys' | 'deviceCounts' | 'media' | 'preferences' | 'schedulerListing' | 'sessions' | 'traffic'
  >;
  readonly runs: RunQueryService;
}

/** The user of the loaders, and their dependencies. */
interface Scope extends LoaderDeps {
  readonly userId: number;
  readonly needed: NeededColumns | null;
}

/**
 * Creates the loaders of one request, which read each row once and in batches. They are never reused for another request.
 * The services define the reads; this only batches them.
 */
export const createLoaders = (scope: Scope) => {
  const { database, services, runs, userId, needed } = scope;
  return {
    /** Whether shards may hold the devices: some conditions need another form there. */
    isVitess: database.isVitess,
    apiKeys: byId<ApiKey>(scope, { entity: ApiKey, table: 'api_key', omit: ['hash'] }),
    apps: byId<App>(scope, { entity: App, table: 'app', omit: ['credentials'] }),
    appGroups: byId<AppGroup>(scope, { entity: AppGroup, table: 'app_group' }),
    attributeDefinitions: byId<AttributeDefinition>(scope, {
      entity: AttributeDefinition,
      table: 'attribute_definition',
    }),
    auditEntries: byId<AuditEntry>(scope, { entity: AuditEntry, table: 'audit_entry' }),
    members: byId<Member>(scope, { entity: Member, table: 'member' }),
    keysOfMembers: together<readonly number[]>(
      (ids) => services.apiKeys.ofMembers(userId, ids),
      () => [],
    ),
    /** The sessions of the caller. */
    ownSessions: new DataLoader((callers: readonly Caller[]) =>
      Promise.all(callers.map((caller) => services.sessions.list(caller))),
    ),
    tags: byId<Tag>(scope, { entity: Tag, table: 'tag' }),
    tagGroups: byId<TagGroup>(scope, { entity: TagGroup, table: 'audience_group' }),
    categories: byId<Category>(scope, { entity: Category, table: 'category' }),
    customEvents: byId<CustomEvent>(scope, { entity: CustomEvent, table: 'custom_event', shared: true }),
    drafts: byId<CampaignDraft>(scope, { entity: CampaignDraft, table: 'campaign_draft' }),
    media: byId<Media>(scope, { entity: Media, table: 'media' }),
    pushesUsingMedia: together(
      (ids) => services.media.countUses(userId, ids),
      () => 0,
    ),
    erasures: byId<Erasure>(scope, { entity: Erasure, table: 'erasure', omit: ['external_user_id'] }),
    messageTemplates: byId<MessageTemplate>(scope, { entity: MessageTemplate, table: 'message_template' }),
    pushes: byId<Push>(scope, { entity: Push, table: 'push' }),
    runs: byId<Run>(scope, { entity: Run, table: 'run', omit: RUN_SNAPSHOT_COLUMNS }),
    schedulers: byId<Scheduler>(scope, { entity: Scheduler, table: 'scheduler' }),
    alerts: byId<Alert>(scope, { entity: Alert, table: 'alert' }),
    alertRules: byId<AlertRule>(scope, { entity: AlertRule, table: 'alert_rule' }),
    segments: byId<Segment>(scope, { entity: Segment, table: 'segment' }),
    users: loadUsers(scope),
    webhooks: byId<Webhook>(scope, { entity: Webhook, table: 'webhook', omit: ['secrets'] }),
    webhookAttempts: byId<WebhookAttempt>(scope, { entity: WebhookAttempt, table: 'webhook_attempt' }),
    webhookRetries: together(
      (ids) => countWaitingRetries(database, ids),
      () => 0,
    ),
    endUsers: byId<EndUser>(scope, { entity: EndUser, table: 'end_user' }),
    endUsersByExternalId: loadUsersByExternalId(scope),
    deviceImports: byId<DeviceImport>(scope, { entity: DeviceImport, table: 'device_import' }),
    devices: loadDevices(scope),
    batches: loadBatches(scope),
    appIds: new DataLoader((ids: readonly number[]) => Promise.all(ids.map((id) => selectAppIds(database, id)))),
    reachableApps: new DataLoader((ids: readonly number[]) =>
      Promise.all(ids.map((id) => selectReachable(database, { sql: '?', parameters: [id] }))),
    ),
    activeSince: new DataLoader((ids: readonly number[]) =>
      Promise.all(ids.map((id) => selectActiveSince(database, id))),
    ),
    tagIds: loadTagIds(scope),
    groupsOfApps: loadGroupsOfApps(scope),
    membersOfGroups: together(
      (ids) => selectMembers(database, ids),
      () => [],
    ),
    devicesOfTags: together(
      (ids) => countDevicesOfTags(database, userId, ids),
      () => 0,
    ),
    tagsOfDevices: together(
      (ids) => selectTagsOfDevices(database, ids),
      () => [],
    ),
    preferencesOfDevices: together(
      (ids) => services.preferences.listOfDevices(userId, ids),
      () => [],
    ),
    preferencesOfUsers: new DataLoader(
      async (externalIds: readonly string[]): Promise<readonly (readonly SettledChoice[])[]> => {
        const found = await services.preferences.listOfUsers(userId, externalIds);
        return externalIds.map((id) => found.get(id) ?? []);
      },
    ),
    foreignSubscriptions: together(
      (ids) => countForeignSubscriptions(database, ids),
      () => 0,
    ),
    translations: together(
      (ids) => selectTranslations(database, ids),
      () => [],
    ),
    languageConditions: loadLanguageConditions(scope),
    schedulerWarnings: together(
      (ids) => findWarnings(database, userId, ids),
      () => [],
    ),
    schedulerLists: loadSchedulerLists(scope),
    schedulerStates: together(
      (ids) => selectStates(database, ids),
      // A scheduler that has just been deleted.
      () => 'archived' as const,
    ),
    lastRuns: together<number | null>(
      (ids) => selectLastRuns(database, ids),
      () => null,
    ),
    schedulerPreviews: together<string | null>(
      (ids) => selectPreviews(database, ids),
      () => null,
    ),
    runCounts: together(
      (ids) => runs.countsOf(ids),
      () => [],
    ),
    runArms: together(
      (ids) => sumArmCounts(database, ids),
      () => [],
    ),
    runBatches: together(
      (ids) => runs.batchesOf(ids),
      () => NO_BATCHES,
    ),
    runMessages: together(
      (ids) => runs.messagesOf(ids),
      () => null,
    ),
    runRates: loadRunRates(scope),
    runPaces: together(
      (ids) => runs.pacesOf(ids),
      () => null,
    ),
    runUnsettled: loadUnsettledRuns(scope),
    runFailureReasons: together(
      (ids) => countFailureReasons(database, ids),
      () => [],
    ),
    runWaitingReasons: together(
      (ids) => countWaitingReasons(database, ids),
      () => [],
    ),
    runTimelines: new TimelineLoader(database),
    latestRuns: loadLatestRuns(scope),
    batchCounts: loadBatchCounts(scope),
    pushTotals: together(
      (ids) => sumPushes(database, ids),
      () => [],
    ),
    pushReceipts: together(
      (ids) => countPushReceipts(database, userId, ids),
      () => new Map<number, ReceiptSums>(),
    ),
    receiptCounts: together(
      (ids) => countReceipts(database, userId, ids),
      () => NO_RECEIPTS,
    ),
    failures: loadFailures(database),
    waitingMessages: loadWaiting(database),
    receipts: loadReceipts(database),
    deviceDeliveries: loadDeviceDeliveries(database),
    outcomeWindows: loadOutcomeWindows(database),
    activeDevices: together(
      (ids) => services.deviceCounts.activeOf(ids),
      () => 0,
    ),
    deviceCounts: new DeviceCountsLoader(services.deviceCounts, userId),
    traffic: new TrafficLoader(services.traffic, userId),
    previews: new PreviewLimiter(),
    pages: new PageLoader(database, needed, userId),
  };
};

export type Loaders = ReturnType<typeof createLoaders>;

/** Batches a read by id. @param absent the value of an id that the read does not return */
const together = <T>(
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
  absent: () => T,
): DataLoader<number, T> =>
  new DataLoader(async (ids) => {
    const found = await read(ids);
    return ids.map((id) => found.get(id) ?? absent());
  });

/** Returns null for rows that do not exist or belong to another user. */
const byId = <T extends { id: number }>(
  { database, userId, needed }: Scope,
  owned: OwnedTable<T>,
): DataLoader<number, T | null> => {
  const { entity, omit } = owned;
  return new DataLoader(async (ids) => {
    const columns = columnsToRead(database.reader, { entity, omit, needed });
    const found = await selectOwned(database, owned, { userId, ids, columns });
    return ids.map((id) => found.get(id) ?? null);
  });
};

/** Users see only themselves. */
const loadUsers = ({ database, userId }: Scope): DataLoader<number, UserAccount | null> =>
  new DataLoader(async (ids) => {
    const user = await database.reader.findOneBy(UserAccount, { id: userId });
    return ids.map((id) => (id === userId ? user : null));
  });

/** Returns null for ids that no user of the account has. */
const loadUsersByExternalId = ({ database, userId, needed }: Scope) =>
  new DataLoader(async (externalUserIds: readonly string[]) => {
    const columns = columnsToRead(database.reader, { entity: EndUser, needed });
    const found = await selectUsersByExternalId(database, userId, { externalUserIds, columns });
    return externalUserIds.map((id) => found.get(id) ?? null);
  });

const loadDevices = ({ database, userId }: Scope) =>
  new DataLoader(async (ids: readonly number[]) => {
    const found = new Map((await selectDevices(database, userId, ids)).map((device) => [device.id, device]));
    return ids.map((id) => found.get(id) ?? null);
  });

/** Returns null for names that no tag of the caller has. */
const loadTagIds = ({ database, userId }: Scope) =>
  new DataLoader(async (names: readonly string[]) => {
    const found = await selectTagIds(database, userId, names);
    return names.map((name) => found.get(name) ?? null);
  });

const loadBatches = ({ database, userId }: Scope) =>
  new DataLoader(async (ids: readonly number[]) => {
    const found = new Map((await selectBatches(database, userId, ids)).map((batch) => [batch.id, batch]));
    return ids.map((id) => found.get(id) ?? null);
  });

const loadGroupsOfApps = ({ database, userId, needed }: Scope): DataLoader<number, AppGroup[]> =>
  new DataLoader(async (appIds) => {
    const columns = columnsToRead(database.reader, { entity: AppGroup, needed });
    const groupsOf = await selectGroupsOfApps(database, userId, { appIds, columns });
    return appIds.map((id) => hydrate(database.reader, AppGroup, groupsOf.get(id) ?? []));
  });

/** The condition for the user's schedulers that reach a language. */
const loadLanguageConditions = ({ services: { schedulerListing }, userId }: Scope) =>
  new DataLoader((languages: readonly string[]) =>
    Promise.all(languages.map((language) => schedulerListing.reachingLanguage(userId, language))),
  );

export interface SchedulerLists {
  /** Entries in their original form and order, without external ids, of which there can be 100,000. */
  readonly filters: SchedulerRecord['filters'];
  readonly slots: readonly { readonly day: number; readonly minute: number }[];
}

/** Call this only for schedulers of the caller. */
const loadSchedulerLists = ({ database }: Scope): DataLoader<number, SchedulerLists> =>
  new DataLoader(async (ids) => {
    const filtersOf = await loadFilters(database, ids, 'external_ids');
    const slotsOf = await loadSlots(database, ids);
    return ids.map((id) => ({ filters: filtersOf(id), slots: slotsOf(id) }));
  });

const loadLatestRuns = ({ database, userId }: Scope) =>
  new DataLoader((upTos: readonly number[]) =>
    Promise.all(upTos.map((upTo) => selectLatestRuns(database, userId, { upTo, limit: RUNS_PER_PAGE }))),
  );

/** Returns null for a run that is not in progress. */
const loadRunRates = ({ runs }: Scope) =>
  new DataLoader<Pick<Run, 'id' | 'status' | 'createdAt'>, number | null, number>(
    async (asked) => {
      const rates = await runs.ratesOf(asked);
      return asked.map(({ id }) => rates.get(id) ?? null);
    },
    { cacheKeyFn: ({ id }) => id },
  );

const loadUnsettledRuns = ({ runs }: Scope) =>
  new DataLoader<Pick<Run, 'id' | 'status'>, boolean, number>(
    async (asked) => {
      const unsettled = await runs.unsettledOf(asked);
      return asked.map(({ id }) => unsettled.has(id));
    },
    { cacheKeyFn: ({ id }) => id },
  );

const loadBatchCounts = ({ database }: Scope): DataLoader<Pick<Batch, 'id' | 'runId'>, OutcomeSum[], number> =>
  new DataLoader(
    async (batches) => {
      const sumsOf = await sumBatches(database, batches);
      return batches.map(({ id }) => sumsOf.get(id) ?? []);
    },
    { cacheKeyFn: ({ id }) => id },
  );
