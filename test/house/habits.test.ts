import { expect, test } from '@jest/globals';
import { isInRepository, readRepositoryFile, repositoryFiles } from '../support/repository.js';

const PACKAGE = JSON.parse(readRepositoryFile('package.json'));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...repositoryFiles('docs')].filter((file) => file.endsWith('.md'));

test('every npm script that a page names exists, and starts an existing script', () => {
  const named = PAGES.flatMap((page) => [...readRepositoryFile(page).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]);
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([, name = '']) => name).filter((name) => !(name in PACKAGE.scripts))).toEqual([]);
  const started = Object.values<string>(PACKAGE.scripts).flatMap((line) => line.match(/scripts\/\S+/g) ?? []);
  expect(started.filter((path) => !isInRepository(path))).toEqual([]);
});

test('the licence matches the one in package.json', () => {
  expect(PACKAGE.license).toBe('Apache-2.0');
  expect(readRepositoryFile('LICENSE')).toMatch(/Apache License\s+Version 2\.0/);
  expect(readRepositoryFile('LICENSE')).toContain('the pushgraph authors');
});

test('version managers use the Node.js of the package and the gate', () => {
  const [major] = /\d+/.exec(PACKAGE.engines.node) ?? [];
  expect(readRepositoryFile('.nvmrc').trim()).toBe(major);
});

test('the public workflow runs the gate and nothing instead of it', () => {
  const steps = [...readRepositoryFile('.github/workflows/ci.yml').matchAll(/- run: (.*)/g)].map(([, line]) => line);
  expect(steps.at(-1)).toBe('.ci/run');
});
