import type { AgendaBackend } from 'agenda';
import type { Database } from '../database/database.js';
import type { JobStore } from './job-store.js';
import { MongoJobRepository } from './mongo-job-repository.js';
import { SqlJobRepository } from './sql-job-repository.js';

export type JobBackend = AgendaBackend & { readonly repository: JobStore };

/** Agenda's jobs in MongoDB where `jobsUrl` says so, else in the database. Rejects where MongoDB cannot be reached. */
export const createBackend = async (config: { jobsUrl: string | null }, database: Database): Promise<JobBackend> =>
  config.jobsUrl
    ? backendOn('MongoDB', await MongoJobRepository.open(config.jobsUrl))
    : backendOn(database.dialect.name, new SqlJobRepository(database));

/** The store is open already: Agenda connects without looking at the outcome, so a failure would end the process. */
const backendOn = (name: string, repository: JobStore): JobBackend => ({
  name,
  repository,
  ownsConnection: false,
  connect: async () => undefined,
  disconnect: () => repository.close(),
});
