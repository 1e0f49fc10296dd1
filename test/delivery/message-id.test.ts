import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type MessageKey, messageId } from '../../src/delivery/send/message-id.js';

describe('the id of a message', () => {
  const id = fc.nat({ max: Number.MAX_SAFE_INTEGER });
  const keys: fc.Arbitrary<MessageKey> = fc.record({ runId: id, pushId: id, deviceId: id, occurrence: id });

  test('matches earlier releases, so that repetitions are recognised across an upgrade', () => {
    const ids = [
      messageId({ runId: 12, pushId: 34, deviceId: 56, occurrence: 0 }),
      messageId({ runId: 1, pushId: 2, deviceId: 3, occurrence: 4 }),
    ];
    expect(ids).toEqual(['fd20aee7-c97c-8a42-9286-6a4304bca56e', '09c35807-ba47-8825-92ef-88e5d6304ea6']);
  });

  test('is a UUID of version 8, the same each time and different for another message', () => {
    const property = fc.property(keys, keys, (one, other) => {
      expect(messageId(one)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(messageId(one) === messageId(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(messageId(one)).toBe(messageId({ ...one }));
    });
    fc.assert(property);
  });
});
