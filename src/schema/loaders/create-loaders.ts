import DataLoader from 'dataloader';
import { groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { ApiKey } from '../../entities/api-key.js';
import { App } from '../../entities/app.js';
import { AppGroup } from '../../entities/app-group.js';
import { CustomEvent } from '../../entities/custom-event.js';
import { Push } from '../../entities/push.js';
import { PushTranslation } from '../../entities/push-translation.js';
import { Run } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { Tag } from '../../entities/tag.js';
import { TagGroup } from '../../entities/tag-group.js';
import { UserAccount } from '../../entities/user-account.js';
import {
  RUN_SNAPSHOT_COLUMNS,
  type RunBatches,
  type RunCount,
  type RunQueryService,
} from '../../services/runs/run-query-service.js';
import { findWarnings, type Warning } from '../../services/schedulers/find-warnings.js';
import type { Services } from '../../services/services.js';
import type { NeededColumns } from '../columns/needed-columns.js';
import { columnNames, hydrate, type Row } from '../paging/hydrate.js';
import {
  loadBatchCounts,
  loadBatchesById,
  loadDeviceDeliveries,
  loadFailures,
  loadLatestRuns,
  loadPushTotals,
  loadReceiptCounts,
  loadReceipts,
  loadWaiting,
} from './deliveries.js';
import { countDevicesOfTags } from './devices-of-tags.js';
import { countForeignSubscriptions } from './foreign-subscriptions.js';
import { loadGroupsOfApps, loadMembersOfGroups } from './groups-of-apps.js';
import { loadById, type OwnedEntity } from './load-by-id.js';
import { loadAppIds, loadDevices, loadTagsOfDevices } from './owned-devices.js';
import { PageLoader } from './page-loader.js';
import { PreviewLimiter } from './preview-limiter.js';
import { loadSchedulerLists } from './scheduler-lists.js';
import { TrafficLoader } from './traffic.js';

/** How many runs a page of a device's deliveries looks through. */
export const RUNS_PER_PAGE = 50;

interface LoaderDeps {
  readonly database: Database;
  readonly services: Pick<Services, 'schedulerListing' | 'traffic'>;
  readonly runs: RunQueryService;
}

/** Whose loaders they are, and what they read with. */
interface Scope extends LoaderDeps {
  readonly userId: number;
  readonly needed: NeededColumns | null;
}

const byId = <T extends { id: number }>({ database, userId, needed }: Scope, owned: OwnedEntity<T>) =>
  loadById(database, { userId, needed }, owned);

/** What one request reads, each thing once and together. Never kept for a second request. */
export const createLoaders = (scope: Scope) => {
  const { database, services, runs, userId, needed } = scope;
  return {
    apiKeys: byId<ApiKey>(scope, { entity: ApiKey, table: 'api_key', omit: ['hash'] }),
    apps: byId<App>(scope, { entity: App, table: 'app', omit: ['credentials'] }),
    appGroups: byId<AppGroup>(scope, { entity: AppGroup, table: 'app_group' }),
    tags: byId<Tag>(scope, { entity: Tag, table: 'tag' }),
    tagGroups: byId<TagGroup>(scope, { entity: TagGroup, table: 'audience_group' }),
    customEvents: byId<CustomEvent>(scope, { entity: CustomEvent, table: 'custom_event', shared: true }),
    pushes: byId<Push>(scope, { entity: Push, table: 'push' }),
    runs: byId<Run>(scope, { entity: Run, table: 'run', omit: RUN_SNAPSHOT_COLUMNS }),
    schedulers: byId<Scheduler>(scope, { entity: Scheduler, table: 'scheduler' }),
    users: loadUsers(database, userId),
    devicesOfTags: countDevicesOfTags(database, userId),
    foreignSubscriptions: countForeignSubscriptions(database),
    groupsOfApps: loadGroupsOfApps(database, userId, needed),
    membersOfGroups: loadMembersOfGroups(database),
    languageConditions: loadLanguageConditions(services, userId),
    schedulerWarnings: loadWarnings(database, userId),
    schedulerLists: loadSchedulerLists(database),
    translations: loadTranslations(database),
    runCounts: loadCounts(runs),
    runBatches: loadBatches(runs),
    appIds: loadAppIds(database),
    batches: loadBatchesById(database, userId),
    batchCounts: loadBatchCounts(database),
    failures: loadFailures(database),
    waitingMessages: loadWaiting(database),
    receipts: loadReceipts(database),
    deviceDeliveries: loadDeviceDeliveries(database),
    pushTotals: loadPushTotals(database),
    receiptCounts: loadReceiptCounts(database, userId),
    latestRuns: loadLatestRuns(database, userId, RUNS_PER_PAGE),
    devices: loadDevices(database, userId),
    tagsOfDevices: loadTagsOfDevices(database),
    traffic: new TrafficLoader(services.traffic, userId),
    previews: new PreviewLimiter(),
    pages: new PageLoader(database, needed, userId),
  };
};

export type Loaders = ReturnType<typeof createLoaders>;

/** Nobody sees another user. */
const loadUsers = (database: Database, userId: number): DataLoader<number, UserAccount | null> =>
  new DataLoader(async (ids) => {
    const user = await database.reader.findOneBy(UserAccount, { id: userId });
    return ids.map((id) => (id === userId ? user : null));
  });

/** Which of the user's schedulers reach a language, as a condition. */
const loadLanguageConditions = ({ schedulerListing }: LoaderDeps['services'], userId: number) =>
  new DataLoader((languages: readonly string[]) =>
    Promise.all(languages.map((language) => schedulerListing.reachingLanguage(userId, language))),
  );

const loadWarnings = (database: Database, userId: number): DataLoader<number, Warning[]> =>
  new DataLoader(async (ids) => {
    const warnings = await findWarnings(database, userId, ids);
    return ids.map((id) => warnings.get(id) ?? []);
  });

/** Of pushes that the caller owns, in the order in which they were given. */
const loadTranslations = (database: Database): DataLoader<number, PushTranslation[]> =>
  new DataLoader(async (pushIds) => {
    const columns = columnNames(database.reader, PushTranslation).join(', ');
    const marks = pushIds.map(() => '?').join(', ');
    const sql = `SELECT ${columns} FROM push_translation WHERE push_id IN (${marks}) ORDER BY id`;
    const rows = hydrate(database.reader, PushTranslation, await database.query<Row>(sql, pushIds));
    const translationsOf = groupBy(rows, (translation) => translation.pushId);
    return pushIds.map((id) => translationsOf.get(id) ?? []);
  });

const loadCounts = (runs: RunQueryService): DataLoader<number, RunCount[]> =>
  new DataLoader(async (runIds) => {
    const counts = await runs.countsOf(runIds);
    return runIds.map((id) => counts.get(id) ?? []);
  });

const loadBatches = (runs: RunQueryService): DataLoader<number, RunBatches> =>
  new DataLoader(async (runIds) => {
    const batches = await runs.batchesOf(runIds);
    return runIds.map((id) => batches.get(id) ?? { total: 0, done: 0 });
  });
