import { randomUUID } from 'node:crypto';
import type { Keyring } from '../../crypto/keyring.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { DeviceImport, type ImportFormat, type ImportStatus, type TakenColumn } from '../../entities/device-import.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { clip } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { lockCatalogue } from '../locks.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import { checkHeader, chooseColumns, guessColumns, requireAddress } from './guess-columns.js';
import {
  CHUNK_BYTES,
  deletePart,
  FILE_PART,
  insertChunk,
  REJECTED_PART,
  readFileFrom,
  readPart,
} from './import-files.js';
import { type FileHead, readFileHead } from './read-file-head.js';

export interface DeviceImportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly jobs: JobQueue;
  /** `IMPORT_MAX_BYTES`. */
  readonly maxBytes: number;
  /** Hears of whose import something has changed. */
  readonly changed: (userId: number) => void;
}

export interface NewImport {
  readonly appId: number;
  readonly fileName: string;
  readonly format: ImportFormat;
}

/** What lets a request send or fetch a file without a key. */
export interface SignedAccess {
  /** Epoch ms. */
  readonly expires: number;
  /** base64url. */
  readonly signature: string;
}

type FileKind = 'file' | 'rejected';

const HOUR_MS = 3_600_000;
/** Imports of one user that have a file, or may get one, at once. */
const MAX_OPEN = 5;
/** An upload that has brought nothing for so long has broken off, and another may begin anew. */
const SILENT_MS = 60_000;
const MAX_CELL = 100;
const MAX_MESSAGE = 500;

/** Imports of devices from a file: made, uploaded, looked at, begun, cancelled. The runner carries them out. */
export class DeviceImportService {
  constructor(private readonly deps: DeviceImportServiceDeps) {}

  /** @throws NOT_FOUND for another user's application; BAD_USER_INPUT, also for too many that are open. */
  async create(caller: Caller, { appId, fileName, format }: NewImport): Promise<number> {
    const violations = new Violations();
    checkName(violations, 'file_name', fileName);
    violations.throwIfAny();
    const { database, clock } = this.deps;
    return database.tx(async (tx) => {
      await lockCatalogue(tx, database, caller.userId);
      const app = await tx.findOneBy(App, { id: appId, userId: caller.userId });
      if (!app) throw badInput('app_id', 'There is no such application.', 'NOT_FOUND');
      if (app.archived) throw badInput('app_id', 'The application is archived; unarchive it first.', 'ARCHIVED');
      await requireRoom(tx, caller.userId);
      const now = new Date(clock.now());
      const row: Omit<DeviceImport, 'id'> = {
        ...NEW,
        userId: caller.userId,
        appId,
        fileName,
        format,
        workedAt: now,
        createdAt: now,
      };
      return (await tx.save(DeviceImport, row)).id;
    });
  }

  /** Of this server: `/imports/…`. null where there is nothing to send or to fetch. */
  signedPath(kind: FileKind, { id, status, createdAt, rejectedBytes }: SignedImport): string | null {
    if (kind === 'file' ? status !== 'waiting' : rejectedBytes === 0) return null;
    const now = this.deps.clock.now();
    const expires = kind === 'file' ? createdAt.getTime() + HOUR_MS : Math.ceil(now / HOUR_MS + 1) * HOUR_MS;
    if (expires <= now) return null;
    const signature = this.deps.keyring.sign(PURPOSES[kind], `${id}.${expires}`).toString('base64url');
    return `/imports/${id}/${kind}?expires=${expires}&signature=${signature}`;
  }

