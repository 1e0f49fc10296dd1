import { chunk } from '../../collections.js';
import { dialectOf, execute, placeholders, type Tx } from '../../database/database.js';
import type { MessageResult } from './message-result.js';

/** A feature that reads the ledger per device. */
export interface LedgerReader {
  readonly feature: string;
  /** How many days back it looks. */
  readonly days: number;
}

/** Each feature that reads `device_send` adds itself here. Without features, no row is written. */
export const LEDGER_READERS: LedgerReader[] = [];

const ROWS_PER_INSERT = 500;

/** Writes the messages of a checkpoint that a provider took. Part of the checkpoint's transaction, so a repeat adds none. */
export const recordSends = async (
  tx: Tx,
  { runId, appId, now }: { readonly runId: number; readonly appId: number; readonly now: number },
  results: readonly MessageResult[],
): Promise<void> => {
  if (LEDGER_READERS.length === 0) return;
  const sent = results.filter(({ outcome }) => outcome === 'sent');
  for (const part of chunk(sent, ROWS_PER_INSERT)) {
    const rows = part.flatMap(({ deviceId, pushId, occurrence }) => [appId, deviceId, now, runId, pushId, occurrence]);
    const columns = 'app_id, device_id, sent_at, run_id, push_id, occurrence';
    const insert = `${dialectOf(tx).insertIgnore} device_send (${columns}) VALUES ${placeholders(part.length, 6)}`;
    await execute(tx, insert, rows);
  }
};

/** How many days a row of the ledger is kept; 0 while no feature reads it. */
export const ledgerDays = (): number => Math.max(0, ...LEDGER_READERS.map(({ days }) => days));
