import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileKotlin, fetchJars, type Jars, KOTLIN_LIBRARIES } from '../../support/maven-jars.js';
import { repositoryFiles } from '../../support/repository.js';
import { ANDROID, CONNECTOR, TINK } from './jars.js';

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OPTIONS = ['-Werror', '-Xjvm-default=all'];
const STANDARD: Jars = Object.fromEntries(Object.entries(KOTLIN_LIBRARIES).filter(([path]) => path.includes('stdlib')));

export const MODULES = ['core', 'android', 'fcm', 'unifiedpush'] as const;
export type Module = (typeof MODULES)[number];

/** The compiled library: folders of classes, and the jars next to them. */
export interface Build {
  readonly classes: Readonly<Record<Module | 'sample' | 'firebase', string>>;
  readonly android: readonly string[];
  readonly kotlin: readonly string[];
  /** The classes of UnifiedPush's library, and the cryptography that it needs. */
  readonly connector: readonly string[];
  readonly connectorManifest: string;
}

/** Compiles all modules and the sample app, each only against the modules that it depends on. */
export const buildAndroid = async (folder: string): Promise<Build> => {
  const android = await fetchJars(ANDROID);
  const kotlin = await fetchJars(STANDARD);
  const unpacked = await unpackConnector(join(folder, 'connector'));
  const connector = [join(unpacked, 'classes.jar'), ...(await fetchJars(TINK))];
  const firebase = await compileJava('sdk/android/stubs/firebase', {
    libraries: android,
    into: join(folder, 'firebase'),
  });
  const compile = (name: string, source: string, libraries: readonly string[]): Promise<string> =>
    compileKotlin(sourcesOf(source, '.kt'), {
      libraries: [...libraries, ...kotlin],
      into: join(folder, name),
      options: OPTIONS,
    });
  const core = await compile('core', 'sdk/android/core', []);
  const adapter = await compile('android', 'sdk/android/android', [core, ...android]);
  const both = [core, adapter];
  const fcm = await compile('fcm', 'sdk/android/fcm', [...both, firebase, ...android]);
  const unifiedpush = await compile('unifiedpush', 'sdk/android/unifiedpush', [...both, ...connector, ...android]);
  const sample = await compile('sample', 'examples/android/app/src/main/kotlin', [...both, ...android]);
  return {
    classes: { core, android: adapter, fcm, unifiedpush, sample, firebase },
    android,
    kotlin,
    connector,
    connectorManifest: join(unpacked, 'AndroidManifest.xml'),
  };
};

/** Paths of the sources in a folder of the repository. */
export const sourcesOf = (folder: string, end: string): string[] =>
  repositoryFiles(folder)
    .filter((name) => name.endsWith(end))
    .map((name) => join(ROOT, name));

export const compileJava = async (
  source: string,
  { libraries, into }: { readonly libraries: readonly string[]; readonly into: string },
): Promise<string> => {
  await mkdir(into, { recursive: true });
  const options = ['-nowarn', '--release', '11', '-proc:none', '-d', into, '-classpath', libraries.join(':')];
  await run('javac', [...options, ...sourcesOf(source, '.java')]);
  return into;
};

const unpackConnector = async (into: string): Promise<string> => {
  const [archive = ''] = await fetchJars(CONNECTOR);
  await mkdir(into, { recursive: true });
  await run('jar', ['--extract', '--file', archive], { cwd: into });
  return into;
};
