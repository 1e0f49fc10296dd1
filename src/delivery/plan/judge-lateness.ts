import type { Run } from '../../entities/run.js';
import { formatDelay } from '../../schedule/delay.js';

/** Jobs may run some seconds late although the service was never down. */
const PUNCTUAL_MS = 60_000;

/** Whether a moment that fires now is on time, late, or missed. */
export const judgeLateness = ({
  lateMs,
  graceMs,
  wasMoved = false,
}: {
  lateMs: number;
  graceMs: number;
  /** New time-zone data moved the moment into the past. */
  wasMoved?: boolean;
}): { missed: boolean } & Pick<Run, 'statusCode' | 'statusMessage'> => {
  const missed = lateMs > graceMs && lateMs > PUNCTUAL_MS;
  if (!missed && lateMs < PUNCTUAL_MS) return { missed, statusCode: null, statusMessage: null };
  const late = wasMoved
    ? `new time-zone data moved its moment into the past, which makes it ${formatDelay(lateMs)} late`
    : `the service was down at its moment and came back ${formatDelay(lateMs)} late`;
  const statusCode = wasMoved ? 'TIME_ZONE_DATA_CHANGED' : 'SERVICE_WAS_DOWN';
  const statusMessage = missed ? `${late}, beyond the grace period of ${formatGrace(graceMs)}` : late;
  return { missed, statusCode, statusMessage };
};

const formatGrace = (graceMs: number): string => (graceMs < PUNCTUAL_MS ? `${graceMs / 1000}s` : formatDelay(graceMs));
