import { describe, expect, test } from '@jest/globals';
import { readImage } from '../../src/services/media/images/read-image.js';
import { IMAGES } from '../support/images.js';
import { cpuMsOf } from '../support/least-of.js';

const NAMES = Object.keys(IMAGES) as (keyof typeof IMAGES)[];

const refusal = (bytes: Buffer): string => {
  try {
    readImage(bytes);
  } catch (error) {
    return error instanceof Error && error.name === 'AppError' ? error.message : `crashed: ${String(error)}`;
  }
  return 'accepted';
};

/** Copies an image with one byte changed. */
const withByte = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(value, at);
  return copy;
};

describe('the metadata of an image', () => {
  test.each(NAMES)('%s: is removed, and a clean image stays as it is', (name) => {
    const { bytes } = readImage(IMAGES[name]);
    expect(bytes.includes('SECRET')).toBe(false);
    expect(bytes.length).toBeLessThanOrEqual(IMAGES[name].length);
    expect(readImage(bytes).bytes).toEqual(bytes);
  });

  test('keeps the orientation of a photo, and its size is the visible one', () => {
    const turned = readImage(IMAGES.jpegTurned);
    expect(turned).toMatchObject({ width: 16, height: 24 });
    // Big-endian TIFF with one entry: tag 0x0112, type SHORT, one value, 6.
    expect(turned.bytes.includes(Buffer.from('4d4d002a0000000800010112000300000001000600000000' + '0000', 'hex'))).toBe(
      true,
    );
    expect(readImage(IMAGES.jpegProgressive)).toMatchObject({ width: 24, height: 16 });
  });

  test('keeps the colour transform of Adobe, and nothing that follows it in its segment', () => {
    const transform = Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1');
    const withAdobe = (data: Buffer): Buffer => {
      const head = Buffer.from([0xff, 0xee, 0, data.length + 2]);
      return Buffer.concat([IMAGES.jpegProgressive.subarray(0, 2), head, data, IMAGES.jpegProgressive.subarray(2)]);
    };
    const short = readImage(withAdobe(transform)).bytes;
    expect(short.includes(transform)).toBe(true);
    expect(readImage(withAdobe(Buffer.concat([transform, Buffer.from('SECRET')]))).bytes).toEqual(short);
  });

  test('an animation keeps its frames and its number of repeats', () => {
    expect(readImage(IMAGES.gif).bytes.includes('NETSCAPE2.0')).toBe(true);
    expect(readImage(IMAGES.apng).bytes).toEqual(IMAGES.apng);
    const webp = readImage(IMAGES.webpAnimated).bytes;
    expect(webp.toString('latin1').split('ANMF')).toHaveLength(3);
    expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
  });
});

describe('a hostile image', () => {
  test.each(NAMES)('%s: truncated anywhere is refused with a message and never crashes', (name) => {
    const { bytes } = readImage(IMAGES[name]);
    for (let length = 1; length < bytes.length; length += 1) {
      expect(refusal(bytes.subarray(0, length))).toMatch(/is damaged|is not a PNG/);
    }
  });

  test.each(NAMES)('%s: with any byte changed is accepted or refused and never crashes', (name) => {
    for (let at = 0; at < IMAGES[name].length; at += 1) {
      for (const value of [0x00, 0xff, 0x80]) {
        expect(refusal(withByte(IMAGES[name], at, value))).not.toContain('crashed');
      }
    }
  });

  test.each([
    ['png', withByte(IMAGES.png, 17, 0xff)],
    ['gif', withByte(withByte(IMAGES.gif, 7, 0xff), 9, 0xff)],
    ['webpAnimated', withByte(withByte(IMAGES.webpAnimated, 26, 0x0f), 29, 0x0f)],
  ])('%s: with more pixels than a phone can hold is refused by its header', (_name, bytes) => {
    expect(refusal(bytes)).toMatch(/at most 25 megapixels and 16384 pixels on each side/);
  });

  test('a JPEG of 65,500 × 65,500 pixels is refused by its frame', () => {
    const at = IMAGES.jpegProgressive.indexOf(Buffer.from([0xff, 0xc2]));
    const bomb = Buffer.from(IMAGES.jpegProgressive);
    bomb.writeUInt16BE(65_500, at + 5);
    bomb.writeUInt16BE(65_500, at + 7);
    expect(refusal(bomb)).toContain('65500 × 65500 pixels');
  });

  test('an animation of more than 1,000 frames is refused', () => {
    const { bytes } = readImage(IMAGES.gif);
    const start = bytes.indexOf(0x2c, 13);
    const frame = bytes.subarray(start, -1);
    expect(
      refusal(Buffer.concat([bytes.subarray(0, start), ...Array(1_001).fill(frame), bytes.subarray(-1)])),
    ).toContain('at most 1000 frames');
  });

  test('five megabytes of the smallest chunks take well below a second', async () => {
    const size = 5 * 2 ** 20;
    const gif = Buffer.concat([
      IMAGES.gif.subarray(0, 13 + 3 * 16),
      Buffer.alloc(size, Buffer.from([0x21, 0xfe, 0x00])),
    ]);
    const jpeg = Buffer.concat([IMAGES.jpegProgressive.subarray(0, -2), Buffer.alloc(size, 0xff)]);
    const png = Buffer.concat([
      IMAGES.png.subarray(0, 33),
      Buffer.alloc(size, Buffer.from('000000006141614100000000', 'hex')),
    ]);
    for (const bytes of [gif, jpeg, png]) {
      expect(await cpuMsOf(() => expect(refusal(bytes)).toMatch(/is damaged/))).toBeLessThan(900);
    }
  });
});
