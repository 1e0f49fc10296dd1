import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileKotlin, fetchJars, type Jars, KOTLIN_LIBRARIES } from '../support/maven-jars.js';
import type { Command, Driver, Library } from './library.js';

const SDK = fileURLToPath(new URL('../../sdk/android/', import.meta.url));
/** Kotlin's standard library is all that the core needs. */
const STANDARD: Jars = Object.fromEntries(Object.entries(KOTLIN_LIBRARIES).filter(([path]) => path.includes('stdlib')));

/** Compiles the core and its driver. Each process of the app is a JVM of its own. */
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
    install: async ({ address, serviceId }) => {
      const storage = await mkdtemp(join(tmpdir(), 'pushgraph-app-'));
      const running = new Set<ChildProcess>();
      const forget = () => rm(storage, { recursive: true, force: true });
      return {
        start: async () => {
          const options = ['-Xmx64m', '-XX:TieredStopAtLevel=1', '--add-opens', 'java.base/java.net=ALL-UNNAMED'];
          const words = ['-cp', classpath, 'io.pushgraph.conformance.MainKt', address, serviceId, storage];
          const child = spawn('java', [...options, ...words], { stdio: ['pipe', 'pipe', 'ignore'] });
          running.add(child);
          return drive(child);
        },
        reinstall: forget,
        [Symbol.asyncDispose]: async () => {
          for (const child of running) child.kill('SIGKILL');
          await forget();
        },
      };
    },
  };
};

const sourcesOf = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(SDK, folder));
  return names.filter((name) => name.endsWith('.kt')).map((name) => join(SDK, folder, name));
};

/** One command per line, one answer per line, in the same order. */
const drive = (child: ChildProcess): Driver => {
  if (!child.stdout) throw new Error('it was started with a pipe');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (command: Command): Promise<unknown> => {
    child.stdin?.write(`${JSON.stringify(command)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`The driver ended at ${JSON.stringify(command)}.`);
    const { answer, failure } = JSON.parse(value);
    if (failure) throw new Error(`${JSON.stringify(command)}: ${failure}`);
    return answer;
  };
  return {
    tell: (command) => {
      last = last.then(() => ask(command));
      return last;
    },
    kill: async () => {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await exited;
      }
    },
  };
};
