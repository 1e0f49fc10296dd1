import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { checkRun } from '../../src/services/conversions/check-run.js';
import { ConversionCounter } from '../../src/services/conversions/conversion-counter.js';
import { deleteDevice } from '../../src/services/devices/delete-device.js';
import { purgeUser } from '../../src/services/devices/purge-person.js';
import { EventLog } from '../../src/services/event-log/event-log.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { ConversionWorld, HOUR, MINUTE } from './conversion-world.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const LOTS = { limit: 100 };
const GOAL = { name: 'Buys', event: 'buy', window: 86_400, valueProperty: 'price' };

describe.each(eachDatabase())('goals on $name', ({ open }) => {
  const start = async () => {
    const database = await open();
    const world = await ConversionWorld.start(database, fakes);
    const app = await world.makeApp('provider_c');
    const made = await world.makeDevices(app, 20, (n) => (n < 10 ? { externalUserId: `user ${n % 5}` } : {}));
    const devices = made.map(({ device }) => device);
    const buy = (deviceId: number, price = 10, id?: string) =>
      world.services.deviceEvents.track(app, { id: deviceId }, [{ code: 'buy', id, data: { price } }]);
    const dispose = async () => {
      await world[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    };
    return { world, app, devices, buy, [Symbol.asyncDispose]: dispose };
  };

  test('an event is kept only if a run has it as a goal', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const first = devices[0]?.id ?? 0;
    const statements: string[] = [];
    world.database.statements.listener = (sql) => statements.push(sql);
    await buy(first);
    world.database.statements.listener = null;
    expect(statements.filter((sql) => /INSERT.*goal_event|device_send|run_unit/.test(sql))).toEqual([]);

    const runId = await world.addRun([GOAL]);
    await world.send({ runId, app, deviceId: first });
    world.clock.advance(MINUTE);
    await buy(first);
    await world.services.deviceEvents.track(app, { id: first }, [{ code: 'visit' }]);
    await world.count();
    const { events } = await new EventLog(world.database).readAfter(
      world.caller.userId,
      { position: 0, entry: 0 },
      LOTS,
    );
    const conversions = events.filter(({ type }) => type === 'conversion');
    expect(conversions.map(({ deviceId, data }) => [deviceId, JSON.parse(data)])).toMatchObject([
      [first, { goal: 'Buys', event: 'buy', variant: null, attributed: true, value: 10 }],
    ]);
    expect(await world.counts()).toEqual({
      [`${runId} -1 0 units`]: 1,
      [`${runId} 0 0 converted`]: 1,
      [`${runId} 0 0 converted value`]: 10,
      [`${runId} 0 0 attributed`]: 1,
      [`${runId} 0 0 attributed value`]: 10,
    });
  });

  test('a report about a user counts once, however many devices the user has', async () => {
    await using at = await start();
    const { world, app, devices } = at;
    const runId = await world.addRun([GOAL]);
    for (const device of [devices[0], devices[5]]) await world.send({ runId, app, deviceId: device?.id ?? 0 });
    world.clock.advance(MINUTE);
    const report = (price: number) => ({
      ...{ deviceId: null, externalUserId: 'user 0' },
      events: [{ code: 'buy', data: { price } }],
    });
    await world.services.deviceBulk.track(world.caller, app.id, [report(10), report(5)]);
    await world.count();
    expect(await world.counts()).toMatchObject({
      [`${runId} 0 0 converted value`]: 15,
      [`${runId} 0 0 attributed`]: 2,
      [`${runId} 0 0 attributed value`]: 15,
    });
  });

  test('a number that would overflow sums is ignored, and does not block other events', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runId = await world.addRun([GOAL]);
    for (const { id } of devices.slice(0, 2)) await world.send({ runId, app, deviceId: id });
    world.clock.advance(MINUTE);
    for (const price of [1.7e308, 1.7e308, -1.7e308, 1.1e15]) await buy(devices[0]?.id ?? 0, price);
    await buy(devices[1]?.id ?? 0, 10);
    await world.count();
    expect(await world.counts()).toMatchObject({
      [`${runId} 0 0 converted`]: 2,
      [`${runId} 0 0 converted value`]: 10,
      [`${runId} 0 0 attributed`]: 5,
      [`${runId} 0 0 attributed value`]: 10,
    });
  });

  test('two devices of a user are one unit, and an event id counts once for both', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runId = await world.addRun([GOAL]);
    const [one, other] = [devices[0]?.id ?? 0, devices[5]?.id ?? 0];
    for (const deviceId of [one, other]) await world.send({ runId, app, deviceId });
    world.clock.advance(MINUTE);
    await buy(one, 10, 'order 1');
    await buy(other, 10, 'order 1');
    await world.count();
    await buy(other, 10, 'order 1');
    await buy(other, 5, 'order 2');
    await world.count();
    expect(await world.counts()).toMatchObject({
      [`${runId} -1 0 units`]: 1,
      [`${runId} 0 0 converted`]: 1,
      [`${runId} 0 0 attributed`]: 2,
      [`${runId} 0 0 attributed value`]: 15,
    });
  });

  test('messages to a device before it had a user count for the device', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runId = await world.addRun([GOAL]);
    const device = devices[15]?.id ?? 0;
    await world.send({ runId, app, deviceId: device });
    await world.database.tx((tx) => execute(tx, "UPDATE device SET external_user_id = 'late' WHERE id = ?", [device]));
    world.clock.advance(MINUTE);
    await buy(device);
    await world.count();
    expect(await world.counts()).toMatchObject({ [`${runId} 0 0 converted`]: 1, [`${runId} 0 0 attributed`]: 1 });
  });

  test("attribution uses the account's windows", async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const { caller, services } = world;
    const runs = [await world.addRun([GOAL]), await world.addRun([GOAL])];
    const device = devices[12]?.id ?? 0;
    await services.users.configure(caller.userId, { attribution: { clickWindow: 60, sendWindow: 0 } });
    for (const runId of runs) await world.send({ runId, app, deviceId: device });
    await world.click({ runId: runs[0] ?? 0, app, deviceId: device });
    world.clock.advance(30_000);
    await buy(device);
    world.clock.advance(31_000);
    await buy(device);
    await world.count();
    const counts = await world.counts();
    expect(counts[`${runs[0]} 0 0 attributed`]).toBe(1);
    expect(counts[`${runs[1]} 0 0 attributed`]).toBeUndefined();
    expect(counts[`${runs[1]} 0 0 converted value`]).toBe(20);
  });

  test('the event of a conversion names the arm as the events of messages do', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runId = await world.addRun([GOAL]);
    await world.database.tx((tx) => execute(tx, "UPDATE run SET experiment = '{}' WHERE id = ?", [runId]));
    const [tested, control] = [devices[1]?.id ?? 0, devices[2]?.id ?? 0];
    await world.send({ runId, app, deviceId: tested, arm: 1 });
    await world.send({ runId, app, deviceId: control, outcome: 'CONTROL' });
    world.clock.advance(MINUTE);
    await buy(tested);
    await buy(control);
    await world.count();
    const { events } = await new EventLog(world.database).readAfter(
      world.caller.userId,
      { position: 0, entry: 0 },
      LOTS,
    );
    const conversions = events.filter(({ type }) => type === 'conversion');
    expect(new Map(conversions.map(({ deviceId, data }) => [deviceId, JSON.parse(data).variant]))).toEqual(
      new Map([
        [tested, '2'],
        [control, 'control'],
      ]),
    );
  });

  test('opt-outs and retirements count for the arm of the last message', async () => {
    await using at = await start();
    const { world, app, devices } = at;
    const { caller, services } = world;
    const runs = [await world.addRun(null), await world.addRun(null)];
    const [one, other] = [devices[1]?.id ?? 0, devices[11]?.id ?? 0];
    await world.send({ runId: runs[0] ?? 0, app, deviceId: one, arm: 0 });
    world.clock.advance(HOUR);
    await world.send({ runId: runs[1] ?? 0, app, deviceId: one, arm: 1 });
    await world.send({ runId: runs[1] ?? 0, app, deviceId: other, outcome: 'CONTROL' });
    world.clock.advance(HOUR);
    const subject = { kind: 'user' as const, externalUserId: 'user 1' };
    const off = [{ categoryId: 0, choice: 'OFF' as const }];
    await services.preferences.write(caller.userId, subject, off, 'API');
    await services.preferences.write(caller.userId, subject, off, 'API');
    await world.count();
    expect(await world.counts()).toEqual({
      [`${runs[0]} -1 0 units`]: 1,
      [`${runs[1]} -1 -1 units`]: 1,
      [`${runs[1]} -1 1 opted_out`]: 1,
      [`${runs[1]} -1 1 units`]: 1,
    });
  });

  test('two workers count every event once, even if one dies before its commit', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runId = await world.addRun([GOAL]);
    for (const { id } of devices) await world.send({ runId, app, deviceId: id });
    world.clock.advance(MINUTE);
    for (let round = 0; round < 12; round += 1) for (const { id } of devices) await buy(id, 1);
    world.clock.advance(MINUTE);
    const { tx } = world.database;
    let transactions = 0;
    const dying = Object.assign(Object.create(world.database), {
      tx: (work: Parameters<typeof tx>[0]) =>
        world.database.tx(async (inner) => {
          const result = await work(inner);
          transactions += 1;
          if (transactions % 2 === 1) throw new Error('the worker died before the commit');
          return result;
        }),
    });
    const publisher = { runChanged: () => undefined };
    const workers = [dying, world.database, dying].map(
      (database) => new ConversionCounter({ database, clock: world.clock, publisher }),
    );
    const { signal } = new AbortController();
    await Promise.allSettled(workers.map((worker) => worker.run(signal)));
    await world.countDue();
    expect(transactions).toBeGreaterThan(0);
    const counts = await world.counts();
    expect(counts[`${runId} -1 0 units`]).toBe(15);
    expect(counts[`${runId} 0 0 converted`]).toBe(15);
    expect(counts[`${runId} 0 0 attributed`]).toBe(240);
    expect(counts[`${runId} 0 0 converted value`]).toBe(240);
  });

  test('a check recalculates the counts from the stored facts and finds a wrong one', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runs = [await world.addRun([GOAL]), await world.addRun([{ ...GOAL, window: 3_600 }])];
    for (const [n, { id: deviceId }] of devices.entries()) {
      const runId = runs[n % 2] ?? 0;
      await world.send({ runId, app, deviceId, ...(n % 5 === 0 ? { outcome: 'CONTROL' as const } : { arm: 0 }) });
      world.clock.advance(20 * MINUTE);
      if (n % 3 === 0) await world.click({ runId, app, deviceId });
      if (n % 2 === 0) await buy(deviceId, n);
      if (n % 4 === 0) await world.count();
    }
    await world.count();
    for (const runId of runs) {
      const checked = await checkRun(world.database, { runId, now: world.clock.now() });
      expect(checked.length).toBeGreaterThan(1);
      expect(checked.filter(({ stored, recalculated }) => stored.count !== recalculated.count)).toEqual([]);
      expect(checked.filter(({ stored, recalculated }) => stored.value !== recalculated.value)).toEqual([]);
    }
    const spoil = "UPDATE arm_count SET count = count + 1 WHERE run_id = ? AND kind = 'converted'";
    await world.database.tx((tx) => execute(tx, spoil, [runs[0]]));
    const spoilt = await checkRun(world.database, { runId: runs[0] ?? 0, now: world.clock.now() });
    expect(spoilt.some(({ stored, recalculated }) => stored.count !== recalculated.count)).toBe(true);
  });

  test('erasing a user or deleting a device removes its conversions, arms and waiting events', async () => {
    await using at = await start();
    const { world, app, devices, buy } = at;
    const runId = await world.addRun([GOAL]);
    const [ofUser, alone] = [devices[2]?.id ?? 0, devices[13]?.id ?? 0];
    for (const deviceId of [ofUser, alone]) await world.send({ runId, app, deviceId });
    world.clock.advance(MINUTE);
    for (const deviceId of [ofUser, alone]) await buy(deviceId);
    await world.count();
    for (const deviceId of [ofUser, alone]) await buy(deviceId);
    const left = async () => {
      const tables = ['conversion', 'run_unit', 'goal_event', 'device_send'];
      const counts = tables.map((table) => world.database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`));
      return (await Promise.all(counts)).map(([row]) => Number(row?.n));
    };
    expect(await left()).toEqual([2, 2, 2, 2]);
    const now = world.clock.now();
    await world.database.tx((tx) => deleteDevice(tx, { appId: app.id, id: alone }, now));
    expect(await left()).toEqual([1, 1, 1, 1]);
    await purgeUser(world.database, { userId: world.caller.userId, externalId: 'user 2' });
    expect(await left()).toEqual([0, 0, 0, 0]);
    expect((await world.counts())[`${runId} 0 0 converted`]).toBe(2);
  });
});