  /**
   * Takes the file. One that breaks off may be sent again within the hour; what came is then forgotten.
   * @param length as the request says it; null: it does not.
   * @throws FORBIDDEN, NOT_FOUND, CONFLICT for a second file, PAYLOAD_TOO_LARGE, BAD_USER_INPUT for what is no file.
   */
  async upload(
    id: number,
    access: SignedAccess,
    { body, length }: { body: AsyncIterable<Buffer>; length: number | null },
  ): Promise<void> {
    this.checkAccess('file', id, access);
    if (length !== null && length > this.deps.maxBytes) throw this.tooLarge();
    const claim = randomUUID();
    const userId = await this.claimUpload(id, claim);
    try {
      await deletePart(this.deps.database, { importId: id, part: FILE_PART });
      const size = await this.store(id, claim, body);
      await this.settle(id, claim, size);
    } catch (error) {
      await this.giveUp(id, claim);
      throw error;
    } finally {
      this.deps.changed(userId);
    }
  }

  /** @throws CONFLICT, as a broken rule, unless its file has come and nothing was begun. */
  async start(caller: Caller, id: number, columns: readonly TakenColumn[]): Promise<void> {
    const { database, clock, jobs } = this.deps;
    await database.tx(async (tx) => {
      const found = await this.lock(tx, caller, id);
      if (found.status !== 'uploaded') throw badInput('id', NOT_UPLOADED[found.status], 'CONFLICT');
      const app = await tx.findOneByOrFail(App, { id: found.appId });
      if (app.archived) throw badInput('id', 'Its application is archived; unarchive it first.', 'ARCHIVED');
      if (found.format === 'jsonl' && columns.length > 0) {
        throw badInput('columns', 'A file of JSON lines has no columns; leave `columns` out.');
      }
      const columnsTaken = [...chooseColumns(found.columnsTaken, columns)];
      if (found.format === 'csv') requireAddress(columnsTaken, app.pushProvider);
      const workedAt = new Date(clock.now());
      await tx.update(DeviceImport, { id }, { status: 'running', columnsTaken, workedAt });
    });
    await jobs.enqueue('imports', {});
    this.deps.changed(caller.userId);
  }

  /** Nothing more of it is registered; what is stays. Idempotent. */
  async cancel(caller: Caller, id: number): Promise<void> {
    const { database, clock, jobs } = this.deps;
    await database.tx(async (tx) => {
      const { status } = await this.lock(tx, caller, id);
      if (status === 'cancelled') return;
      if (status === 'finished' || status === 'failed') {
        throw badInput('id', 'This import is over; there is nothing left to cancel.', 'CONFLICT');
      }
      await tx.update(DeviceImport, { id }, { status: 'cancelled', finishedAt: new Date(clock.now()) });
    });
    // Whoever carries out imports forgets the file.
    await jobs.enqueue('imports', {});
    this.deps.changed(caller.userId);
  }

  /** The rejected lines as CSV. @throws FORBIDDEN, NOT_FOUND */
  async rejected(id: number, access: SignedAccess): Promise<AsyncGenerator<Buffer>> {
    this.checkAccess('rejected', id, access);
    const { database } = this.deps;
    const [row] = await database.query('SELECT id FROM device_import WHERE id = ? AND rejected_bytes > 0', [id]);
    if (!row) throw notFound('list of rejected lines any more');
    return readPart(database, { importId: id, part: REJECTED_PART, seq: 0 });
  }

  private checkAccess(kind: FileKind, id: number, { expires, signature }: SignedAccess): void {
    const { keyring, clock } = this.deps;
    const isSigned = keyring.verify(PURPOSES[kind], `${id}.${expires}`, Buffer.from(signature, 'base64url'));
    if (!isSigned) throw new AppError('FORBIDDEN', 'This address is not signed by this service; ask the graph for it.');
    if (expires > clock.now()) return;
    const message = kind === 'file' ? 'make a new import' : 'ask the graph for a new one';
    throw new AppError('FORBIDDEN', `This address has expired; ${message}.`);
  }

