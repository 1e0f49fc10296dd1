// Builds packages/client and packages/web into their folders `dist`: bundled by esbuild, types by tsc.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './freshness.mjs';

const PACKAGES = {
  client: ['index', 'codegen'],
  web: ['index', 'react', 'service-worker'],
};

/** Answers their folders. */
export const buildPackages = async () => {
  const folders = [];
  for (const [name, entries] of Object.entries(PACKAGES)) {
    const folder = join(root, 'packages', name);
    const outdir = join(folder, 'dist');
    rmSync(outdir, { recursive: true, force: true });
    await build({
      absWorkingDir: folder,
      entryPoints: entries.map((entry) => `src/${entry}.ts`),
      outdir,
      bundle: true,
      splitting: true,
      // Dependencies stay what they are: an application has one graphql and one React.
      packages: 'external',
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      logLevel: 'warning',
    });
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    execFileSync(process.execPath, [tsc, '-p', folder, ...types], { stdio: ['ignore', 2, 2] });
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    folders.push(folder);
  }
  cpSync(join(root, 'schema.graphql'), join(root, 'packages/client/dist/schema.graphql'));
  // It is there for what it does; its types would name a file that is bundled.
  writeFileSync(join(root, 'packages/web/dist/service-worker.d.ts'), 'export {};\n');
  return folders;
};
