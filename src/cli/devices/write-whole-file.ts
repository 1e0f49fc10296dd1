import { createWriteStream } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { AppError } from '../../errors.js';

/**
 * Writes a file that appears only when it is whole: until then the content is in a file beside it, and a failure leaves
 * the file as it was. A device or pipe is written directly. @throws BAD_USER_INPUT if it cannot be written.
 */
export const writeWholeFile = async <T>(file: string, write: (output: Writable) => Promise<T>): Promise<T> => {
  const target = await realpath(file).catch(() => file);
  const found = await stat(target).catch(() => null);
  const isReplaced = found === null || found.isFile();
  const place = isReplaced ? `${target}.partial-${process.pid}` : target;
  try {
    const result = await write(createWriteStream(place, { mode: 0o600 }));
    if (isReplaced) await rename(place, target);
    return result;
  } catch (error) {
    if (isReplaced) await rm(place, { force: true });
    throw toRefusal(error, file, place);
  }
};

const toRefusal = (error: unknown, file: string, place: string): unknown => {
  if (!(error instanceof Error && 'path' in error && error.path === place)) return error;
  const code = 'code' in error ? String(error.code) : '';
  return new AppError('BAD_USER_INPUT', `${file} cannot be written (${code}); check the path and its permissions.`);
};
