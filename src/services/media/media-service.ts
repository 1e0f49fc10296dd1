import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { insertRow } from '../../database/write-rows.js';
import type { RowOf } from '../../entities/column-types.js';
import { MEDIA_TABLE, type Media } from '../../entities/media.js';
import { AppError, badInput } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { lockCatalogue, lockOwned } from '../locks.js';
import { MAXIMA, requireRoom } from '../rules/maxima.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import type { ImageContent } from './images/image-parts.js';
import { readImage } from './images/read-image.js';
import { type MediaStore, MediaStoreError } from './media-store.js';

export interface MediaServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly store: MediaStore;
  /** `MEDIA_MAX_BYTES`. */
  readonly maxBytes: number;
  /** `MEDIA_QUOTA_BYTES`. */
  readonly quotaBytes: number;
  readonly log: { error(details: Record<string, unknown>, message: string): void };
}

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The images of an account, and its limits. */
export interface MediaTotals {
  readonly count: number;
  readonly maxCount: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly maxFileBytes: number;
}

/** A file to serve. */
export interface StoredFile extends Pick<Media, 'type' | 'bytes'> {
  open(): Promise<Readable>;
}

type MediaRow = RowOf<Media>;

/** After this time an upload or deletion that has not ended never will: its process was killed. */
const ABANDONED_MS = 3_600_000;
const SWEPT_AT_ONCE = 100;

/** Takes uploaded images, serves them to everybody, and deletes them. */
export class MediaService {
  readonly maxBytes: number;

  constructor(private readonly deps: MediaServiceDeps) {
    this.maxBytes = deps.maxBytes;
  }

  /**
   * Stores an image without its metadata. Uploading the same image again changes nothing.
   * @returns the id. @throws BAD_USER_INPUT, CONFLICT while the same image is deleted, UNAVAILABLE for a broken store.
   */
  async upload(caller: Caller, { name, bytes }: UploadedFile): Promise<Pick<Media, 'id' | 'hash'> & ImageContent> {
    const violations = new Violations();
    const stored = checkName(violations, 'name', name);
    violations.throwIfAny();
    const image = readImage(bytes);
    const hash = hashOf(caller.userId, image.bytes);
    const { id, isNew } = await this.claim(caller, { hash, name: stored, image });
    try {
      await this.inStore((store) => store.put(hash, image.bytes, image.type));
    } catch (error) {
      if (isNew) await this.forget(id, 'storing');
      throw error;
    }
    await this.settle(hash);
    return { id, hash, ...image };
  }

