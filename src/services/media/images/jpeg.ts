import { type ImageContent, ImageParts } from './image-parts.js';

/** Markers of ITU T.81, without their first byte, 0xff. */
const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Baseline, extended and progressive: the kinds that browsers and phones draw. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantization tables and the restart interval. */
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd]);
const COMMENT = 0xfe;
const ADOBE = 0xee;
/** Each scan of a progressive image redraws all of it. */
const MAX_SCANS = 100;

interface Segment {
  readonly marker: number;
  /** Begins with the marker and the length. */
  readonly bytes: Buffer;
  /** The position after the segment. */
  readonly end: number;
}

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === SOI && bytes[2] === 0xff;

/**
 * Copies the segments of pixels and colours. EXIF, XMP, IPTC, comments, previews and bytes after the image are dropped;
 * only the orientation is kept, because phones store photos lying on their side.
 */
export const cleanJpeg = (bytes: Buffer): ImageContent => {
  const parts = new ImageParts(bytes, 'JPEG');
  const kept: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let [orientation, scans, at] = [1, 0, 2];
  for (;;) {
    const segment = readSegment(parts, bytes, at);
    const { marker } = segment;
    at = segment.end;
    if (marker === EOI) break;
    if (FRAMES.has(marker)) {
      if (size) throw parts.damaged('it has two frames');
      size = readSize(parts, segment.bytes);
    }
    if (marker === 0xe1) orientation = readOrientation(segment.bytes) ?? orientation;
    if (isKept(segment)) kept.push(marker === ADOBE ? adobeSegment(segment.bytes) : segment.bytes);
    else if (!isMetadata(marker)) throw parts.damaged('it has a segment of an unknown kind');
    if (marker !== SOS) continue;
    scans += 1;
    if (!size || scans > MAX_SCANS) throw parts.damaged(size ? 'it has too many scans' : 'it has no frame');
    const end = endOfScan(parts, bytes, at);
    kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (!size || scans === 0) throw parts.damaged('it has no pixels');
  const turned = orientation === 1 ? [] : [orientationSegment(orientation)];
  parts.keep(Buffer.from([0xff, SOI]), ...turned, ...kept, Buffer.from([0xff, EOI]));
  const isOnItsSide = orientation >= 5;
  const [width, height] = isOnItsSide ? [size.height, size.width] : [size.width, size.height];
  return { type: 'image/jpeg', width, height, bytes: parts.join() };
};

const readSegment = (parts: ImageParts, bytes: Buffer, from: number): Segment => {
  parts.count();
  let at = from;
  // A marker may be preceded by any number of fill bytes.
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
  const [first, marker = 0] = parts.slice(at, at + 2);
  if (first !== 0xff || marker < 0xc0) throw parts.damaged('a marker is missing');
  if (marker === EOI) return { marker, bytes: parts.slice(at, at + 2), end: at + 2 };
  if (marker >= 0xd0 && marker <= SOI) throw parts.damaged('a marker is in the wrong place');
  const length = parts.slice(at + 2, at + 4).readUInt16BE(0);
  if (length < 2) throw parts.damaged('a segment has a wrong length');
  const end = at + 2 + length;
  return { marker, bytes: parts.slice(at, end), end };
};

const readSize = (parts: ImageParts, segment: Buffer): { width: number; height: number } => {
  if (segment.length < 10) throw parts.damaged('its frame is too short');
  const [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
  parts.checkSize(width, height);
  return { width, height };
};

const isKept = ({ marker, bytes }: Segment): boolean => {
  if (FRAMES.has(marker) || TABLES.has(marker) || marker === SOS) return true;
  const data = bytes.subarray(4);
  // A longer JFIF segment holds a preview.
  if (marker === 0xe0) return bytes.length === 18 && begins(data, 'JFIF\0');
  if (marker === 0xe2) return begins(data, 'ICC_PROFILE\0');
  return marker === ADOBE && begins(data, 'Adobe');
};

/** The colour transform, without what a longer segment carries after it. */
const adobeSegment = (segment: Buffer): Buffer =>
  segment.length <= 16 ? segment : Buffer.concat([Buffer.from([0xff, ADOBE, 0, 14]), segment.subarray(4, 16)]);

const isMetadata = (marker: number): boolean => (marker >= 0xe0 && marker <= 0xef) || marker === COMMENT;

const begins = (data: Buffer, text: string): boolean => data.subarray(0, text.length).equals(Buffer.from(text));

/** Coded pixels contain 0xff only before 0 and restart markers. */
const endOfScan = (parts: ImageParts, bytes: Buffer, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; ) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isCoded = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isCoded && next !== 0xff) return at;
    at = isCoded ? bytes.indexOf(0xff, at + 2) : at + 1;
  }
  throw parts.damaged('it is cut off');
};

const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;

/** Returns null if the segment does not state a valid orientation. */
const readOrientation = (segment: Buffer): number | null => {
  const tiff = segment.subarray(4 + EXIF.length);
  if (!begins(segment.subarray(4), EXIF) || tiff.length < 10) return null;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = Math.min(short(directory), Math.floor((tiff.length - directory - 2) / 12));
  for (let n = 0; n < entries; n += 1) {
    const entry = directory + 2 + n * 12;
    if (short(entry) !== ORIENTATION) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
};

/** An EXIF segment with this one entry. */
const orientationSegment = (value: number): Buffer => {
  const entry = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex');
  entry.writeUInt16BE(value, 18);
  const data = Buffer.concat([Buffer.from(EXIF), entry]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