  private async claimUpload(id: number, claim: string): Promise<number> {
    const { database, clock } = this.deps;
    const now = clock.now();
    return database.tx(async (tx) => {
      const active = 'user_id NOT IN (SELECT id FROM user_account WHERE suspended = 1)';
      const sql = `SELECT user_id, status, upload_claim, upload_at FROM device_import
        WHERE id = ? AND ${active} ${database.dialect.forUpdate}`;
      const [row] = await select<{
        user_id: number;
        status: ImportStatus;
        upload_claim: string | null;
        upload_at: number | null;
      }>(tx, sql, [id]);
      if (!row) throw notFound('import');
      if (row.status !== 'waiting')
        throw new AppError('CONFLICT', 'This import has its file, or is over; make a new one.');
      const isSilent = Math.abs(now - Number(row.upload_at)) > SILENT_MS;
      if (row.upload_claim !== null && !isSilent) {
        const message = 'Another upload of this file is under way; wait for its end.';
        throw new AppError('CONFLICT', message, { retryAfterSeconds: SILENT_MS / 1_000 });
      }
      const set = 'UPDATE device_import SET upload_claim = ?, upload_at = ?, has_file = 1 WHERE id = ?';
      await execute(tx, set, [claim, now, id]);
      return Number(row.user_id);
    });
  }

  /** Answers how many bytes there are. Holds no more of it than a row. */
  private async store(id: number, claim: string, body: AsyncIterable<Buffer>): Promise<number> {
    let [waiting, held, size, seq]: [Buffer[], number, number, number] = [[], 0, 0, 0];
    const write = async (data: Buffer): Promise<void> => {
      await this.deps.database.tx(async (tx) => {
        await this.holdUpload(tx, id, claim);
        await insertChunk(tx, { importId: id, part: FILE_PART, seq }, data);
      });
      seq += 1;
    };
    for await (const piece of body) {
      size += piece.length;
      if (size > this.deps.maxBytes) throw this.tooLarge();
      waiting.push(piece);
      held += piece.length;
      if (held < CHUNK_BYTES) continue;
      const joined = Buffer.concat(waiting);
      let at = 0;
      for (; joined.length - at >= CHUNK_BYTES; at += CHUNK_BYTES) await write(joined.subarray(at, at + CHUNK_BYTES));
      waiting = [joined.subarray(at)];
      held = joined.length - at;
    }
    if (held > 0) await write(Buffer.concat(waiting));
    if (size === 0) throw badInput('file', 'The file is empty.', 'REQUIRED');
    return size;
  }

  /** @throws CONFLICT once another upload has taken its place, or the import is cancelled. */
  private async holdUpload(tx: Tx, id: number, claim: string): Promise<void> {
    const sql = "UPDATE device_import SET upload_at = ? WHERE id = ? AND upload_claim = ? AND status = 'waiting'";
    const { affected } = await execute(tx, sql, [this.deps.clock.now(), id, claim]);
    if (affected === 0)
      throw new AppError('CONFLICT', 'This import was cancelled, or another upload has taken its place.');
  }

  /** Looks at how it begins. A file that is none ends the import, with a word why. */
  private async settle(id: number, claim: string, size: number): Promise<void> {
    const { database, clock } = this.deps;
    const found = await database.reader.findOneByOrFail(DeviceImport, { id });
    const app = await database.reader.findOneByOrFail(App, { id: found.appId });
    const looked = await this.look(found, app);
    await database.tx(async (tx) => {
      await this.holdUpload(tx, id, claim);
      const changes =
        looked instanceof AppError
          ? {
              status: 'failed' as const,
              message: clip(looked.message, MAX_MESSAGE),
              finishedAt: new Date(clock.now()),
            }
          : {
              status: 'uploaded' as const,
              columnsTaken: looked.columnsTaken,
              sample: looked.head.sample.map((cells) =>
                cells.slice(0, MAX_OPEN_CELLS).map((cell) => clip(cell, MAX_CELL)),
              ),
              done: looked.head.place.offset,
              nextLine: looked.head.place.line,
            };
      await tx.update(DeviceImport, { id }, { ...changes, size, uploadClaim: null });
    });
    if (looked instanceof AppError) await this.deps.jobs.enqueue('imports', {});
  }

