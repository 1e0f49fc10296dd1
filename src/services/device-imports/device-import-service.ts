import { type Database, select, type Tx } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { DeviceImport, type ImportFormat, type ImportStatus, type TakenColumn } from '../../entities/device-import.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import type { Caller } from '../caller.js';
import { lockCatalogue } from '../locks.js';
import { describeMaximum, MAXIMA_IN_USE, requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { chooseColumns, requireAddress } from './guess-columns.js';

export interface DeviceImportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: JobQueue;
  /** Called with the user whose import has changed. */
  readonly changed: (userId: number) => void;
}

export interface NewImport {
  readonly appId: number;
  readonly fileName: string;
  readonly format: ImportFormat;
}

/** Creates, starts and cancels imports of devices. `ImportFileService` takes the files; `ImportRunner` runs the imports. */
export class DeviceImportService {
  constructor(private readonly deps: DeviceImportServiceDeps) {}

  /** @throws BAD_USER_INPUT for an unknown application, or if too many imports are open. */
  async create(caller: Caller, { appId, fileName, format }: NewImport): Promise<number> {
    const violations = new Violations();
    const name = checkName(violations, 'file_name', fileName);
    violations.throwIfAny();
    const { database, clock } = this.deps;
    return database.tx(async (tx) => {
      await lockCatalogue(tx, database, caller.userId);
      const app = await tx.findOneBy(App, { id: appId, userId: caller.userId });
      if (!app) throw badInput('app_id', 'There is no such application.', 'NOT_FOUND');
      if (app.archived) throw badInput('app_id', 'The application is archived; unarchive it first.', 'ARCHIVED');
      await requireFewOpen(tx, caller.userId);
      await requireRoom(tx, database, { what: 'imports', userId: caller.userId, field: 'app_id' });
      const now = new Date(clock.now());
      const row: Omit<DeviceImport, 'id'> = {
        ...NEW,
        userId: caller.userId,
        appId,
        fileName: name,
        format,
        workedAt: now,
        createdAt: now,
      };
      return (await tx.save(DeviceImport, row)).id;
    });
  }

  /** @throws CONFLICT unless the file has been uploaded and the import has not started. */
  async start(caller: Caller, id: number, columns: readonly TakenColumn[]): Promise<void> {
    const { database, clock, jobs } = this.deps;
    await database.tx(async (tx) => {
      const found = await this.lock(tx, caller, id);
      if (found.status !== 'uploaded') throw badInput('id', NOT_UPLOADED[found.status], 'CONFLICT');
      const app = await tx.findOneByOrFail(App, { id: found.appId });
      if (app.archived) throw badInput('id', 'Its application is archived; unarchive it first.', 'ARCHIVED');
      if (found.format === 'jsonl' && columns.length > 0) {
        throw badInput('columns', 'A file of JSON lines has no columns; omit `columns`.');
      }
      const columnsTaken = [...chooseColumns(found.columnsTaken, columns)];
      if (found.format === 'csv') requireAddress(columnsTaken, app.pushProvider);
      const workedAt = new Date(clock.now());
      await tx.update(DeviceImport, { id }, { status: 'running', columnsTaken, workedAt });
    });
    await jobs.enqueue('imports', {});
    this.deps.changed(caller.userId);
  }

  /** Stops an import. Registered devices stay. Idempotent. */
  async cancel(caller: Caller, id: number): Promise<void> {
    const { database, clock, jobs } = this.deps;
    await database.tx(async (tx) => {
      const { status } = await this.lock(tx, caller, id);
      if (status === 'cancelled') return;
      if (status === 'finished' || status === 'failed') {
        throw badInput('id', 'This import has ended; there is nothing left to cancel.', 'CONFLICT');
      }
      await tx.update(DeviceImport, { id }, { status: 'cancelled', sample: [], finishedAt: new Date(clock.now()) });
    });
    // The runner deletes the file.
    await jobs.enqueue('imports', {});
    this.deps.changed(caller.userId);
  }

  private async lock(tx: Tx, { userId }: Caller, id: number): Promise<DeviceImport> {
    const sql = `SELECT id FROM device_import WHERE id = ? AND user_id = ? ${this.deps.database.dialect.forUpdate}`;
    if ((await select(tx, sql, [id, userId])).length === 0) throw notFound('import');
    return tx.findOneByOrFail(DeviceImport, { id });
  }
}

const NEW = {
  status: 'waiting',
  size: null,
  done: 0,
  halfUntil: null,
  half: null,
  nextLine: 1,
  imported: 0,
  updated: 0,
  rejected: 0,
  rejectedBytes: 0,
  columnsTaken: [] as TakenColumn[],
  sample: [] as string[][],
  message: null,
  failure: null,
  hasFile: false,
  uploadClaim: null,
  uploadAt: null,
  leaseOwner: null,
  leaseUntil: null,
  attempts: 0,
  finishedAt: null,
} as const;

const OVER = 'This import has ended; create a new one.';
const NOT_UPLOADED: Readonly<Record<Exclude<ImportStatus, 'uploaded'>, string>> = {
  waiting: 'The file of this import has not been uploaded yet; send it to `uploadUrl` first.',
  running: 'This import has already started.',
  finished: OVER,
  failed: OVER,
  cancelled: OVER,
};

/** Limits how many files of a user are in the database at once. */
const requireFewOpen = async (tx: Tx, userId: number): Promise<void> => {
  const [row] = await select<{ n: number }>(
    tx,
    `SELECT COUNT(*) AS n FROM device_import
     WHERE user_id = ? AND (has_file = 1 OR status IN ('waiting', 'uploaded', 'running'))`,
    [userId],
  );
  const { openImports } = MAXIMA_IN_USE;
  if (Number(row?.n) >= openImports.most) throw badInput('app_id', describeMaximum(openImports), 'TOO_MANY');
};
