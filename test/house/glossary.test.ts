import { expect, test } from '@jest/globals';
import { getMetadataArgsStorage } from 'typeorm';
import '../../src/entities/index.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

const [entries = '', general = ''] = readRepositoryFile('docs/glossary.md').split('## General words');
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

/** The words in the first column of each table and in the last section. */
const KNOWN = new Set([
  ...[...entries.matchAll(/^\| ([^|]+) \| [^|]+\.+ \|$/gm)].flatMap(([, word = '']) => wordsOf(word)),
  ...wordsOf(general),
]);

test('every word of an exported type is in the glossary', () => {
  const names = repositoryFiles('src').filter(isSource).flatMap(exportedTypes);
  expect(names.length).toBeGreaterThan(500);
  expect(unknownWords(names)).toEqual([]);
});

test('every word of a table or column is in the glossary', () => {
  const { tables, columns } = getMetadataArgsStorage();
  const names = [...tables.map(({ name }) => String(name)), ...columns.map(({ propertyName }) => propertyName)];
  expect(names.length).toBeGreaterThan(200);
  expect(unknownWords(names)).toEqual([]);
});

test('every entry of the glossary has a sentence, and no word has two entries', () => {
  const rows = entries.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:word|---) \|/.test(line));
  expect(rows.filter((line) => !/^\| [^|]+ \| [A-Z][^|]+\. \|$/.test(line))).toEqual([]);
  const words = rows.flatMap((line) => (line.split('|')[1] ?? '').split(',').map((word) => word.trim()));
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});

test('an unknown word is found', () => {
  expect(unknownWords(['DeviceGizmo', 'Devices', 'retry_send'])).toEqual(['gizmo (DeviceGizmo)']);
});

/** Migrations never change their names, whatever the words mean later. */
const isSource = (path: string): boolean => path.endsWith('.ts') && !path.startsWith('src/migrations/');

const exportedTypes = (path: string): string[] =>
  [
    ...readRepositoryFile(path).matchAll(
      /^export (?:declare )?(?:abstract )?(?:type|interface|class|(?:const )?enum) (\w+)/gm,
    ),
  ].map(([, name = '']) => name);

const unknownWords = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => splitName(name).flatMap((word) => (isKnown(word) ? [] : [`${word} (${name})`])))),
];

/** `RetrySend`, `retrySend` and `retry_send` are `retry` and `send`; digits are dropped. */
const splitName = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

/** A word counts as known as it is, or as a plural, a participle or an -er form of a known word. */
const isKnown = (word: string): boolean =>
  KNOWN.has(word) || ENDINGS.some((ending) => KNOWN.has(word.replace(...ending)));
const ENDINGS: readonly [RegExp, string][] = [
  [/s$/, ''],
  [/es$/, ''],
  [/ies$/, 'y'],
  [/d$/, ''],
  [/ed$/, ''],
  [/ied$/, 'y'],
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/r$/, ''],
  [/er$/, ''],
  [/(.)\1(?:ed|ing|er)$/, '$1'],
];
