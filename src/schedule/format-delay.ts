import { DAY, HOUR, MINUTE } from './wall-clock.js';

const PARTS = [
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
] as const;

/** Milliseconds as `parseDelay` reads them, such as `1d2h30m`; what is less than a minute is left out. */
export const formatDelay = (delayMs: number): string => {
  let rest = delayMs;
  const words = PARTS.map(([size, letter]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count}${letter}` : '';
  });
  return words.join('') || '0m';
};
