import { readFile } from 'node:fs/promises';

const KB_A_MB = 1_024;

/** The peak of resident memory; NaN without /proc. */
export const readPeakMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / KB_A_MB;
};
