import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * A thread's compiled main module, because threads do not load TypeScript. `npm test` builds `dist-test` first.
 * @param path from the root of the repository, with `.js`.
 */
export const compiledThread = (path: string): URL => {
  const here = fileURLToPath(import.meta.url);
  const root = here.slice(0, here.lastIndexOf(join(sep, 'test', 'support', 'threads')));
  // This file may itself be compiled, or be the source.
  const file = [join(root, 'dist-test', path), join(root, path)].find((candidate) => existsSync(candidate));
  if (!file) throw new Error('The threads are not compiled: run `node scripts/build.mjs --tests` first.');
  return pathToFileURL(file);
};
