import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Exit {
  /** null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Milliseconds since it was started. */
  readonly ms: number;
}

export interface NodeProcessOptions {
  /** The program's arguments. */
  readonly words?: readonly string[];
  /** A different Node.js from the current one. */
  readonly node?: string | undefined;
  /** How far ahead its clock is. */
  readonly clockShiftMs?: number | undefined;
  /** true runs the compiled files one by one, like users; otherwise a bundle, which starts much faster. */
  readonly asCompiled?: boolean;
  /** The absolute path of a different build's main.js. */
  readonly program?: string;
}

/** A compiled program in its own process, with the lines that it wrote. It never outlives this process. */
export class NodeProcess implements AsyncDisposable {
  readonly stdout: string[] = [];
  readonly stderr: string[] = [];
  readonly exited: Promise<Exit>;
  private readonly child: ChildProcess;
  private readonly listeners = new Set<() => void>();

  /** @param file below `dist-test`, such as `src/main.js`. Its environment is only `env` and PATH. */
  constructor(file: string, env: Readonly<Record<string, string>>, options: NodeProcessOptions = {}) {
    const { words = [], node = process.execPath, clockShiftMs, asCompiled = false } = options;
    const startedAt = performance.now();
    const shift = clockShiftMs === undefined ? null : { CLOCK_SHIFT_MS: String(clockShiftMs) };
    const preloads = ['end-with-parent', ...(shift ? ['shifted-clock'] : [])];
    const imports = preloads.flatMap(preloading);
    const built = (!asCompiled && bundled(file)) || ['--enable-source-maps', compiled(file)];
    const program = options.program === undefined ? built : [options.program];
    this.child = spawn(node, [...imports, ...program, ...words], {
      env: { PATH: process.env.PATH ?? '', ...shift, ...env },
      // The child watches the pipe on its standard input. Its own process group leaves Ctrl-C to us.
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.exited = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      // `close`, not `exit`: by then its last output has been read.
      this.child.once('close', (code, signal) => resolve({ code, signal, ms: performance.now() - startedAt }));
    });
    this.exited.then(this.notify, this.notify);
    this.collect('stdout');
    this.collect('stderr');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The first result that `find` returns for a line of standard output. Rejects if the process ends without one. */
  async untilLine<T>(find: (line: string) => T | null, deadlineMs: number): Promise<T> {
    const deadline = performance.now() + deadlineMs;
    for (let next = 0; ; ) {
      for (; next < this.stdout.length; next += 1) {
        const found = find(this.stdout[next] ?? '');
        if (found !== null) return found;
      }
      if (!this.isRunning) throw new Error(`The process ended early:\n${this.lastWords()}`);
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`Waited ${deadlineMs} ms in vain:\n${this.lastWords()}`);
      await this.nextChange(left);
    }
  }

  /** Freezes the process, as a sleeping machine would, until it is thawed. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** Sends a signal and waits for the end. `ms` counts from the signal. */
  async signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Exit> {
    const signalledAt = performance.now();
    this.child.kill(name);
    const { code, signal } = await this.exited;
    return { code, signal, ms: performance.now() - signalledAt };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isRunning) await this.signal('SIGKILL');
  }

  private lastWords(): string {
    return [...this.stdout.slice(-10), ...this.stderr.slice(-20)].join('\n');
  }

  private collect(name: 'stdout' | 'stderr'): void {
    const stream = this.child[name];
    if (!stream) return;
    createInterface({ input: stream }).on('line', (line) => {
      this[name].push(line);
      this.notify();
    });
  }

  private readonly notify = (): void => {
    for (const listener of this.listeners) listener();
  };

  private nextChange(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.listeners.add(done);
    });
  }
}

const NAMES = new Map([
  ['src/main.js', 'main'],
  ['src/cli/main.js', 'cli'],
]);

/** `npm test` uses a code cache; benchmarks and the demo start programs as they are released. */
const bundled = (file: string): string[] | null => {
  const [{ TEST_PROGRAMS, TEST_BUNDLE }, name] = [process.env, NAMES.get(file)];
  if (!name) return null;
  if (TEST_PROGRAMS) return [join(TEST_PROGRAMS, `${name}.cjs`)];
  return TEST_BUNDLE ? [join(TEST_BUNDLE, `${name}.js`)] : null;
};

/** Loads CommonJS if it exists, which saves the start the ES module loader. */
const preloading = (name: string): string[] => {
  const { TEST_PROGRAMS } = process.env;
  if (TEST_PROGRAMS) return ['--require', join(TEST_PROGRAMS, `${name}.cjs`)];
  return ['--import', compiled(`test/support/${name}.js`)];
};

/** The compiled form of a file in this repository. This file may itself be compiled, or run from source under jest. */
const compiled = (file: string): string => {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  const found = [join(folder, 'dist-test', file), join(folder, file)].find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error('Not compiled yet: run `node scripts/build.mjs --tests` first.');
  return found;
};
