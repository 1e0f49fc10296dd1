import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, Driver, Installation } from './library.js';

/** An app whose processes are programs with a shared storage folder inside `folder`. */
export const installProcesses = async (
  folder: string,
  command: (storage: string) => readonly string[],
): Promise<Installation> => {
  const storage = await mkdtemp(join(folder, 'app-'));
  const running = new Set<ChildProcess>();
  const forget = () => rm(storage, { recursive: true, force: true });
  return {
    start: async () => {
      const [program = '', ...words] = command(storage);
      const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'ignore'] });
      running.add(child);
      return drive(child);
    },
    reinstall: forget,
    [Symbol.asyncDispose]: async () => {
      for (const child of running) child.kill('SIGKILL');
      await forget();
    },
  };
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
