import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** What Linux counts a process's time in: its own constant for programs, whatever the kernel's timer does. */
const TICKS_A_SECOND = 100;

/** CPU seconds of a process and all its threads so far; NaN where there is no /proc. */
export const readCpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Its name, in brackets, may have spaces: the numbers begin after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};

/** Keeps all threads of a process to the first cores of the machine; others may use these too. Linux alone has `taskset`. */
export const keepToCores = async (pid: number, cores: number): Promise<void> => {
  if (cores >= availableParallelism()) return;
  await promisify(execFile)('taskset', ['-acp', `0-${cores - 1}`, String(pid)]);
};
