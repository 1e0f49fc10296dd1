import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, from which static files are read; the same from src and dist. */
export const findPackageRoot = async (from = dirname(fileURLToPath(import.meta.url))): Promise<string> => {
  const found = await access(`${from}/package.json`).then(
    () => true,
    () => false,
  );
  if (found) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('package.json is missing above the program');
  return findPackageRoot(parent);
};
