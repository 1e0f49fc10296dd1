import { badInput } from '../../../errors.js';
import { cleanGif, isGif } from './gif.js';
import type { ImageContent } from './image-parts.js';
import { cleanJpeg, isJpeg } from './jpeg.js';
import { cleanPng, isPng } from './png.js';
import { cleanWebp, isWebp } from './webp.js';

const FORMATS = [
  { is: isPng, clean: cleanPng },
  { is: isJpeg, clean: cleanJpeg },
  { is: isGif, clean: cleanGif },
  { is: isWebp, clean: cleanWebp },
] as const;

/**
 * Recognises an image by its first bytes, checks its structure and removes its metadata without decoding the pixels.
 * @throws BAD_USER_INPUT
 */
export const readImage = (bytes: Buffer): ImageContent => {
  if (bytes.length === 0) throw badInput('picture', 'The file is empty; send the bytes of the image.', 'REQUIRED');
  const format = FORMATS.find(({ is }) => is(bytes));
  if (format) return format.clean(bytes);
  throw badInput('picture', 'The file is not a PNG, JPEG, GIF or WebP image. Convert it to one of these.');
};
