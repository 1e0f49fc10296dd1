import { makeDataFolder } from '../data-folder.js';
import { findBinary } from './find-binary.js';
import { freePort, reachable, type StartedService, startGuarded } from './guarded-process.js';

export interface RedisOptions {
  /** The port, a free one by default. */
  readonly port?: number;
  readonly password?: string;
}

/** A private Redis on a port of 127.0.0.1 that writes nothing to disk; null if Redis is not installed. */
export const startRedis = async ({ port: wanted, password }: RedisOptions = {}): Promise<StartedService | null> => {
  const server = findBinary('redis-server', 'valkey-server');
  if (!server) return null;
  const folder = await makeDataFolder('redis');
  const port = wanted ?? (await freePort());
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'no'];
  const secret = password === undefined ? [] : ['--requirepass', password];
  const { stop } = await startGuarded([server, ...options, ...secret], folder, () => reachable(port));
  return { url: `redis://${password === undefined ? '' : `:${password}@`}127.0.0.1:${port}`, stop };
};
