// Builds the packages that are published into their folders `dist`: bundled by esbuild, types by tsc.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh, root } from './freshness.mjs';

const PACKAGES = {
  client: { entries: ['index', 'codegen'] },
  'http2-client': { entries: ['index'], platform: 'node' },
  'react-native': { entries: ['index', 'plugin'], platform: 'node' },
  web: { entries: ['index', 'react', 'svelte', 'vue', 'service-worker'] },
};

/** Bundles the one package that the service itself runs, unless its bundle is newer than its sources. */
export const buildHttp2Client = async ({ force, onBuild }) => {
  const name = 'http2-client';
  if (!force && isFresh(join(root, 'packages', name, 'dist/index.js'), [`packages/${name}/src`])) return;
  onBuild();
  await bundlePackage(name);
};

/** Returns the folders of the packages. */
export const buildPackages = async () => {
  const folders = [];
  for (const name of Object.keys(PACKAGES)) {
    const folder = join(root, 'packages', name);
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    await bundlePackage(name);
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    execFileSync(process.execPath, [tsc, '-p', folder, ...types], { stdio: ['ignore', 2, 2] });
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    folders.push(folder);
  }
  cpSync(join(root, 'schema.graphql'), join(root, 'packages/client/dist/schema.graphql'));
  // Imported for its side effects; its types would name a file that is bundled.
  writeFileSync(join(root, 'packages/web/dist/service-worker.d.ts'), 'export {};\n');
  return folders;
};

const bundlePackage = async (name) => {
  const { build } = await import('esbuild');
  const folder = join(root, 'packages', name);
  const { entries, platform = 'neutral' } = PACKAGES[name];
  await build({
    absWorkingDir: folder,
    entryPoints: entries.map((entry) => `src/${entry}.ts`),
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    // Dependencies stay external: an application has one graphql and one React, Svelte or Vue.
    packages: 'external',
    format: 'esm',
    platform,
    target: 'es2022',
    logLevel: 'warning',
  });
};
