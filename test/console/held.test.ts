import { describe, expect, test } from '@jest/globals';
import { expectedEnd, groupHeld, isHeld, meanRate } from '../../web/console/pages/runs/held.js';

const at = (hour: number): string => `2026-11-26T${String(hour).padStart(2, '0')}:00:00.000Z`;
const waiting = (
  reasonCode: 'BEST_HOUR' | 'QUIET' | 'CAPPED' | 'VARIANT' | 'NO_ANSWER_IN_TIME',
  count: number,
  [first, last]: readonly [number, number],
) => ({
  reasonCode,
  count,
  nextTryAt: at(first),
  lastTryAt: at(last),
});

describe("a run's held messages", () => {
  test('are one line for each rule, over all zones, from the first to the last release', () => {
    const reasons = [
      waiting('CAPPED', 4, [9, 10]),
      waiting('QUIET', 3, [6, 7]),
      waiting('NO_ANSWER_IN_TIME', 9, [1, 2]),
      waiting('BEST_HOUR', 1, [19, 20]),
      waiting('QUIET', 2, [5, 6]),
      waiting('BEST_HOUR', 7, [18, 22]),
      waiting('VARIANT', 2, [12, 12]),
    ];
    expect(groupHeld(reasons)).toEqual([
      { code: 'BEST_HOUR', count: 8, from: at(18), to: at(22) },
      { code: 'QUIET', count: 5, from: at(5), to: at(7) },
      { code: 'CAPPED', count: 4, from: at(9), to: at(10) },
      { code: 'VARIANT', count: 2, from: at(12), to: at(12) },
    ]);
    expect(reasons.map(isHeld)).toEqual([true, true, false, true, true, true, true]);
    expect(groupHeld([])).toEqual([]);
  });

  test('move the expected end of the run to their last release', () => {
    const end = (status: 'RUNNING' | 'PAUSED', secondsLeft: number | null, reasons: ReturnType<typeof waiting>[]) =>
      expectedEnd({ status, secondsLeft, waitingByReason: reasons as never }, Date.parse(at(4)));
    expect(end('RUNNING', 3_600, [])).toBe(Date.parse(at(5)));
    expect(end('RUNNING', 3_600, [waiting('QUIET', 1, [6, 7])])).toBe(Date.parse(at(7)));
    expect(end('RUNNING', 3_600, [waiting('NO_ANSWER_IN_TIME', 1, [6, 7])])).toBe(Date.parse(at(5)));
    expect(end('RUNNING', null, [waiting('BEST_HOUR', 1, [18, 22])])).toBe(Date.parse(at(22)));
    expect(end('RUNNING', null, [])).toBeNull();
    expect(end('PAUSED', 3_600, [])).toBeNull();
  });
});

test('the speed of a cancelled run excludes the messages that it never tried', () => {
  expect(meanRate({ total: 3_000, cancelled: 2_743 }, 6)).toBe(43);
  expect(meanRate({ total: 3_000, cancelled: 0 }, 6)).toBe(500);
});
