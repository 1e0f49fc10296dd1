import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeLog, encodeLog, settleLog } from '../../src/delivery/record/delivery-log-codec.js';

const ids = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 45 })), {
  minLength: 1,
  maxLength: 60,
});
const entries = ids.chain((all) =>
  fc.tuple(
    ...all
      .toSorted((a, b) => a - b)
      .map((deviceId) => fc.record({ deviceId: fc.constant(deviceId), outcome: fc.constantFrom('sent', 'retrying') })),
  ),
) as fc.Arbitrary<{ deviceId: number; outcome: 'sent' | 'retrying' }[]>;

test('each final outcome replaces one waiting message of its device, and nothing else changes', () => {
  const property = fc.property(entries, ids, (logged, settledIds) => {
    const row = encodeLog(logged);
    const pending = settledIds
      .toSorted((a, b) => a - b)
      .map((deviceId) => ({ deviceId, outcome: 'failed' as const, isLogged: false }));
    const outcomes = settleLog(row, pending);
    const left = new Map<number, number>();
    for (const id of settledIds) left.set(id, (left.get(id) ?? 0) + 1);
    const expected = logged.map(({ deviceId, outcome }) => {
      const count = left.get(deviceId) ?? 0;
      if (outcome !== 'retrying' || count === 0) return { deviceId, outcome };
      left.set(deviceId, count - 1);
      return { deviceId, outcome: 'failed' };
    });
    expect(decodeLog(row.members, outcomes ?? row.outcomes)).toEqual(expected);
    const changed = expected.filter(({ outcome }) => outcome === 'failed').length;
    expect(outcomes === null).toBe(changed === 0);
    expect(pending.filter(({ isLogged }) => isLogged)).toHaveLength(changed);
  });
  fc.assert(property, { numRuns: 500 });
});
