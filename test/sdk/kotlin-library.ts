import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileKotlin, fetchJars, type Jars, KOTLIN_LIBRARIES } from '../support/maven-jars.js';
import type { Library } from './library.js';
import { installProcesses } from './processes.js';

const SDK = fileURLToPath(new URL('../../sdk/android/', import.meta.url));
/** The core needs only Kotlin's standard library. */
const STANDARD: Jars = Object.fromEntries(Object.entries(KOTLIN_LIBRARIES).filter(([path]) => path.includes('stdlib')));

/** Compiles the core and its driver. Each process of the app is a separate JVM. */
export const buildKotlin = async (folder: string): Promise<Library> => {
  const files = (await Promise.all(['core', 'conformance'].map(sourcesOf))).flat();
  const libraries = await fetchJars(STANDARD);
  const classes = await compileKotlin(files, { libraries, into: join(folder, 'classes'), options: ['-Werror'] });
  const classpath = [classes, ...libraries].join(':');
  return {
    name: 'kotlin',
    provider: 'provider_a',
    addressOf: (token) => ({ token }),
    targetOf: (token) => token,
    install: ({ address, serviceId }) =>
      installProcesses(folder, (storage) => {
        const options = ['-Xmx64m', '-XX:TieredStopAtLevel=1', '--add-opens', 'java.base/java.net=ALL-UNNAMED'];
        return ['java', ...options, '-cp', classpath, 'io.pushgraph.conformance.MainKt', address, serviceId, storage];
      }),
  };
};

const sourcesOf = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(SDK, folder));
  return names.filter((name) => name.endsWith('.kt')).map((name) => join(SDK, folder, name));
};
