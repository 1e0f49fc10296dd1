import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise';
import { eachDatabase } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { ServiceWorld } from '../../support/service-world.js';
import { Slot } from './slot.js';

export type JobsIn = 'MongoDB' | 'SQL';

export const CHECKPOINT_SIZE = 20;
export const LEASE_MS = 2_000;
/** Small pages and batches keep much work in progress. Moments are set hours back, and must not count as too late. */
const ENV = {
  CHECKPOINT_SIZE: String(CHECKPOINT_SIZE),
  LEASE_MS: String(LEASE_MS),
  BATCH_SIZE: '100',
  CONCURRENCY: '2',
  GRACE_PERIOD_MS: String(86_400_000),
};
/** Providers answer slowly, so that most faults hit messages in flight. */
const ANSWER_AFTER_MS = 150;

/** Two API processes and three workers on one MySQL, with their jobs in MySQL or behind MongoDB's protocol. */
export class ChaosWorld implements AsyncDisposable {
  static async open(jobsIn: JobsIn): Promise<ChaosWorld> {
    const [kind] = eachDatabase().filter(({ name }) => name === 'mysql');
    if (!kind) throw new Error('skipped without MySQL');
    const world = await ServiceWorld.open(kind);
    const jobsUrl = jobsIn === 'MongoDB' ? freshJobsUrl() : null;
    const outside = await createConnection({ uri: world.databaseUrl, supportBigNumbers: true });
    return new ChaosWorld(world, outside, jobsUrl);
  }

  readonly apis: readonly Slot[];
  readonly workers: readonly Slot[];

  private constructor(
    private readonly world: ServiceWorld,
    private readonly outside: Connection,
    private readonly jobsUrl: string | null,
  ) {
    const slot = (ROLE: string) => (number: number) => {
      const env = { ...ENV, ROLE, ...(jobsUrl === null ? {} : { JOBS_URL: jobsUrl }) };
      return new Slot(`${ROLE} ${number}`, () => world.start(env));
    };
    this.apis = [1, 2].map(slot('api'));
    this.workers = [1, 2, 3].map(slot('worker'));
  }

  get slots(): readonly Slot[] {
    return [...this.apis, ...this.workers];
  }

  get fakes(): Fakes {
    return this.world.fakes;
  }

  get databaseUrl(): string {
    return this.world.databaseUrl;
  }

  async start(): Promise<void> {
    for (const provider of ['provider_b', 'provider_c'] as const) {
      await this.fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: ANSWER_AFTER_MS } });
    }
    await Promise.all(this.slots.map((slot) => slot.start()));
  }

  /** The test's own view of the database; its connection is never cut. */
  async read<Row>(sql: string, parameters: readonly (string | number)[] = []): Promise<Row[]> {
    const [rows] = await this.outside.query(sql, [...parameters]);
    return rows as Row[];
  }

  /** The number of rows that it has changed. */
  async write(sql: string, parameters: readonly (string | number)[]): Promise<number> {
    const [result] = await this.outside.query(sql, [...parameters]);
    return (result as ResultSetHeader).affectedRows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.outside.end();
    await this.world[Symbol.asyncDispose]();
    if (this.jobsUrl !== null) await dropJobs(this.jobsUrl);
  }
}

const freshJobsUrl = (): string => {
  const server = process.env.TEST_MONGO_URL;
  if (!server) throw new Error('skipped without MongoDB');
  const url = new URL(server);
  url.pathname = `/chaos_${randomBytes(6).toString('hex')}`;
  return url.href;
};

const dropJobs = async (url: string): Promise<void> => {
  const client = new MongoClient(url);
  await client.db().dropDatabase();
  await client.close();
};
