import type { AgendaBackend } from 'agenda';
import type { Database } from '../database/database.js';
import type { JobStore } from './job-store.js';
import { SqlJobRepository } from './sql-job-repository.js';

export type JobBackend = AgendaBackend & { readonly repository: JobStore };

interface BackendConfig {
  readonly jobsUrl: string | null;
  /** How long a silent worker keeps its job. */
  readonly lockLifetimeMs: number;
}

/**
 * Keeps Agenda's jobs in MongoDB if `jobsUrl` says so, otherwise in the database. Rejects if MongoDB cannot be reached.
 */
export const createBackend = async (config: BackendConfig, database: Database): Promise<JobBackend> =>
  config.jobsUrl
    ? backendOn('MongoDB', await openMongo(config.jobsUrl, config.lockLifetimeMs))
    : backendOn(database.dialect.name, new SqlJobRepository(database, config.lockLifetimeMs));

/** The driver is loaded only on demand. */
const openMongo = async (url: string, lockLifetimeMs: number): Promise<JobStore> => {
  const { MongoJobRepository } = await import('./mongo-job-repository.js');
  return MongoJobRepository.open({ url, lockLifetimeMs });
};

/** The store is already open: Agenda ignores the outcome of its own connect, so a failure would end the process. */
const backendOn = (name: string, repository: JobStore): JobBackend => ({
  name,
  repository,
  ownsConnection: false,
  connect: async () => undefined,
  disconnect: () => repository.close(),
});
