import { type ImageContent, ImageParts } from './image-parts.js';

/** https://developers.google.com/speed/webp/docs/riff_container. Every other chunk is dropped. */
const KEPT: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP']);
/** The flags of VP8X that announce EXIF and XMP. */
const METADATA_FLAGS = 0x0c;
/** The position and size of a frame, before its own chunks. */
const FRAME_HEAD = 16;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

export const isWebp = (bytes: Buffer): boolean => /^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12));

/** Copies the chunks of pixels and colours. EXIF, XMP, unknown chunks and bytes after the image are dropped. */
export const cleanWebp = (bytes: Buffer): ImageContent => {
  const parts = new ImageParts(bytes, 'WebP');
  const end = parts.slice(0, 12).readUInt32LE(4) + 8;
  parts.slice(0, end);
  const kept: Buffer[] = [];
  let canvas: Size | null = null;
  let hasPixels = false;
  for (let at = 12; at < end; ) {
    const chunk = readChunk(parts, at, end);
    const size = readSize(parts, chunk);
    canvas ??= size;
    hasPixels ||= ['VP8 ', 'VP8L', 'ANMF'].includes(chunk.type);
    if (chunk.type === 'ANMF') checkFrame(parts, chunk);
    if (KEPT.has(chunk.type)) kept.push(chunk.type === 'VP8X' ? withoutMetadata(chunk.whole) : chunk.whole);
    at += chunk.whole.length;
  }
  if (!canvas || !hasPixels) throw parts.damaged('it has no pixels');
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return { type: 'image/webp', ...canvas, bytes: Buffer.concat([head, body]) };
};

/** Chunks are padded to an even length. Decoders refuse a last one without its padding. */
const readChunk = (parts: ImageParts, at: number, end: number): Chunk => {
  parts.count();
  const head = parts.slice(at, at + 8);
  const length = head.readUInt32LE(4);
  const next = at + 8 + length + (length % 2);
  if (next > end) throw parts.damaged('a chunk is cut off');
  return {
    type: head.toString('latin1', 0, 4),
    data: parts.slice(at + 8, at + 8 + length),
    whole: parts.slice(at, next),
  };
};

/** Every size is checked, because a decoder may believe any of them. */
const readSize = (parts: ImageParts, { type, data }: Chunk): Size | null => {
  const read = SIZES[type];
  if (!read) return null;
  if (data.length < (type === 'VP8L' ? 5 : 10)) throw parts.damaged('a chunk is too short');
  const size = read(data);
  parts.checkSize(size.width, size.height);
  return size;
};

const SIZES: Readonly<Record<string, (data: Buffer) => Size>> = {
  VP8X: (data) => ({ width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }),
  'VP8 ': (data) => ({ width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }),
  VP8L: (data) => {
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
};

const checkFrame = (parts: ImageParts, { data, whole }: Chunk): void => {
  parts.countFrame();
  if (data.length < FRAME_HEAD) throw parts.damaged('a frame is too short');
  const inside = new ImageParts(whole, 'WebP');
  const end = 8 + data.length;
  for (let at = 8 + FRAME_HEAD; at < end; ) {
    const chunk = readChunk(inside, at, end);
    // A frame with other chunks would hide their content inside.
    if (!['VP8 ', 'VP8L', 'ALPH'].includes(chunk.type)) throw parts.damaged('a frame has a chunk of an unknown kind');
    readSize(inside, chunk);
    at += chunk.whole.length;
  }
};

const withoutMetadata = (chunk: Buffer): Buffer => {
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(8) & ~METADATA_FLAGS & 0xff, 8);
  return copy;
};
