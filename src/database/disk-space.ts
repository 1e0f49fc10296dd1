import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly sizeBytes: number;
  /** Free space that this user may use. */
  readonly freeBytes: number;
}

/** Returns the disk of an existing or future file; null if the system does not tell. */
export const diskOf = async (path: string): Promise<DiskSpace | null> => {
  try {
    const { blocks, bavail, bsize } = await statfs(dirname(path));
    return { sizeBytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
};
