// Bundles web/graphiql into dist-web/graphiql, with hashed names and compressed forms, when an input is newer than the last bundle.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage, bundleOptions, outputOf } from './bundle-page.mjs';
import { root } from './freshness.mjs';

// Includes the lock file, which changes when GraphiQL does.
const INPUTS = ['web/graphiql', 'scripts/build-graphiql.mjs', 'scripts/bundle-page.mjs', 'package-lock.json'];
const WORKERS = {
  editor: 'monaco-editor/esm/vs/editor/editor.worker.js',
  json: 'monaco-editor/esm/vs/language/json/json.worker.js',
  graphql: 'monaco-graphql/esm/graphql.worker.js',
};

/** Returns the folder's path. */
export const buildGraphiql = (options = {}) => buildPage('graphiql', { ...options, inputs: INPUTS, make: bundle });

const bundle = async (outdir) => {
  // Imported here, so that a start with nothing to bundle does not load it.
  const { build } = await import('esbuild');
  const shared = {
    ...bundleOptions(outdir),
    loader: { '.graphql': 'text', '.txt': 'text' },
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

/** GraphiQL's own stylesheet already contains them. */
const withoutEditorStyles = {
  name: 'without-editor-styles',
  setup: ({ onLoad }) => onLoad({ filter: /monaco-editor.*\.css$/ }, () => ({ contents: '', loader: 'css' })),
};
