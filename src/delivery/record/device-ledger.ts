import { chunk } from '../../collections.js';
import { dialectOf, execute, placeholders, type Tx } from '../../database/database.js';
import type { Run } from '../../entities/run.js';
import type { AccountSettings } from '../../ports/account-settings.js';
import { CONTROL_ARM, HOLDOUT_ARM } from '../../ports/experiment.js';
import type { MessageResult } from './message-result.js';
import { recordUnits } from './run-units.js';

/** A feature that reads the ledger per device. */
export interface LedgerReader {
  readonly feature: string;
  /** How many days back it looks. */
  readonly days: number;
}

/** Each feature that reads `device_send` adds itself here. */
export const LEDGER_READERS: readonly LedgerReader[] = [
  { feature: 'variants', days: 60 },
  // A goal looks back 30 days, and checks of the counts recalculate another 30.
  { feature: 'goals', days: 62 },
];

/** Whether a run writes the ledger. The others pay nothing for it. */
export const keepsLedger = (
  { experiment, goals }: Pick<Run, 'experiment' | 'goals'>,
  { holdout }: AccountSettings,
): boolean => experiment !== null || goals !== null || (holdout !== null && holdout.share > 0);

const ROWS_PER_INSERT = 500;

interface LedgerScope {
  readonly runId: number;
  readonly appId: number;
  readonly now: number;
  readonly keepsLedger: boolean;
}

/** Writes the messages of a checkpoint that were handed over or are ghosts. Part of its transaction, so a repeat adds none. */
export const recordSends = async (
  tx: Tx,
  { runId, appId, now, keepsLedger: isKept }: LedgerScope,
  results: readonly MessageResult[],
): Promise<void> => {
  if (!isKept) return;
  const touched = results.filter(({ outcome }) => TOUCHING.has(outcome));
  if (touched.length === 0) return;
  const sends = touched.map((result) => ({ deviceId: result.deviceId, variant: variantOf(result) }));
  const units = await recordUnits(tx, { runId, appId, now }, sends);
  const kept = touched.filter(({ outcome }) => outcome === 'sent' || isGhost(outcome));
  for (const part of chunk(kept, ROWS_PER_INSERT)) {
    const rows = part.flatMap((result) => [
      ...[appId, result.deviceId, now, runId, result.pushId, result.occurrence, variantOf(result)],
      units.get(result.deviceId) ?? null,
    ]);
    const columns = 'app_id, device_id, sent_at, run_id, push_id, occurrence, variant, subject';
    const insert = `${dialectOf(tx).insertIgnore} device_send (${columns}) VALUES ${placeholders(part.length, 8)}`;
    await execute(tx, insert, rows);
  }
};

const GHOSTS: Readonly<Record<string, number>> = { CONTROL: CONTROL_ARM, HOLDOUT: HOLDOUT_ARM };

/** Whether the device got nothing, for comparison. */
export const isGhost = (outcome: MessageResult['outcome']): boolean => outcome in GHOSTS;

/**
 * A message that the provider refuses, or that its template drops, counts for its arm (intention to treat): ghosts have
 * dead tokens too, and are not rendered.
 */
const TOUCHING: ReadonlySet<MessageResult['outcome']> = new Set([
  ...(['sent', 'failed', 'invalid_token', 'ABORTED', 'RENDER_FAILED', 'CONTROL', 'HOLDOUT'] as const),
]);

const variantOf = ({ outcome, arm }: MessageResult): number | null => GHOSTS[outcome] ?? arm ?? null;

/** How many days a row of the ledger is kept. */
export const ledgerDays = (): number => Math.max(0, ...LEDGER_READERS.map(({ days }) => days));
