import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly sizeBytes: number;
  /** What this user may still fill. */
  readonly freeBytes: number;
}

/** The disk that a file is or will be on; null where the system does not say. */
export const diskOf = async (path: string): Promise<DiskSpace | null> => {
  try {
    const { blocks, bavail, bsize } = await statfs(dirname(path));
    return { sizeBytes: blocks * bsize, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
};
