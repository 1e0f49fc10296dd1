import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { INTL_RULES } from '../../src/schedule/zone-rules.js';
import { INTL_ZONES } from '../../src/schedule/zones.js';
import { parsePosixTz } from '../../src/tzdata/posix-tz.js';
import { parseTzif } from '../../src/tzdata/tzif.js';
import { ZoneDataError, ZoneHistory } from '../../src/tzdata/zone-history.js';
import { makeTzif } from '../support/zoneinfo.js';

const HOUR = 3_600_000;
const BERLIN = makeTzif({
  first: 3_600,
  changes: [
    [Date.UTC(2026, 2, 29, 1) / 1000, 7_200],
    [Date.UTC(2026, 9, 25, 1) / 1000, 3_600],
  ],
  footer: 'CET-1CEST,M3.5.0,M10.5.0/3',
});

const offsetsAround = (history: ZoneHistory, instant: string): number[] =>
  [-1, 0].map((ms) => history.offsetAt(Date.parse(instant) + ms) / HOUR);

describe('a TZif file', () => {
  test('follows its changes, and then its footer, however far ahead', () => {
    const berlin = parseTzif(BERLIN);
    expect(berlin.offsetAt(Date.UTC(1800, 0, 1))).toBe(HOUR);
    expect(offsetsAround(berlin, '2026-03-29T01:00:00Z')).toEqual([1, 2]);
    expect(offsetsAround(berlin, '2026-10-25T01:00:00Z')).toEqual([2, 1]);
    expect(offsetsAround(berlin, '2027-03-28T01:00:00Z')).toEqual([1, 2]);
    expect(offsetsAround(berlin, '2500-10-31T01:00:00Z')).toEqual([2, 1]);
    expect(offsetsAround(berlin, '9999-03-28T01:00:00Z')).toEqual([1, 2]);
  });

  test('without a footer keeps its last change forever', () => {
    const zone = parseTzif(makeTzif({ first: 0, changes: [[1_000, -7_200]] }));
    expect([0, 1_000_000, Date.UTC(9999, 0, 1)].map((at) => zone.offsetAt(at) / HOUR)).toEqual([0, -2, -2]);
  });

  const changed = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(BERLIN);
    change(bytes);
    return bytes;
  };
  const second = 44 + 10;

  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'not a TZif'],
    ['something else', Buffer.from('PK'.repeat(100)), 'not a TZif'],
    ['a file of version 1', changed((bytes) => bytes.writeUInt8(0, 4)), 'version 1'],
    ['a file that is cut off', BERLIN.subarray(0, second + 60), 'cut off'],
    ['a file without its footer', BERLIN.subarray(0, -10), 'no footer'],
    ['more times than bytes', changed((bytes) => bytes.writeUInt32BE(0xffffffff, second + 32)), 'cut off'],
    ['a kind of time that is not there', changed((bytes) => bytes.writeUInt8(9, second + 44 + 16)), 'does not have'],
    ['no kind of time', makeTzif({ first: 0 }).fill(0, second + 36, second + 40), 'kinds of local time'],
    ['a clock of another planet', makeTzif({ first: 40 * 3_600 }), '26 hours'],
    [
      'times that go back',
      makeTzif({
        first: 0,
        changes: [
          [9, 1],
          [8, 2],
        ],
      }),
      'ascend',
    ],
    ['a footer that is none', makeTzif({ first: 0, footer: '$(reboot)' }), 'no rule'],
    ['a file of a megabyte', Buffer.alloc(1 << 20), '1048576 bytes'],
  ])('that is %s is refused', (_name, bytes, reason) => {
    expect(() => parseTzif(bytes)).toThrow(ZoneDataError);
    expect(() => parseTzif(bytes)).toThrow(reason);
  });

  test('with any bytes changed is refused or read without a crash', () => {
    const changes = fc.array(fc.tuple(fc.nat(BERLIN.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    const property = fc.property(changes, fc.nat(BERLIN.length), (edits, length) => {
      const bytes = Buffer.from(BERLIN);
      for (const [at, byte] of edits) bytes[at] = byte;
      for (const part of [bytes, bytes.subarray(0, length)]) {
        const read = tryTo(() => parseTzif(part));
        if (read instanceof ZoneHistory) expect(Number.isFinite(read.offsetAt(Date.UTC(2040, 5, 1)))).toBe(true);
        else expect(read).toBeInstanceOf(ZoneDataError);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});

describe('a POSIX TZ string', () => {
  test.each([
    ['EST5EDT,M3.2.0,M11.1.0', '2027-03-14T07:00:00Z', [-5, -4]],
    ['<-03>3', '2027-03-14T07:00:00Z', [-3, -3]],
    ['<+0330>-3:30', '2027-03-14T07:00:00Z', [3.5, 3.5]],
    ['IST-1GMT0,M10.5.0,M3.5.0/1', '2027-10-31T01:00:00Z', [1, 0]],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', '2027-03-28T01:00:00Z', [-2, -1]],
    ['EET-2EEST,M3.4.4/50,M10.4.4/50', '2027-03-27T00:00:00Z', [2, 3]],
    ['AAA0BBB,J60/0,J300/0', '2028-03-01T00:00:00Z', [0, 1]],
    ['AAA0BBB,59/0,300/0', '2028-02-29T00:00:00Z', [0, 1]],
    ['XXX3EDT4,0/0,J365/23', '2027-01-01T03:00:00Z', [-4, -4]],
  ])('%s around %s', (text, instant, hours) => {
    const { offset, yearly } = parsePosixTz(text);
    expect(offsetsAround(new ZoneHistory(offset, [], yearly), instant)).toEqual(hours);
  });

  test.each([
    ...[
      '',
      'CET',
      'CET-1CEST',
      'CET-1CEST,M3.5.0',
      'CET-1,M3.5.0,M10.5.0',
      'CET-1CEST,M13.5.0,M10.5.0',
      'CET-1CEST,M3.6.0,J1',
    ],
    ...[
      'CET-1CEST,M3.5.7,J1',
      'CET-1CEST,J0,J1',
      'CET-1CEST,J366,J1',
      'CET-1CEST,366,J1',
      'CET-1:60',
      'CET-1CEST,J1/168,J2',
    ],
    ...['CET-1 ', 'C-1', '<CET-1', '../../etc/passwd', `CET-1${' '.repeat(200)}`, 'X'.repeat(100_000)],
  ])('%j is refused', (text) => {
    expect(() => parsePosixTz(text)).toThrow(ZoneDataError);
  });

  const FOLDER = '/usr/share/zoneinfo';
  (existsSync(`${FOLDER}/Europe/Berlin`) ? test : test.skip)(
    'of every zone of this system says far ahead what Intl says',
    () => {
      const instants = [2_060, 2_101, 2_400].flatMap((year) =>
        Array.from({ length: 27 }, (_, index) => Date.UTC(year, 0, 1 + index * 14, 12)),
      );
      const zones = [...INTL_ZONES].filter((zone) => existsSync(`${FOLDER}/${zone}`));
      const different = zones.filter((zone) => {
        const history = parseTzif(readFileSync(`${FOLDER}/${zone}`));
        return instants.some((at) => history.offsetAt(at) !== INTL_RULES.offsetOf(zone, at));
      });
      // Releases of the data may differ; most zones have not changed since.
      expect(different.length).toBeLessThan(20);
      expect(zones.length).toBeGreaterThan(250);
    },
  );
});

const tryTo = <T>(work: () => T): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