  /** Returns null if there is no such image. */
  async find(hash: string): Promise<StoredFile | null> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null;
    const sql = "SELECT type, bytes FROM media WHERE hash = ? AND state <> 'deleting'";
    const [row] = await this.deps.database.query<Pick<MediaRow, 'type' | 'bytes'>>(sql, [hash]);
    if (!row) return null;
    const open = async (): Promise<Readable> => {
      const stream = await this.inStore((store) => store.read(hash));
      if (stream) return stream;
      throw new AppError('NOT_FOUND', 'The file of this image is missing; upload it again.');
    };
    return { type: row.type, bytes: Number(row.bytes), open };
  }

  /**
   * Deletes an image. Messages that were sent with it show nothing in its place.
   * @param options.evenIfUsed false: refuses an image that a push shows. @throws NOT_FOUND, BAD_USER_INPUT
   */
  async delete(caller: Caller, id: number, { evenIfUsed }: { evenIfUsed: boolean }): Promise<void> {
    const { database } = this.deps;
    const hash = await database.tx(async (tx) => {
      await lockOwned(tx, database, { table: 'media', id, userId: caller.userId, noun: 'image' });
      const [row] = await select<Pick<MediaRow, 'hash'>>(tx, 'SELECT hash FROM media WHERE id = ?', [id]);
      if (!evenIfUsed) await requireUnused(tx, caller.userId, row?.hash ?? '');
      await execute(tx, "UPDATE media SET state = 'deleting' WHERE id = ?", [id]);
      return row?.hash ?? '';
    });
    await this.remove(id, hash);
  }

  /** Counts the pushes of the account that show each image. */
  async countUses(userId: number, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const sql = `SELECT m.id, COUNT(*) AS n FROM media m JOIN media_use u ON u.hash = m.hash
      JOIN push p ON p.id = u.push_id AND p.user_id = m.user_id
      WHERE m.user_id = ? AND m.id IN ${inList(ids)} GROUP BY m.id`;
    const rows = await this.deps.database.query<{ id: number; n: number }>(sql, [userId, ...ids]);
    return new Map(rows.map(({ id, n }) => [Number(id), Number(n)]));
  }

  async usage({ userId }: Caller): Promise<MediaTotals> {
    const { database, quotaBytes, maxBytes } = this.deps;
    const { count, bytes } = await readTotals((sql, parameters) => database.query(sql, parameters), userId);
    return { count, maxCount: MAXIMA.media.most, bytes, maxBytes: quotaBytes, maxFileBytes: maxBytes };
  }

  /**
   * Deletes the images of deleted accounts, and those whose upload or deletion a kill has cut off. If the store fails,
   * only this sweep ends; it runs again in the next hour.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    try {
      await this.sweepAll(signal);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') throw error;
    }
  }

  private async sweepAll(signal: AbortSignal): Promise<void> {
    const { database, clock } = this.deps;
    const sql = `SELECT id, hash FROM media WHERE id > ?
      AND (state <> 'stored' AND created_at < ? OR user_id NOT IN (SELECT id FROM user_account WHERE deleted_at IS NULL))
      ORDER BY id LIMIT ${SWEPT_AT_ONCE}`;
    for (let after = 0; !signal.aborted; ) {
      const found = await database.query<Pick<MediaRow, 'id' | 'hash'>>(sql, [after, clock.now() - ABANDONED_MS]);
      const last = found.at(-1);
      if (!last) return;
      for (const { id, hash } of found) {
        await database.tx((tx) => execute(tx, "UPDATE media SET state = 'deleting' WHERE id = ?", [Number(id)]));
        await this.remove(Number(id), hash);
      }
      after = Number(last.id);
    }
  }

  /** Creates the row before the file, so that the limits count every file. */
  private claim(
    { userId }: Caller,
    { hash, name, image }: { hash: string; name: string; image: ImageContent },
  ): Promise<{ id: number; isNew: boolean }> {
    const { database, clock } = this.deps;
    const { type, width, height, bytes } = image;
    return database.tx(async (tx) => {
      await lockCatalogue(tx, database, userId);
      const [known] = await select<Pick<MediaRow, 'id' | 'state'>>(tx, 'SELECT id, state FROM media WHERE hash = ?', [
        hash,
      ]);
      if (known?.state === 'deleting') {
        throw new AppError('CONFLICT', 'This image is being deleted; upload it again in a moment.');
      }
      if (known) return { id: Number(known.id), isNew: false };
      await requireRoom(tx, database, { what: 'media', userId, field: 'picture' });
      await this.requireBytes(tx, userId, bytes.length);
      const row = { userId, hash, name, type, bytes: bytes.length, width, height, state: 'storing' as const };
      const { insertId } = await insertRow(tx, MEDIA_TABLE, { ...row, createdAt: clock.now() });
      return { id: insertId, isNew: true };
    });
  }

  private async requireBytes(tx: Tx, userId: number, adding: number): Promise<void> {
    const { bytes } = await readTotals((sql, parameters) => select(tx, sql, parameters), userId);
    const { quotaBytes } = this.deps;
    if (bytes + adding <= quotaBytes) return;
    const message = `The images of an account have at most ${describeBytes(quotaBytes)} in total; delete some that you no longer need.`;
    throw badInput('picture', message, 'TOO_MANY');
  }

  /** @throws CONFLICT if the image was deleted while it was stored. */
  private async settle(hash: string): Promise<void> {
    const sql = "UPDATE media SET state = 'stored' WHERE hash = ? AND state <> 'deleting'";
    const { affected } = await this.deps.database.tx((tx) => execute(tx, sql, [hash]));
    if (affected > 0) return;
    await this.inStore((store) => store.delete(hash));
    throw new AppError('CONFLICT', 'This image was deleted while it was uploaded; upload it again.');
  }

  /** The row goes last: until then the deletion can be repeated. */
  private async remove(id: number, hash: string): Promise<void> {
    await this.inStore((store) => store.delete(hash));
    await this.forget(id, 'deleting');
  }

  private async forget(id: number, state: Media['state']): Promise<void> {
    await this.deps.database.tx((tx) => execute(tx, 'DELETE FROM media WHERE id = ? AND state = ?', [id, state]));
  }

  /** @throws UNAVAILABLE with a sentence for the user; the log gets the reason. */
  private async inStore<T>(work: (store: MediaStore) => Promise<T>): Promise<T> {
    try {
      return await work(this.deps.store);
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      this.deps.log.error({ reason: error.message }, 'the store of images cannot be used (MEDIA_URL)');
      const message = error.isFull
        ? 'There is no room for more images on this server. Ask its operator to make room (MEDIA_URL).'
        : 'Images cannot be stored or read at the moment. Try again later, or ask the operator to check MEDIA_URL.';
      throw new AppError('UNAVAILABLE', message);
    }
  }
}

/** Each account has its own files, so deleting one never affects another account, and nobody can probe for a file. */
const hashOf = (userId: number, bytes: Buffer): string =>
  createHash('sha256').update(`${userId}:`).update(bytes).digest('hex');

const requireUnused = async (tx: Tx, userId: number, hash: string): Promise<void> => {
  const sql = `SELECT COUNT(*) AS n FROM media_use u JOIN push p ON p.id = u.push_id WHERE u.hash = ? AND p.user_id = ?`;
  const [row] = await select<{ n: number }>(tx, sql, [hash, userId]);
  const n = Number(row?.n);
  if (n === 0) return;
  const message = `${n === 1 ? '1 push shows' : `${n} pushes show`} this image. Remove it there first, or set \`even_if_used\`.`;
  throw badInput('id', message, 'CONFLICT');
};

type Query = (sql: string, parameters: readonly unknown[]) => Promise<readonly { n: number; total: number | null }[]>;

const readTotals = async (query: Query, userId: number): Promise<{ count: number; bytes: number }> => {
  const [row] = await query('SELECT COUNT(*) AS n, SUM(bytes) AS total FROM media WHERE user_id = ?', [userId]);
  return { count: Number(row?.n), bytes: Number(row?.total ?? 0) };
};

const describeBytes = (bytes: number): string =>
  bytes >= 2 ** 20 ? `${Math.floor(bytes / 2 ** 20).toLocaleString('en')} MiB` : `${bytes} bytes`;
