import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type CountedSend,
  packSends,
  type SendGroup,
  unpackSends,
} from '../../src/delivery/judgement/cap-block-codec.js';

const id = fc.integer({ min: 1, max: 2 ** 45 });
const group: fc.Arbitrary<SendGroup> = fc.record({
  at: fc.integer({ min: 1, max: 2 ** 42 }),
  runId: id,
  pushId: id,
  category: fc.constantFrom('', 'news', 'a_long_key_of_a_category'),
});
const sends = fc
  .array(fc.tuple(group, fc.array(fc.tuple(fc.integer({ min: 0, max: 63 }), id, fc.nat()), { minLength: 1 })))
  .map((groups) =>
    groups.flatMap(([group, members]) =>
      members.map(([slot, deviceId, occurrence]): CountedSend => ({ group, slot, deviceId, occurrence })),
    ),
  );

test('a block is read as it was written, by instant and without old counts', () => {
  fc.assert(
    fc.property(sends, fc.integer({ min: 0, max: 2 ** 42 }), (counted, since) => {
      const kept = counted.filter((send) => send.group.at > since).sort((one, other) => one.group.at - other.group.at);
      expect(unpackSends(packSends(counted), since)).toEqual(kept);
    }),
  );
});

test('each message of a page takes three bytes', () => {
  const group = { at: 1_800_000_000_000, runId: 100_000, pushId: 100_000, category: '' };
  const page = Array.from({ length: 64 }, (_, slot) => ({ group, slot, deviceId: 1_000_000 + slot, occurrence: 0 }));
  expect(packSends(page).length).toBeLessThan(64 * 3 + 20);
});
