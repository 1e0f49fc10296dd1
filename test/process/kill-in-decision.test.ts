import { describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { armOf } from '../../src/delivery/judgement/arms.js';
import { messageId } from '../../src/delivery/send/message-id.js';
import { ROLLOUT_ARM, type RunExperiment, WAITING_ARM } from '../../src/ports/experiment.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { type Slot, startSlots } from './chaos/slot.js';
import { makeDue, noteFigures, settledCount, untilFinished, untilTaken } from './crash-run.js';

const HOUR = 3_600_000;
const DEVICES = 300;
const CHECKPOINT_SIZE = 20;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '100', CONCURRENCY: '2', LEASE_MS: '2000' };
/** Leaves at least a minute for the tested messages and their clicks. */
const EXPERIMENT = { testShare: 0.4, decideAfter: 120, winner: 'BEST' };
/** Everybody who got this variant clicks, and nobody else does. */
const CLICKED = 1;
/** The number of messages to the rest that have arrived at the second kill. */
const SECOND_KILL_AT = 60;
const DECIDED_MS = 240_000;

describe.each(eachDatabase())('kill -9 while a winner is decided and sent on $name', (kind) => {
  test('decides once, sends each device one message, and the rest gets the winner', async () => {
    await using world = await ServiceWorld.open(kind);
    const slots = await startSlots(world, kind, ENV);
    await prepare(world, slots[0]);
    const database = await world.db();
    const { runId, fates, experiment } = await untilTested(database);
    const tested = fates.filter(({ arm }) => arm !== WAITING_ARM).length;
    await click(database);

    const victims = slots.length === 1 ? slots : slots.slice(1);
    await eventually('the decision', () => readDecision(database), DECIDED_MS);
    await victims[0]?.restart();
    const decided = await readDecision(database);
    await untilTaken(world.fakes, tested + SECOND_KILL_AT, DECIDED_MS);
    await victims.at(-1)?.restart();
    await untilFinished(world);
    await settledCount(world.fakes);

    expect(decided).toMatchObject({ winner: CLICKED, winner_reason: 'BEST' });
    expect(await readDecision(database)).toEqual(decided);
    const arrivals = await world.fakes.entries({ limit: 10_000 });
    const expected = fates.map(({ id, token, arm }) => {
      const pushId = experiment.variants[arm === WAITING_ARM ? CLICKED : arm]?.pushId ?? 0;
      return [token, messageId({ runId, pushId, deviceId: id, occurrence: 0 })].join(' ');
    });
    // A repeat after a kill has the same message id.
    const got = arrivals.map(({ target, messageId: message }) => `${target} ${message}`);
    expect([...new Set(got)].sort()).toEqual(expected.sort());
    noteFigures({ database: kind.name, tested, repeated: got.length - DEVICES });
    expect(got.length - DEVICES).toBeLessThanOrEqual(2 * CHECKPOINT_SIZE);
    expect(await readLedger(database)).toEqual(
      fates.map(({ id, arm }) => [id, arm === WAITING_ARM ? ROLLOUT_ARM : arm]),
    );
    for (const { service } of slots) expect(await service?.terminate()).toMatchObject({ code: 0 });
    expect(slots.flatMap((slot) => [...slot.deaths, ...slot.complaints()])).toEqual([]);
  });
});

const CREATE = `mutation ($oneTime: OneTimeCampaignInput!) {
  campaignCreate(input: { oneTime: $oneTime }) { userErrors { field message } } }`;

const prepare = async (world: ServiceWorld, { service }: Slot): Promise<void> => {
  if (!service) throw new Error('no process serves the API');
  const provider = 'provider_c';
  const app = await createApp(service, world.fakes, { provider, name: 'phones' });
  await seedDevices(await world.db(), app.id, randomTokens(DEVICES));
  // The delay keeps messages in flight, where kills hit them.
  await world.fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: 150 } });
  // After the end of the test, because activation refuses a minute in the past.
  const later = new Date(Date.now() + HOUR).toISOString();
  const scheduler = {
    ...{ name: 'decided', audience: { apps: { all: true } }, timeZone: 'UTC' },
    ...{ date: later.slice(0, 10), time: later.slice(11, 16), experiment: EXPERIMENT },
  };
  const pushes = ['one', 'two'].map((title) => ({
    defaultLang: 'en',
    translations: [{ language: 'en', title, text: 'One of two.' }],
  }));
  const oneTime = { scheduler, pushes, activate: true };
  const { campaignCreate } = await service.graphql<Created>(CREATE, { oneTime });
  expect(campaignCreate.userErrors).toEqual([]);
  await makeDue(world, 1);
};

interface Created {
  readonly campaignCreate: { readonly userErrors: readonly object[] };
}

/** Waits until all tested devices have their message. Returns the arm of each device, as calculated here. */
const untilTested = async (database: Database) => {
  const run = await eventually('the run', async () => {
    const [row] = await database.query<{ id: number; experiment: string }>('SELECT id, experiment FROM run');
    return row ?? null;
  });
  const experiment: RunExperiment = JSON.parse(run.experiment);
  const devices = await database.query<{ id: number; token: string }>('SELECT id, token FROM device ORDER BY id');
  const fates = devices.map(({ id, token }) => ({ id: Number(id), token, arm: armOf(experiment, Number(id)) }));
  const tested = fates.flatMap(({ id, arm }) => (arm === WAITING_ARM ? [] : [[id, arm]]));
  await eventually('the tested messages', async () => {
    return (await readLedger(database)).length === tested.length ? true : null;
  });
  expect(await readLedger(database)).toEqual(tested);
  expect(await readDecision(database)).toBeNull();
  return { runId: Number(run.id), experiment, fates };
};

const click = (database: Database): Promise<unknown> =>
  database.tx((tx) =>
    execute(
      tx,
      `INSERT INTO receipt (run_id, push_id, device_id, kind, app_id, received_at)
       SELECT run_id, push_id, device_id, 'clicked', app_id, sent_at FROM device_send WHERE variant = ?`,
      [CLICKED],
    ),
  );

const readDecision = async (database: Database) => {
  const sql = 'SELECT winner, winner_reason, decided_at FROM run WHERE decided_at IS NOT NULL';
  const [row] = await database.query<{ winner: number; winner_reason: string; decided_at: number }>(sql);
  return row ?? null;
};

/** Every message, as device and arm. */
const readLedger = async (database: Database) => {
  const sql = 'SELECT device_id, variant FROM device_send ORDER BY device_id, sent_at';
  const rows = await database.query<{ device_id: number; variant: number }>(sql);
  return rows.map(({ device_id, variant }) => [Number(device_id), Number(variant)]);
};
