import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findCsvEnd, splitCsv } from '../../src/services/device-imports/csv.js';
import {
  type FindEnd,
  findLineEnd,
  MAX_RECORD_BYTES,
  readRecords,
} from '../../src/services/device-imports/read-records.js';
import { joinCsv } from '../../src/text/csv.js';
import { joinTags, splitTags } from '../../src/text/tags.js';

const read = async (content: string | Buffer, { size = 64, findEnd = findCsvEnd as FindEnd } = {}) => {
  const bytes = Buffer.from(content);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const records: { line: number; cells?: string[]; reason?: string }[] = [];
  for await (const part of readRecords(chunks(), findEnd)) {
    for (const record of part) {
      const { line } = record;
      records.push('reason' in record ? { line, reason: record.reason } : { line, cells: splitCsv(record.text) });
    }
  }
  return records;
};

describe('CSV', () => {
  test.each([1, 2, 3, 7, 1_000])('is read the same in chunks of %d bytes', async (size) => {
    const text = '\ufeffa,b\r\n"1, 2","say ""hi"""\r\n\r\n"two\r\nlines",é\n,\n"end","of ""file"""';
    expect(await read(text, { size })).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1, 2', 'say "hi"'] },
      { line: 4, cells: ['two\r\nlines', 'é'] },
      { line: 6, cells: ['', ''] },
      { line: 7, cells: ['end', 'of "file"'] },
    ]);
  });

  test('an unclosed quote affects only its own line', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `t${index},x`);
    const records = await read(['"open,x', ...rows].join('\n'), { size: 65_536 });
    expect(records[0]).toEqual({ line: 1, reason: 'A cell begins with a quote that is not closed.' });
    expect(records).toHaveLength(20_001);
    expect(records.at(-1)).toEqual({ line: 20_001, cells: ['t19999', 'x'] });
  });

  test.each([1, 5, 1_000])('text after a closing quote rejects only its line (chunks of %d bytes)', async (size) => {
    expect(await read('"a"b,c\r\nd,e\r\n"f"\r', { size })).toEqual([
      { line: 1, reason: expect.stringContaining('After the closing quote') },
      { line: 2, cells: ['d', 'e'] },
      { line: 3, cells: ['f'] },
    ]);
  });

  test('invalid UTF-8 rejects only its line', async () => {
    const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0x62, 0xff, 0x0a]), Buffer.from('c')]);
    expect(await read(bytes)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, reason: 'The line is not valid UTF-8.' },
      { line: 3, cells: ['c'] },
    ]);
  });

  test.each([1_000, 65_536, 10_000_000])(
    '64 KiB are accepted and not a byte more (chunks of %d bytes)',
    async (size) => {
      const fits = 'x'.repeat(MAX_RECORD_BYTES);
      const text = `${fits}\n${fits}y\n${'z'.repeat(300_000)}\nend`;
      for (const findEnd of [findCsvEnd, findLineEnd]) {
        expect(await read(text, { size, findEnd })).toEqual([
          { line: 1, cells: [fits] },
          { line: 2, reason: 'The line is longer than 64 KiB.' },
          { line: 3, reason: 'The line is longer than 64 KiB.' },
          { line: 4, cells: ['end'] },
        ]);
      }
    },
  );

  test('written text reads back the same', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '|', 'ü', '=', '-', '1', "'", '\t', ';', '＝'),
      maxLength: 6,
    });
    const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell), { maxLength: 6 });
    const property = fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (written, size) => {
      const found = await read(written.map(joinCsv).join(''), { size });
      expect(found.map(({ cells }) => cells)).toEqual(written);
    });
    await fc.assert(property);
  });

  test('a formula also gets an apostrophe with full-width signs, and where a German spreadsheet starts a cell', () => {
    expect(joinCsv(['＝1+1', '＋1', '－1', '＠x', 'x;=1+1', 'a\\;-1;+2;b', "x;'=1"])).toBe(
      "'＝1+1,'＋1,'－1,'＠x,x;'=1+1,a\\;'-1;'+2;b,x;''=1\r\n",
    );
  });

  test('a cell that a spreadsheet would run as a formula gets an apostrophe in front', () => {
    const cells = ['=1+1', '+1', '-1+1', '@x', '\t=1', "'=1", "'", "it's", 'a=b'];
    expect(joinCsv(cells)).toBe("'=1+1,'+1,'-1+1,'@x,'\t=1,''=1,',it's,a=b\r\n");
  });

  test('a negative number gets none, and comes back as written even after an apostrophe', async () => {
    const cells = ['-1', '-12.5', "'-1", "''-1", '--1', '-1;-2'];
    const line = joinCsv(cells);
    expect(line).toBe("-1,-12.5,''-1,'''-1,'--1,'-1;'-2\r\n");
    expect((await read(line))[0]?.cells).toEqual(cells);
  });
});

test('tags are joined and split without loss', () => {
  const tag = fc.string({ unit: fc.constantFrom('a', '|', ';', '\\', ' ', 'ü'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(tag, { minLength: 1, maxLength: 4 }), (tags) => {
      expect(splitTags(joinTags(tags))).toEqual(tags);
    }),
  );
  expect(splitTags('vip|C:\\new')).toEqual(['vip', 'C:\\new']);
});

test('tags are also separated by ";" in a cell without "|"', () => {
  expect(splitTags('vip;new')).toEqual(['vip', 'new']);
  expect(splitTags('vip;C:\\new;a\\;b')).toEqual(['vip', 'C:\\new', 'a;b']);
  // Exports of earlier releases escape only "|".
  expect(splitTags('a;b|c')).toEqual(['a;b', 'c']);
  expect(splitTags('a;b\\|c|d')).toEqual(['a;b|c', 'd']);
  expect(splitTags('a\\|b;c')).toEqual(['a|b', 'c']);
});
