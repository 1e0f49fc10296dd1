import { setTimeout as sleep } from 'node:timers/promises';
import { execute } from '../../src/database/database.js';
import { eventually } from '../../test/support/eventually.js';
import type { Fault } from '../../test/support/fakes/misbehaviour.js';
import { randomTokens, seedDevices } from '../../test/support/seed-devices.js';
import type { ServiceProcess } from '../../test/support/service-process.js';
import { createApp, createPush, startOneTime } from '../../test/support/service-steps.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { readArrivals } from '../support/read-arrivals.js';

export interface Neighbour {
  readonly name: string;
  /** The provider's answer to each of the neighbour's messages. null: there is no neighbour. */
  readonly fault: Fault | null;
}

export interface NeighbourResult {
  readonly name: string;
  /** The healthy application's rate, from its first message to its last. */
  readonly perSecond: number;
  /** The delay between the due time of its run and its first message, ms. */
  readonly firstAfterMs: number;
}

const DEVICES = 20_000;
const NEIGHBOURS_DEVICES = 40_000;
const MINUTE_MS = 60_000;
/** The neighbour has the process to itself for this long. */
const LEAD_MS = 3_000;
const DEADLINE_MS = 120_000;

/**
 * Measures a run of one provider_c application during a run to more devices of a provider_a application.
 */
export const measureNeighbour = async (world: ServiceWorld, { name, fault }: Neighbour): Promise<NeighbourResult> => {
  const service = await world.start();
  const healthy = await prepare(world, service, { provider: 'provider_c', devices: DEVICES });
  if (fault) {
    const neighbour = await prepare(world, service, { provider: 'provider_a', devices: NEIGHBOURS_DEVICES });
    await world.fakes.misbehave({ provider: 'provider_a', fault });
    await makeDue(world, neighbour.schedulerId);
    await sleep(5_000 + LEAD_MS);
  }
  const dueAt = Date.now();
  await makeDue(world, healthy.schedulerId);
  await eventually(
    'the last message',
    async () => ((await world.fakes.count({ provider: 'provider_c' })) >= DEVICES ? true : null),
    DEADLINE_MS,
  );
  const arrivals = await readArrivals(world);
  const times = healthy.tokens.map((token) => arrivals.get(token) ?? Number.NaN).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  await service.kill();
  return { name, perSecond: (DEVICES * 1_000) / (last - first), firstAfterMs: first - dueAt };
};

const prepare = async (
  world: ServiceWorld,
  service: ServiceProcess,
  { provider, devices }: { provider: 'provider_a' | 'provider_c'; devices: number },
) => {
  const app = await createApp(service, world.fakes, { provider, name: provider });
  const seeds = randomTokens(devices);
  await seedDevices(await world.db(), app.id, seeds);
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: 'A message to everybody.' }]);
  const at = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + 60 * MINUTE_MS;
  const body = { name: provider, app_ids_include: [app.id] };
  const schedulerId = await startOneTime(service, { pushId, at, body });
  return { schedulerId, tokens: seeds.map(({ token }) => token) };
};

/** Moves the date into the past: the API refuses to activate such a date. */
const makeDue = async (world: ServiceWorld, schedulerId: number): Promise<void> => {
  const at = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const date = new Date(at).toISOString().slice(0, 10);
  const sql = 'UPDATE scheduler SET send_date = ?, send_minute = ?, next_due_at = ? WHERE id = ?';
  const minute = (at / MINUTE_MS) % (24 * 60);
  await (await world.db()).tx((tx) => execute(tx, sql, [date, minute, at, schedulerId]));
};
