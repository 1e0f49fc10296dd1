import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { CompileTemplate } from '../../src/content/push-content.js';
import type { Database } from '../../src/database/database.js';
import type { DeliveryFlow } from '../../src/delivery/flow.js';
import type { DeviceValues } from '../../src/entities/device.js';
import type { Message, ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld, workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];
const SEATS = ['A1', 'A2', 'B1', 'B1'];

/** A made-up template that adds the device's version to each title, unless the text marks the push as plain. */
const seatTemplate: CompileTemplate = (content) =>
  content.text.startsWith('plain')
    ? null
    : {
        content: { ...content, slotted: { title: [content.title, ', seat ', 0] } },
        needs: ['appVersion'],
        slotsOf: ({ appVersion }: DeviceValues) => [appVersion ?? 'not read'],
      };

const deviceSelects = (rows: jest.SpiedFunction<Database['rows']>): string[] =>
  rows.mock.calls.flatMap(([sql]) => /^SELECT (.*) FROM device d/.exec(sql)?.[1] ?? []);

describe.each(eachDatabase())('content that varies by device on $name', ({ open }) => {
  const openWorld = async (database: Database, senders = {}) => {
    const world = await new DeliveryWorld({ database, fakes, senders }).init();
    const flow = world.makeFlow({ compileTemplate: seatTemplate });
    return { world, flow };
  };
  const passTime = async (world: DeliveryWorld, flow: DeliveryFlow, ms: number) => {
    world.clock.advance(ms);
    await fakes.setNow(world.clock.now());
    await workThrough(flow, world.jobs);
    await flow.lateRecorded(60_000);
    await workThrough(flow, world.jobs);
  };
  const titlesByTarget = async () =>
    new Map((await fakes.entries({ limit: 1_000 })).map(({ target, title }) => [target, title]));

  test('shows each device its own text at every provider, and reads the required column', async () => {
    await using database = await open();
    const { world, flow } = await openWorld(database);
    await using _end = world;
    const expected = new Map<string, string>();
    for (const provider of PROVIDERS) {
      const devices = await world.makeDevices(await world.makeApp(provider), SEATS.length, (index) => ({
        appVersion: SEATS[index] ?? null,
      }));
      for (const { device } of devices) expected.set(device.token, `title en, seat ${device.appVersion}`);
    }
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    const rows = jest.spyOn(database, 'rows');
    await passTime(world, flow, HOUR);
    expect(await world.outcomes()).toEqual({ sent: PROVIDERS.length * SEATS.length });
    expect(await titlesByTarget()).toEqual(expected);
    expect(new Set(deviceSelects(rows))).toEqual(
      new Set([
        'd.id, d.token, d.language, d.app_version, d.timezone, d.quiet_hours',
        'd.id, d.token, d.language, d.p256dh, d.auth, d.token_at, d.app_version, d.timezone, d.quiet_hours, d.registered_from',
      ]),
    );
    // Two devices have the same seat, so one OneSignal call serves both.
    const calls = (await fakes.entries({ limit: 1_000, provider: 'provider_b' })).map(({ messageId }) => messageId);
    expect(new Set(calls).size).toBe(3);
  });

  test('keeps a push without slots shared: one content object, one call, and the usual columns', async () => {
    await using database = await open();
    const contents: Message[] = [];
    const sender = new RecordingSender();
    sender.before = ({ messages }) => void contents.push(...messages);
    const { world, flow } = await openWorld(database, { provider_c: sender });
    await using _end = world;
    for (const provider of ['provider_b', 'provider_c'] as const) {
      await world.makeDevices(await world.makeApp(provider), 6, () => ({ appVersion: 'A1' }));
    }
    await world.makeActive('one-time', { pushes: [await world.makePush(['en'], 'plain')] });
    const rows = jest.spyOn(database, 'rows');
    await passTime(world, flow, HOUR);
    expect(new Set(contents.map(({ content }) => content)).size).toBe(1);
    expect(contents.some((message) => 'slots' in message)).toBe(false);
    const calls = (await fakes.entries({ provider: 'provider_b' })).map(({ messageId }) => messageId);
    expect([calls.length, new Set(calls).size]).toEqual([6, 1]);
    expect(new Set(deviceSelects(rows))).toEqual(new Set(['d.id, d.token, d.language, d.timezone, d.quiet_hours']));
  });

  test('shows a device its own text on a retry, and in auto-push', async () => {
    await using database = await open();
    const { world, flow } = await openWorld(database);
    await using _end = world;
    const app = await world.makeApp('provider_c');
    const [first] = await world.makeDevices(app, 1, () => ({ appVersion: 'A1' }));
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await fakes.misbehave({
      provider: 'provider_c',
      fault: { kind: 'answer', status: 503, reason: 'ServiceUnavailable' },
    });
    await passTime(world, flow, HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 1 });
    await fakes.behave();
    await passTime(world, flow, HOUR);
    expect(await titlesByTarget()).toEqual(new Map([[first?.device.token, 'title en, seat A1']]));

    await fakes.reset();
    await world.makeActive('auto-push', { pushes: [await world.makePush()], filters: { event_include: ['install'] } });
    const [second] = await world.makeDevices(app, 1, () => ({ appVersion: 'B2' }));
    await passTime(world, flow, 1_000);
    expect(await titlesByTarget()).toEqual(new Map([[second?.device.token, 'title en, seat B2']]));
  });
});
