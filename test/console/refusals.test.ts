import { describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLEnumType } from 'graphql';
import { CATALOGUE, type Translate } from '../../web/console/i18n/catalogue/index.js';
import { sayRefusal } from '../../web/console/i18n/refusals.js';
import { readRepositoryFile } from '../support/repository.js';

const words: Readonly<Record<string, { readonly de: string }>> = CATALOGUE;
const german: Translate = (key, values = {}) =>
  (words[key]?.de ?? '').replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));

describe('what the service refuses', () => {
  test('has a sentence in each language for each code of broken rules', () => {
    const schema = buildSchema(readRepositoryFile('schema.graphql'));
    const codes = (schema.getType('UserErrorCode') as GraphQLEnumType).getValues().map(({ value }) => value);
    expect(codes.filter((code) => !(`refusal.${code}` in CATALOGUE))).toEqual([]);
  });

  test('has one for each error of the closed list that a page can meet', () => {
    const [, kinds = ''] = /const KINDS = \{(.*?)\n\}/s.exec(readRepositoryFile('src/errors.ts')) ?? [];
    const codes = [...kinds.matchAll(/^ {2}(\w+):/gm)].map(([, code]) => code);
    expect(codes).toContain('INTERNAL');
    // The console asks by methods that are there.
    expect(codes.filter((code) => !(`refusal.${code}` in CATALOGUE))).toEqual(['METHOD_NOT_ALLOWED']);
  });

  test('is said by its code and its field, by its code alone, or else as the service says it', () => {
    const message = 'Something that no page knows.';
    const say = (code: string, about?: string) => sayRefusal(german, { code, about, message });
    expect(say('TOO_LONG', 'name')).toBe('Der Name ist zu lang (höchstens 255 Zeichen).');
    expect(say('REQUIRED', 'title')).toBe('Der Titel darf nicht leer sein.');
    expect(say('REQUIRED', 'nothing')).toBe('Diese Angabe darf nicht leer sein.');
    expect(say('OVERLAP')).toMatch(/^Dasselbe ist/);
    expect(say('NEW_CODE', 'name')).toBe(message);
  });
});
