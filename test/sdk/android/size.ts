import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchJars } from '../../support/maven-jars.js';
import type { Build, Module } from './build.js';
import { R8 } from './jars.js';

const run = promisify(execFile);

/** The size in bytes of the byte code that R8 keeps if an app uses the modules' whole public API. */
export const measureSize = async (
  { classes, android, kotlin, connector }: Build,
  { modules, folder }: { readonly modules: readonly Module[]; readonly folder: string },
): Promise<number> => {
  const rules = join(folder, 'rules.txt');
  await writeFile(rules, `-keep public class io.pushgraph.** { public protected *; }\n-dontwarn **\n`);
  const [r8 = ''] = await fetchJars(R8);
  const jars = await Promise.all(modules.map((name) => pack(classes[name], join(folder, `${name}.jar`))));
  const beside = [...kotlin, ...connector, await pack(classes.firebase, join(folder, 'firebase.jar'))];
  const out = join(folder, 'shrunk.zip');
  const options = ['--release', '--min-api', '23', '--pg-conf', rules, '--output', out];
  // The platform's jar lacks java.lang, which R8 takes from the JDK.
  const { stdout: settings } = await run('sh', ['-c', 'java -XshowSettings:properties -version 2>&1']);
  const jdk = /java\.home = (.*)/.exec(settings)?.[1] ?? '';
  const libraries = [jdk, ...android, ...beside].flatMap((file) => ['--lib', file]);
  await run('java', ['-Xmx3g', '-cp', r8, 'com.android.tools.r8.R8', ...options, ...libraries, ...jars]);
  const unpacked = await run('unzip', ['-lqq', out, '*.dex']);
  const sizes = unpacked.stdout
    .trim()
    .split('\n')
    .map((line) => Number(line.trim().split(/\s+/)[0]));
  return sizes.reduce((sum, size) => sum + size, 0);
};

export const pack = async (classes: string, file: string): Promise<string> => {
  // Archives with the same content have the same bytes.
  const date = ['--date', '2020-01-01T00:00:00Z'];
  await run('jar', ['--create', '--no-manifest', ...date, '--file', file, '-C', classes, '.']);
  return file;
};

export const bytesOf = async (file: string): Promise<number> => (await stat(file)).size;
