import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDelay } from '../../src/schedule/delay.js';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe('parseDelay', () => {
  test.each([
    [undefined, 0],
    [null, 0],
    ['', 0],
    ['0m', 0],
    ['5m', 5 * MINUTE],
    ['90m', 90 * MINUTE],
    ['2h', 120 * MINUTE],
    ['1d2h30m', DAY + 150 * MINUTE],
    ['1d5m', DAY + 5 * MINUTE],
    ['007d', 7 * DAY],
    ['365d', 365 * DAY],
    ['8760h', 365 * DAY],
    ['364d24h', 365 * DAY],
  ])('%j is %d ms', (delay, ms) => {
    expect(parseDelay(delay)).toBe(ms);
  });

  test.each([
    ...[
      'd',
      '5',
      'm',
      '1h1d',
      '1d1d',
      '1D',
      '1s',
      '-1m',
      '+1m',
      '1.5h',
      '1 d',
      ' 1d',
      '1d ',
      '1d\n',
      '٥m',
      '1e3m',
      'P1D',
    ],
    ...['366d', '365d1m', '8761h', '525601m', `${'9'.repeat(400)}d`, `1${'0'.repeat(100_000)}m`],
  ])('a malformed or too long delay is refused (case %#)', (delay) => {
    expect(parseDelay(delay)).toBeNull();
  });

  test('any days, hours and minutes within a year add up', () => {
    const part = fc.option(fc.nat({ max: 100 }), { nil: undefined });
    fc.assert(
      fc.property(part, part, part, (days, hours, minutes) => {
        const write = (amount: number | undefined, unit: string) => (amount === undefined ? '' : `${amount}${unit}`);
        const delay = write(days, 'd') + write(hours, 'h') + write(minutes, 'm');
        expect(parseDelay(delay)).toBe(((days ?? 0) * 1440 + (hours ?? 0) * 60 + (minutes ?? 0)) * MINUTE);
      }),
    );
  });
});
