import { DAY, HOUR, MINUTE } from './wall-clock.js';

/**
 * Parses an auto-push delay such as `1d2h30m`, `90m` or `2h` (docs/rules.md#delay) into milliseconds. Omitted or empty
 * means at once. Returns null if it is malformed or longer than 365 days.
 */
export const parseDelay = (delay: string | null | undefined): number | null => {
  if (delay === undefined || delay === null || delay === '') return 0;
  const parts = /^(?:(\d{1,20})d)?(?:(\d{1,20})h)?(?:(\d{1,20})m)?$/.exec(delay);
  if (parts === null) return null;
  const [, days = '0', hours = '0', minutes = '0'] = parts;
  const delayMs = Number(days) * DAY + Number(hours) * HOUR + Number(minutes) * MINUTE;
  return delayMs <= MAX_DELAY_MS ? delayMs : null;
};

const MAX_DELAY_MS = 365 * DAY;

const PARTS = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
] as const;

/** Formats milliseconds for `parseDelay`, such as `1d2h30m`; drops anything below a minute. */
export const formatDelay = (delayMs: number): string => {
  let rest = delayMs;
  const words = PARTS.map(([size, letter]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count}${letter}` : '';
  });
  return words.join('') || '0m';
};
