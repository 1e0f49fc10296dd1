import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { groupBy } from '../../src/collections.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld, workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { LedgerEntry } from '../support/fakes/ledger.js';
import type { Fault } from '../support/fakes/misbehaviour.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const DEVICES = 3;
const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];

/** The notifications that each device finally shows. Those with the same identity replace each other. */
const shownPerDevice = async (): Promise<number[]> => {
  const entries = await fakes.entries({ accepted: true });
  return [...groupBy(entries, ({ target }) => target).values()].map((group) => {
    expect(group.every(({ shownAs }) => shownAs !== null)).toBe(true);
    return new Set(group.map(({ shownAs }) => shownAs)).size;
  });
};

describe.each(eachDatabase())('different messages never replace each other, on $name,', ({ open }) => {
  describe.each(PROVIDERS)('%s:', (provider) => {
    test('two pushes of one run', async () => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes }).init();
      await world.makeDevices(await world.makeApp(provider), DEVICES);
      await world.makeActive('one-time', {
        pushes: [await world.makePush(['en'], 'a'), await world.makePush(['en'], 'b')],
      });
      await world.advance(HOUR);
      await world.settle();
      expect(await shownPerDevice()).toEqual(Array(DEVICES).fill(2));
    });

    test('two moments of a weekly scheduler', async () => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes }).init();
      await world.makeDevices(await world.makeApp(provider), DEVICES);
      const timeSend = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, times: ['10:00'] }));
      const timing = { kind: 'weekly', timeSend, localTime: false, timezone: '+00:00' } as const;
      await world.makeActive('weekly', { pushes: [await world.makePush()], input: { timing } });
      for (let hours = 0; hours < 48; hours += 1) await world.advance(HOUR);
      await world.settle();
      expect(await shownPerDevice()).toEqual(Array(DEVICES).fill(2));
    });

    test('two events of an auto-push', async () => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes }).init();
      const app = await world.makeApp(provider);
      await world.services.customEvents.create(world.caller, { name: 'buy', code: 'buy' });
      const devices = await world.makeDevices(app, DEVICES);
      const timing = { kind: 'auto-push', delay: null } as const;
      const filters = { event_include: ['buy'] };
      await world.makeActive('auto-push', { pushes: [await world.makePush()], filters, input: { timing } });
      for (const { device } of devices) {
        const events = [
          { code: 'buy', id: '1' },
          { code: 'buy', id: '2' },
        ];
        await world.services.deviceEvents.track(app, device, events);
      }
      await world.work();
      await world.settle();
      expect(await shownPerDevice()).toEqual(Array(DEVICES).fill(2));
    });

    test('two tests of one push', async () => {
      await using database = await open();
      await using world = await new DeliveryWorld({ database, fakes }).init();
      const [device] = await world.makeDevices(await world.makeApp(provider), 1);
      const { id: push } = await world.makePush();
      const asked = { push, deviceId: device?.device.id ?? 0, language: null };
      for (let times = 0; times < 2; times += 1) await world.services.pushTest.send(world.caller, asked);
      expect(await shownPerDevice()).toEqual([2]);
    });
  });
});

describe.each(eachDatabase())('a message that is tried again, on $name,', ({ open }) => {
  describe.each(PROVIDERS)('%s:', (provider) => {
    test.each(['a scheduler', 'messageSend'])(
      'is repeated as it was after a restart, although the defaults changed: %s',
      async (how) => {
        await using database = await open();
        await using world = await new DeliveryWorld({ database, fakes }).init();
        const app = await world.makeApp(provider);
        const change = (collapseKey: string) =>
          world.services.apps.update(world.caller, app.id, {
            messageDefaults: { collapseKey, data: { from_defaults: collapseKey } },
          });
        await change('earlier');
        const [registration] = await world.makeDevices(app, 1);
        await fakes.misbehave({ provider, times: 1, fault: faultOf(provider) });
        if (how === 'messageSend') await sendAtOnce(world, registration?.device.id ?? 0);
        else await world.makeActive('one-time', { pushes: [await world.makePush()] });
        await world.advance(HOUR);
        await world.settle();
        expect(await world.outcomes()).toEqual({ retrying: 1 });

        await change('later');
        world.clock.advance(HOUR);
        await fakes.setNow(world.clock.now());
        const restarted = world.makeFlow();
        await workThrough(restarted, world.jobs);
        await restarted.lateRecorded(60_000);
        expect(await world.outcomes()).toEqual({ sent: 1 });
        const [first, ...repeats] = (await fakes.entries({ accepted: true })).map(asShown);
        expect(repeats).toEqual(provider === 'provider_b' ? [] : [first]);
        expect(JSON.stringify(first)).toContain('earlier');
      },
    );
  });
});

/** OneSignal recognizes a repeat by its key, so its first try is refused instead of taken without an answer. */
const faultOf = (provider: ProviderName): Fault =>
  provider === 'provider_b' ? { kind: 'answer', status: 503 } : { kind: 'reset-stream', accepted: true };

const sendAtOnce = (world: DeliveryWorld, device: number) =>
  world.services.messageSend.send(
    world.caller,
    {
      target: { kind: 'deviceIds', deviceIds: [device] },
      appIds: null,
      push: { defaultLang: 'en', translations: [{ language: 'en', title: 'Now', text: 'text' }] },
      category: null,
    },
    async () => undefined,
  );

/** The time to live counts down from one try to the next. */
const asShown = ({ shownAs, content }: LedgerEntry) => ({
  shownAs,
  content: JSON.parse(JSON.stringify(content, (key, value) => (TIMES.has(key) ? undefined : value))),
});

const TIMES: ReadonlySet<string> = new Set(['ttl', 'TTL', 'apns-expiration']);
