import { describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { CATALOGUE, type Translate } from '../../web/console/i18n/catalogue/index.js';
import { refusalText } from '../../web/console/i18n/refusals.js';
import { readRepositoryFile } from '../support/repository.js';

const words: Readonly<Record<string, { readonly de: string }>> = CATALOGUE;
const german: Translate = (key, values = {}) =>
  (words[key]?.de ?? '').replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));

describe("the service's refusals", () => {
  test('have a sentence in each language for each code of a broken rule', () => {
    const schema = buildSchema(readRepositoryFile('schema.graphql'));
    const codes = (schema.getType('UserErrorCode') as GraphQLEnumType).getValues().map(({ value }) => value);
    expect(codes.filter((code) => !(`refusal.${code}` in CATALOGUE))).toEqual([]);
  });

  test('have a sentence for each listed error that a page can get', () => {
    const [, kinds = ''] = /const KINDS = \{(.*?)\n\}/s.exec(readRepositoryFile('src/errors.ts')) ?? [];
    const codes = [...kinds.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code);
    expect(codes).toContain('INTERNAL');
    // The console only uses existing methods.
    expect(codes.filter((code) => !(`refusal.${code}` in CATALOGUE))).toEqual(['METHOD_NOT_ALLOWED']);
  });

  test("are worded by code and field, by code alone, or else with the service's text", () => {
    const message = 'Something that no page knows.';
    const say = (code: string, about?: string) => refusalText(german, { code, about, message });
    expect(say('TOO_LONG', 'name')).toBe('Der Name ist zu lang (höchstens 255 Zeichen).');
    expect(say('REQUIRED', 'title')).toBe('Der Titel darf nicht leer sein.');
    expect(say('REQUIRED', 'nothing')).toBe('Diese Angabe darf nicht leer sein.');
    expect(say('OVERLAP')).toMatch(/^Dasselbe ist/);
    expect(say('NEW_CODE', 'name')).toBe(message);
  });
});
