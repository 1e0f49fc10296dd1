import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from './find-binary.js';
import { freePort, reachable, type StartedService, startGuarded } from './guarded-process.js';

/** A private Redis on a free port of 127.0.0.1 that writes nothing to disk; null where there is none. */
export const startRedis = async (): Promise<StartedService | null> => {
  const server = findBinary('redis-server', 'valkey-server');
  if (!server) return null;
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-redis-'));
  const port = await freePort();
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no'];
  const { stop } = await startGuarded([server, ...options], folder, () => reachable(port));
  return { url: `redis://127.0.0.1:${port}`, stop };
};
