import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { AppError } from '../../errors.js';

/**
 * Writes a file that appears only when complete. Until then the content is in a temporary file next to it, and a
 * failure leaves the target unchanged. Devices and pipes are written directly. @throws BAD_USER_INPUT if it cannot be
 * written.
 */
export const writeWholeFile = async <T>(file: string, write: (output: Writable) => Promise<T>): Promise<T> => {
  const target = await realpath(file).catch(() => file);
  const found = await stat(target).catch(() => null);
  const isReplaced = found === null || found.isFile();
  const place = isReplaced ? `${target}.partial-${process.pid}` : target;
  const output = createWriteStream(place, { mode: 0o600 });
  try {
    const result = await write(output);
    if (isReplaced) await rename(place, target);
    return result;
  } catch (error) {
    // A stream still opening would create the file after it is removed.
    await finished(output.destroy()).catch(() => undefined);
    if (isReplaced) await rm(place, { force: true });
    throw toRefusal(error, file, place);
  }
};

const toRefusal = (error: unknown, file: string, place: string): unknown => {
  if (!(error instanceof Error && 'path' in error && error.path === place)) return error;
  const code = 'code' in error ? String(error.code) : '';
  return new AppError('BAD_USER_INPUT', `${file} cannot be written (${code}); check the path and its permissions.`);
};
