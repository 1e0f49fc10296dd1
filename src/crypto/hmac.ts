import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** UTF-8 takes at most three bytes per UTF-16 code unit. */
const BYTES_PER_CHARACTER = 3;

/**
 * HMAC-SHA-256 of short texts under one key (RFC 2104), by two plain hashes. Each message has one signature, and an
 * object of `createHmac` for each costs 6 % of a run (docs/decisions/http2-client.md).
 */
export class Hmac {
  private inner: Buffer;
  /** Views of the beginning of `inner`, by length. A new view per text would take a third longer. */
  private views: Buffer[] = [];
  private readonly outer: Buffer;

  /** @param key at most 64 bytes. */
  constructor(key: Buffer) {
    this.inner = pad(key, INNER_PAD, 4 * BLOCK_BYTES);
    this.outer = pad(key, OUTER_PAD, BLOCK_BYTES + DIGEST_BYTES);
  }

  /** Returns the 32 bytes in base64url. */
  sign(text: string): string {
    this.makeRoom(BLOCK_BYTES + BYTES_PER_CHARACTER * text.length);
    const end = BLOCK_BYTES + this.inner.write(text, BLOCK_BYTES);
    // A digest as a string leaves no buffer to be collected.
    this.outer.write(hash('sha256', this.viewOf(end), 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', this.outer, 'base64url');
  }

  private viewOf(end: number): Buffer {
    const view = this.views[end] ?? this.inner.subarray(0, end);
    this.views[end] = view;
    return view;
  }

  private makeRoom(bytes: number): void {
    if (bytes <= this.inner.length) return;
    this.inner = Buffer.concat([this.inner], bytes);
    this.views = [];
  }
}

/** The first block is the key with the pad applied to each byte. */
const pad = (key: Buffer, byte: number, length: number): Buffer => {
  if (key.length > BLOCK_BYTES) throw new RangeError('The key of an HMAC-SHA-256 has at most 64 bytes here.');
  const padded = Buffer.alloc(length);
  for (let place = 0; place < BLOCK_BYTES; place += 1) padded[place] = (key[place] ?? 0) ^ byte;
  return padded;
};
