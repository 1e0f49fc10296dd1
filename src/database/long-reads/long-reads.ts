import type { DatabaseConfig } from '../../config/config.js';
import type { PlainReader } from '../plain-reader.js';
import { PoolReader } from './pool-reader.js';
import { ProcessReader } from './process-reader.js';
import type { ReadRequest } from './protocol.js';
import { type Reading, ReadingGate } from './reading-gate.js';

export interface LongReadOptions {
  readonly limitMs: number;
  /** The compiled program of the reading processes; tests run from source. */
  readonly program: URL;
}

const DEFAULTS: LongReadOptions = { limitMs: 10_000, program: new URL('./reading-process.js', import.meta.url) };

/** MySQL gets a quarter of the connections; SQLite gets one process per processor of a small machine. */
const AT_ONCE = { mysql: 4, sqlite: 2 } as const;
/** A GraphQL operation may have 50 aliases. */
const GATE = { ofOneUser: 50, inAll: 200, waitMs: 10_000 };

/** Runs reads that may take long, with limits of concurrency and time. */
export class LongReads {
  private readonly gate: ReadingGate;
  private readonly backend: PoolReader | ProcessReader;

  constructor(config: DatabaseConfig, reader: () => PlainReader, options: Partial<LongReadOptions> = {}) {
    const { limitMs, program } = { ...DEFAULTS, ...options };
    this.gate = new ReadingGate({ ...GATE, atOnce: AT_ONCE[config.kind] });
    this.backend =
      config.kind === 'sqlite' ? new ProcessReader(program, config.path, limitMs) : new PoolReader(reader, limitMs);
  }

  /** @param userId the user who requests it. */
  read(userId: number, request: ReadRequest): Promise<unknown[]> {
    return this.gate.read(userId, (): Reading<unknown[]> => this.backend.begin(request));
  }

  close(): Promise<void> {
    return this.backend.close();
  }
}
