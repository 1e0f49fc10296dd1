import type { DatabaseConfig } from '../config/config.js';
import type { Dialect, WriteTrouble } from './dialect.js';
import { diskOf } from './disk-space.js';

/** A disk with less free space counts as full, because SQLite needs some for every transaction. */
const MIN_FREE_BYTES = 512 * 1024;
/** The size of a trial write: more than the free pages of a full database. */
const TRIAL_BYTES = 256 * 1024;
const TRIAL_EVERY_MS = 1_000;

const SENTENCES: Readonly<Record<WriteTrouble, string>> = {
  full: 'the disk of the database is full',
  'read-only': 'the database is read-only',
};

export interface WriteWatchOptions {
  readonly config: DatabaseConfig;
  readonly dialect: Dialect;
  /** Runs a statement in a transaction and rolls it back by throwing `end`. */
  readonly trial: (sql: string, parameters: readonly unknown[], end: Error) => Promise<unknown>;
}

/**
 * Remembers that the database refused a write. Small writes may succeed on a full disk, so only a larger trial write,
 * which is rolled back, clears the trouble. Without a refused write there are no trials.
 */
export class WriteWatch {
  private trouble: WriteTrouble | null = null;
  private triedAt = -Infinity;

  constructor(private readonly options: WriteWatchOptions) {}

  note(error: unknown): void {
    this.trouble = this.options.dialect.refusesWrites(error) ?? this.trouble;
  }

  /** The reason why writes are refused; null: no trouble is known. */
  async find(): Promise<string | null> {
    if (await isDiskFull(this.options.config)) return SENTENCES.full;
    if (this.trouble !== null && performance.now() - this.triedAt >= TRIAL_EVERY_MS) await this.tryAgain();
    return this.trouble && SENTENCES[this.trouble];
  }

  private async tryAgain(): Promise<void> {
    this.triedAt = performance.now();
    const over = new Error('the trial is over');
    const sql = 'INSERT INTO device_import_chunk (import_id, part, seq, data) VALUES (0, 0, 0, ?)';
    await this.options.trial(sql, [Buffer.alloc(TRIAL_BYTES)], over).catch((error) => {
      if (error === over) this.trouble = null;
    });
  }
}

const isDiskFull = async (config: DatabaseConfig): Promise<boolean> => {
  if (config.kind !== 'sqlite') return false;
  const disk = await diskOf(config.path);
  return disk !== null && disk.freeBytes < MIN_FREE_BYTES;
};
