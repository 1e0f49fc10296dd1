// Bundles web/graphiql into dist-web/graphiql, with hashed names and compressed forms, when an input is newer than the last bundle.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { isFresh, root } from './freshness.mjs';

// Of the lock file too: it changes when GraphiQL does.
const INPUTS = ['web/graphiql', 'scripts/build-graphiql.mjs', 'package-lock.json'];
const WORKERS = {
  editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
  json: 'monaco-editor/esm/vs/language/json/json.worker.js',
  graphql: 'monaco-graphql/esm/graphql.worker.js',
};
const COMPRESSIBLE = /\.(?:js|css|html|txt)$/;
// Twice as fast as the next quality, and a tenth larger.
const BROTLI_QUALITY = 5;

/** Answers the folder's path. */
export const buildGraphiql = async ({ force = false, onBuild = () => undefined } = {}) => {
  const outDir = join(root, 'dist-web', 'graphiql');
  if (!force && isFresh(join(outDir, 'index.html'), INPUTS)) return outDir;
  onBuild();
  // A folder of its own until it is whole: whoever starts meanwhile finds the old one, or none.
  const making = `${outDir}.${process.pid}`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const page = await bundle(making);
  writeFileSync(join(making, 'index.html'), page);
  for (const name of readdirSync(making).filter((file) => COMPRESSIBLE.test(file))) compress(join(making, name));
  rmSync(outDir, { recursive: true, force: true });
  renameSync(making, outDir);
  return outDir;
};

const bundle = async (outdir) => {
  // Not above: a start that has nothing to bundle need not load it.
  const { build } = await import('esbuild');
  const shared = {
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
    loader: { '.graphql': 'text', '.txt': 'text' },
    logLevel: 'warning',
    plugins: [withoutEditorStyles],
  };
  const workers = await build({
    ...shared,
    entryPoints: WORKERS,
    format: 'iife',
    outExtension: { '.js': '.worker.js' },
  });
  const files = Object.fromEntries(
    Object.keys(WORKERS).map((name) => [
      name,
      outputOf(workers.metafile, (file) => file.startsWith(`${name}-`) && file.endsWith('.js')),
    ]),
  );
  const page = await build({
    ...shared,
    entryPoints: { page: 'web/graphiql/main.jsx' },
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    define: { ...shared.define, __WORKER_FILES__: JSON.stringify(files) },
  });
  const template = readFileSync(join(root, 'web/graphiql/index.html'), 'utf8');
  return template
    .replace(
      '{{style}}',
      outputOf(page.metafile, (file) => /^page-.*\.css$/.test(file)),
    )
    .replace(
      '{{script}}',
      outputOf(page.metafile, (file) => /^page-.*\.js$/.test(file)),
    );
};

/** They are in GraphiQL's own stylesheet already. */
const withoutEditorStyles = {
  name: 'without-editor-styles',
  setup: ({ onLoad }) => onLoad({ filter: /monaco-editor.*\.css$/ }, () => ({ contents: '', loader: 'css' })),
};

const outputOf = ({ outputs }, isWanted) => {
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
