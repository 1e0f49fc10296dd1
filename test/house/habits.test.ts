import { expect, test } from '@jest/globals';
import { isInRepository, readRepositoryFile, repositoryFiles } from '../support/repository.js';

const PACKAGE = JSON.parse(readRepositoryFile('package.json'));
const PAGES = ['README.md', 'CONTRIBUTING.md', ...repositoryFiles('docs')].filter((file) => file.endsWith('.md'));

test('every npm script named on a docs page exists and starts an existing script', () => {
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

test("version managers use the package's and the gate's Node.js", () => {
  const [major] = /\d+/.exec(PACKAGE.engines.node) ?? [];
  expect(readRepositoryFile('.nvmrc').trim()).toBe(major);
});

test('the public workflow runs the gate and nothing else', () => {
  const steps = [...readRepositoryFile('.github/workflows/ci.yml').matchAll(/- run: (.*)/g)].map(([, line]) => line);
  expect(steps.at(-1)).toBe('.ci/run');
});

test('a component of the console has at most 150 lines, and its file at most 300', () => {
  const files = repositoryFiles('web/console')
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, lines: readRepositoryFile(file).trimEnd().split('\n') }));
  const components = files.flatMap(({ file, lines }) => componentsOf(lines).map((one) => ({ file, ...one })));
  expect(components.length).toBeGreaterThan(200);
  expect(components.filter(({ length }) => length > 150)).toEqual([]);
  expect(files.filter(({ lines }) => lines.length > 300).map(({ file }) => file)).toEqual([]);
});

/** A component starts at a constant with a capital letter and ends at the next line that closes a statement. */
const componentsOf = (lines: readonly string[]): { readonly name: string; readonly length: number }[] =>
  lines.flatMap((line, start) => {
    const [, name] = /^(?:export )?const ([A-Z]\w*[a-z]\w*) = /.exec(line) ?? [];
    const length = lines.slice(start).findIndex((next) => /^[})]+;$/.test(next)) + 1;
    return name === undefined ? [] : [{ name, length }];
  });
