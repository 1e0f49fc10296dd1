import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { Door } from '../support/door.js';
import { eventually } from '../support/eventually.js';
import { createPush, must, startAutoPush } from '../support/service-steps.js';
import {
  makeDue,
  noteFigures,
  prepareRun,
  recordedCount,
  settledCount,
  untilFinished,
  untilTaken,
} from './crash-run.js';
import { openWorld, withMysql } from './three-processes.js';

/** How long the job store is down: `npm run verify:failover` takes any length; the default is 1 minute. */
const DOWN_MS = process.env.VERIFY_MINUTES ? Number(process.env.VERIFY_MINUTES) * 60_000 : 5_000;
/** The number of phones that report an event during the outage, spread evenly over it. */
const LATER = 5;
const ENV = { CHECKPOINT_SIZE: '100', BATCH_SIZE: '100', CONCURRENCY: '2' };
/** A stuck driver is replaced after 20 s; FerretDB works serially, which takes long on a busy machine. */
const BACK_MS = 300_000;
const DEVICES = 1_000;
const PHONES = 10;

const withStore = process.env.TEST_MONGO_URL ? withMysql : describe.skip;

withStore('a store of jobs in MongoDB that is away in the middle of a run', () => {
  test(
    'stops nothing: the run ends, events are sent, requests are answered, and readiness reports the outage',
    async () => {
      await using door = await Door.open(new URL(process.env.TEST_MONGO_URL ?? ''));
      await using world = await openWorld({ keepContent: false });
      const env = { ...ENV, JOBS_URL: door.url(`outage_${randomBytes(6).toString('hex')}`) };
      const api = await world.start({ ...env, ROLE: 'api' });
      const worker = await world.start({ ...env, ROLE: 'worker' });
      const first = await prepareRun(world, api, { apple: DEVICES, web: 0 });
      await must(201, api.api('POST', '/events', { name: 'Order', code: 'order' }));
      const pushId = await createPush(api, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
      await startAutoPush(api, { pushId, body: { name: 'order', all_apps: true, event_include: ['order'] } });
      const { apps } = await must(200, api.api('GET', '/apps'));
      const { id } = apps.find(({ name }: { name: string }) => name === 'phones');
      const { service_id } = await must(200, api.api('GET', `/apps/${id}`));
      await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: 1_000 } });
      await makeDue(world, first.schedulerId);
      await untilTaken(world.fakes, DEVICES / 10);

      door.shut();
      const shutAt = performance.now();
      for (const service of [api, worker]) {
        await eventually('a readiness that says it', async () => {
          const { status, body } = await service.request('GET', '/readyz');
          expect(status).toBe(200);
          return body.degraded ? true : null;
        });
      }
      const path = `/${service_id}/devices`;
      const order = async (index: number): Promise<void> => {
        const token = `${index}`.padStart(64, '0');
        const { device_id, device_secret } = await must(201, api.sdk('POST', path, { body: { token } }));
        const body = { events: [{ code: 'order', id: `order ${index}` }] };
        await must(202, api.sdk('POST', `${path}/${device_id}/events`, { body, secret: device_secret }));
      };
      for (let index = 0; index < PHONES; index += 1) await order(index);
      await untilFinished(world);
      await untilTaken(world.fakes, DEVICES + PHONES);
      const finishedAfterMs = Math.round(performance.now() - shutAt);
      for (let turn = 1; turn <= LATER; turn += 1) {
        await sleep(Math.max(0, (DOWN_MS * turn) / LATER - (performance.now() - shutAt)));
        await order(PHONES + turn);
        await untilTaken(world.fakes, DEVICES + PHONES + turn);
      }

      await door.open();
      for (const service of [api, worker]) {
        await eventually(
          'a readiness without a but',
          async () => ((await service.request('GET', '/readyz')).body.degraded === undefined ? true : null),
          BACK_MS,
        );
      }
      // The jobs themselves continue.
      await order(PHONES);
      const all = DEVICES + PHONES + LATER + 1;
      await untilTaken(world.fakes, all);
      await settledCount(world.fakes);
      const counts = [...(await world.fakes.countByTarget()).values()];
      noteFigures({ downMs: Math.round(performance.now() - shutAt), finishedAfterMs, targets: counts.length });
      expect([counts.length, Math.max(...counts)]).toEqual([all, 1]);
      await eventually('what was recorded', async () => ((await recordedCount(world)) === all ? true : null));
      for (const service of [api, worker]) expect(await service.terminate()).toMatchObject({ code: 0 });
    },
    300_000 + 2 * BACK_MS + DOWN_MS,
  );
});
