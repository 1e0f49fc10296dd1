import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version and commit of this process. */
export interface BuildInfo {
  /** The release number. */
  readonly version: string;
  /** The commit it was built from, or `unknown`. */
  readonly commit: string;
}

interface Build extends BuildInfo {
  /** The folder of package.json. */
  readonly root: string;
}

let known: Build | undefined;

const build = (): Build => {
  known ??= Object.freeze(readBuild());
  return known;
};

/** Reads package.json, and the `build.json` that scripts/build.mjs writes next to the compiled code. */
export const buildInfo = (): BuildInfo => {
  const { version, commit } = build();
  return { version, commit };
};

/** A command as the operator can type it: releases and the npm package have no npm scripts. */
export const commandLine = (words: string): string => `${findProgram(build().root)} ${words}`;

const findProgram = (root: string): string => {
  if (existsSync(join(root, 'scripts', 'run.mjs'))) return 'npm run --silent cli --';
  if (existsSync(join(root, 'bin', 'pushgraph.js'))) return 'pushgraph';
  const program = join(root, 'dist', 'cli.js');
  const near = relative(process.cwd(), program);
  return `node ${near.startsWith('..') ? program : near}`;
};

const readBuild = (): Build => {
  let commit: unknown;
  for (let root = dirname(fileURLToPath(import.meta.url)); ; root = dirname(root)) {
    commit ??= readJson(join(root, 'build.json')).commit;
    const { version } = readJson(join(root, 'package.json'));
    if (typeof version === 'string') return { version, commit: typeof commit === 'string' ? commit : 'unknown', root };
    if (root === dirname(root)) throw new Error('package.json is missing above the program');
  }
};

const readJson = (path: string): Record<string, unknown> =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {};
