import { describe, expect, test } from '@jest/globals';
import { groupBy } from '../../src/collections.js';
import { subjectHash } from '../../src/crypto/subject-hash.js';
import { type Database, execute } from '../../src/database/database.js';
import { armOf } from '../../src/delivery/judgement/arms.js';
import { isInHoldout } from '../../src/delivery/judgement/holdout.js';
import { decodeLog } from '../../src/delivery/record/delivery-log-codec.js';
import { messageId } from '../../src/delivery/send/message-id.js';
import { CONTROL_ARM, HOLDOUT_ARM, type RunExperiment } from '../../src/ports/experiment.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { type Slot, startSlots } from './chaos/slot.js';
import { makeDue, noteFigures, settledCount, untilFinished } from './crash-run.js';

const HOUR = 3_600_000;
/** Two devices of each user, far apart, so that several workers judge them. */
const USERS = 200;
/** Devices without a user. */
const ALONE = 200;
const DEVICES = 2 * USERS + ALONE;
const HOLDOUT = { share: 0.15, generation: 3 };
const CHECKPOINT_SIZE = 20;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '100', CONCURRENCY: '2', LEASE_MS: '2000' };
/** The numbers of accepted messages after which the kills happen. About 380 are sent. */
const KILLS_AT = [60, 180];

interface Member {
  readonly id: number;
  readonly token: string;
  readonly user: string | null;
}

/** The expected arm of a device, calculated here from the run's experiment. */
interface Fate extends Member {
  readonly unit: string;
  /** The index of a variant, `CONTROL_ARM` or `HOLDOUT_ARM`. */
  readonly arm: number;
}

describe.each(eachDatabase())('kill -9 of two workers in an experiment with a holdout on $name', (kind) => {
  test('gives each unit one arm and each ghost one record, sends ghosts nothing, and loses nothing', async () => {
    await using world = await ServiceWorld.open(kind);
    const slots = await startSlots(world, kind, ENV);
    const crowd = await prepare(world, slots);
    await killWhileSending(world, slots);
    await untilFinished(world);
    await settledCount(world.fakes);

    const database = await world.db();
    const { runId, experiment, fates } = await readFates(database, crowd);
    const outcomeOf = ({ arm }: Fate): string =>
      arm === HOLDOUT_ARM ? 'HOLDOUT' : arm === CONTROL_ARM ? 'CONTROL' : 'sent';
    const perOutcome = groupBy(fates, outcomeOf);
    expect([...perOutcome.keys()].sort()).toEqual(['CONTROL', 'HOLDOUT', 'sent']);

    const arrivals = await world.fakes.entries({ limit: 10_000 });
    const got = groupBy(arrivals, ({ target }) => target);
    for (const { id, token, arm } of fates) {
      const pushId = experiment.variants[arm]?.pushId;
      // A repeat after a kill has the same message id. Refusals count too: ghosts must not even be tried.
      const expected = pushId === undefined ? [] : [messageId({ runId, pushId, deviceId: id, occurrence: 0 })];
      expect([id, [...new Set(got.get(token)?.map((arrival) => arrival.messageId))]]).toEqual([id, expected]);
    }
    const accepted = arrivals.filter(({ status }) => status === 200);
    const sent = perOutcome.get('sent')?.length ?? 0;
    expect(new Set(accepted.map(({ target }) => target)).size).toBe(sent);
    const repeated = accepted.length - sent;
    noteFigures({ database: kind.name, accepted: accepted.length, repeated });
    expect(repeated).toBeLessThanOrEqual(KILLS_AT.length * CHECKPOINT_SIZE);

    expect(await readLedger(database)).toEqual(fates.map(({ id, arm }) => [id, arm]));
    const units = new Map(fates.map(({ unit, arm }) => [unit, arm]));
    expect(units.size).toBe(USERS + ALONE);
    expect(await readUnits(database, runId)).toEqual([...units].sort());
    const unitsPerArm = [...groupBy([...units], ([, arm]) => arm)].map(([arm, { length }]) => [arm, length]);
    expect(await readUnitCounts(database)).toEqual(unitsPerArm.sort());
    expect(await readCounts(database)).toEqual([...perOutcome].map(([name, { length }]) => [name, length]).sort());
    expect(await readLog(database)).toEqual(fates.map((fate) => [fate.id, outcomeOf(fate)]));
    for (const { service } of slots) expect(await service?.terminate()).toMatchObject({ code: 0 });
    expect(slots.flatMap((slot) => [...slot.deaths, ...slot.complaints()])).toEqual([]);
  });
});

const CREATE = `mutation ($oneTime: OneTimeCampaignInput!, $holdout: HoldoutInput) {
  accountUpdate(input: { holdout: $holdout }) { userErrors { field message } }
  campaignCreate(input: { oneTime: $oneTime }) { userErrors { field message } } }`;

type Created = Readonly<Record<'accountUpdate' | 'campaignCreate', { readonly userErrors: readonly object[] }>>;

