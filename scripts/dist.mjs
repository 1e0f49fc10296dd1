// Makes a folder that runs the service with Node.js alone, without installing packages: the bundled program with its
// source maps, the packages that cannot be bundled, and the pages. `node scripts/dist.mjs [FOLDER]`, by default release/.
// scripts/pack.mjs makes the npm package from it, which leaves those packages to npm.
import './check-node.mjs';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { writeBuildInfo } from './build-info.mjs';
import { bundle, LEFT_ALONE } from './bundle.mjs';
import { root } from './freshness.mjs';

/** Files of packages that only people read or other machines need. Licences stay. */
const LEFT_OUT =
  /^(?:test|tests|docs|example|examples|e2e|benchmarks?|\.github|tsconfig.*)$|\.(?:d\.[cm]?ts|ts|md|map)$/;
/** Native sources, native binaries for systems other than Linux, and time zones as a browser script. */
const UNUSED = /\/@photostructure\/sqlite\/(?:src|scripts|binding\.gyp|prebuilds\/(?!linux-).*)$|\/tzdata\/tzdata\.js$/;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** @param forNpm adds a command, and declares dependencies instead of copying them. */
export const makeDistribution = async (target, { forNpm = false } = {}) => {
  const from = await build();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const inputs = await bundle({ from, outdir: join(target, 'dist'), sourcemap: true });
  writeBuildInfo(join(target, 'dist'));
  for (const folder of ['public', 'dist-web']) cpSync(join(root, folder), join(target, folder), { recursive: true });
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  if (!forNpm) for (const folder of withDependencies(LEFT_ALONE)) copyPackage(folder, target);
  writeFileSync(join(target, 'THIRD-PARTY-LICENSES.txt'), joinLicences(inputs));
  if (forNpm) writeCommand(target);
  const description = { ...describePackage(), ...(forNpm ? describeForNpm() : { private: true }) };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
};

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const describePackage = () => {
  const { name, version, description, license, type, engines } = readPackage(root);
  return { name, version, description, license, type, engines };
};

const describeForNpm = () => {
  const versionOf = (name) => readPackage(join(root, 'node_modules', name)).version;
  // `npm update` may bring newer time zones, but nothing else that this release was not tested with.
  const dependencies = LEFT_ALONE.map((name) => [name, `${name === 'tzdata' ? '^' : ''}${versionOf(name)}`]);
  return {
    bin: { pushgraph: 'bin/pushgraph.js' },
    files: ['bin', 'dist', 'dist-web', 'public', 'THIRD-PARTY-LICENSES.txt'],
    dependencies: Object.fromEntries(dependencies),
  };
};

const COMMAND = `#!/usr/bin/env node
// \`pushgraph\` starts the service, \`pushgraph COMMAND\` is its command line.
await import(process.argv.length > 2 ? '../dist/cli.js' : '../dist/main.js');
`;

const writeCommand = (target) => {
  mkdirSync(join(target, 'bin'));
  writeFileSync(join(target, 'bin', 'pushgraph.js'), COMMAND, { mode: 0o755 });
  cpSync(join(root, 'packages', 'pushgraph', 'README.md'), join(target, 'README.md'));
};

/** The folders of these packages and of all their dependencies, resolved as Node.js does. */
const withDependencies = (names) => {
  const found = new Set();
  const add = (name, from) => {
    const folder = findPackage(name, from);
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    const { dependencies = {} } = readPackage(folder);
    for (const needed of Object.keys(dependencies)) add(needed, folder);
  };
  for (const name of names) add(name, root);
  return [...found];
};

/** Returns null when the package is optional and not installed. */
const findPackage = (name, from) => {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root) return null;
  }
};

const copyPackage = (folder, target) => {
  cpSync(folder, join(target, relative(root, folder)), {
    recursive: true,
    // Nested packages are copied on their own if they are needed.
    filter: (path) =>
      path === folder || (basename(path) !== 'node_modules' && !LEFT_OUT.test(basename(path)) && !UNUSED.test(path)),
  });
};

/** Bundled packages lose their licence files, so this collects the texts. */
const joinLicences = (inputs) => {
  const folders = new Set(inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]));
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = readPackage(join(root, folder));
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && LICENCE.test(entry.name));
    const text = files.map((file) => readFileSync(join(root, folder, file.name), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'see below'})`, ...text].join('\n\n');
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await makeDistribution(resolve(process.argv[2] ?? join(root, 'release')));
}
