import { MAX_PER_MINUTE, type Speed } from '../../ports/speed.js';
import type { Violations } from '../rules/violations.js';

const MAX_SECONDS = 86_400;
const MAX_FACTOR = 100;

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;

/** Checks how fast a scheduler may send; null and absent stay so. */
export const parseSpeed = (
  violations: Violations,
  speed: Speed | null | undefined,
  { isAutoPush }: { isAutoPush: boolean },
): Speed | null | undefined => {
  if (speed === null || speed === undefined) return speed;
  const { maxPerMinute, ramp, stopOnTrouble } = speed;
  const checkWhole = (value: number, name: string, most: number): void =>
    violations.check(isWhole(value, most), `speed.${name}`, `\`speed.${name}\` must be a whole number, 1 to ${most}.`);
  const anything = maxPerMinute !== null || ramp !== null || stopOnTrouble !== null;
  const needed = '`speed` needs `max_per_minute`, `ramp` or `stop_on_trouble`; omit it to send as fast as possible.';
  violations.check(anything, 'speed', needed, 'REQUIRED');
  if (maxPerMinute !== null) checkWhole(maxPerMinute, 'max_per_minute', MAX_PER_MINUTE);
  if (ramp !== null) {
    checkWhole(ramp.start, 'ramp.start', MAX_PER_MINUTE);
    checkWhole(ramp.every, 'ramp.every', MAX_SECONDS);
    const grows = ramp.factor >= 1.01 && ramp.factor <= MAX_FACTOR;
    violations.check(grows, 'speed.ramp.factor', `\`speed.ramp.factor\` must be 1.01 to ${MAX_FACTOR}.`);
    const isBelow = maxPerMinute === null || ramp.start <= maxPerMinute;
    const below = '`speed.ramp.start` must be at most `speed.max_per_minute`.';
    violations.check(isBelow, 'speed.ramp.start', below);
  }
  if (stopOnTrouble !== null) {
    const { share, after, window } = stopOnTrouble;
    const isShare = share >= 0 && share <= 1;
    violations.check(isShare, 'speed.stop_on_trouble.share', '`speed.stop_on_trouble.share` must be 0 to 1.');
    checkWhole(after, 'stop_on_trouble.after', MAX_PER_MINUTE);
    checkWhole(window, 'stop_on_trouble.window', MAX_SECONDS);
    const message = 'An auto-push run cannot be paused; omit `speed.stop_on_trouble`.';
    violations.check(!isAutoPush, 'speed.stop_on_trouble', message, 'AUTO_PUSH');
  }
  return speed;
};
