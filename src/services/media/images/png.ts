import { crc32 } from 'node:zlib';
import { type ImageContent, ImageParts } from './image-parts.js';

/** https://www.w3.org/TR/png-3/. Every other chunk, such as eXIf, tEXt, iTXt, zTXt and tIME, is dropped. */
const KEPT: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum. */
const FRAME_BYTES = 12;

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(SIGNATURE);

/** Copies the chunks of pixels and colours. Bytes after the image are dropped. */
export const cleanPng = (bytes: Buffer): ImageContent => {
  const parts = new ImageParts(bytes, 'PNG');
  const header = readHeader(parts);
  parts.keep(SIGNATURE);
  let hasPixels = false;
  for (let at = 8; ; ) {
    const { type, chunk } = readChunk(parts, at);
    const isFirst = at === 8;
    if ((type === 'IHDR') !== isFirst) throw parts.damaged('its header is not the first chunk');
    if (type === 'fcTL') parts.countFrame();
    hasPixels ||= type === 'IDAT';
    if (KEPT.has(type)) parts.keep(chunk);
    // A capital first letter marks a chunk without which the image cannot be drawn.
    else if (/^[A-Z]/.test(type)) throw parts.damaged('it has a chunk of an unknown kind');
    at += chunk.length;
    if (type === 'IEND') break;
  }
  if (!hasPixels) throw parts.damaged('it has no pixels');
  return { type: 'image/png', ...header, bytes: parts.join() };
};

const readHeader = (parts: ImageParts): { width: number; height: number } => {
  const start = parts.slice(0, 33);
  if (start.readUInt32BE(8) !== 13) throw parts.damaged('its header has a wrong length');
  const [width, height] = [start.readUInt32BE(16), start.readUInt32BE(20)];
  parts.checkSize(width, height);
  return { width, height };
};

const readChunk = (parts: ImageParts, at: number): { type: string; chunk: Buffer } => {
  parts.count();
  const length = parts.slice(at, at + 8).readUInt32BE(0);
  const chunk = parts.slice(at, at + length + FRAME_BYTES);
  const type = chunk.toString('latin1', 4, 8);
  if (!/^[A-Za-z]{4}$/.test(type)) throw parts.damaged('it has a chunk without a name');
  if (crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4)) {
    throw parts.damaged('a checksum is wrong');
  }
  return { type, chunk };
};
