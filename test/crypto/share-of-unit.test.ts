import { expect, test } from '@jest/globals';
import { shareOfUnit } from '../../src/crypto/share-of-unit.js';

test.each([
  ['best-hour.1', 'user-1', 0.1464529980985191],
  ['best-hour.1', 'user-2', 0.2944351826519057],
  ['holdout', 12_345, 0.13793649652258452],
  ['', 'ü ', 0.7276272973020091],
])('the place of a unit stays the same in every release: %s, %s', (salt, unit, place) => {
  expect(shareOfUnit(salt, unit)).toBe(place);
});
