import { describe, expect, test } from '@jest/globals';
import { readTiming, toTimingColumns } from '../../src/catalogue/scheduler-timing.js';
import type { Timing } from '../../src/schedule/timing.js';

const EMPTY = { id: 7, delay: null, sendDate: null, sendMinute: null, localTime: null, timezone: null };
const DATED = { ...EMPTY, kind: 'one-time', sendDate: '2026-11-22', sendMinute: 0, localTime: true } as const;
const BERLIN = { kind: 'fixed', zone: 'Europe/Berlin' } as const;

describe('a stored timing', () => {
  test.each<Timing>([
    { kind: 'auto-push', delay: null, delayMs: 0 },
    { kind: 'auto-push', delay: '', delayMs: 0 },
    { kind: 'auto-push', delay: '90m', delayMs: 5_400_000 },
    { kind: 'one-time', date: '2026-11-22', minute: 0, zone: { kind: 'local' } },
    { kind: 'one-time', date: '0099-02-28', minute: 1439, zone: BERLIN },
    { kind: 'weekly', slots: [{ day: 7, minute: 0 }], zone: BERLIN },
    { kind: 'weekly', slots: [], zone: { kind: 'local' } },
  ])('is read as written: %j', (timing) => {
    const slots = timing.kind === 'weekly' ? timing.slots : [];
    expect(readTiming({ id: 7, kind: timing.kind, ...toTimingColumns(timing) }, slots)).toEqual(timing);
  });

  test.each([
    [{ ...EMPTY, kind: 'auto-push' as const, delay: 'soon' }, 'The stored scheduler 7 has the delay "soon".'],
    [{ ...DATED, sendMinute: null }, 'The stored scheduler 7 has no date or no time.'],
    [{ ...DATED, sendDate: null }, 'The stored scheduler 7 has no date or no time.'],
    [{ ...DATED, localTime: false }, 'The stored scheduler 7 goes neither by local time nor by a zone.'],
    [{ ...EMPTY, kind: 'weekly' as const }, 'The stored scheduler 7 goes neither by local time nor by a zone.'],
  ])('is refused if it is corrupt, and never read as midnight: %j', (row, message) => {
    expect(() => readTiming(row, [])).toThrow(message);
  });
});
