import type { AnswerHeaders } from '../../exchange.js';
import { Code, ConnectionError } from './connection-error.js';
import { FIELD_BYTES, STATIC_TABLE, TABLE_BYTES } from './hpack-tables.js';
import { decodeHuffman } from './huffman.js';

/** Of one answer's headers, packed or unpacked, counted as HPACK does. Ours say it in their SETTINGS. */
export const MAX_HEADERS_BYTES = 16 * 1024;

/** Where Huffman's bytes go, of whichever connection: each block is read at once. */
const text = Buffer.allocUnsafeSlow((MAX_HEADERS_BYTES * 8) / 5);

/** How many forgotten fields stay in the array: to move the others costs more than one message's headers. */
const MAX_FORGOTTEN = 256;

type Field = readonly [name: string, value: string];

/** The peer's half of HPACK (RFC 7541): one for each connection, since each block builds on those before it. */
export class HpackDecoder {
  /** The newest last; those before `first` are forgotten. */
  private table: Field[] = [];
  private first = 0;
  private tableBytes = 0;
  private maxTableBytes = TABLE_BYTES;
  private block: Buffer = text;
  private at = 0;
  private end = 0;

  /**
   * One whole block of headers. What is there twice keeps its first value.
   * @throws ConnectionError where it is not what the RFC says, or more than MAX_HEADERS_BYTES.
   */
  decode(block: Buffer): AnswerHeaders {
    this.block = block;
    this.at = 0;
    this.end = block.length;
    const headers: Record<string, string> = {};
    let left = MAX_HEADERS_BYTES;
    while (this.at < this.end) {
      const field = this.readField();
      if (field === null) continue;
      const [name, value] = field;
      left -= sizeOf(field);
      if (left < 0) throw new ConnectionError(Code.enhanceYourCalm, 'too many headers');
      headers[name] ??= value;
    }
    return headers;
  }

  /** Null where it only says how much to remember. */
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
    if (beyond <= 0) return STATIC_TABLE[index - 1] ?? fail('no header 0');
    const at = this.table.length - beyond;
    return (at < this.first ? undefined : this.table[at]) ?? fail('no such header');
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
    if (bytes > TABLE_BYTES) fail('too large a table');
    this.maxTableBytes = bytes;
    this.makeRoom(0);
    return null;
  }

  /** Forgets the oldest, until as many bytes more would fit or nothing is left. */
  private makeRoom(bytes: number): void {
    while (this.tableBytes + bytes > this.maxTableBytes && this.first < this.table.length) {
      this.tableBytes -= sizeOf(this.table[this.first] as Field);
      this.first += 1;
    }
    if (this.first < MAX_FORGOTTEN) return;
    this.table = this.table.slice(this.first);
    this.first = 0;
  }

  private readString(): string {
    const isHuffman = ((this.block[this.at] as number) & 0x80) !== 0;
    const length = this.readInteger(7);
    const start = this.at;
    const end = start + length;
    if (end > this.end) fail('cut string');
    this.at = end;
    if (!isHuffman) return this.block.toString('latin1', start, end);
    return text.toString('latin1', 0, decodeHuffman(this.block, { start, end }, text));
  }

  /** RFC 7541, 5.1. */
  private readInteger(prefixBits: number): number {
    const most = (1 << prefixBits) - 1;
    let value = this.readByte() & most;
    if (value < most) return value;
    // Three bytes say 2 million: more than anything here may be.
    for (let shift = 0; shift < 21; shift += 7) {
      const next = this.readByte();
      value += (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    return fail('too large a number');
  }

  private readByte(): number {
    if (this.at >= this.end) fail('cut header');
    const byte = this.block[this.at] as number;
    this.at += 1;
    return byte;
  }
}

const sizeOf = ([name, value]: Field): number => name.length + value.length + FIELD_BYTES;

const fail = (message: string): never => {
  throw new ConnectionError(Code.compressionError, message);
};
