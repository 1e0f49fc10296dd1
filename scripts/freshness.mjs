// Whether a build is newer than its inputs.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param inputs files and folders, relative to the repository */
export const isFresh = (stamp, inputs) =>
  existsSync(stamp) && statSync(stamp).mtimeMs > Math.max(...inputs.map((input) => newestChange(join(root, input))));

const newestChange = (path) => {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestChange(join(path, name))), stat.mtimeMs);
};
