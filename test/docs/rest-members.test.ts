import { expect, test } from '@jest/globals';
import { contract } from '../support/check-answer.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

/** REST ignores unknown members, so with a misspelt filter the message would go to every device. */
test('every member of a REST body in the docs exists', () => {
  const pages = ['README.md', ...repositoryFiles('docs')].filter((file) => file.endsWith('.md'));
  const printed = pages.flatMap((page) =>
    [...readRepositoryFile(page).matchAll(/`[^`\n]*`/g)].flatMap(([code]) =>
      [...code.matchAll(/(?<=[`{,] ?)([a-z]+(?:_[a-z]+)+): ?["[{\dtf]/g)].map(([, name = '']) => ({ page, name })),
    ),
  );
  expect(printed.map(({ page }) => page)).toEqual(expect.arrayContaining(['docs/moving-from/firebase.md']));
  const members = membersOf(contract.document);
  expect(members).toContain('audiences_include');
  expect(printed.filter(({ name }) => !members.has(name))).toEqual([]);
});

/** The members of all bodies in the document, at any depth. */
const membersOf = (part: unknown): Set<string> => {
  if (typeof part !== 'object' || part === null) return new Set();
  const here = 'properties' in part ? Object.keys(part.properties ?? {}) : [];
  return new Set([...here, ...Object.values(part).flatMap((value) => [...membersOf(value)])]);
};
