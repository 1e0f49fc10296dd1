import { expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { subscribe } from '../support/subscribe.js';
import { expectInTime, noteFigures, recordedCount, settledCount, untilFinished, untilTaken } from './crash-run.js';
import { openWorld, withMysql } from './three-processes.js';

/** The time from the answer to the first message. */
const PROMISED_MS = 2_000;

const SEND = `mutation ($input: MessageSendInput!) {
  messageSend(input: $input) { run { id } devices unknown userErrors { message } } }`;
const MESSAGE = { defaultLang: 'en', translations: [{ language: 'en', title: 'Now', text: 'At once' }] };

const WATCH = `subscription ($id: ID!) {
  runProgress(runId: $id) { run { status target { kind devices } counts { sent } } } }`;

interface Progress {
  readonly runProgress: { readonly run: object };
}

interface Sent {
  readonly messageSend: { readonly run: { readonly id: string }; readonly userErrors: readonly unknown[] };
}

/** Returns the global ids of this many new devices. */
const makeDevices = async (world: ServiceWorld, service: ServiceProcess, count: number): Promise<string[]> => {
  const app = await createApp(service, world.fakes, { provider: 'provider_c', name: 'phones' });
  await seedDevices(await world.db(), app.id, randomTokens(count));
  const rows = await (await world.db()).query<{ id: number }>('SELECT id FROM device ORDER BY id');
  return rows.map(({ id }) => toGlobalId('Device', Number(id)));
};

const expectAtOnce = async (world: ServiceWorld, service: ServiceProcess) => {
  const deviceIds = await makeDevices(world, service, 50);
  await expectInTime(PROMISED_MS, () => sendNow(world, service, deviceIds));
};

/** Returns the time from the answer to the first message, ms. */
const sendNow = async (world: ServiceWorld, service: ServiceProcess, deviceIds: readonly string[]): Promise<number> => {
  await world.fakes.reset();
  const input = { to: { deviceIds }, message: MESSAGE };
  const { messageSend } = await service.graphql<Sent>(SEND, { input });
  const answeredAt = Date.now();
  expect(messageSend).toMatchObject({ devices: 50, unknown: 0, userErrors: [] });
  await eventually('all messages', async () => ((await world.fakes.count()) === 50 ? true : null));
  const progress = subscribe<Progress>(service, { query: WATCH, variables: { id: messageSend.run.id } });
  let last: Progress['runProgress']['run'] | null = null;
  for await (const { runProgress } of progress) last = runProgress.run;
  expect(last).toEqual({ status: 'FINISHED', target: { kind: 'DEVICE_IDS', devices: 50 }, counts: { sent: 50 } });
  const [first] = await world.fakes.entries({ limit: 1 });
  return (first?.at ?? Number.POSITIVE_INFINITY) - answeredAt;
};

test.each(eachDatabase())('a message sent at once starts within two seconds, on $name', async (kind) => {
  await using world = await ServiceWorld.open(kind);
  await expectAtOnce(world, await world.start());
});

withMysql('an api process and a worker on one MySQL', () => {
  test('a message sent at once starts within two seconds', async () => {
    await using world = await openWorld();
    const api = await world.start({ ROLE: 'api' });
    await world.start({ ROLE: 'worker' });
    await expectAtOnce(world, api);
  });
});

const DEVICES = 10_000;
const CHECKPOINT_SIZE = 100;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), LEASE_MS: '2000' };

test.each(eachDatabase())(
  'kill -9 during sending loses nothing, and a repeated call sends nothing, on $name',
  async (kind) => {
    await using world = await ServiceWorld.open(kind, { keepContent: false });
    let service = await world.start(ENV);
    const deviceIds = await makeDevices(world, service, DEVICES);
    // Without this, a run could end before a busy test kills its process.
    await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 100 } });
    const input = { to: { deviceIds }, message: MESSAGE, idempotencyKey: 'once' };
    const { messageSend } = await service.graphql<Sent>(SEND, { input });
    expect(messageSend.userErrors).toEqual([]);
    for (const share of [0.2, 0.5]) {
      await untilTaken(world.fakes, DEVICES * share);
      await service.kill();
      await settledCount(world.fakes);
      expect(await recordedCount(world)).toBeLessThan(DEVICES);
      service = await world.start(ENV);
      const again = await service.graphql<Sent>(SEND, { input });
      expect(again.messageSend.run.id).toBe(messageSend.run.id);
    }
    await untilFinished(world);
    const counts = await world.fakes.countByTarget();
    const messages = [...counts.values()].reduce((sum, count) => sum + count, 0);
    noteFigures({ database: kind.name, messages, repeated: messages - DEVICES });
    expect(counts.size).toBe(DEVICES);
    expect(messages - DEVICES).toBeLessThanOrEqual(2 * CHECKPOINT_SIZE);
    expect(await recordedCount(world)).toBe(DEVICES);
  },
);
