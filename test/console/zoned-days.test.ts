import { describe, expect, test } from '@jest/globals';
import { type Run, STATES, statusesOf, toSent } from '../../web/console/pages/calendar/entries.js';
import {
  addMonths,
  clockShift,
  dayIn,
  daysOf,
  groupByDay,
  startOfDay,
  startOfWeek,
} from '../../web/console/pages/calendar/zoned-days.js';

describe('the days of the calendar', () => {
  test('show a month in whole weeks from Monday', () => {
    const days = daysOf('month', '2026-11-22');
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    expect(daysOf('month', '2027-02-10')).toHaveLength(28);
    expect(startOfWeek('2026-11-22')).toBe('2026-11-16');
    expect(daysOf('week', '2026-11-22')).toHaveLength(7);
  });

  test('go from 31 January to February for the next month', () => {
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-01');
    expect(addMonths('2027-01-31', -1)).toBe('2026-12-01');
  });

  test.each([
    ['2026-11-22', 'Europe/Berlin', '2026-11-21T23:00:00.000Z'],
    ['2026-11-22', 'UTC', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22', 'America/New_York', '2026-11-22T05:00:00.000Z'],
    ['2026-11-22', 'Pacific/Kiritimati', '2026-11-21T10:00:00.000Z'],
    ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z'],
    ['2027-03-29', 'Europe/Berlin', '2027-03-28T22:00:00.000Z'],
    // Clocks skip from midnight to one, so the day begins at the clock change.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    // Clocks go back from midnight to eleven, so the day begins at the second midnight.
    ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
    expect(dayIn(instant, zone)).toBe(day);
    expect(dayIn(Date.parse(instant) - 1, zone)).not.toBe(day);
  });

  test('show a campaign with coming waves on the first day, and an earlier one not at all', () => {
    const moment = (at: string, lastAt = at) => ({ at, lastAt });
    const over = moment('2026-11-29T08:00:00.000Z');
    const spread = moment('2026-11-29T20:00:00.000Z', '2026-11-30T21:00:00.000Z');
    const byClock = moment('2026-11-29T23:30:00.000Z');
    const later = moment('2026-12-01T08:00:00.000Z');
    expect([...groupByDay([over, spread, byClock, later], 'Europe/Berlin', '2026-11-30')]).toEqual([
      ['2026-11-30', [spread, byClock]],
      ['2026-12-01', [later]],
    ]);
  });

  test('have the right number of minutes with a clock change', () => {
    expect(clockShift('2027-03-28', 'Europe/Berlin')).toBe(60);
    expect(clockShift('2026-10-25', 'Europe/Berlin')).toBe(-60);
    expect(clockShift('2026-10-26', 'Europe/Berlin')).toBe(0);
    expect(clockShift('2026-10-04', 'Australia/Lord_Howe')).toBe(30);
  });
});

describe('sent campaigns in the calendar', () => {
  const run = (id: string, dueAt: string, status: Run['status'], campaign: string | null = 'a'): Run => ({
    id,
    dueAt,
    status,
    kind: 'WEEKLY',
    counts: { total: 1, sent: 1 },
    scheduler: campaign === null ? null : { id: campaign, name: campaign, kind: 'WEEKLY', preview: null },
  });

  test("have one entry for each campaign, day and outcome, in the zone's local time", () => {
    const runs = [
      run('1', '2026-11-22T22:30:00Z', 'FINISHED'),
      run('2', '2026-11-22T23:30:00Z', 'FINISHED'),
      run('3', '2026-11-23T08:00:00Z', 'FINISHED'),
      run('4', '2026-11-23T09:00:00Z', 'MISSED'),
      run('5', '2026-11-23T10:00:00Z', 'RUNNING', 'b'),
      run('6', '2026-11-23T11:00:00Z', 'CANCELLED', null),
      run('7', '2026-11-23T12:00:00Z', 'CANCELLED', null),
    ];
    const found = toSent(runs, 'Europe/Berlin').map(({ name, state, runs: own }) => [
      name,
      state,
      own.map(({ id }) => id),
    ]);
    expect(found).toEqual([
      ['a', 'sent', ['1']],
      ['a', 'sent', ['2', '3']],
      ['a', 'failed', ['4']],
      ['b', 'sending', ['5']],
      [null, 'failed', ['6']],
      [null, 'failed', ['7']],
    ]);
  });

  test('have one state for each status', () => {
    expect(STATES.flatMap(statusesOf).toSorted()).toEqual(
      ['CANCELLED', 'FINISHED', 'MISSED', 'PAUSED', 'PLANNING', 'RUNNING'].toSorted(),
    );
  });
});
