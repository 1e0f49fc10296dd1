import { describe, expect, test } from '@jest/globals';
import { GroupReputations } from '../../src/delivery/judgement/refusals.js';

describe('a group of devices', () => {
  test('is suspect after four refusals, and no longer once more of them are accepted', () => {
    const reputations = new GroupReputations();
    for (let count = 0; count < 3; count += 1) reputations.record('network', 'refused');
    expect(reputations.isSuspect('network')).toBe(false);
    reputations.record('network', 'refused');
    expect([reputations.isSuspect('network'), reputations.isSuspect('other')]).toEqual([true, false]);
    for (let count = 0; count < 4; count += 1) reputations.record('network', 'accepted');
    expect(reputations.isSuspect('network')).toBe(false);
  });

  test('is judged by its latest messages only', () => {
    const reputations = new GroupReputations();
    for (let count = 0; count < 10_000; count += 1) reputations.record('network', 'accepted');
    for (let count = 0; count < 64; count += 1) reputations.record('network', 'refused');
    expect(reputations.isSuspect('network')).toBe(true);
  });

  test('without a network is never suspect', () => {
    const reputations = new GroupReputations();
    for (let count = 0; count < 100; count += 1) reputations.record(null, 'refused');
    expect([reputations.isSuspect(null), reputations.isEmpty]).toEqual([false, true]);
  });
});
