import { buildInfo } from '../../build-info.js';
import type { Config } from '../../config/config.js';
import type { Database } from '../../database/database.js';
import { zoneRules } from '../../schedule/zone-rules.js';
import { type Backlog, readBacklog } from '../../services/operations/backlog.js';
import { type DatabaseFacts, readDatabaseFacts } from '../../services/operations/database-facts.js';
import { type EventsOut, readEventsOut } from '../../services/operations/events-out.js';
import { type LastError, readLastErrors } from '../../services/operations/last-errors.js';
import { type Maintenance, readOperatorSettings } from '../../services/operations/operator-settings.js';
import { type ProviderFacts, readProviders } from '../../services/operations/providers-facts.js';
import { type RetryReason, readRetryReasons } from '../../services/operations/waiting-reasons.js';
import { probeJobs } from './probe-stores.js';

const MOST_ERRORS = 10;
const MOST_REASONS = 5;

/** The state of the service, as far as its database and stores show it. */
export interface Status {
  readonly version: string;
  readonly commit: string;
  readonly node: string;
  readonly tzdata: string;
  readonly database: DatabaseFacts;
  readonly maintenance: Maintenance | null;
  readonly jobs: { readonly store: 'database' | 'mongodb'; readonly trouble: string | null };
  /** null if the tables are not up to date. */
  readonly work: {
    readonly runs: Readonly<Record<string, number>>;
    readonly backlog: Backlog;
    readonly retryReasons: readonly RetryReason[];
    readonly providers: readonly ProviderFacts[];
    readonly eventsOut: EventsOut;
    readonly lastErrors: readonly LastError[];
  } | null;
}

export const readStatus = async (config: Config, database: Database, now: number): Promise<Status> => {
  const facts = await readDatabaseFacts(database);
  return {
    ...buildInfo(),
    node: process.version,
    tzdata: zoneRules().release,
    database: facts,
    maintenance: facts.pendingMigrations > 0 ? null : (await readOperatorSettings(database)).maintenance,
    jobs: { store: config.jobsUrl === null ? 'database' : 'mongodb', trouble: await probeJobs(config) },
    work: facts.pendingMigrations > 0 ? null : await readWork(config, database, now),
  };
};

const readWork = async ({ sinks }: Config, database: Database, now: number) => ({
  runs: await countRuns(database),
  backlog: await readBacklog(database, now),
  retryReasons: await readRetryReasons(database, MOST_REASONS),
  providers: await readProviders(database, now),
  eventsOut: await readEventsOut(database, sinks, now),
  lastErrors: await readLastErrors(database, now, MOST_ERRORS),
});

/** Current runs by status. */
const countRuns = async (database: Database): Promise<Record<string, number>> => {
  const rows = await database.query<{ status: string; n: number | string }>(
    "SELECT status, COUNT(*) AS n FROM run WHERE status IN ('planning', 'running', 'paused') GROUP BY status",
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
};
