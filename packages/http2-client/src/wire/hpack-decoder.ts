import type { AnswerHeaders } from '../exchange.js';
import { Code, ConnectionError } from './connection-error.js';
import { FIELD_BYTES, STATIC_TABLE, TABLE_BYTES } from './hpack-tables.js';
import { decodeHuffman } from './huffman.js';

/** The limit for a header block, compressed and decompressed, in the units of RFC 7541, 4.1. Our SETTINGS state it. */
export const MAX_HEADERS_BYTES = 16 * 1024;

/** Holds decoded Huffman strings. All connections share it, because a block is decoded without interruption. */
const text = Buffer.allocUnsafeSlow((MAX_HEADERS_BYTES * 8) / 5);

/** Evicted fields that stay in the array: moving the others costs more than decoding the headers of an answer. */
const MAX_EVICTED = 256;

type Field = readonly [name: string, value: string];

/** Decodes HPACK (RFC 7541). A connection has one decoder, because each block depends on the earlier ones. */
export class HpackDecoder {
  /** The dynamic table, newest last. Fields before `first` are evicted. */
  private table: Field[] = [];
  private first = 0;
  private tableBytes = 0;
  private maxTableBytes = TABLE_BYTES;
  private block: Buffer = text;
  private at = 0;
  private end = 0;

  /**
   * Decodes a complete block. A repeated header keeps its first value.
   * @throws ConnectionError if the block violates RFC 7541 or exceeds MAX_HEADERS_BYTES.
   */
  decode(block: Buffer): AnswerHeaders {
    this.block = block;
    this.at = 0;
    this.end = block.length;
    const headers: Record<string, string> = {};
    let left = MAX_HEADERS_BYTES;
    while (this.at < this.end) {
      const field = this.readField();
      if (field === null) {
        if (left < MAX_HEADERS_BYTES) fail('A table size update follows a field.');
        continue;
      }
      const [name, value] = field;
      left -= sizeOf(field);
      if (left < 0) throw new ConnectionError(Code.enhanceYourCalm, 'The headers exceed 16 KiB.');
      headers[name] ??= value;
    }
    return headers;
  }

  /** Returns null for an update of the table size. */
  private readField(): Field | null {
    const first = this.block[this.at] as number;
    if (first & 0x80) return this.fieldAt(this.readInteger(7));
    if (first & 0x40) return this.remember(this.readLiteral(6));
    if (first & 0x20) return this.resize(this.readInteger(5));
    return this.readLiteral(4);
  }

  private readLiteral(prefixBits: number): Field {
    const index = this.readInteger(prefixBits);
    const name = index === 0 ? this.readString() : this.fieldAt(index)[0];
    return [name, this.readString()];
  }

  private fieldAt(index: number): Field {
    const beyond = index - STATIC_TABLE.length;
    if (beyond <= 0) return STATIC_TABLE[index - 1] ?? fail('Index 0 is not allowed.');
    const at = this.table.length - beyond;
    return (at < this.first ? undefined : this.table[at]) ?? fail('No such header in the table.');
  }

  private remember(field: Field): Field {
    this.makeRoom(sizeOf(field));
    if (sizeOf(field) <= this.maxTableBytes) {
      this.table.push(field);
      this.tableBytes += sizeOf(field);
    }
    return field;
  }

  private resize(bytes: number): null {
    if (bytes > TABLE_BYTES) fail('The table is too large.');
    this.maxTableBytes = bytes;
    this.makeRoom(0);
    return null;
  }

  /** Evicts the oldest fields until `bytes` more fit, or the table is empty. */
  private makeRoom(bytes: number): void {
    while (this.tableBytes + bytes > this.maxTableBytes && this.first < this.table.length) {
      this.tableBytes -= sizeOf(this.table[this.first] as Field);
      this.first += 1;
    }
    if (this.first < MAX_EVICTED) return;
    this.table = this.table.slice(this.first);
    this.first = 0;
  }

  private readString(): string {
    const isHuffman = ((this.block[this.at] as number) & 0x80) !== 0;
    const length = this.readInteger(7);
    const start = this.at;
    const end = start + length;
    if (end > this.end) fail('A string is cut off.');
    this.at = end;
    if (!isHuffman) return this.block.toString('latin1', start, end);
    return text.toString('latin1', 0, decodeHuffman(this.block, { start, end }, text));
  }

  /** RFC 7541, 5.1. */
  private readInteger(prefixBits: number): number {
    const most = (1 << prefixBits) - 1;
    let value = this.readByte() & most;
    if (value < most) return value;
    // Three bytes hold 2 million, which exceeds every limit here.
    for (let shift = 0; shift < 21; shift += 7) {
      const next = this.readByte();
      value += (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    return fail('A number is too large.');
  }

  private readByte(): number {
    if (this.at >= this.end) fail('A header is cut off.');
    const byte = this.block[this.at] as number;
    this.at += 1;
    return byte;
  }
}

const sizeOf = ([name, value]: Field): number => name.length + value.length + FIELD_BYTES;

const fail = (message: string): never => {
  throw new ConnectionError(Code.compressionError, message);
};
