import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceGone } from '../support/service-client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { noteFigures, seededRandom, settledCount } from './crash-run.js';

const SEED = Number(process.env.CRASH_SEED ?? 1);
const KILLS = Number(process.env.CRASH_KILLS ?? 3);
const CHECKPOINT_SIZE = 50;
const DEVICES = 400;
const CALLS_AT_ONCE = 8;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), LEASE_MS: '2000' };

interface Phone {
  readonly path: string;
  readonly secret: string;
  readonly token: string;
}

describe.each(eachDatabase())('kill -9 while events arrive and trigger messages, on $name', (kind) => {
  test('sends a message for every event that got its 202, and repeats at most one checkpoint per kill', async () => {
    const random = seededRandom(SEED);
    await using world = await ServiceWorld.open(kind);
    let service = await world.start(ENV);
    const phones = await prepare(world, service);
    const accepted = new Set<string>();
    const waiting = [...phones];

    for (let kill = 0; kill < KILLS; kill += 1) {
      const killAt = accepted.size + 1 + Math.floor((random() * waiting.length) / (KILLS - kill + 1));
      const reporting = report(service, waiting, accepted);
      await eventually(`${killAt} accepted events`, () => (accepted.size >= killAt ? true : null));
      await service.kill();
      await reporting;
      service = await world.start(ENV);
    }
    await report(service, waiting, accepted);
    expect(accepted.size).toBe(DEVICES);

    await eventually('an empty queue', async () => {
      const rows = await (await world.db()).query('SELECT id FROM due_send LIMIT 1');
      return rows.length === 0 ? true : null;
    });
    const messages = await settledCount(world.fakes);
    const counts = await world.fakes.countByTarget();
    noteFigures({ database: kind.name, seed: SEED, kills: KILLS, autoPushRepeated: messages - DEVICES });
    expect([...accepted].filter((token) => !counts.has(token))).toEqual([]);
    expect(counts.size).toBe(DEVICES);
    expect(messages - DEVICES).toBeLessThanOrEqual(KILLS * CHECKPOINT_SIZE);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});

const prepare = async (world: ServiceWorld, service: ServiceProcess): Promise<Phone[]> => {
  const app = await createApp(service, world.fakes, { provider: 'provider_c', name: 'phones' });
  await must(201, service.api('POST', '/events', { name: 'Order', code: 'order' }));
  const pushId = await createPush(service, [{ language: 'en', title: 'Thank you', text: 'Your order is on its way.' }]);
  await startAutoPush(service, { pushId, body: { name: 'order', all_apps: true, event_include: ['order'] } });
  return Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const token = `${index}`.padStart(64, '0');
      const devices = `/${app.serviceId}/devices`;
      const { device_id, device_secret } = await must(201, service.sdk('POST', devices, { body: { token } }));
      return { path: `${devices}/${device_id}/events`, secret: device_secret, token };
    }),
  );
};

/**
 * Reports the event of each phone as its SDK does: with an id, so a report whose answer was lost can be repeated
 * without a second message. Removes accepted ones from `waiting`; stops when the service is gone.
 */
const report = async (service: ServiceProcess, waiting: Phone[], accepted: Set<string>): Promise<void> => {
  const worker = async (): Promise<void> => {
    for (let phone = waiting.shift(); phone; phone = waiting.shift()) {
      const body = { events: [{ code: 'order', id: `order of ${phone.token}` }] };
      try {
        await must(202, service.sdk('POST', phone.path, { body, secret: phone.secret }));
        accepted.add(phone.token);
      } catch (error) {
        // The connection broke, so it is unknown whether the event was accepted; it is reported again.
        if (!(error instanceof ServiceGone)) throw error;
        waiting.push(phone);
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
};
