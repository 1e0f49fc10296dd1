import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const ROOT = new URL('../../', import.meta.url);
const PAGE = readFileSync(new URL('docs/security.md', ROOT), 'utf8');

test('every path on the security page exists', () => {
  const paths = [...PAGE.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

/** A test that moves to the slow tier still counts. */
const isThere = (path: string): boolean =>
  [path, path.replace(/\.test\.ts$/, '.slow.test.ts')].some((place) => existsSync(new URL(place, ROOT)));
