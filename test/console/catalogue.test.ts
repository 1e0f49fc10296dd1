import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { IntlMessageFormat } from 'intl-messageformat';
import { CATALOGUE } from '../../web/console/i18n/catalogue/index.js';
import { LANGUAGES } from '../../web/console/i18n/messages.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

const FOLDER = 'web/console/i18n/catalogue/';
const FILES = repositoryFiles('web/console').filter((file) => /\.tsx?$/.test(file));
const SOURCES = FILES.filter((file) => !file.startsWith(FOLDER) && !file.includes('/generated/')).map(
  readRepositoryFile,
);

describe('the catalogue of messages', () => {
  test('has no unused message', () => {
    const text = SOURCES.join('\n');
    // A template such as `step.${id}` uses every key with its prefix.
    const beginnings = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, beginning = '']) => beginning);
    const unused = Object.keys(CATALOGUE).filter(
      (key) => !text.includes(`'${key}'`) && !beginnings.some((beginning) => key.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });

  test('has no duplicate messages', () => {
    const catalogues = FILES.filter((file) => file.startsWith(FOLDER)).map(readRepositoryFile);
    const keys = catalogues.flatMap((text) => [...text.matchAll(/^ {2}'([\w.]+)':/gm)].map(([, key]) => key));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('has well-formed messages, with the same values in each language', () => {
    for (const [key, message] of Object.entries(CATALOGUE)) {
      const [first, ...others] = LANGUAGES.map((language) => valuesOf(message[language], language));
      for (const values of others) expect({ key, values }).toEqual({ key, values: first });
    }
  });

  test('uses "Marketing" in German for "marketing" in English', () => {
    const ofMarketing = Object.entries(CATALOGUE).filter(
      ([, { en, de }]) => /marketing/i.test(en) !== /Marketing/.test(de) || /Werb(ung|e)/.test(de),
    );
    expect(ofMarketing.map(([key]) => key)).toEqual([]);
  });

  test("quotes Liquid's braces", () => {
    const say = (language: 'en' | 'de') =>
      new IntlMessageFormat(CATALOGUE['lint.MAY_BE_MISSING'][language], language).format({ detail: 'user.name' });
    expect(say('en')).toBe('`user.name` may be missing. Add a fallback, such as `{{ user.name | default: "text" }}`.');
    expect(say('de')).toContain('`{{ user.name | default: "Text" }}`');
  });
});

/** The names of the placeholders. */
const valuesOf = (text: string, language: string): string[] => {
  const names = new Set<string>();
  const visit = (elements: readonly unknown[]): void => {
    for (const element of elements as readonly Element[]) {
      if (element.type !== 0 && element.type !== 7 && typeof element.value === 'string') names.add(element.value);
      for (const option of Object.values(element.options ?? {})) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(text, language).getAst());
  return [...names].toSorted();
};

interface Element {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly unknown[] }>>;
}

test('the types of the documents match the schema', async () => {
  await promisify(execFile)(process.execPath, ['scripts/console-types.mjs', '--check']);
});
