// Bundles the compiled service of dist-test, its command line and what they start beside themselves into a few files.
// A start reads 1,300 modules otherwise, which is most of its CPU time; the tests start some 200 processes.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a file starts in a thread or process of its own lies beside it, and beside the bundle as well. */
const BESIDE = /new URL\('\.\/([\w-]+)\.js', import\.meta\.url\)/g;
// Native code, files beside the code, threads of their own; class-validator is optional and absent.
const LEFT_ALONE = ['@photostructure/sqlite', '@fastify/swagger-ui', 'pino', 'pino-pretty', 'class-validator'];
// Packages in CommonJS ask for these.
const COMMON_JS = `import { createRequire as bundleRequire } from 'node:module';
const require = bundleRequire(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`;

/** @param outDir what has been compiled; answers the folder of the bundle. */
export const bundle = async (outDir) => {
  const { build } = await import('esbuild');
  const outdir = join(outDir, 'bundle');
  await build({
    entryPoints: {
      main: join(outDir, 'src/main.js'),
      cli: join(outDir, 'src/cli/main.js'),
      ...findBeside(join(outDir, 'src')),
    },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true,
    external: LEFT_ALONE,
    banner: { js: COMMON_JS },
    logLevel: 'warning',
  });
  return outdir;
};

const findBeside = (folder) => {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const found = files.flatMap((name) => {
    const file = join(folder, name);
    return [...readFileSync(file, 'utf8').matchAll(BESIDE)].map(([, started]) => [
      started,
      join(dirname(file), `${started}.js`),
    ]);
  });
  return Object.fromEntries(found);
};
