import { parseDelay } from '../../schedule/delay.js';
import type { Violations } from './violations.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 7;

/** How late a moment may still be sent. */
export const checkGrace = (violations: Violations, gracePeriod: string | null | undefined): void => {
  if (gracePeriod === null || gracePeriod === undefined) return;
  const graceMs = gracePeriod === '' ? null : parseDelay(gracePeriod);
  violations.check(
    graceMs !== null && graceMs <= MAX_DAYS * DAY_MS,
    'grace_period',
    `\`grace_period\` must be days, hours and minutes such as "2h30m", at most ${MAX_DAYS} days.`,
  );
};
