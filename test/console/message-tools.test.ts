import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LANGUAGE_CODES } from '../../web/console/pages/composer/languages.js';
import {
  readTranslations,
  type TranslationLine,
  writeTranslations,
} from '../../web/console/pages/composer/translations-csv.js';
import { isTooLongWithUtm, NO_UTM, readUtm, withUtm } from '../../web/console/pages/composer/utm.js';
import { cpuMsOf } from '../support/least-of.js';

describe('UTM parameters', () => {
  const utm = { ...NO_UTM, source: 'push', campaign: 'Spring sale & more' };
  const added = 'utm_source=push&utm_campaign=Spring%20sale%20%26%20more';

  test.each([
    ['https://shop.example', `https://shop.example?${added}`],
    ['https://shop.example/a', `https://shop.example/a?${added}`],
    ['https://shop.example/a?', `https://shop.example/a?${added}`],
    ['https://shop.example/a?x=1&y=%20+z', `https://shop.example/a?x=1&y=%20+z&${added}`],
    ['https://shop.example/a#top', `https://shop.example/a?${added}#top`],
    ['https://shop.example/#/page?x=1', `https://shop.example/?${added}#/page?x=1`],
    ['https://shop.example/a?x=1#b?c', `https://shop.example/a?x=1&${added}#b?c`],
    ['https://shop.example/a?utm_source=old&x=1&UTM_Term=t&utm_id=7', `https://shop.example/a?x=1&utm_id=7&${added}`],
    ['HTTP://Shop.example/Ä?q=ö', `HTTP://Shop.example/Ä?q=ö&${added}`],
    ['https://shop.example/a?flag&b=a=b', `https://shop.example/a?flag&b=a=b&${added}`],
    [
      'https://shop.example/a?ref={{ user.code | default: "#1&2" }}#top',
      `https://shop.example/a?ref={{ user.code | default: "#1&2" }}&${added}#top`,
    ],
    [
      'https://shop.example/{{ user.code | default: "?" }}',
      `https://shop.example/{{ user.code | default: "?" }}?${added}`,
    ],
    ['myapp://sale?x=1', 'myapp://sale?x=1'],
    ['mailto:me@shop.example', 'mailto:me@shop.example'],
    ['', ''],
  ])('%s becomes %s', (link, expected) => {
    expect(withUtm(link, utm)).toBe(expected);
    expect(withUtm(withUtm(link, utm), utm)).toBe(expected);
  });

  test.each([
    ['https://shop.example/a', false],
    ['https://shop.example/{{ user.code | default: "a b" }}?x=1', false],
    ['{{ preferences_url }}', false],
    [`https://shop.example/${'x'.repeat(2_000)}`, true],
    ['https://shop.example/not an address', false],
  ])('%s: the service refuses only what they make too long', (link, isTooLong) => {
    expect(isTooLongWithUtm(link, utm)).toBe(isTooLong);
  });

  test('are read from a link, and empty ones are removed from it', () => {
    const link = 'https://shop.example/?utm_source=a+b&utm_medium=%C3%A4&utm_term=100%&utm_source=second&x=1';
    expect(readUtm(link)).toEqual({ ...NO_UTM, source: 'a b', medium: 'ä', term: '100%' });
    expect(withUtm(link, NO_UTM)).toBe('https://shop.example/?x=1');
    expect(readUtm('https://shop.example/?utm_source&utm_term=a=b')).toEqual({ ...NO_UTM, term: 'a=b' });
    expect(readUtm('myapp://x?utm_source=a')).toEqual(NO_UTM);
  });

  test('are read back as written, whatever they contain', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((value) => value.trim());
    fc.assert(
      fc.property(fc.record({ source: text, medium: text, campaign: text, content: text, term: text }), (given) => {
        expect(readUtm(withUtm('https://shop.example/a?x=1#y', given))).toEqual(given);
      }),
    );
  });
});

const BLANK: TranslationLine = { language: 'en', title: '', text: '', image: '', icon: '', link: '' };

