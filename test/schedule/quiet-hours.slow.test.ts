import { expect, test } from '@jest/globals';
import { compareAroundChanges } from './quiet-oracle.js';

test('quiet hours agree with Temporal around every clock change of every zone from 2026 to 2037', () => {
  const { compared, wrong } = compareAroundChanges('2026-01-01', '2038-01-01');
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(compared).toBeGreaterThan(10_000);
});
