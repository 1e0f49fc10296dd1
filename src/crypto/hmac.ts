import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** How many bytes of UTF-8 a character of a string takes at most. */
const BYTES_A_CHARACTER = 3;

/**
 * HMAC-SHA-256 of short texts under one key (RFC 2104), by two plain hashes: an object of `createHmac` for each takes
 * twice as long, and one text is signed for each message.
 */
export class Hmac {
  private inner: Buffer;
  /** The beginning of `inner`, by its length: to make one for each text takes a third as long again. */
  private starts: Buffer[] = [];
  private readonly outer: Buffer;

  /** @param key at most 64 bytes. */
  constructor(key: Buffer) {
    this.inner = pad(key, INNER_PAD, 4 * BLOCK_BYTES);
    this.outer = pad(key, OUTER_PAD, BLOCK_BYTES + DIGEST_BYTES);
  }

  /** @returns the 32 bytes in base64url. */
  sign(text: string): string {
    this.makeRoom(BLOCK_BYTES + BYTES_A_CHARACTER * text.length);
    const end = BLOCK_BYTES + this.inner.write(text, BLOCK_BYTES);
    // As a string: a digest's own buffer would have to be made, and collected.
    this.outer.write(hash('sha256', this.startOf(end), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', this.outer, 'base64url');
  }

  private startOf(end: number): Buffer {
    const start = this.starts[end] ?? this.inner.subarray(0, end);
    this.starts[end] = start;
    return start;
  }

  private makeRoom(bytes: number): void {
    if (bytes <= this.inner.length) return;
    this.inner = Buffer.concat([this.inner], bytes);
    this.starts = [];
  }
}

/**
 * The same of bytes under a key that is used once, such as the steps of HKDF. Without an object for each, nothing of
 * OpenSSL waits to be collected: a process that encrypts thousands of messages a second held megabytes of them.
 *
 * @param key at most 64 bytes.
 */
export const hmacSha256 = (key: Buffer, ...parts: readonly Buffer[]): Buffer => {
  const inner = Buffer.concat([pad(key, INNER_PAD, BLOCK_BYTES), ...parts]);
  const outer = pad(key, OUTER_PAD, BLOCK_BYTES + DIGEST_BYTES);
  outer.write(hash('sha256', inner, 'binary'), BLOCK_BYTES, 'latin1');
  return Buffer.from(hash('sha256', outer, 'binary'), 'latin1');
};

/** The key in the first block, each of its bytes changed by the pad; room for what is hashed behind it. */
const pad = (key: Buffer, byte: number, length: number): Buffer => {
  if (key.length > BLOCK_BYTES) throw new RangeError('a key of HMAC-SHA-256 has at most 64 bytes here');
  const padded = Buffer.alloc(length);
  for (let place = 0; place < BLOCK_BYTES; place += 1) padded[place] = (key[place] ?? 0) ^ byte;
  return padded;
};
