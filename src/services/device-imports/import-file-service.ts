import { randomUUID } from 'node:crypto';
import type { Keyring } from '../../crypto/keyring.js';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { DeviceImport, type ImportFailure, type ImportStatus, type TakenColumn } from '../../entities/device-import.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { JobQueue } from '../../ports/job-queue.js';
import { clip } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { holderOf, mayStillWrite } from './address-holder.js';
import { checkHeader, guessColumns } from './guess-columns.js';
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
import { TOO_MANY_LINES } from './read-records.js';

export interface ImportFileServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly jobs: JobQueue;
  /** `IMPORT_MAX_BYTES`. */
  readonly maxBytes: number;
  /** Called with the user whose import has changed. */
  readonly changed: (userId: number) => void;
}

/** The parts of a signed address, which replace a key. */
export interface SignedAccess {
  /** Epoch ms. */
  readonly expires: number;
  /** The holder of the address, as `holderOf` writes it. */
  readonly holder: string;
  /** base64url. */
  readonly signature: string;
}

type FileKind = 'file' | 'rejected';

/** The facts that the signature of an address covers. */
export type SignedImport = Pick<DeviceImport, 'id' | 'status' | 'createdAt' | 'rejectedBytes'>;

const HOUR_MS = 3_600_000;
/** After this time without data an upload counts as broken off, and another may start. */
const SILENT_MS = 60_000;
const MAX_CELL = 100;
const MAX_OPEN_CELLS = 64;
const MAX_MESSAGE = 500;

const PURPOSES = { file: 'import-file', rejected: 'import-rejected' } as const satisfies Record<FileKind, string>;

/** Takes uploaded files and serves rejected lines, at signed addresses that need no key. */
export class ImportFileService {
  constructor(private readonly deps: ImportFileServiceDeps) {}

  /**
   * Returns a signed path, `/imports/…`, that is valid as long as the caller may write; null if there is nothing to
   * upload or fetch.
   */
  signedPath(
    kind: FileKind,
    { id, status, createdAt, rejectedBytes }: SignedImport,
    caller: Pick<Caller, 'keyId' | 'member'>,
  ): string | null {
    if (kind === 'file' ? status !== 'waiting' : rejectedBytes === 0) return null;
    const now = this.deps.clock.now();
    const expires = kind === 'file' ? createdAt.getTime() + HOUR_MS : Math.ceil(now / HOUR_MS + 1) * HOUR_MS;
    if (expires <= now) return null;
    const holder = holderOf(caller);
    const signature = this.deps.keyring.sign(PURPOSES[kind], `${id}.${expires}.${holder}`);
    return `/imports/${id}/${kind}?expires=${expires}&holder=${holder}&signature=${signature}`;
  }

  /**
   * Takes the file. An upload that breaks off is discarded and may be repeated within the hour.
   * @param length the length that the request declares; null: none.
   * @throws FORBIDDEN, NOT_FOUND, CONFLICT for a second file, PAYLOAD_TOO_LARGE, BAD_USER_INPUT for an invalid file.
   */
  async upload(
    id: number,
    access: SignedAccess,
    { body, length }: { body: AsyncIterable<Buffer>; length: number | null },
  ): Promise<void> {
    await this.checkAccess('file', id, access);
    if (length !== null && length > this.deps.maxBytes) throw this.tooLarge();
    const claim = randomUUID();
    const userId = await this.claimUpload(id, claim);
    try {
      await this.clear(id, claim);
      const size = await this.store(id, { claim, holder: access.holder }, body);
      await this.settle(id, claim, size);
    } catch (error) {
      await this.giveUp(id, claim);
      throw error;
    } finally {
      this.deps.changed(userId);
    }
  }

  /** Streams the rejected lines as CSV. @throws FORBIDDEN, NOT_FOUND */
  async rejected(id: number, access: SignedAccess): Promise<AsyncGenerator<Buffer>> {
    await this.checkAccess('rejected', id, access);
    const { database } = this.deps;
    const [row] = await database.query('SELECT id FROM device_import WHERE id = ? AND rejected_bytes > 0', [id]);
    if (!row) throw notFound('list of rejected lines any more');
    return readPart(database, { importId: id, part: REJECTED_PART, seq: 0 });
  }

