import { formatDelay } from '../../schedule/delay.js';

/** Jobs may be some seconds behind although nothing was down. */
const PUNCTUAL_MS = 60_000;

/** What a moment that fires only now is worth: sent, sent late, or missed. */
export const judgeLateness = ({
  lateMs,
  graceMs,
  wasMoved = false,
}: {
  lateMs: number;
  graceMs: number;
  /** By other time-zone data, which say that it should have been sent already. */
  wasMoved?: boolean;
}): { missed: boolean; statusMessage: string | null } => {
  const missed = lateMs > graceMs && lateMs > PUNCTUAL_MS;
  if (!missed && lateMs < PUNCTUAL_MS) return { missed, statusMessage: null };
  const late = wasMoved
    ? `new time-zone data moved its moment into the past, which makes it ${formatDelay(lateMs)} late`
    : `the service was down at its moment and came back ${formatDelay(lateMs)} late`;
  return { missed, statusMessage: missed ? `${late}, beyond the grace period of ${formatGrace(graceMs)}` : late };
};

const formatGrace = (graceMs: number): string => (graceMs < PUNCTUAL_MS ? `${graceMs / 1000}s` : formatDelay(graceMs));
