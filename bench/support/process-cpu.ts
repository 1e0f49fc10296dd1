import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Linux reports process time in this unit, a constant for programs whatever the kernel's timer. */
const TICKS_A_SECOND = 100;

/** CPU seconds of a process and all its threads so far; NaN without /proc. */
export const readCpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in brackets may contain spaces. The numbers begin after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};

/** Pins all threads of a process to the machine's first cores; others may use them too. Only Linux has `taskset`. */
export const keepToCores = async (pid: number, cores: number): Promise<void> => {
  if (cores >= availableParallelism()) return;
  await promisify(execFile)('taskset', ['-acp', `0-${cores - 1}`, String(pid)]);
};
