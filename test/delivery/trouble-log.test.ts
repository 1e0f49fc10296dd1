import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TroubleLog } from '../../src/delivery/fairness/trouble-log.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import { FakeClock } from '../support/fake-clock.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;

type Line = readonly [Record<string, unknown>, string];

const makeLog = () => {
  const lines: Line[] = [];
  const note = (details: Record<string, unknown>, message: string): void => {
    lines.push([details, message]);
  };
  return { lines, log: { info: note, warn: note, error: note } };
};

describe('the log of provider failures', () => {
  test('logs once that a provider is down, once that it is back, and no second outage within a minute', () => {
    const clock = new FakeClock();
    const { lines, log } = makeLog();
    const troubles = new TroubleLog({ clock, log });
    const whose = { appId: 7, provider: 'provider_a' };
    const fail = () => troubles.begin(whose, { trouble: 'down', code: 'PROVIDER_FAILED', detail: '503' });
    for (let pages = 0; pages < 50; pages += 1) fail();
    troubles.end(whose);
    troubles.end(whose);
    fail();
    expect(lines).toEqual([
      [{ app_id: 7, provider: 'provider_a', code: 'PROVIDER_FAILED', reason: '503' }, 'a provider is down'],
      [{ app_id: 7, provider: 'provider_a' }, 'a provider is back'],
    ]);
    clock.advance(MINUTE);
    fail();
    expect(lines).toHaveLength(3);
  });

  test('writes at most thirty lines a minute, whatever the number of push services', () => {
    const { lines, log } = makeLog();
    const troubles = new TroubleLog({ clock: new FakeClock(), log });
    for (let index = 0; index < 1_000; index += 1) {
      const whose = { appId: 7, provider: 'webpush', pushService: `https://p${index}.example` };
      troubles.begin(whose, { trouble: 'down', code: 'TIMEOUT', detail: null });
    }
    expect(lines).toHaveLength(30);
  });
});

describe.each(eachDatabase())('the log of a worker, on $name,', ({ open }) => {
  let fakes: Fakes;
  beforeAll(async () => {
    fakes = await startFakes();
  });
  afterAll(() => fakes.close());
  beforeEach(() => fakes.reset());

  const withLog = async (work: (world: DeliveryWorld, lines: readonly Line[]) => Promise<void>): Promise<void> => {
    await using database = await open();
    const { lines, log } = makeLog();
    const config = { checkpointSize: 200, batchSize: 1_000, leaseMs: 600_000 };
    await using world = await new DeliveryWorld({ database, fakes, config, log }).init();
    await work(world, lines);
  };
  const troublesIn = (lines: readonly Line[]) => lines.filter(([, message]) => message.startsWith('a provider'));
  const run = async (world: DeliveryWorld): Promise<void> => {
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.settle();
  };

  test.each([
    ['provider_a', 503, 'a provider is down', 'PROVIDER_FAILED', '503 UNAVAILABLE'],
    ['provider_b', 429, 'a provider is slow', 'TOO_MANY_REQUESTS', '429 too many requests'],
    ['provider_c', 503, 'a provider is down', 'PROVIDER_FAILED', '503 ServiceUnavailable'],
  ] as const)('says that %s answers %i, and that it is back', (provider, status, message, code, reason) =>
    withLog(async (world, lines) => {
      const app = await world.makeApp(provider);
      await world.makeDevices(app, 250);
      const word = provider === 'provider_b' ? {} : { reason: reason.slice(4) };
      await fakes.misbehave({ provider, fault: { kind: 'answer', status, ...word } });
      await run(world);
      await fakes.behave();
      for (let minutes = 0; minutes < 5; minutes += 1) await world.advance(MINUTE);
      expect(await world.outcomes()).toEqual({ sent: 250 });
      expect(troublesIn(lines)).toEqual([
        [{ app_id: app.id, provider, code, reason }, message],
        [{ app_id: app.id, provider }, 'a provider is back'],
      ]);
    }),
  );

  test('names the push service that is down', () =>
    withLog(async (world, lines) => {
      const app = await world.makeApp('webpush');
      await world.makeDevices(app, 60);
      await run(world);
      await fakes.misbehave({ provider: 'webpush', fault: { kind: 'answer', status: 503 } });
      await run(world);
      await fakes.behave();
      for (let minutes = 0; minutes < 5; minutes += 1) await world.advance(MINUTE);
      const whose = { app_id: app.id, provider: 'webpush', push_service: new URL(fakes.addresses.webpush).origin };
      expect(troublesIn(lines)).toEqual([
        [{ ...whose, code: 'PROVIDER_FAILED', reason: '503 service unavailable' }, 'a provider is down'],
        [whose, 'a provider is back'],
      ]);
    }));
});
