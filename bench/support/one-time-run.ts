import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../../src/database/database.js';
import type { ProviderName } from '../../src/providers/sender.js';
import type { Fakes } from '../../test/support/fakes/fakes.js';
import { randomTokens, type SeedDevice, seedDevices } from '../../test/support/seed-devices.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { createApp, createPush, startOneTime } from '../../test/support/service-steps.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { TEXT, TITLE } from '../providers/contestant.js';

const MINUTE_MS = 60_000;
const SUBSCRIPTIONS_PER_CALL = 10_000;

/** Creates an application with this many devices. Returns its id. */
export const prepareApp = async (
  world: ServiceWorld,
  service: ServiceProcess,
  { provider, devices }: { provider: ProviderName; devices: number },
): Promise<number> => {
  const app = await createApp(service, world.fakes, { provider, name: provider });
  const database = await world.db();
  for (let from = 0; from < devices; from += SUBSCRIPTIONS_PER_CALL) {
    const count = Math.min(SUBSCRIPTIONS_PER_CALL, devices - from);
    const vapidPublicKey = app.vapidKeyPublic ?? '';
    await seedDevices(database, app.id, await makeDevices(world.fakes, { provider, count, from, vapidPublicKey }));
  }
  // SQLite blocked the event loop, and the fakes have closed their idle connection. Do not reuse it.
  await sleep(50);
  return app.id;
};

const makeDevices = async (
  fakes: Fakes,
  { provider, count, from, vapidPublicKey }: Wanted,
): Promise<readonly SeedDevice[]> => {
  if (provider === 'provider_b') return Array.from({ length: count }, () => ({ token: randomUUID() }));
  if (provider !== 'webpush') return randomTokens(count);
  const subscriptions = await fakes.makeSubscriptions({ count, from, seed: 'bench', vapidPublicKey });
  return subscriptions.map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));
};

interface Wanted {
  readonly provider: ProviderName;
  readonly count: number;
  readonly from: number;
  readonly vapidPublicKey: string;
}

/** Gives the devices of an application attributes that all differ. */
export const addAttributes = async (world: ServiceWorld, kind: string, appId: number): Promise<void> => {
  const parts = [
    '\'{"age":\'',
    'id % 60',
    '\',"city":"City \'',
    'id % 100',
    '\'","first_name":"Anna \'',
    'id',
    '\'","plan":"pro"}\'',
  ];
  const json = kind === 'sqlite' ? parts.map((part) => `(${part})`).join(' || ') : `CONCAT(${parts.join(', ')})`;
  const sql = `UPDATE device SET attributes = ${json} WHERE app_id = ?`;
  await (await world.db()).tx((tx) => execute(tx, sql, [appId]));
};

/**
 * A one-time scheduler for these applications that is due now.
 * @param push a `PushInput` of the graph; if omitted, title and text, saved over REST
 */
export const startRun = async (
  world: ServiceWorld,
  service: ServiceProcess,
  appIds: readonly number[],
  push?: object,
): Promise<void> => {
  const pushId = push
    ? await savePush(service, push)
    : await createPush(service, [{ language: 'en', title: TITLE, text: TEXT }]);
  const at = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  const body = { name: `bench ${randomUUID()}`, app_ids_include: appIds };
  const schedulerId = await startOneTime(service, { pushId, at, body });
  const due = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const date = new Date(due).toISOString().slice(0, 10);
  // Moves the date a minute into the past: the API refuses to activate such a date.
  const sql = 'UPDATE scheduler SET send_date = ?, send_minute = ?, next_due_at = ? WHERE id = ?';
  const minute = (due / MINUTE_MS) % (24 * 60);
  await (await world.db()).tx((tx) => execute(tx, sql, [date, minute, due, schedulerId]));
};

const savePush = async (service: ServiceProcess, input: object): Promise<number> => {
  const { pushCreate } = await service.graphql<{ pushCreate: { push: { databaseId: number } | null } }>(
    'mutation ($input: PushInput!) { pushCreate(input: $input) { push { databaseId } userErrors { message } } }',
    { input },
  );
  if (pushCreate.push === null) throw new Error(`The push was refused: ${JSON.stringify(pushCreate)}`);
  return pushCreate.push.databaseId;
};
