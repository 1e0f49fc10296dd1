import { randomBytes, randomUUID } from 'node:crypto';
import { sha256 } from '../../src/crypto/secrets.js';
import { execute } from '../../src/database/database.js';
import { seedDevices } from '../../test/support/seed-devices.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { createApp, createPush, startAutoPush } from '../../test/support/service-steps.js';
import type { ServiceWorld } from '../../test/support/service-world.js';

export interface BenchDevice {
  readonly id: number;
  readonly token: string;
}

export interface EventsWorld {
  readonly service: ServiceProcess;
  readonly world: ServiceWorld;
  readonly app: { readonly id: number; readonly serviceId: string };
  readonly devices: readonly BenchDevice[];
  /** The tag of every device. */
  readonly secret: string;
}

const DEVICES = 5_000;

/** `reg` starts a delay of an hour, `dep` sends at once. */
export const prepareEvents = async (world: ServiceWorld): Promise<EventsWorld> => {
  const service = await world.start();
  const app = await createApp(service, world.fakes, { provider: 'provider_b', name: 'app' });
  const database = await world.db();
  const tokens = Array.from({ length: DEVICES }, () => randomUUID());
  await seedDevices(
    database,
    app.id,
    tokens.map((token) => ({ token })),
  );
  const secret = randomBytes(16).toString('hex');
  await database.tx((tx) =>
    execute(tx, 'UPDATE device SET secret_hash = ? WHERE app_id = ?', [sha256(secret), app.id]),
  );
  for (const [event, delay] of [
    ['reg', '1h'],
    ['dep', ''],
  ]) {
    const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: `You did ${event}.` }]);
    await startAutoPush(service, { pushId, body: { name: event, all_apps: true, event_include: [event], delay } });
  }
  const sql = 'SELECT id, token FROM device WHERE app_id = ? ORDER BY id';
  const rows = await database.query<BenchDevice>(sql, [app.id]);
  return { service, world, app, secret, devices: rows.map(({ id, token }) => ({ id: Number(id), token })) };
};
