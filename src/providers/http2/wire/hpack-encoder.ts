import { MAX_FRAME_BYTES } from './frame.js';
import { FIELD_BYTES, STATIC_TABLE, TABLE_BYTES } from './hpack-tables.js';

/** What the numbers before a name and a value take at most. */
const NUMBERS_BYTES = 8;
/** For `first`, and for the size of the table. */
const FIRST_BYTES = 512;
/** Of the static table: to look up what is longer would cost as much as to write it. */
const LONGEST_VALUE = Math.max(...STATIC_TABLE.map(([, value]) => value.length));
const FORBIDDEN_IN_NAMES = /[^!#$%&'*+.^_`|~0-9a-z-]/;
const FORBIDDEN_IN_VALUES = /[^\t\x20-\x7e\x80-\xff]/;
const PSEUDO = new Set([':method', ':scheme', ':authority', ':path']);
/** Of HTTP/1.1's connections (RFC 9113, 8.2.2). */
const OF_CONNECTIONS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** What is known of a name. */
interface Known {
  readonly name: string;
  readonly isPseudo: boolean;
  /** In the static table; 0 where it is not there. */
  readonly index: number;
  readonly valueIndexes: ReadonlyMap<string, number>;
  /** The last value that went out. */
  value: string | null;
  /** Its number among the fields that went into the peer's table, or 0 where it is not in there. */
  entry: number;
}

/** A header, looked at already. */
interface Field {
  readonly known: Known;
  readonly value: string;
}

/** What many requests have in common, looked at already. */
interface Block {
  readonly fields: readonly Field[];
  /** At most. */
  readonly bytes: number;
}

export type Headers = Readonly<Record<string, string>>;

/**
 * Our half of HPACK (RFC 7541): one for each connection. What has the same value twice in succession is put into the
 * peer's table; what differs from message to message goes as it is, without Huffman, which would save bytes at three
 * times the work.
 */
export class HpackEncoder {
  private readonly names = new Map<string, Known>();
  /** By the object that has them; null where HTTP forbids them. */
  private readonly blocks = new WeakMap<Headers, Block | null>();
  private readonly first: readonly Field[];
  private maxTableBytes = TABLE_BYTES;
  private tableBytes = 0;
  private entries = 0;
  /** The peer's table is full, or must become another size: the next block starts with an empty one. */
  private isStale = false;

  /** @param first what every block begins with. */
  constructor(first: Headers) {
    this.first = this.fieldsOf(first);
  }

  /** @param bytes of the peer's SETTINGS_HEADER_TABLE_SIZE. */
  limitTable(bytes: number): void {
    this.maxTableBytes = Math.min(bytes, TABLE_BYTES);
    this.isStale = true;
  }

  /**
   * Writes a block of headers, which takes at most MAX_FRAME_BYTES; returns where it ends. Null, and nothing written or
   * remembered, where it would take more or holds what HTTP forbids: what stands in half a block would be missing in the
   * peer's table. @param headers of many requests: the same object is looked at once. @param own of this request alone.
   * Both have pseudo headers first.
   */
  encode(headers: Headers, own: Headers, out: Buffer, start: number): number | null {
    const block = this.blockOf(headers);
    if (block === null || !this.fits(own, MAX_FRAME_BYTES - FIRST_BYTES - block.bytes)) return null;
    let at = this.isStale ? this.startAnew(out, start) : start;
    for (const { known, value } of this.first) at = this.writeField(known, value, out, at);
    at = this.writeOwn(own, true, out, at);
    for (const { known, value } of block.fields) at = this.writeField(known, value, out, at);
    return this.writeOwn(own, false, out, at);
  }

  private blockOf(headers: Headers): Block | null {
    const known = this.blocks.get(headers);
    if (known !== undefined) return known;
    const block = this.judge(headers);
    this.blocks.set(headers, block);
    return block;
  }

  private judge(headers: Headers): Block | null {
    if (!this.fits(headers, Number.POSITIVE_INFINITY)) return null;
    const fields = this.fieldsOf(headers);
    const bytes = fields.reduce((sum, { known, value }) => sum + known.name.length + value.length + NUMBERS_BYTES, 0);
    return { fields, bytes };
  }

  private fieldsOf(headers: Headers): Field[] {
    return Object.entries(headers).map(([name, value]) => ({ known: this.nameOf(name) as Known, value }));
  }

  /** Whether HTTP allows them, and they take no more bytes than that. */
  private fits(headers: Headers, bytes: number): boolean {
    let left = bytes;
    let isPseudo = true;
    for (const name in headers) {
      const value = headers[name] as string;
      const known = this.nameOf(name);
      if (known === null || (known.isPseudo && !isPseudo)) return false;
      if (FORBIDDEN_IN_VALUES.test(value)) return false;
      isPseudo = known.isPseudo;
      left -= name.length + value.length + NUMBERS_BYTES;
    }
    return left >= 0;
  }

  private nameOf(name: string): Known | null {
    return this.names.get(name) ?? this.learn(name);
  }

  private learn(name: string): Known | null {
    const isPseudo = PSEUDO.has(name);
    const isAllowed = isPseudo || (name !== '' && !FORBIDDEN_IN_NAMES.test(name));
    if (!isAllowed || OF_CONNECTIONS.has(name)) return null;
    const rows = [...STATIC_TABLE.entries()].filter(([, [other]]) => other === name);
    const valueIndexes = new Map(
      rows.filter(([, [, value]]) => value !== '').map(([at, [, value]]) => [value, at + 1]),
    );
    const index = rows[0] ? rows[0][0] + 1 : 0;
    const known: Known = { name, isPseudo, index, valueIndexes, value: null, entry: 0 };
    this.names.set(name, known);
    return known;
  }

  private startAnew(out: Buffer, start: number): number {
    this.isStale = false;
    this.tableBytes = 0;
    this.entries = 0;
    for (const known of this.names.values()) known.entry = 0;
    out[start] = 0x20;
    return writeInteger(0x20, 5, this.maxTableBytes, out, start + 1);
  }

  /** Pseudo headers come before all others, whoever has them. */
  private writeOwn(own: Headers, isPseudo: boolean, out: Buffer, start: number): number {
    let at = start;
    for (const name in own) {
      const known = this.names.get(name) as Known;
      if (known.isPseudo === isPseudo) at = this.writeField(known, own[name] as string, out, at);
    }
    return at;
  }

  private writeField(known: Known, value: string, out: Buffer, start: number): number {
    const valueIndex = value.length > LONGEST_VALUE ? undefined : known.valueIndexes.get(value);
    if (valueIndex !== undefined) return writeInteger(0x80, 7, valueIndex, out, start);
    const isSame = known.value === value;
    if (isSame && known.entry > 0) {
      return writeInteger(0x80, 7, STATIC_TABLE.length + 1 + this.entries - known.entry, out, start);
    }
    known.value = value;
    known.entry = isSame ? this.remember(known.name.length + value.length + FIELD_BYTES) : 0;
    let at =
      known.entry > 0 ? writeInteger(0x40, 6, known.index, out, start) : writeInteger(0, 4, known.index, out, start);
    if (known.index === 0) at = writeString(known.name, out, at);
    return writeString(value, out, at);
  }

  /** Returns the entry's number, or 0 where the peer's table has no room for it. */
  private remember(bytes: number): number {
    if (this.isStale || bytes > this.maxTableBytes) return 0;
    if (this.tableBytes + bytes > this.maxTableBytes) {
      this.isStale = true;
      return 0;
    }
    this.tableBytes += bytes;
    this.entries += 1;
    return this.entries;
  }
}

/** RFC 7541, 5.1. @param flags the bits before the number, in its first byte. */
function writeInteger(flags: number, prefixBits: number, value: number, out: Buffer, start: number): number {
  const most = (1 << prefixBits) - 1;
  if (value < most) {
    out[start] = flags | value;
    return start + 1;
  }
  out[start] = flags | most;
  let at = start + 1;
  let rest = value - most;
  for (; rest >= 0x80; rest >>= 7) {
    out[at] = (rest & 0x7f) | 0x80;
    at += 1;
  }
  out[at] = rest;
  return at + 1;
}

function writeString(text: string, out: Buffer, start: number): number {
  const at = writeInteger(0, 7, text.length, out, start);
  return at + out.write(text, at, 'latin1');
}
