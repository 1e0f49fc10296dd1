// Bundles the compiled service, its command line and the programs they start into a few files. Tests start about 200
// processes, which would read 1,300 modules each time, and a release then needs few packages.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from './freshness.mjs';

/** Programs that run in their own thread or process. Each is a file next to the code, and next to the bundle. */
const BESIDE = /new URL\('\.\/([\w-]+)\.js', import\.meta\.url\)/g;
// Native code, files next to the code, their own threads, or separately updated data.
export const LEFT_ALONE = ['@photostructure/sqlite', '@fastify/swagger-ui', 'pino', 'pino-pretty', 'tzdata'];
// Optional for TypeGraphQL, and not installed.
const ABSENT = ['class-validator'];
/** esbuild escapes the strings of this package, but not its regular expressions. */
const escapedLiquid = {
  name: 'escaped-liquid',
  setup: (build) =>
    build.onLoad({ filter: /node_modules[\\/]liquidjs[\\/].*\.m?js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const toEscape = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
      return { contents: text.replace(/[^\0-\xff]/g, toEscape), loader: 'js' };
    }),
};
/** This package reads a file next to its code; another of its entries contains it. */
const WASM = { '@platformatic/wasm-utils': '@platformatic/wasm-utils/bundled' };
/** The esbuild options of all service bundles. */
export const COMMON = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  keepNames: true,
  // V8 keeps the source text in memory, with two bytes per character if any is not Latin-1: with the packages' comments
  // that was 18 MB of a worker's heap.
  minifyWhitespace: true,
  lineLimit: 160,
  charset: 'ascii',
  plugins: [escapedLiquid],
  alias: WASM,
  external: [...LEFT_ALONE, ...ABSENT],
  logLevel: 'warning',
};
// CommonJS packages need these.
const COMMON_JS = `import { createRequire as bundleRequire } from 'node:module';
const require = bundleRequire(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`;

/**
 * @param from the folder of the compiled `main.js`, or with `extension: 'ts'` of its source.
 * @param sourcemap whether stacks should lead to the sources; takes half as much space again.
 * @param alias files to use for packages, by their names.
 * @returns the package files that were bundled.
 */
export const bundle = async ({ from, outdir, extension = 'js', sourcemap = false, alias = {} }) => {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    ...COMMON,
    alias: { ...WASM, ...alias },
    entryPoints: {
      main: join(from, `main.${extension}`),
      cli: join(from, `cli/main.${extension}`),
      ...findBeside(from, extension),
    },
    outdir,
    splitting: true,
    format: 'esm',
    banner: { js: COMMON_JS },
    metafile: true,
    ...(sourcemap ? { sourcemap: 'linked', sourcesContent: false } : {}),
  });
  return Object.keys(metafile.inputs).filter((path) => path.includes('node_modules/'));
};

const findBeside = (folder, extension) => {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(`.${extension}`));
  const found = files.flatMap((name) => {
    const file = join(folder, name);
    return [...readFileSync(file, 'utf8').matchAll(BESIDE)].map(([, started]) => [
      started,
      join(dirname(file), `${started}.${extension}`),
    ]);
  });
  return Object.fromEntries(found);
};
