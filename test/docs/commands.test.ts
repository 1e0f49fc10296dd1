import { expect, test } from '@jest/globals';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

test('the page of commands has every command', () => {
  const sources = repositoryFiles('src/cli').filter((file) => file.endsWith('.ts'));
  const names = sources.flatMap((file) =>
    [...readRepositoryFile(file).matchAll(/\.command\('([\w-]+)'\)/g)].map(([, name = '']) => name),
  );
  const page = readRepositoryFile('docs/commands.md');
  expect(names.length).toBeGreaterThan(25);
  expect(names.filter((name) => !new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\``).test(page))).toEqual([]);
});
