import type { Readable } from 'node:stream';

/** Keeps files by their hash. Several processes may use one store at once. */
export interface MediaStore {
  /** Stores a file completely or not at all. Repeating it changes nothing. */
  put(hash: string, bytes: Buffer, type: string): Promise<void>;
  /** Returns null if there is no such file. */
  read(hash: string): Promise<Readable | null>;
  /** Also succeeds if there is no such file. */
  delete(hash: string): Promise<void>;
}

/** A store that cannot be used at the moment; the reason is for the operator. */
export class MediaStoreError extends Error {
  /** @param isFull the store has no room. */
  constructor(
    reason: string,
    readonly isFull = false,
  ) {
    super(reason);
    this.name = 'MediaStoreError';
  }
}
