import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataFolder } from '../data-folder.js';
import { findBinary, isExecutable } from './find-binary.js';
import { freePort, reachable, type StartedService, startGuarded } from './guarded-process.js';

/** A private mongod, or else FerretDB on SQLite, on a free port of 127.0.0.1; null if neither is installed. */
export const startMongo = async (ferretdb: string): Promise<StartedService | null> => {
  const mongod = findBinary('mongod');
  if (!mongod && !isExecutable(ferretdb)) return null;
  const folder = await makeDataFolder('mongo');
  const data = join(folder, 'data');
  await mkdir(data);
  const port = await freePort();
  const { stop } = await startGuarded(
    mongod
      ? [mongod, '--dbpath', data, '--bind_ip', '127.0.0.1', '--port', String(port)]
      : [ferretdb, '--listen', `127.0.0.1:${port}`, '--state', data],
    folder,
    () => reachable(port),
  );
  return { url: `mongodb://127.0.0.1:${port}`, stop };
};