const prepare = async (world: ServiceWorld, slots: readonly Slot[]): Promise<readonly Member[]> => {
  const service = slots[0]?.service;
  if (!service) throw new Error('no process serves the API');
  const { fakes } = world;
  const provider = 'provider_c';
  const app = await createApp(service, fakes, { provider, name: 'phones' });
  const crowd = await makeCrowd(await world.db(), app.id);
  // Retries are judged again, and the delay keeps messages in flight, where kills hit them.
  const busy = { kind: 'answer', status: 503, retryAfterSeconds: 1 } as const;
  await fakes.misbehave({ provider, fraction: 0.06, seed: 1, times: 20, fault: busy });
  await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: 150 } });
  // After the end of the test, because activation refuses a minute in the past.
  const later = new Date(Date.now() + HOUR).toISOString();
  const scheduler = {
    ...{ name: 'compared', audience: { apps: { all: true } }, timeZone: 'UTC' },
    ...{ date: later.slice(0, 10), time: later.slice(11, 16), experiment: { controlShare: 0.25 } },
  };
  const pushes = [3, 1].map((weight) => ({
    ...{ defaultLang: 'en', weight },
    translations: [{ language: 'en', title: `weight ${weight}`, text: 'One of two.' }],
  }));
  const oneTime = { scheduler, pushes, activate: true };
  const created = await service.graphql<Created>(CREATE, { oneTime, holdout: HOLDOUT });
  expect(Object.values(created).flatMap(({ userErrors }) => userErrors)).toEqual([]);
  await makeDue(world, 1);
  return crowd;
};

const makeCrowd = async (database: Database, appId: number): Promise<readonly Member[]> => {
  await seedDevices(database, appId, randomTokens(DEVICES));
  const rows = await database.query<{ id: number; token: string }>('SELECT id, token FROM device ORDER BY id');
  const crowd = rows.map(({ id, token }, index) => {
    return { id: Number(id), token, user: index < 2 * USERS ? `user ${index % USERS}` : null };
  });
  await database.tx(async (tx) => {
    const sql = 'UPDATE device SET external_user_id = ? WHERE app_id = ? AND id = ?';
    for (const { id, user } of crowd) if (user !== null) await execute(tx, sql, [user, appId, id]);
  });
  return crowd;
};

/** Each of the two workers is killed once; on SQLite, the only process twice. */
const killWhileSending = async (world: ServiceWorld, slots: readonly Slot[]): Promise<void> => {
  const database = await world.db();
  const victims = slots.length === 1 ? slots : slots.slice(1);
  for (const [index, count] of KILLS_AT.entries()) {
    const isReached = async () => ((await world.fakes.summary()).accepted >= count ? true : null);
    await eventually(`message ${count} at the fakes`, isReached);
    expect(await database.query('SELECT status FROM run')).toEqual([{ status: 'running' }]);
    await victims[index % victims.length]?.restart();
  }
};

const readFates = async (database: Database, crowd: readonly Member[]) => {
  const runs = await database.query<{ id: number; user_id: number; experiment: string }>('SELECT * FROM run');
  const [run] = runs;
  if (!run || runs.length > 1) throw new Error(`there are ${runs.length} runs instead of one`);
  const userId = Number(run.user_id);
  const experiment: RunExperiment = JSON.parse(run.experiment);
  const fates = crowd.map((member): Fate => {
    const { id, user } = member;
    const arm = isInHoldout(HOLDOUT, userId, user ?? id) ? HOLDOUT_ARM : armOf(experiment, user ?? id);
    return { ...member, arm, unit: subjectHash(userId, user === null ? { device: id } : { user }) };
  });
  return { runId: Number(run.id), experiment, fates };
};

/** Every message and ghost, as device and arm. */
const readLedger = async (database: Database) => {
  const sql = 'SELECT device_id, variant FROM device_send ORDER BY device_id, sent_at';
  const rows = await database.query<{ device_id: number; variant: number }>(sql);
  return rows.map(({ device_id, variant }) => [Number(device_id), Number(variant)]);
};

const readUnits = async (database: Database, runId: number) => {
  const sql = 'SELECT unit, arm FROM run_unit WHERE run_id = ?';
  const rows = await database.query<{ unit: string; arm: number }>(sql, [runId]);
  return rows.map(({ unit, arm }) => [unit, Number(arm)]).sort();
};

const readUnitCounts = async (database: Database) => {
  const sql = "SELECT arm, SUM(count) AS n FROM arm_count WHERE kind = 'units' GROUP BY arm";
  const rows = await database.query<{ arm: number; n: number }>(sql);
  return rows.map(({ arm, n }) => [Number(arm), Number(n)]).sort();
};

const readCounts = async (database: Database) => {
  const sql = 'SELECT outcome, SUM(count) AS n FROM batch_count GROUP BY outcome HAVING SUM(count) <> 0';
  const rows = await database.query<{ outcome: string; n: number }>(sql);
  return rows.map(({ outcome, n }) => [outcome, Number(n)]).sort();
};

/** The final outcomes of single messages, in the order of devices. */
const readLog = async (database: Database) => {
  const rows = await database.query<{ members: Buffer; outcomes: Buffer }>(
    'SELECT members, outcomes FROM delivery_log',
  );
  const entries = rows.flatMap(({ members, outcomes }) => decodeLog(members, outcomes));
  const final = entries.filter(({ outcome }) => outcome !== 'retrying');
  return final.toSorted((a, b) => a.deviceId - b.deviceId).map(({ deviceId, outcome }) => [deviceId, outcome]);
};
