import { MAX_FRAME_BYTES } from './frame.js';
import { type Headers, isAllowedName, isAllowedValue, isPseudoName } from './header-rules.js';
import { FIELD_BYTES, STATIC_TABLE, TABLE_BYTES } from './hpack-tables.js';

/** The most bytes that the numbers before a name and a value take. */
const NUMBERS_BYTES = 8;
/** Reserved for `first`, and for updates of the table size. */
const FIRST_BYTES = 512;
/** The longest value in the static table. Looking up longer ones costs as much as writing them. */
const LONGEST_VALUE = Math.max(...STATIC_TABLE.map(([, value]) => value.length));

/** A header name that this connection has used. */
interface Known {
  readonly name: string;
  readonly isPseudo: boolean;
  /** Its index in the static table, or 0. */
  readonly index: number;
  readonly valueIndexes: ReadonlyMap<string, number>;
  /** The last value sent. */
  value: string | null;
  /** The number of the entry with that value in the peer's dynamic table, or 0. */
  entry: number;
  /** The number of any entry with this name, or 0. A new value refers to it instead of repeating the name. */
  nameEntry: number;
}

/** A validated header. */
interface Field {
  readonly known: Known;
  readonly value: string;
}

/** Validated headers that many requests share. */
interface Block {
  readonly fields: readonly Field[];
  /** An upper bound of their encoded size. */
  readonly bytes: number;
}

/**
 * Encodes HPACK (RFC 7541) for one connection. A header that repeats its value enters the peer's dynamic table, and so
 * does the first header with a name that is not in the static table. Other values are written without Huffman coding,
 * which would save bytes for three times the work.
 */
export class HpackEncoder {
  private readonly names = new Map<string, Known>();
  /** Shared headers by their object; null if HTTP/2 forbids them. */
  private readonly blocks = new WeakMap<Headers, Block | null>();
  private readonly first: readonly Field[];
  private maxTableBytes = TABLE_BYTES;
  private tableBytes = 0;
  private entries = 0;
  /** The peer's table is full or changes its size, so the next block empties it first. */
  private isStale = false;

  /** @param first the headers that begin every block. */
  constructor(first: Headers) {
    this.first = this.fieldsOf(first);
  }

  /** @param bytes the peer's SETTINGS_HEADER_TABLE_SIZE. */
  limitTable(bytes: number): void {
    this.maxTableBytes = Math.min(bytes, TABLE_BYTES);
    this.isStale = true;
  }

  /**
   * Writes a header block of at most MAX_FRAME_BYTES and returns where it ends. Returns null if the block is too large or
   * HTTP/2 forbids a header; then neither `out` nor the table has changed, since half a block would corrupt the peer's table.
   * @param headers shared by many requests; the same object is validated once.
   * @param own headers of this request only. Both list pseudo headers first.
   */
  encode(headers: Headers, own: Headers, out: Buffer, start: number): number | null {
    const block = this.blockOf(headers);
    if (block === null || !this.fits(own, MAX_FRAME_BYTES - FIRST_BYTES - block.bytes)) return null;
    let at = this.isStale ? this.emptyTable(out, start) : start;
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

  /** Whether HTTP/2 allows these headers, and they fit into `bytes`. */
  private fits(headers: Headers, bytes: number): boolean {
    let left = bytes;
    let isPseudo = true;
    for (const name in headers) {
      const value = headers[name] as string;
      const known = this.nameOf(name);
      if (known === null || (known.isPseudo && !isPseudo)) return false;
      if (!isAllowedValue(value)) return false;
      isPseudo = known.isPseudo;
      left -= name.length + value.length + NUMBERS_BYTES;
    }
    return left >= 0;
  }

  private nameOf(name: string): Known | null {
    return this.names.get(name) ?? this.learn(name);
  }

  private learn(name: string): Known | null {
    if (!isAllowedName(name)) return null;
    const rows = [...STATIC_TABLE.entries()].filter(([, [other]]) => other === name);
    const valueIndexes = new Map(
      rows.filter(([, [, value]]) => value !== '').map(([at, [, value]]) => [value, at + 1]),
    );
    const index = rows[0] ? rows[0][0] + 1 : 0;
    const known: Known = {
      name,
      isPseudo: isPseudoName(name),
      index,
      valueIndexes,
      value: null,
      entry: 0,
      nameEntry: 0,
    };
    this.names.set(name, known);
    return known;
  }

  private emptyTable(out: Buffer, start: number): number {
    this.isStale = false;
    this.tableBytes = 0;
    this.entries = 0;
    for (const known of this.names.values()) {
      known.entry = 0;
      known.nameEntry = 0;
    }
    out[start] = 0x20;
    return writeInteger(0x20, 5, this.maxTableBytes, out, start + 1);
  }

  /** Pseudo headers precede all others, shared or own. */
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
    if (isSame && known.entry > 0) return writeInteger(0x80, 7, this.indexOf(known.entry), out, start);
    const isNewName = known.index === 0 && known.nameEntry === 0;
    const nameIndex = known.nameEntry > 0 ? this.indexOf(known.nameEntry) : known.index;
    known.value = value;
    known.entry = isSame || isNewName ? this.remember(known.name.length + value.length + FIELD_BYTES) : 0;
    if (known.entry > 0) known.nameEntry = known.entry;
    const at =
      known.entry > 0 ? writeInteger(0x40, 6, nameIndex, out, start) : writeInteger(0, 4, nameIndex, out, start);
    return writeString(value, out, nameIndex === 0 ? writeString(known.name, out, at) : at);
  }

  /** The index of an entry in the peer's tables. The newest entry has the lowest index. */
  private indexOf(entry: number): number {
    return STATIC_TABLE.length + 1 + this.entries - entry;
  }

  /** Returns the number of the new entry, or 0 if the peer's table has no room for it. */
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

/** RFC 7541, 5.1. @param flags the bits that precede the number in its first byte. */
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
