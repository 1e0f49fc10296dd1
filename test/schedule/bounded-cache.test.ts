import { describe, expect, test } from '@jest/globals';
import { BoundedCache } from '../../src/schedule/bounded-cache.js';

describe('BoundedCache', () => {
  test('computes a value once, null included, and forgets the oldest entry alone when it is full', () => {
    const cache = new BoundedCache<string, string | null>(2);
    const computed: string[] = [];
    const get = (key: string) =>
      cache.getOrCompute(key, () => {
        computed.push(key);
        return key === 'b' ? null : key;
      });
    expect(['a', 'b', 'a', 'b'].map(get)).toEqual(['a', null, 'a', null]);
    expect(['c', 'b', 'c', 'a'].map(get)).toEqual(['c', null, 'c', 'a']);
    expect(computed).toEqual(['a', 'b', 'c', 'a']);
  });
});
