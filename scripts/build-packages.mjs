// Builds the packages that are published into their folders `dist`: bundled by esbuild, types by tsc.
import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFresh, root } from './freshness.mjs';

const PACKAGES = {
  client: { entries: ['index', 'codegen'] },
  'http2-client': { entries: ['index'], platform: 'node' },
  'react-native': { entries: ['index'] },
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
export const buildPackages = async (names = Object.keys(PACKAGES)) => {
  const folders = [];
  for (const name of names) {
    const folder = join(root, 'packages', name);
    rmSync(join(folder, 'dist'), { recursive: true, force: true });
    await bundlePackage(name);
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly'];
    execFileSync(process.execPath, [tsc, '-p', folder, ...types], { stdio: ['ignore', 2, 2] });
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    await COMPLETE[name]?.(folder);
    folders.push(folder);
  }
  return folders;
};

const COMPLETE = {
  client: (folder) => cpSync(join(root, 'schema.graphql'), join(folder, 'dist/schema.graphql')),
  // Imported for its side effects; its types would name a file that is bundled.
  web: (folder) => writeFileSync(join(folder, 'dist/service-worker.d.ts'), 'export {};\n'),
  'react-native': (folder) => completeReactNative(folder),
};

/** Adds the plugin, which Expo requires as CommonJS, and the sources that Gradle and CocoaPods compile. */
const completeReactNative = async (folder) => {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: folder,
    entryPoints: ['src/plugin.ts'],
    outfile: join(folder, 'dist/plugin.cjs'),
    bundle: true,
    packages: 'external',
    format: 'cjs',
    footer: { js: 'module.exports = module.exports.default;' },
    platform: 'node',
    target: 'es2022',
    logLevel: 'warning',
  });
  for (const [from, into] of [
    ['sdk/android', 'android/sdk'],
    ['sdk/apple/Sources', 'ios/sdk'],
  ]) {
    rmSync(join(folder, into), { recursive: true, force: true });
    const names = from === 'sdk/android' ? ['core', 'android', 'fcm'] : readdirSync(join(root, from));
    for (const name of names) cpSync(join(root, from, name), join(folder, into, name), { recursive: true });
  }
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
