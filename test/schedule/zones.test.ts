import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { allZones, canonicalZone, isFixedOffset, parseOffset } from '../../src/schedule/zones.js';
import { TZ_NAMES } from './tz-names.js';

describe('canonicalZone', () => {
  test('every name of the tz database, in upper or lower case, has a canonical zone', () => {
    const zones = new Set(allZones());
    const homeless = TZ_NAMES.filter((name) => !zones.has(canonicalZone(name) ?? ''));
    expect(homeless).toEqual([]);
    expect(TZ_NAMES.filter((name) => canonicalZone(name.toLowerCase()) !== canonicalZone(name))).toEqual([]);
  });

  test('all zones are canonical, distinct, sorted and have UTC and the Etc zones', () => {
    expect(allZones().filter((zone) => canonicalZone(zone) !== zone)).toEqual([]);
    expect(allZones().filter((zone) => resolveByIntl(zone) !== zone)).toEqual([]);
    expect([...new Set(allZones())].sort()).toEqual(allZones());
    expect(allZones()).toEqual(expect.arrayContaining(['UTC', 'Etc/GMT+12', 'Etc/GMT-14', 'Europe/Berlin']));
    expect(allZones()).toBe(allZones());
  });

  test.each([
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['europe/BERLIN', 'Europe/Berlin'],
    ['Etc/UTC', 'UTC'],
    ['Zulu', 'UTC'],
    ['GMT', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
  ])('%s is the same zone as %s', (name, zone) => {
    expect(resolveByIntl(canonicalZone(name) ?? '')).toBe(resolveByIntl(zone));
  });

  test.each([
    ...['', ' ', '+02:00', '-00:00', '+0200', 'UTC+5', 'GMT+5:30', 'Z', 'Europe', 'Europe/Nowhere', 'Europe/Berlin '],
    ...['__proto__', 'constructor', 'toString', 'Factory', 'SystemV/PST8', 'BST', 'ist', 'Europe/Berlin\0', '🕑'],
    'A'.repeat(65),
    'Europe/Berlin'.repeat(100_000),
  ])('%j is not a zone', (name) => {
    expect(canonicalZone(name)).toBeNull();
  });

  test('it throws for no text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect([null, ...allZones()]).toContain(canonicalZone(name));
      }),
    );
  });
});

describe('parseOffset', () => {
  test.each([
    ['+00:00', 0],
    ['-00:00', 0],
    ['+05:30', 330],
    ['-03:30', -210],
    ['-12:00', -720],
    ['+14:00', 840],
  ])('%s is %d minutes', (text, minutes) => {
    expect(parseOffset(text)).toBe(minutes);
    expect(isFixedOffset(text)).toBe(true);
  });

  test.each([
    ...[
      '+14:01',
      '-12:01',
      '+99:00',
      '+05:60',
      '05:30',
      '+5:30',
      '+0530',
      '+05:30\n',
      ' +05:30',
      '+05:30:00',
      '',
      'UTC',
    ],
    ...['+٠٥:٣٠', '\u221205:00', 'Europe/Berlin'],
  ])('%j is not an offset', (text) => {
    expect(parseOffset(text)).toBeNull();
    expect(isFixedOffset(text)).toBe(false);
  });
});

const resolveByIntl = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
