import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { type Database, execute } from '../../src/database/database.js';
import { AgendaQueue, type AgendaQueueOptions } from '../../src/jobs/agenda-queue.js';
import type { JobHandlers, JobName } from '../../src/ports/job-queue.js';
import { type DatabaseKind, eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';

export interface JobStoreKind {
  readonly name: DatabaseKind | 'mongodb';
  /** The size of a backlog. It is small because FerretDB reads every document for each job that it hands out. */
  readonly backlog: number;
  /** An empty job store. */
  open(): Promise<JobPlace>;
}

/** Every kind of job store on this machine. */
export const eachJobStore = (): JobStoreKind[] => {
  const inSql = eachDatabase().map(({ name, open }) => ({
    name,
    backlog: 500,
    open: async () => new JobPlace(await open(), null),
  }));
  const server = process.env.TEST_MONGO_URL;
  return server ? [...inSql, { name: 'mongodb', backlog: 100, open: () => openMongo(server) }] : inSql;
};

/** A store and its queues, one per simulated process. Disposing of it removes the store. */
export class JobPlace implements AsyncDisposable {
  private readonly queues: AgendaQueue[] = [];

  constructor(
    private readonly database: Database,
    private readonly jobsUrl: string | null,
  ) {}

  /** Opens a queue like another process, which finds the others' jobs by scanning. */
  async queue(options: Partial<AgendaQueueOptions> = {}): Promise<AgendaQueue> {
    const { database, jobsUrl } = this;
    const queue = await AgendaQueue.open({
      database,
      jobsUrl,
      clock: { now: () => Date.now() },
      logger: pino({ level: 'silent' }),
      concurrency: 4,
      scanEveryMs: 100,
      retryDelayMs: 20,
      // On a slow machine a shorter lock could expire before the end of its job is recorded, and be taken over.
      lockLifetimeMs: 60_000,
      ...options,
    });
    this.queues.push(queue);
    return queue;
  }

  async started(handlers: Partial<JobHandlers>, options?: Partial<AgendaQueueOptions>): Promise<AgendaQueue> {
    const queue = await this.queue(options);
    await queue.start({ ...IDLE, ...handlers });
    return queue;
  }

  /** Imitates a clock that was set back since a job of this name was saved or taken. */
  async moveAhead(name: JobName, field: 'nextRunAt' | 'lockedAt', ms: number): Promise<void> {
    const at = new Date(Date.now() + ms);
    if (this.jobsUrl) {
      const filter = field === 'lockedAt' ? { name, lockedAt: { $ne: null } } : { name };
      await onMongo(this.jobsUrl, (client) =>
        client
          .db()
          .collection('agendaJobs')
          .updateMany(filter, { $set: { [field]: at } }),
      );
      return;
    }
    const column = field === 'lockedAt' ? 'locked_at' : 'next_run_at';
    const held = field === 'lockedAt' ? 'AND locked_at IS NOT NULL' : '';
    await this.database.tx((tx) =>
      execute(tx, `UPDATE job SET ${column} = ? WHERE name = ? ${held}`, [at.getTime(), name]),
    );
  }

  /** Locks the row of a job of this name while `work` runs. */
  async locking(name: JobName, work: () => Promise<void>): Promise<void> {
    await this.database.tx(async (tx) => {
      const [row] = await this.database.query<{ id: number }>('SELECT id FROM job WHERE name = ?', [name]);
      // By its key, so that other jobs can be added.
      await execute(tx, `SELECT id FROM job WHERE id = ? ${this.database.dialect.forUpdate}`, [row?.id]);
      await work();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const queue of this.queues) await queue.close();
    if (this.jobsUrl) await onMongo(this.jobsUrl, (client) => client.db().dropDatabase());
    await this.database[Symbol.asyncDispose]();
  }
}

/** Waits until the condition holds, and fails with its description otherwise. */
export const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  await eventually(String(isSo), async () => ((await isSo()) ? true : null));
};

const idle = async () => undefined;
const IDLE: JobHandlers = {
  moment: idle,
  batch: idle,
  'due-sends': idle,
  retries: idle,
  conversions: idle,
  imports: idle,
  sweep: idle,
  alerts: idle,
  upkeep: idle,
};

const openMongo = async (server: string): Promise<JobPlace> => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  const url = new URL(server);
  url.pathname = `/test_${randomBytes(8).toString('hex')}`;
  return new JobPlace(await sqlite.open({ migrate: false }), url.href);
};

const onMongo = async (url: string, work: (client: MongoClient) => Promise<unknown>): Promise<void> => {
  const client = new MongoClient(url);
  try {
    await work(client);
  } finally {
    await client.close();
  }
};
