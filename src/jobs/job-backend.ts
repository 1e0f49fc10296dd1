import type { AgendaBackend } from 'agenda';
import type { Database } from '../database/database.js';
import type { JobStore } from './job-store.js';
import { SqlJobRepository } from './sql-job-repository.js';

export type JobBackend = AgendaBackend & { readonly repository: JobStore };

interface BackendConfig {
  readonly jobsUrl: string | null;
  /** How long the job of a worker that fell silent stays with it. */
  readonly lockLifetimeMs: number;
}

/** Agenda's jobs in MongoDB where `jobsUrl` says so, else in the database. Rejects where MongoDB cannot be reached. */
export const createBackend = async (config: BackendConfig, database: Database): Promise<JobBackend> =>
  config.jobsUrl
    ? backendOn('MongoDB', await openMongo(config.jobsUrl, config.lockLifetimeMs))
    : backendOn(database.dialect.name, new SqlJobRepository(database, config.lockLifetimeMs));

/** Its driver is loaded only where it is wanted. */
const openMongo = async (url: string, lockLifetimeMs: number): Promise<JobStore> => {
  const { MongoJobRepository } = await import('./mongo-job-repository.js');
  return MongoJobRepository.open({ url, lockLifetimeMs });
};

/** The store is open already: Agenda connects without looking at the outcome, so a failure would end the process. */
const backendOn = (name: string, repository: JobStore): JobBackend => ({
  name,
  repository,
  ownsConnection: false,
  connect: async () => undefined,
  disconnect: () => repository.close(),
});
