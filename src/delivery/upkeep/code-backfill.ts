import { execute, type Tx } from '../../database/database.js';
import type { ProviderName } from '../../providers/sender.js';
import { parseReason } from '../../providers/stored-reason.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { keyRanges } from './key-ranges.js';

const REASONS_PER_READ = 200;
const ROWS_PER_STEP = 2_000;

interface Uncoded {
  readonly run_id: number;
  readonly provider: ProviderName;
  readonly reason: string;
}

/**
 * Gives codes to the failures of earlier releases, and of processes of the previous release during a rolling upgrade. A
 * reason without a code in `run_failure` marks work to do and gets its code last, so an interrupted backfill resumes.
 * Delete this with `parseReason`.
 */
export class CodeBackfill {
  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    let reasons = 0;
    for (let found = await this.nextReasons(0); found.length > 0; ) {
      for (const uncoded of found) {
        if (signal.aborted) return;
        await this.backfill(uncoded, signal);
      }
      reasons += found.length;
      found = await this.nextReasons(Number(found.at(-1)?.run_id));
    }
    if (reasons > 0) this.deps.log.info({ reasons }, 'stored failures were given reason codes');
  }

  /** If a run has more reasons than fit into one read, the next upkeep continues with it. */
  private nextReasons(afterRun: number): Promise<Uncoded[]> {
    return this.deps.database.query<Uncoded>(
      `SELECT DISTINCT run_id, provider, reason FROM run_failure WHERE code IS NULL AND run_id > ?
       ORDER BY run_id LIMIT ${REASONS_PER_READ}`,
      [afterRun],
    );
  }

  private async backfill({ run_id: runId, provider, reason }: Uncoded, signal: AbortSignal): Promise<void> {
    const { database } = this.deps;
    const { code, detail } = parseReason(reason, provider);
    const set = 'SET code = ?, detail = ? WHERE reason = ? AND code IS NULL';
    const change = (tx: Tx, table: string, range: string, parameters: readonly unknown[]) =>
      execute(tx, `UPDATE ${table} ${set} AND ${range}`, [code, detail, reason, ...parameters]);
    for await (const { sql, parameters } of keyRanges(database, FAILURES, Number(runId))) {
      if (signal.aborted) return;
      await database.tx((tx) => change(tx, 'delivery_failure', sql, parameters));
    }
    await database.tx((tx) => change(tx, 'run_failure', 'run_id = ? AND provider = ?', [runId, provider]));
  }
}

const FAILURES = { table: 'delivery_failure', leads: ['push_id'], along: 'device_id', after: -1, rows: ROWS_PER_STEP };
