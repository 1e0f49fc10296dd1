import { Readable } from 'node:stream';
import type { MediaServiceDeps } from '../../src/services/media/media-service.js';

export interface MemoryMedia extends Pick<MediaServiceDeps, 'store' | 'maxBytes' | 'quotaBytes'> {
  /** The stored files by hash. */
  readonly files: Map<string, Buffer>;
}

/** An image store in memory, with the service's limits. */
export const memoryMedia = (limits: Partial<Pick<MediaServiceDeps, 'maxBytes' | 'quotaBytes'>> = {}): MemoryMedia => {
  const files = new Map<string, Buffer>();
  const store = {
    put: async (hash: string, bytes: Buffer) => void files.set(hash, bytes),
    read: async (hash: string) => {
      const bytes = files.get(hash);
      return bytes ? Readable.from([bytes]) : null;
    },
    delete: async (hash: string) => void files.delete(hash),
  };
  return { files, store, maxBytes: 5 * 2 ** 20, quotaBytes: 2 ** 30, ...limits };
};