  private async checkAccess(kind: FileKind, id: number, { expires, holder, signature }: SignedAccess): Promise<void> {
    const { keyring, clock, database } = this.deps;
    const isSigned = keyring.verify(PURPOSES[kind], `${id}.${expires}.${holder}`, signature);
    if (!isSigned)
      throw new AppError('FORBIDDEN', 'This address is not signed by this service; request a new one from the graph.');
    if (expires <= clock.now()) {
      const message = kind === 'file' ? 'make a new import' : 'ask the graph for a new one';
      throw new AppError('FORBIDDEN', `This address has expired; ${message}.`);
    }
    if (!(await mayStillWrite((sql, parameters) => database.query(sql, parameters), holder, clock.now())))
      throw holderIsGone();
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
        throw new AppError('CONFLICT', 'This import already has its file, or has ended; create a new import.');
      const isSilent = Math.abs(now - Number(row.upload_at)) > SILENT_MS;
      if (row.upload_claim !== null && !isSilent) {
        const message = 'Another upload of this file is in progress; wait until it ends.';
        throw new AppError('CONFLICT', message, { retryAfterSeconds: SILENT_MS / 1_000 });
      }
      const set = 'UPDATE device_import SET upload_claim = ?, upload_at = ?, has_file = 1 WHERE id = ?';
      await execute(tx, set, [claim, now, id]);
      return Number(row.user_id);
    });
  }

  /** Returns the number of bytes. Holds one row in memory at most. */
  private async store(
    id: number,
    { claim, holder }: { claim: string; holder: string },
    body: AsyncIterable<Buffer>,
  ): Promise<number> {
    let [waiting, held, size, seq]: [Buffer[], number, number, number] = [[], 0, 0, 0];
    const write = async (data: Buffer): Promise<void> => {
      await this.deps.database.tx(async (tx) => {
        await this.holdUpload(tx, id, claim);
        const isGood = await mayStillWrite(
          (sql, parameters) => select(tx, sql, parameters),
          holder,
          this.deps.clock.now(),
        );
        if (!isGood) throw holderIsGone();
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

  /** @throws CONFLICT if another upload has replaced this one, or the import is cancelled. */
  private async holdUpload(tx: Tx, id: number, claim: string): Promise<void> {
    const sql = "UPDATE device_import SET upload_at = ? WHERE id = ? AND upload_claim = ? AND status = 'waiting'";
    const { affected } = await execute(tx, sql, [this.deps.clock.now(), id, claim]);
    if (affected === 0)
      throw new AppError('CONFLICT', 'This import was cancelled, or another upload has taken its place.');
  }

  /** Inspects the beginning of the file. An invalid file fails the import with a reason. */
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
              failure: failureOf(looked),
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

  /** Discards the upload, so that the file may be sent again. */
  private async giveUp(id: number, claim: string): Promise<void> {
    const { database } = this.deps;
    await this.clear(id, claim);
    const set = 'UPDATE device_import SET upload_claim = NULL, has_file = 0 WHERE id = ? AND upload_claim = ?';
    await database.tx((tx) => execute(tx, set, [id, claim]));
  }

  /** Deletes only while the claim is ours, because the next upload stores its file in the same place. */
  private async clear(id: number, claim: string): Promise<void> {
    const { database } = this.deps;
    const sql = `SELECT id FROM device_import WHERE id = ? AND upload_claim = ? ${database.dialect.forUpdate}`;
    const isOurs = async (tx: Tx): Promise<boolean> => (await select(tx, sql, [id, claim])).length > 0;
    await deletePart(database, { importId: id, part: FILE_PART }, { isOurs });
  }

  private tooLarge(): AppError {
    const mebibytes = Math.floor(this.deps.maxBytes / 2 ** 20);
    const message = `The file is larger than ${mebibytes > 0 ? `${mebibytes} MiB` : `${this.deps.maxBytes} bytes`}; send it in parts (IMPORT_MAX_BYTES).`;
    return new AppError('PAYLOAD_TOO_LARGE', message);
  }
}

const holderIsGone = (): AppError =>
  new AppError(
    'FORBIDDEN',
    'The member or key that requested this address may no longer write in this account. Request a new address from the graph.',
  );

const failureOf = ({ details }: AppError): ImportFailure => {
  if (details.reason === TOO_MANY_LINES) return 'too_many_lines';
  return details.violations?.[0]?.code === 'REQUIRED' ? 'no_lines' : 'bad_header';
};
