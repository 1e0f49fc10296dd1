// `npm run seed`: creates a varied data set. A running service gets the data through its own APIs, and sends nothing.
// Otherwise the service runs for a minute on the configured database with stand-ins for the providers, so that there
// are finished runs with every outcome. Running it again changes nothing.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fakes } from '../support/fakes/fakes.js';
import { spawnFakes } from '../support/fakes/spawn-fakes.js';
import { ServiceClient } from '../support/service-client.js';
import { fakesEnv, ServiceProcess } from '../support/service-process.js';
import { must } from '../support/service-steps.js';
import { FIRST_APP, plant } from './seed-plant.js';
import { sendToAll } from './seed-send.js';
import { print } from './terminal.js';

const HOST = process.env.HOST || '127.0.0.1';
const ADDRESS = process.env.SEED_URL || `http://${HOST}:${process.env.PORT || 4000}`;
const KEY = process.env.BOOTSTRAP_API_KEY || 'my-first-key-0001';

const isServing = (): Promise<boolean> =>
  fetch(`${ADDRESS}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

const seed = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'pushgraph-seed-'));
  const caFile = join(folder, 'ca.pem');
  const fakes = await spawnFakes({ caFile });
  try {
    if (await isServing()) await seedRunning(fakes);
    else await seedStopped(fakes, fakesEnv(fakes, caFile));
  } finally {
    await fakes.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const seedRunning = async (fakes: Fakes): Promise<void> => {
  const service = new ServiceClient(ADDRESS, KEY);
  if (await isThere(service)) return;
  await plant(service, fakes, { webpushAt: 'https://updates.push.services.mozilla.com' });
  print(`Seeded the service at ${ADDRESS}. It sends to the real providers, so every scheduler is inactive;`);
  print('for finished runs seed an empty database while no service runs.');
};

const seedStopped = async (fakes: Fakes, env: Readonly<Record<string, string>>): Promise<void> => {
  const database = process.env.DATABASE_URL || 'sqlite:./data/pushgraph.db';
  const own = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const fixed = { PORT: '0', ROLE: 'all', LOG_PRETTY: 'false', DATABASE_URL: database, BOOTSTRAP_API_KEY: KEY };
  const service = await ServiceProcess.start({ ...own, ...env, ...fixed });
  try {
    if (await isThere(service)) return;
    await sendToAll(service, fakes, await plant(service, fakes, { webpushAt: fakes.addresses.webpush }));
    print(`Seeded ${database.replace(/:[^:@/]+@/, ':…@')}: start the service and come in with the key ${KEY}.`);
    print('Every scheduler is inactive now, so nothing goes to the real providers by itself.');
  } finally {
    await service.terminate();
  }
};

/** @throws a sentence for an unknown key */
const isThere = async (service: ServiceClient): Promise<boolean> => {
  const answer = await service.api('GET', '/apps?per_page=1000');
  if (answer.status === 401) {
    throw new Error('The data belongs to users with other keys: name one of theirs by BOOTSTRAP_API_KEY.');
  }
  const { apps } = await must(200, Promise.resolve(answer));
  const found = apps.some(({ name }: { name: string }) => name === FIRST_APP);
  if (found) print('The data is there already; nothing was changed.');
  return found;
};

try {
  await seed();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
