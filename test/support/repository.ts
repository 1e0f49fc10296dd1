import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's files, for tests that read them. Paths are relative to its root and use `/`. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const readRepositoryFile = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const isInRepository = (path: string): boolean => existsSync(join(ROOT, path));

/** The file, or all files in a folder except installed and built ones. */
export const repositoryFiles = (path: string): string[] => {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path)).filter((name) => name !== 'node_modules');
  return names.flatMap((name) => repositoryFiles(`${path}/${name}`)).sort();
};
