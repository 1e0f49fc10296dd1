import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type QuietWindow, WEEKDAYS, type Weekday } from '../../src/ports/quiet-hours.js';
import {
  quietAround,
  quietUntil,
  readWindowText,
  shareOfRelease,
  toWindowText,
} from '../../src/schedule/quiet-hours.js';
import { allZones } from '../../src/schedule/zones.js';
import { compareAroundChanges, quietUntilByTemporal, textOf } from './quiet-oracle.js';

const MINUTE = 60_000;
const daily = (start: string, end: string, days: readonly Weekday[] = WEEKDAYS): QuietWindow => ({ start, end, days });
const at = (text: string): number => Date.parse(text);

describe('quiet hours', () => {
  test('contain their start but not their end, even across midnight', () => {
    const night = [daily('22:00', '07:00')];
    const end = at('2026-11-22T07:00Z');
    expect(quietUntil(night, 'UTC', at('2026-11-21T22:00Z') - 1)).toBeNull();
    expect(quietUntil(night, 'UTC', at('2026-11-21T22:00Z'))).toBe(end);
    expect(quietUntil(night, 'UTC', end - 1)).toBe(end);
    expect(quietUntil(night, 'UTC', end)).toBeNull();
  });

  test('belong to the day on which they start', () => {
    const friday = [daily('22:00', '07:00', ['FRI'])];
    expect(quietUntil(friday, 'UTC', at('2026-11-21T06:00Z'))).toBe(at('2026-11-21T07:00Z'));
    expect(quietUntil(friday, 'UTC', at('2026-11-22T06:00Z'))).toBeNull();
  });

  test('end after a gap that skips their end, and at the second of two equal times', () => {
    const noon = at('2026-03-29T00:30Z');
    expect(quietUntil([daily('01:00', '02:30')], 'Europe/Vienna', noon)).toBe(at('2026-03-29T01:00Z'));
    expect(quietUntil([daily('01:00', '02:30')], 'Europe/Vienna', at('2026-10-25T00:40Z'))).toBe(
      at('2026-10-25T01:30Z'),
    );
    expect(quietUntil([daily('02:30', '05:00')], 'Europe/Vienna', at('2026-10-25T00:30Z'))).toBe(
      at('2026-10-25T04:00Z'),
    );
  });

  test('that touch or overlap are merged, and never end if they leave no gap', () => {
    const day = at('2026-11-21T10:00Z');
    const chain = [daily('09:00', '12:00'), daily('12:00', '13:00'), daily('12:30', '15:00')];
    expect(quietUntil(chain, 'UTC', day)).toBe(at('2026-11-21T15:00Z'));
    expect(quietUntil([daily('09:00', '21:00'), daily('21:00', '09:00')], 'UTC', day)).toBe(Number.POSITIVE_INFINITY);
  });

  test('give the start of the next quiet hours, and no earlier instant is quiet', () => {
    const night = [daily('22:00', '07:00')];
    const morning = at('2026-11-21T07:00Z');
    expect(quietAround(night, 'UTC', morning - 1)).toEqual({ until: morning, next: morning + 15 * 60 * MINUTE });
    expect(quietAround([daily('22:00', '07:00', ['FRI'])], 'UTC', morning - 1)).toEqual({
      until: morning,
      next: at('2026-11-27T22:00Z'),
    });
    expect(quietAround(night, 'UTC', morning)).toBeNull();
    const endless = [daily('09:00', '21:00'), daily('21:00', '09:00')];
    const never = Number.POSITIVE_INFINITY;
    expect(quietAround(endless, 'UTC', morning)).toEqual({ until: never, next: never });
  });

  test('are read as written, and malformed texts are refused', () => {
    for (const window of [daily('22:00', '07:00'), daily('00:00', '23:59', ['MON', 'SUN'])]) {
      expect(readWindowText(toWindowText(window))).toEqual(window);
    }
    for (const text of [
      '',
      '22:00-22:00',
      '24:00-07:00',
      '22:00-07:00 ',
      '22:00-07:00 XXX',
      '22:00-07:00 MON,MON',
      'x',
    ]) {
      expect(readWindowText(text)).toBeNull();
    }
  });

  test.each([
    [100, 1],
    [1_000, 1],
    [50_000, 50],
    [10_000_000, 1_000],
  ])('release %i messages evenly, with %i neighbouring devices in each turn', (messages, block) => {
    const turns = Array.from({ length: 10_000 }, (_, turn) => shareOfRelease(turn * block, messages));
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const count = turns.filter((share) => Math.floor(share * 10) === tenth).length;
      expect(count).toBeGreaterThan(850);
      expect(count).toBeLessThan(1_150);
    }
    const [first] = turns;
    expect(shareOfRelease(block - 1, messages)).toBe(first);
    expect(shareOfRelease(block, messages)).not.toBe(first);
  });

  test('agree with Temporal for any windows, zone and instant', () => {
    const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
    const days = fc.subarray([...WEEKDAYS], { minLength: 1 });
    const window = fc
      .tuple(minute, minute, days)
      .filter(([start, end]) => start !== end)
      .map(([start, end, of]) => daily(textOf(start), textOf(end), of));
    const instants = fc.integer({ min: at('2026-01-01T00:00Z') / MINUTE, max: at('2037-12-01T00:00Z') / MINUTE });
    const property = fc.property(
      fc.array(window, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...allZones()),
      instants,
      (windows, zone, instant) => {
        expect(quietUntil(windows, zone, instant * MINUTE)).toBe(quietUntilByTemporal(windows, zone, instant * MINUTE));
        const { until = 0, next = 0 } = quietAround(windows, zone, instant * MINUTE) ?? {};
        if (next === 0 || !Number.isFinite(next)) return;
        const isQuiet = [until, (until + next) / 2, next - 1, next].map(
          (when) => quietUntil(windows, zone, when) !== null,
        );
        expect(isQuiet).toEqual([false, false, false, true]);
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  test('agree with Temporal around the clock changes of every zone in 2026 and 2027', () => {
    const { compared, wrong } = compareAroundChanges('2026-01-01', '2028-01-01');
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(compared).toBeGreaterThan(1_000);
  });
});