  private async look(
    found: DeviceImport,
    app: App,
  ): Promise<{ head: FileHead; columnsTaken: TakenColumn[] } | AppError> {
    try {
      const head = await readFileHead(readFileFrom(this.deps.database, found.id, 0), found.format);
      if (found.format === 'jsonl') return { head, columnsTaken: [] };
      if (head.header === null) throw badInput('file', 'The file has no lines.', 'REQUIRED');
      checkHeader(head.header);
      return { head, columnsTaken: guessColumns(head.header, head.sample, app.pushProvider) };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** What has come is forgotten, and the file may be sent anew. */
  private async giveUp(id: number, claim: string): Promise<void> {
    const { database } = this.deps;
    const sql = 'SELECT id FROM device_import WHERE id = ? AND upload_claim = ?';
    if ((await database.query(sql, [id, claim])).length === 0) return;
    await deletePart(database, { importId: id, part: FILE_PART });
    const set = 'UPDATE device_import SET upload_claim = NULL, has_file = 0 WHERE id = ? AND upload_claim = ?';
    await database.tx((tx) => execute(tx, set, [id, claim]));
  }

  private async lock(tx: Tx, { userId }: Caller, id: number): Promise<DeviceImport> {
    const sql = `SELECT id FROM device_import WHERE id = ? AND user_id = ? ${this.deps.database.dialect.forUpdate}`;
    if ((await select(tx, sql, [id, userId])).length === 0) throw notFound('import');
    return tx.findOneByOrFail(DeviceImport, { id });
  }

  private tooLarge(): AppError {
    const mebibytes = Math.floor(this.deps.maxBytes / 2 ** 20);
    const message = `The file is larger than ${mebibytes > 0 ? `${mebibytes} MiB` : `${this.deps.maxBytes} bytes`}; send it in parts (IMPORT_MAX_BYTES).`;
    return new AppError('PAYLOAD_TOO_LARGE', message);
  }
}

/** What an address is signed for. */
export type SignedImport = Pick<DeviceImport, 'id' | 'status' | 'createdAt' | 'rejectedBytes'>;

const PURPOSES = { file: 'import-file', rejected: 'import-rejected' } as const satisfies Record<FileKind, string>;

const MAX_OPEN_CELLS = 64;

const NEW = {
  status: 'waiting',
  size: null,
  done: 0,
  nextLine: 1,
  imported: 0,
  updated: 0,
  rejected: 0,
  rejectedBytes: 0,
  columnsTaken: [] as TakenColumn[],
  sample: [] as string[][],
  message: null,
  hasFile: false,
  uploadClaim: null,
  uploadAt: null,
  leaseOwner: null,
  leaseUntil: null,
  attempts: 0,
  finishedAt: null,
} as const;

const OVER = 'This import is over; make a new one.';
const NOT_UPLOADED: Readonly<Record<Exclude<ImportStatus, 'uploaded'>, string>> = {
  waiting: 'The file of this import has not come yet; send it to `uploadUrl` first.',
  running: 'This import is under way already.',
  finished: OVER,
  failed: OVER,
  cancelled: OVER,
};

/** Of each user a few files at most are in the database at once. */
const requireRoom = async (tx: Tx, userId: number): Promise<void> => {
  const [row] = await select<{ n: number }>(
    tx,
    `SELECT COUNT(*) AS n FROM device_import
     WHERE user_id = ? AND (has_file = 1 OR status IN ('waiting', 'uploaded', 'running'))`,
    [userId],
  );
  if (Number(row?.n) < MAX_OPEN) return;
  const message = `You have ${MAX_OPEN} imports that are not over, and that is the most; wait for one, or cancel it.`;
  throw badInput('app_id', message, 'TOO_MANY');
};
