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
import { lazily } from './lazily.js';
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
export const createLoaders = lazily<Scope>()({
  apiKeys: (scope) => byId<ApiKey>(scope, { entity: ApiKey, table: 'api_key', omit: ['hash'] }),
  apps: (scope) => byId<App>(scope, { entity: App, table: 'app', omit: ['credentials'] }),
  appGroups: (scope) => byId<AppGroup>(scope, { entity: AppGroup, table: 'app_group' }),
  tags: (scope) => byId<Tag>(scope, { entity: Tag, table: 'tag' }),
  tagGroups: (scope) => byId<TagGroup>(scope, { entity: TagGroup, table: 'audience_group' }),
  customEvents: (scope) => byId<CustomEvent>(scope, { entity: CustomEvent, table: 'custom_event', shared: true }),
  pushes: (scope) => byId<Push>(scope, { entity: Push, table: 'push' }),
  runs: (scope) => byId<Run>(scope, { entity: Run, table: 'run', omit: RUN_SNAPSHOT_COLUMNS }),
  schedulers: (scope) => byId<Scheduler>(scope, { entity: Scheduler, table: 'scheduler' }),
  users: ({ database, userId }) => loadUsers(database, userId),
  devicesOfTags: ({ database, userId }) => countDevicesOfTags(database, userId),
  foreignSubscriptions: ({ database }) => countForeignSubscriptions(database),
  groupsOfApps: ({ database, userId, needed }) => loadGroupsOfApps(database, userId, needed),
  membersOfGroups: ({ database }) => loadMembersOfGroups(database),
  languageConditions: ({ userId, services }) => loadLanguageConditions(services, userId),
  schedulerWarnings: ({ database, userId }) => loadWarnings(database, userId),
  schedulerLists: ({ database }) => loadSchedulerLists(database),
  translations: ({ database }) => loadTranslations(database),
  runCounts: ({ runs }) => loadCounts(runs),
  runBatches: ({ runs }) => loadBatches(runs),
  appIds: ({ database }) => loadAppIds(database),
  batches: ({ database, userId }) => loadBatchesById(database, userId),
  batchCounts: ({ database }) => loadBatchCounts(database),
  failures: ({ database }) => loadFailures(database),
  waitingMessages: ({ database }) => loadWaiting(database),
  receipts: ({ database }) => loadReceipts(database),
  deviceDeliveries: ({ database }) => loadDeviceDeliveries(database),
  pushTotals: ({ database }) => loadPushTotals(database),
  receiptCounts: ({ database, userId }) => loadReceiptCounts(database, userId),
  latestRuns: ({ database, userId }) => loadLatestRuns(database, userId, RUNS_PER_PAGE),
  devices: ({ database, userId }) => loadDevices(database, userId),
  tagsOfDevices: ({ database }) => loadTagsOfDevices(database),
  traffic: ({ userId, services }) => new TrafficLoader(services.traffic, userId),
  previews: () => new PreviewLimiter(),
  pages: ({ database, needed, userId }) => new PageLoader(database, needed, userId),
});

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
