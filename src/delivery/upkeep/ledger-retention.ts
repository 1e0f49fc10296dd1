import { setImmediate as nextTurn } from 'node:timers/promises';
import { execute } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { DAY_MS } from '../record/add-device-flow.js';
import { ledgerDays } from '../record/device-ledger.js';
import { tableRanges } from './key-ranges.js';

const LEDGER = { table: 'device_send', leads: ['app_id'], along: 'device_id', after: 0, rows: 2_000 } as const;

/** Deletes sends that no feature looks back to, and all of them once no feature reads the ledger. */
export class LedgerRetention {
  /** The day of the last full pass. A pass reads the whole table, so there is one a day. */
  private doneOn: number | null = null;

  constructor(private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'log'>) {}

  async run(signal: AbortSignal): Promise<void> {
    const { clock, database, log } = this.deps;
    const today = Math.floor(clock.now() / DAY_MS);
    if (this.doneOn === today) return;
    const before = clock.now() - ledgerDays() * DAY_MS;
    let deleted = 0;
    for await (const { sql, parameters } of tableRanges(database, LEDGER)) {
      if (signal.aborted) return;
      const expired = `DELETE FROM device_send WHERE ${sql} AND sent_at < ?`;
      deleted += (await database.tx((tx) => execute(tx, expired, [...parameters, before]))).affected;
      // A statement on SQLite blocks this process, so others get their turn.
      await nextTurn();
    }
    this.doneOn = today;
    if (deleted > 0) log.info({ sends: deleted }, 'expired sends were deleted from the ledger per device');
  }
}
