import DataLoader from 'dataloader';
import { loadFilters, loadSlots, type SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { Database } from '../../database/database.js';
import { hydrate } from '../../database/hydrate.js';
import { ApiKey } from '../../entities/api-key.js';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import { AuditEntry } from '../../entities/audit-entry.js';
import type { Batch } from '../../entities/batch.js';
import { CampaignDraft } from '../../entities/campaign-draft.js';
import { CustomEvent } from '../../entities/custom-event.js';
import { DeviceImport } from '../../entities/device-import.js';
import { Member } from '../../entities/member.js';
import { Push } from '../../entities/push.js';
import { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { UserAccount } from '../../entities/user-account.js';
import { selectGroupsOfApps, selectMembers } from '../../services/app-groups/app-group-queries.js';
import { selectAppIds } from '../../services/apps/app-listing.js';
import type { Caller } from '../../services/caller.js';
import {
  countForeignSubscriptions,
  selectDevices,
  selectTagsOfDevices,
} from '../../services/devices/device-queries.js';
import { type OwnedTable, selectOwned } from '../../services/owned-rows.js';
import { selectTranslations } from '../../services/pushes/push-listing.js';
import { countFailureReasons, countWaitingReasons } from '../../services/runs/run-details.js';
import {
  countReceipts,
  type OutcomeSum,
  selectBatches,
  selectLatestRuns,
  sumBatches,
  sumPushes,
} from '../../services/runs/run-parts-queries.js';
import { NO_BATCHES, RUN_SNAPSHOT_COLUMNS, type RunQueryService } from '../../services/runs/run-query-service.js';
import { findWarnings } from '../../services/schedulers/find-warnings.js';
import { selectLastRuns, selectPreviews, selectStates } from '../../services/schedulers/scheduler-state.js';
import type { Services } from '../../services/services.js';
import { countDevicesOfTags } from '../../services/tags/count-devices-of-tags.js';
import { columnsToRead, type NeededColumns } from '../columns/needed-columns.js';
import { loadDeviceDeliveries, loadFailures, loadOutcomeWindows, loadReceipts, loadWaiting } from './deliveries.js';
import { PageLoader } from './page-loader.js';
import { PreviewLimiter } from './preview-limiter.js';
import { DeviceCountsLoader, TimelineLoader, TrafficLoader } from './series.js';

/** How many runs a page of a device's deliveries looks through. */
export const RUNS_PER_PAGE = 50;

interface LoaderDeps {
  readonly database: Database;
  readonly services: Pick<Services, 'apiKeys' | 'deviceCounts' | 'schedulerListing' | 'sessions' | 'traffic'>;
  readonly runs: RunQueryService;
}

/** Whose loaders they are, and what they read with. */
interface Scope extends LoaderDeps {
  readonly userId: number;
  readonly needed: NeededColumns | null;
}

/**
 * What one request reads, each thing once and together. Never kept for a second request. What is read is the services'
 * to say; here is only what is asked for together.
 */
export const createLoaders = (scope: Scope) => {
  const { database, services, runs, userId, needed } = scope;
  return {
    apiKeys: byId<ApiKey>(scope, { entity: ApiKey, table: 'api_key', omit: ['hash'] }),
    apps: byId<App>(scope, { entity: App, table: 'app', omit: ['credentials'] }),
    appGroups: byId<AppGroup>(scope, { entity: AppGroup, table: 'app_group' }),
    auditEntries: byId<AuditEntry>(scope, { entity: AuditEntry, table: 'audit_entry' }),
    members: byId<Member>(scope, { entity: Member, table: 'member' }),
    keysOfMembers: together<readonly number[]>(
      (ids) => services.apiKeys.ofMembers(userId, ids),
      () => [],
    ),
    /** Of the member who asks. */
    ownSessions: new DataLoader((callers: readonly Caller[]) =>
      Promise.all(callers.map((caller) => services.sessions.list(caller))),
    ),
    tags: byId<Tag>(scope, { entity: Tag, table: 'tag' }),
    tagGroups: byId<TagGroup>(scope, { entity: TagGroup, table: 'audience_group' }),
    customEvents: byId<CustomEvent>(scope, { entity: CustomEvent, table: 'custom_event', shared: true }),
    drafts: byId<CampaignDraft>(scope, { entity: CampaignDraft, table: 'campaign_draft' }),
    pushes: byId<Push>(scope, { entity: Push, table: 'push' }),
    runs: byId<Run>(scope, { entity: Run, table: 'run', omit: RUN_SNAPSHOT_COLUMNS }),
    schedulers: byId<Scheduler>(scope, { entity: Scheduler, table: 'scheduler' }),
    users: loadUsers(scope),
    deviceImports: byId<DeviceImport>(scope, { entity: DeviceImport, table: 'device_import' }),
    devices: loadDevices(scope),
    batches: loadBatches(scope),
    appIds: new DataLoader((ids: readonly number[]) => Promise.all(ids.map((id) => selectAppIds(database, id)))),
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
      // Deleted a moment ago.
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
    runBatches: together(
      (ids) => runs.batchesOf(ids),
      () => NO_BATCHES,
    ),
    runRates: loadRunRates(scope),
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
    receiptCounts: together(
      (ids) => countReceipts(database, userId, ids),
      () => ({ delivered: 0, clicked: 0 }),
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

/** One read for all ids that are asked about at once. @param absent what an id has that the read does not know. */
const together = <T>(
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, T>>,
  absent: () => T,
): DataLoader<number, T> =>
  new DataLoader(async (ids) => {
    const found = await read(ids);
    return ids.map((id) => found.get(id) ?? absent());
  });

/** null for what is not there, or another's. */
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

/** Nobody sees another user. */
const loadUsers = ({ database, userId }: Scope): DataLoader<number, UserAccount | null> =>
  new DataLoader(async (ids) => {
    const user = await database.reader.findOneBy(UserAccount, { id: userId });
    return ids.map((id) => (id === userId ? user : null));
  });

const loadDevices = ({ database, userId }: Scope) =>
  new DataLoader(async (ids: readonly number[]) => {
    const found = new Map((await selectDevices(database, userId, ids)).map((device) => [device.id, device]));
    return ids.map((id) => found.get(id) ?? null);
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

/** Which of the user's schedulers reach a language, as a condition. */
const loadLanguageConditions = ({ services: { schedulerListing }, userId }: Scope) =>
  new DataLoader((languages: readonly string[]) =>
    Promise.all(languages.map((language) => schedulerListing.reachingLanguage(userId, language))),
  );

export interface SchedulerLists {
  /** Entries as they were written and in that order; external ids are left out, there may be 100,000. */
  readonly filters: SchedulerRecord['filters'];
  readonly slots: readonly { readonly day: number; readonly minute: number }[];
}

/** Only for schedulers that the caller owns. */
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

/** null for a run that is not being sent. */
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
