import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '../../own-files.js';
import { type MediaStore, MediaStoreError } from './media-store.js';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** A local folder, or one that several machines share. */
export class FolderStore implements MediaStore {
  constructor(private readonly folder: string) {}

  /** Writes under another name first, so that no reader sees half a file. */
  async put(hash: string, bytes: Buffer): Promise<void> {
    const path = this.pathOf(hash);
    const draft = join(dirname(path), `.${hash}.${randomBytes(8).toString('hex')}`);
    try {
      await makeFolder(dirname(path));
      await writeDurably(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw toStoreError(error);
    }
  }

  async read(hash: string): Promise<Readable | null> {
    const handle = await this.open(hash);
    return handle?.createReadStream() ?? null;
  }

  async delete(hash: string): Promise<void> {
    try {
      await rm(this.pathOf(hash), { force: true });
    } catch (error) {
      // A parent that is not a folder contains no files.
      if (codeOf(error) !== 'ENOTDIR') throw toStoreError(error);
    }
  }

  private async open(hash: string): Promise<FileHandle | null> {
    try {
      return await open(this.pathOf(hash), 'r');
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
      throw toStoreError(error);
    }
  }

  /** Splits the files over 256 folders. */
  private pathOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash);
  }
}

const writeDurably = async (path: string, bytes: Buffer): Promise<void> => {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The code suffices: messages of the file system contain paths. */
const toStoreError = (error: unknown): MediaStoreError => {
  const code = codeOf(error) || 'error';
  return new MediaStoreError(`the folder of MEDIA_URL answers ${code}`, FULL.has(code));
};
