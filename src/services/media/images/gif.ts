import { type ImageContent, ImageParts } from './image-parts.js';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
/** Extensions that say how often an animation repeats. */
const LOOPS: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

export const isGif = (bytes: Buffer): boolean => /^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6));

/** Copies the frames. Comments, other extensions such as XMP, and bytes after the image are dropped. */
export const cleanGif = (bytes: Buffer): ImageContent => {
  const parts = new ImageParts(bytes, 'GIF');
  const screen = parts.slice(0, 13);
  const [width, height] = [screen.readUInt16LE(6), screen.readUInt16LE(8)];
  parts.checkSize(width, height);
  let at = 13 + tableBytes(screen.readUInt8(10));
  parts.keep(parts.slice(0, at));
  let control: Buffer | null = null;
  let hasFrame = false;
  for (;;) {
    parts.count();
    const kind = parts.slice(at, at + 1).readUInt8(0);
    if (kind === TRAILER) break;
    if (kind === EXTENSION) {
      const extension = parts.slice(at, endOfBlocks(parts, at + 2));
      const label = extension.readUInt8(1);
      if (label === GRAPHIC_CONTROL) control = extension;
      if (label === APPLICATION && LOOPS.has(extension.toString('latin1', 3, 14))) parts.keep(extension);
      at += extension.length;
    } else if (kind === IMAGE) {
      const frame = readFrame(parts, at);
      parts.keep(...(control ? [control] : []), frame);
      control = null;
      hasFrame = true;
      at += frame.length;
    } else throw parts.damaged('it has a block of an unknown kind');
  }
  if (!hasFrame) throw parts.damaged('it has no pixels');
  parts.keep(Buffer.from([TRAILER]));
  return { type: 'image/gif', width, height, bytes: parts.join() };
};

const readFrame = (parts: ImageParts, at: number): Buffer => {
  parts.countFrame();
  const head = parts.slice(at, at + 10);
  // A frame may reach beyond the screen, and some readers then enlarge the image.
  parts.checkSize(head.readUInt16LE(1) + head.readUInt16LE(5), head.readUInt16LE(3) + head.readUInt16LE(7));
  return parts.slice(at, endOfBlocks(parts, at + 10 + tableBytes(head.readUInt8(9)) + 1));
};

/** The size of a colour table by the flags before it. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1));

/** Blocks begin with their length and end with one of length 0. */
const endOfBlocks = (parts: ImageParts, from: number): number => {
  for (let at = from; ; ) {
    const length = parts.slice(at, at + 1).readUInt8(0);
    at += 1 + length;
    if (length === 0) return at;
  }
};
