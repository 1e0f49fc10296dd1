import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A log file, as in production; it is removed after the run. */
export const openLog = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-bench-'));
  const file = await open(join(folder, 'service.log'), 'w');
  return {
    fd: file.fd,
    async [Symbol.asyncDispose]() {
      await file.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
