import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// Debian and others keep servers out of an ordinary user's PATH.
const SERVER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The path of the first of these programs on this machine. */
export const findBinary = (...names: readonly string[]): string | null => {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SERVER_FOLDERS];
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  return null;
};

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
