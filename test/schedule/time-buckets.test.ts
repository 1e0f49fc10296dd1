import { describe, expect, test } from '@jest/globals';
import { type BucketUnit, bucketsBetween } from '../../src/schedule/time-buckets.js';

const between = (unit: BucketUnit, zone: string, from: string, until: string): string[] =>
  bucketsBetween(unit, zone, { from: Date.parse(from), until: Date.parse(until) }).map(
    (bucket) => `${new Date(bucket.from).toISOString().slice(0, 16)} ${(bucket.until - bucket.from) / 60_000}`,
  );

describe('time buckets', () => {
  test('are complete, from the one that contains the start to the last that begins before the end', () => {
    expect(between('minute', 'UTC', '2026-01-01T10:00:30Z', '2026-01-01T10:02:00Z')).toEqual([
      '2026-01-01T10:00 1',
      '2026-01-01T10:01 1',
    ]);
    expect(between('hour', 'UTC', '2026-01-01T10:59:59Z', '2026-01-01T11:00:01Z')).toEqual([
      '2026-01-01T10:00 60',
      '2026-01-01T11:00 60',
    ]);
    expect(between('day', 'UTC', '2026-01-01T10:00:00Z', '2026-01-01T10:00:01Z')).toEqual(['2026-01-01T00:00 1440']);
  });

  test("begin by the zone's local time, whatever its offset", () => {
    expect(between('day', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z')).toEqual([
      '2025-12-31T18:15 1440',
    ]);
    expect(between('hour', '+05:30', '2026-01-01T00:00:00Z', '2026-01-01T00:40:00Z')).toEqual([
      '2025-12-31T23:30 60',
      '2026-01-01T00:30 60',
    ]);
  });

  test('have 23 or 25 hours on days of a clock change, and a repeated hour counts as two', () => {
    expect(between('day', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T23:00:00Z')).toEqual([
      '2026-03-27T23:00 1440',
      '2026-03-28T23:00 1380',
      '2026-03-29T22:00 1440',
    ]);
    expect(between('day', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-25T13:00:00Z')).toEqual([
      '2026-10-24T22:00 1500',
    ]);
    expect(between('hour', 'Europe/Berlin', '2026-10-25T00:00:00Z', '2026-10-25T02:00:00Z')).toEqual([
      '2026-10-25T00:00 60',
      '2026-10-25T01:00 60',
    ]);
  });
});
