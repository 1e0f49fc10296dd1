import { type BestHour, MAX_CONTROL_SHARE } from '../../ports/best-hour.js';
import { parseTime } from '../../schedule/wall-clock.js';
import type { Violations } from '../rules/violations.js';

/** Checks whether messages may wait for the best hour; null and absent stay so. */
export const parseBestHour = (
  violations: Violations,
  bestHour: BestHour | null | undefined,
  { isAutoPush }: { isAutoPush: boolean },
): BestHour | null | undefined => {
  if (bestHour === null || bestHour === undefined) return bestHour;
  const refused = 'Auto-push sends right after its event; omit `best_hour`.';
  violations.check(!isAutoPush, 'best_hour', refused, 'AUTO_PUSH');
  for (const field of ['from', 'to'] as const) {
    const isTime = parseTime(bestHour[field]) !== null;
    violations.check(isTime, `best_hour.${field}`, `\`best_hour.${field}\` must be a time of day such as 09:00.`);
  }
  const { controlShare } = bestHour;
  const isShare = controlShare >= 0 && controlShare <= MAX_CONTROL_SHARE;
  const message = `\`best_hour.control_share\` must be 0 to ${MAX_CONTROL_SHARE}.`;
  violations.check(isShare, 'best_hour.control_share', message);
  return bestHour;
};
