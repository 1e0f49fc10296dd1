import { expect, test } from '@jest/globals';
import { readRepositoryFile } from '../support/repository.js';
import { VTGATE_OPTIONS, VTTABLET_OPTIONS } from '../support/vitess/vitess-cluster.js';

test('the page on Vitess names every option that the Vitess tests use', async () => {
  const page = await readRepositoryFile('docs/scale-out.md');
  expect([...VTTABLET_OPTIONS, ...VTGATE_OPTIONS].filter((option) => !page.includes(option))).toEqual([]);
});
