import { posix } from 'node:path';
import { expect, test } from '@jest/globals';
import { isInRepository, readRepositoryFile, repositoryFiles } from '../support/repository.js';

const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...repositoryFiles('docs')].filter(
  (file) => file.endsWith('.md'),
);
const SOURCES = ['src', 'test', 'bench', 'scripts', 'examples', 'web', 'public']
  .flatMap(repositoryFiles)
  .filter((file) => /\.(?:[cm]?[jt]sx?|html)$/.test(file));

/** References that a reader of this repository cannot look up. Sections of RFCs are public. */
const OUTSIDE =
  /(?<!RFC \d+, )\b(?:decisions?|sections?|specification|issues?) \d|\u00a7|\b(?:contract|decisions|rest-api-v2)\.md\b/i;

test('every link between pages leads to an existing file and anchor', () => {
  const links = PAGES.flatMap((page) => linksOf(page).map((link) => ({ page, link })));
  expect(links.length).toBeGreaterThan(200);
  expect(links.filter(({ page, link }) => !leadsSomewhere(page, link))).toEqual([]);
});

test('every page and section named in a comment exists', () => {
  const links = SOURCES.flatMap((file) =>
    [...readRepositoryFile(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => ({ file, link })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ link }) => !leadsSomewhere('', link))).toEqual([]);
});

test('nothing refers to a document that is not in the repository', () => {
  const lines = [...SOURCES, ...PAGES].flatMap((file) =>
    readRepositoryFile(file)
      .split('\n')
      .map((line, index) => ({ at: `${file}:${index + 1}`, line })),
  );
  expect(lines.filter(({ line }) => OUTSIDE.test(line))).toEqual([]);
});

test('every decision is in the index, under its own title', () => {
  const index = readRepositoryFile('docs/decisions/README.md');
  const decisions = repositoryFiles('docs/decisions').filter((file) => posix.basename(file) !== 'README.md');
  const entries = decisions.map((file) => `| [${titleOf(file)}](${posix.basename(file)}) | `);
  expect(entries.filter((entry) => !index.includes(entry))).toEqual([]);
});

const linksOf = (page: string): string[] =>
  [...readRepositoryFile(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

const leadsSomewhere = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!isInRepository(target)) return false;
  return anchor === undefined || anchorsOf(target).has(anchor);
};

/** Anchors that GitHub derives from headings, and explicit ones. */
const anchorsOf = (page: string): Set<string> => {
  const text = readRepositoryFile(page);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toSlug(heading));
  return new Set([...headings, ...[...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id)]);
};

const toSlug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const titleOf = (page: string): string => /^# (.*)$/m.exec(readRepositoryFile(page))?.[1] ?? '';
