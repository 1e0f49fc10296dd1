import { expect, test } from '@jest/globals';
import { allZones } from '../../src/schedule/zones.js';
import { didYouMean } from '../../src/text/did-you-mean.js';
import { cpuMsOf } from '../support/least-of.js';

test.each([
  ['Europe/Berln', ' Did you mean "Europe/Berlin"?'],
  ['asia/tokio', ' Did you mean "Asia/Tokyo"?'],
  ['Mars/Olympus', ''],
  ['', ''],
  ['x'.repeat(61), ''],
])('the suggestion for %j:%s', (word, hint) => {
  expect(didYouMean(word, allZones())).toBe(hint);
});

test('an endless word costs nothing', async () => {
  const ms = await cpuMsOf(() => {
    for (let n = 0; n < 1_000; n += 1) didYouMean('Europe/'.repeat(50_000), allZones());
  });
  expect(ms).toBeLessThan(1_000);
});
