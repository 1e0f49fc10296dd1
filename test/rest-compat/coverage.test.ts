import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { REST_ROUTES } from '../../src/rest-compat/routes.js';
import { COVERAGE } from './coverage.js';
import { ANCHORS } from './coverage-anchors.js';
import { DECISIONS } from './coverage-decisions.js';
import { ENDPOINTS } from './coverage-endpoints.js';
import { RULES } from './coverage-rules.js';
import { renderCoverage } from './render-coverage.js';

const TESTS = new URL('../', import.meta.url);
const PAGE = new URL('../docs/rest-coverage.md', TESTS);

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`);

/** The number of rules in each part, so that a lost row is noticed. */
const NUMBERED_RULES = [
  ...numbered('2.1 rule ', 8),
  ...numbered('2.', 6).filter((id) => !['2.1', '2.2'].includes(id)),
  ...['2.2 auto-push', '2.2 one-time', '2.2 smart weekly'],
  ...['archived', 'page', 'per_page', 'name', 'app_id', 'country', 'language', 'sort_by', 'sort_dir'].map(
    (name) => `4.4 ${name}`,
  ),
  ...numbered('4.6 bind rule ', 4),
  ...numbered('5.', 4),
  ...numbered('6.', 6),
  ...['400', '401', '403', '404', '5xx', 'shape'].map((status) => `7 ${status}`),
  ...['8 offset', '8 defaults'],
  ...numbered('9.', 3),
];
/** State changes. Both rows for a scheduler's activation and deactivation cover all three kinds. */
const TRANSITIONS = 16;

/** Titles of the tests in a file, as written. */
const titlesIn = (file: string): string[] => {
  const url = new URL(`${file}.test.ts`, TESTS);
  if (!existsSync(url)) return [];
  const calls = readFileSync(url, 'utf8').matchAll(/(?:\btest|\))\(\s*(['"`])((?:(?!\1).|\\\1)+)\1,/g);
  return [...calls].map(([, , title = '']) => title);
};

describe('the coverage of the rules of REST', () => {
  test('names every endpoint', () => {
    expect(Object.keys(ENDPOINTS).sort()).toEqual(REST_ROUTES.map((route) => `${route.method} ${route.path}`).sort());
  });

  test('names every numbered rule, every transition and every decision', () => {
    expect(Object.keys(RULES)).toEqual(expect.arrayContaining(NUMBERED_RULES));
    expect(Object.keys(RULES).filter((id) => id.startsWith('3 '))).toHaveLength(TRANSITIONS);
    expect(Object.keys(DECISIONS)).toEqual(numbered('', 30));
  });

  test('links each rule to docs/rules.md', () => {
    expect(Object.keys(ANCHORS.Rules ?? {})).toEqual(Object.keys(RULES));
    expect(Object.keys(ANCHORS.Decisions ?? {})).toEqual(Object.keys(DECISIONS));
  });

  test('has a test for each, or a reason why there is none', () => {
    const rows = COVERAGE.flatMap((part) => Object.entries(part.rows));
    for (const [id, { tests, note }] of rows) expect([id, tests.length > 0 || note !== undefined]).toEqual([id, true]);
    expect(rows.filter(([, { note }]) => note !== undefined).map(([id]) => id)).toEqual(['6.4', '9.2', '9.3']);
  });

  test('names existing tests', () => {
    const named = COVERAGE.flatMap((part) => Object.values(part.rows)).flatMap((row) => row.tests);
    const titles = new Map([...new Set(named.map(({ file }) => file))].map((file) => [file, titlesIn(file)]));
    const missing = named.filter(({ file, title }) => !titles.get(file)?.some((known) => known.includes(title)));
    expect(missing).toEqual([]);
  });

  test('matches docs/rest-coverage.md', () => {
    const page = renderCoverage(COVERAGE);
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
