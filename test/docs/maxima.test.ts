import { expect, test } from '@jest/globals';
import { MAXIMA, MAXIMA_IN_USE } from '../../src/services/rules/maxima.js';
import { readRepositoryFile } from '../support/repository.js';

test('docs/rules.md lists every maximum correctly', () => {
  const [, table = ''] = readRepositoryFile('docs/rules.md').split('<a id="maxima"></a>');
  const rows = [...table.matchAll(/^ {2}\| ([a-zA-Z ]+) \| ([\d,]+) \|$/gm)].map(([, noun, most]) => [noun, most]);
  const all = [...Object.values(MAXIMA), ...Object.values(MAXIMA_IN_USE)];
  expect(rows).toEqual(all.map(({ noun, most }) => [noun, most.toLocaleString('en')]));
});
