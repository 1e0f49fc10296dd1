import { type AppError, badInput } from '../../../errors.js';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** An image without metadata. The pixels are the bytes of the original. */
export interface ImageContent {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** A decoder needs four bytes of memory for each pixel: 100 MB. */
const MAX_PIXELS = 25_000_000;
const MAX_SIDE = 16_384;
const MAX_FRAMES = 1_000;
/** Bounds the work for a file that consists of tiny parts. */
const MAX_PARTS = 100_000;

/** Collects the parts of an image that are kept, and checks the limits of each format. */
export class ImageParts {
  private readonly kept: Buffer[] = [];
  private seen = 0;
  private frames = 0;

  constructor(
    private readonly bytes: Buffer,
    /** The name of the format in errors. */
    private readonly format: string,
  ) {}

  /** @throws BAD_USER_INPUT if the file ends before `to`. */
  slice(from: number, to: number): Buffer {
    if (to > this.bytes.length || to < from) throw this.damaged('it is cut off');
    return this.bytes.subarray(from, to);
  }

  keep(...parts: readonly Buffer[]): void {
    this.kept.push(...parts);
  }

  /** Counts one part of the file, kept or not. */
  count(): void {
    this.seen += 1;
    if (this.seen > MAX_PARTS) throw this.damaged('it has too many parts');
  }

  countFrame(): void {
    this.frames += 1;
    if (this.frames <= MAX_FRAMES) return;
    throw badInput('picture', `An animation has at most ${MAX_FRAMES} frames; shorten it.`, 'TOO_LARGE');
  }

  /** Refuses an image whose pixels would not fit into the memory of a phone. */
  checkSize(width: number, height: number): void {
    if (width < 1 || height < 1) throw this.damaged('it has no pixels');
    if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return;
    const limits = `at most ${MAX_PIXELS / 1_000_000} megapixels and ${MAX_SIDE} pixels on each side`;
    throw badInput('picture', `The image has ${width} × ${height} pixels. Scale it down to ${limits}.`, 'TOO_LARGE');
  }

  join(): Buffer {
    return Buffer.concat(this.kept);
  }

  damaged(what: string): AppError {
    return badInput('picture', `The ${this.format} file is damaged: ${what}. Export the image again.`);
  }
}
