import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '../../src/database/database.js';

const US_PER_TICK = 10_000;

/** The CPU time of the private server that listens there; 0 for SQLite, and for a remote server. */
export const serverCpuUs = ({ config }: Database): number => {
  if (config.kind === 'sqlite') return 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [program = '', ...words] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (!/(mariadbd|mysqld)$/.test(program) || !words.includes(`--port=${config.port}`)) continue;
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK;
    } catch {
      // The process has ended since.
    }
  }
  return 0;
};
