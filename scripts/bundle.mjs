// Bundles the compiled service, its command line and what they start beside themselves into a few files: for tests, which
// start some 200 processes and would read 1,300 modules each time, and for a release, which so needs few packages.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './freshness.mjs';

/** What a file starts in a thread or process of its own lies beside it, and beside the bundle as well. */
const BESIDE = /new URL\('\.\/([\w-]+)\.js', import\.meta\.url\)/g;
// Native code, files beside the code, threads of their own, data that are brought up to date by themselves.
export const LEFT_ALONE = ['@photostructure/sqlite', '@fastify/swagger-ui', 'pino', 'pino-pretty', 'tzdata'];
// Optional for TypeGraphQL, and absent.
const ABSENT = ['class-validator'];
/** What all bundles of the service have in common. */
export const COMMON = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  keepNames: true,
  // V8 keeps the text of what is loaded, with two bytes to a character if one of them is not Latin-1: with the comments
  // of packages that was 18 MB of a worker's heap.
  minifyWhitespace: true,
  lineLimit: 160,
  charset: 'ascii',
  external: [...LEFT_ALONE, ...ABSENT],
  logLevel: 'warning',
};
// Packages in CommonJS ask for these.
const COMMON_JS = `import { createRequire as bundleRequire } from 'node:module';
const require = bundleRequire(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`;

/**
 * @param from the folder of the compiled `main.js`, or with `extension: 'ts'` of its source.
 * @param sourcemap whether stacks should lead to the sources; costs half as much space again.
 * Answers the files of packages that went into it.
 */
export const bundle = async ({ from, outdir, extension = 'js', sourcemap = false }) => {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    ...COMMON,
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
