import { readFile } from 'node:fs/promises';

/** What Linux counts a process's time in: its own constant for programs, whatever the kernel's timer does. */
const TICKS_A_SECOND = 100;

/** CPU seconds of a process and all its threads so far; NaN where there is no /proc. */
export const readCpuSeconds = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Its name, in brackets, may have spaces: the numbers begin after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
};
