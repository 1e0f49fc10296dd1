import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file for the log, as in production; it goes with the run. */
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