describe('translations as CSV', () => {
  const read = (csv: string) => readTranslations(csv);
  const problemsOf = (csv: string) =>
    read(csv).problems.map(({ line, problem, about }) => `${line} ${problem}${about === undefined ? '' : ` ${about}`}`);

  test('are written with a header for every column', () => {
    const lines = writeTranslations([
      { ...BLANK, title: 'Sale', text: 'A, "B"', subtitle: 'Today', buttonLabels: { open: '=Open' } },
    ]);
    expect(lines).toBe(
      '\ufefflanguage,title,subtitle,text,image,icon,link,button:open\r\nen,Sale,Today,"A, ""B""",,,,\'=Open\r\n',
    );
  });

  test('are read back exactly as written: formulas, quotes, line breaks, every script', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.stringMatching(/^['=+\-@\t\r\n",;]{1,6}[a-z"]{0,4}$/),
    );
    const labels = fc.dictionary(
      fc.stringMatching(/^[\w-]{1,8}$/),
      text.filter((label) => label !== ''),
      { maxKeys: 3, noNullPrototype: true },
    );
    const line = fc.record({ title: text, text, subtitle: text, buttonLabels: labels });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const given = lines.map((each, at) => ({ ...BLANK, ...each, language: LANGUAGE_CODES[at] ?? 'en' }));
        const { translations } = read(writeTranslations(given));
        const hasLabels = given.some(({ buttonLabels }) => Object.keys(buttonLabels).length > 0);
        expect(translations).toEqual(
          given.map(({ buttonLabels, ...rest }) => ({ ...rest, ...(hasLabels ? { buttonLabels } : {}) })),
        );
      }),
    );
  });

  test('have no cell that begins like a formula', () => {
    const cells = ['=1+1', '+1', '-1+1', '@x', '\t=1', '\r=1'];
    for (const title of cells) {
      const line = writeTranslations([{ ...BLANK, title }]).split(/\r\n/)[1] ?? '';
      expect(line.slice(3).replace(/^"/, '')).toMatch(/^'/);
    }
  });

  test.each([
    ['commas', 'language,title,text\nde,Titel,"a;b"\n', 'a;b'],
    ['semicolons', 'language;title;text\r\nde;Titel;"a,b"\r\n', 'a,b'],
    ['tabs', 'language\ttitle\ttext\nde\tTitel\ta,b', 'a,b'],
    [
      'a mark at the start, blanks around names and empty lines',
      '\ufeff language , title,text\n\n DE ,Titel,a\n\n',
      'a',
    ],
  ])('from a spreadsheet are read with %s', (_what, csv, text) => {
    // A column that the file lacks must not empty what the message has.
    expect(read(csv)).toEqual({ translations: [{ language: 'de', title: 'Titel', text }], problems: [] });
  });

  test('with values of a person are written and read', () => {
    const link = 'https://shop.example/?of={{ user.code | default: "a b" }}';
    const image = 'https://cdn.example/{{ user.team }}.png';
    const title = `{% if user.name %}{{ user.name }}{% else %}${'x'.repeat(250)}{% endif %}`;
    const given = [{ ...BLANK, title, text: 'Hi {{ user.name }}', link, image, subtitle: '' }];
    expect(read(writeTranslations(given))).toEqual({ translations: given, problems: [] });
    expect(problemsOf('language,title,text,icon\nen,a,b,{{ user.icon }}\n')).toEqual(['2 picture {{ user.icon }}']);
  });

  test('name each problem by the line where its row begins', () => {
    const header = 'language,title,text,link,image\n';
    expect(
      problemsOf(
        `${header}en,"two\nlines",x,,\nxx,a,b,,\nEN,a,b,,\nde,a\nfr,${'x'.repeat(256)},b,javascript:x,pic\nes,a,"b"c,,\nit,a,b,,\n`,
      ),
    ).toEqual([
      '4 language xx',
      '5 repeated en',
      '6 cells 5',
      '7 tooLong title',
      '7 link javascript:x',
      '7 picture pic',
      '8 quote',
    ]);
    expect(problemsOf('')).toEqual(['1 noLines']);
    expect(problemsOf(header)).toEqual(['1 noLines']);
    expect(problemsOf('language,titel,text,text\nen,a,b,c\n')).toEqual([
      '1 unknownColumn titel',
      '1 repeatedColumn text',
      '1 missingColumn title',
    ]);
    expect(problemsOf('language,title,text\nen,a,"never closed\nmore')).toEqual(['2 quote']);
  });

  test('may have 10,000 lines, which take well below a second', async () => {
    const line = (n: number) => `q${n},"Title ""${n}""","Text, ${'x'.repeat(200)}"\n`;
    const lines = Array.from({ length: 10_000 }, (_each, n) => line(n));
    const file = `language,title,text\n${lines.join('')}`;
    expect(await cpuMsOf(() => read(file))).toBeLessThan(2_000);
    const { problems } = read(file);
    expect(problems).toHaveLength(10_000);
    expect(problems.at(-1)).toEqual({ line: 10_001, problem: 'language', about: 'q9999' });
    expect(problemsOf(`language,title,text\n${lines.join('')}${line(10_000)}`)).toEqual(['10002 tooMany']);
  });

  test('of all languages together survive a round trip', () => {
    const given = LANGUAGE_CODES.map((language) => ({
      ...BLANK,
      language,
      title: `T ${language}`,
      text: '"x",\n',
      subtitle: '',
    }));
    expect(read(writeTranslations(given)).translations).toEqual(given);
  });
});
