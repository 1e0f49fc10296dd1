// Shared by the bundles of pages: built in a separate folder, named by content, and compressed.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { isFresh, root } from './freshness.mjs';

const COMPRESSIBLE = /\.(?:js|css|html|txt)$/;
// Twice as fast as the next quality, and a tenth larger.
const BROTLI_QUALITY = 5;

/**
 * Builds dist-web/<name> when an input is newer than the last bundle, and returns the folder's path.
 * @param make writes the page's files into the given folder, and returns the page itself
 */
export const buildPage = async (name, { inputs, make, force = false, onBuild = () => undefined }) => {
  const outDir = join(root, 'dist-web', name);
  if (!force && isFresh(join(outDir, 'index.html'), inputs)) return outDir;
  onBuild();
  // Builds in a separate folder until complete: a process that starts in the meantime finds the old one, or none.
  const making = `${outDir}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  writeFileSync(join(making, 'index.html'), await make(making));
  for (const file of readdirSync(making).filter((name) => COMPRESSIBLE.test(name))) compress(join(making, file));
  rmSync(outDir, { recursive: true, force: true });
  renameSync(making, outDir);
  return outDir;
};

/** The esbuild options of every bundle. */
export const bundleOptions = (outdir) => ({
  absWorkingDir: root,
  outdir,
  bundle: true,
  minify: true,
  metafile: true,
  target: 'es2022',
  legalComments: 'linked',
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  assetNames: 'asset-[hash]',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

export const outputOf = ({ outputs }, isWanted) => {
  const found = Object.keys(outputs)
    .map((path) => basename(path))
    .find(isWanted);
  if (found === undefined) throw new Error('esbuild made no such file.');
  return found;
};

const compress = (path) => {
  const content = readFileSync(path);
  const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content));
};
