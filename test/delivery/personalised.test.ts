import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import type { Push } from '../../src/entities/push.js';
import type { ProviderName } from '../../src/providers/sender.js';
import type { PushInput } from '../../src/services/pushes/push-rules.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;
const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];
const COSTLY = '{% for a in (1..500) %}{% for b in (1..500) %}{% endfor %}{% endfor %}';

const makeTemplate = (world: DeliveryWorld, text: string, more: Partial<PushInput> = {}): Promise<Push> =>
  world.services.pushes.create(world.caller, {
    ...{ defaultLang: 'en', missing: 'DEFAULT' },
    translations: [{ language: 'en', title: text, text: 'Same for all' }],
    ...more,
  });

const setAttributes = (database: Database, id: number, attributes: object | null): Promise<unknown> =>
  database.tx((tx) =>
    execute(tx, 'UPDATE device SET attributes = ? WHERE id = ?', [attributes && JSON.stringify(attributes), id]),
  );

const textsByTarget = async () =>
  new Map((await fakes.entries({ limit: 1_000 })).map(({ target, title }) => [target, title]));

describe.each(eachDatabase())('personalised messages on $name', ({ open }) => {
  const openWorld = async (database: Database, senders = {}) => new DeliveryWorld({ database, fakes, senders }).init();

  test('show each device its own text at every provider, and drop what a template aborts', async () => {
    await using database = await open();
    await using world = await openWorld(database);
    const expected = new Map<string, string>();
    for (const provider of PROVIDERS) {
      const devices = await world.makeDevices(await world.makeApp(provider), 4, () => ({ country: 'AT' }));
      for (const [index, { device }] of devices.entries()) {
        if (index < 3) await setAttributes(database, device.id, { name: `N${index}`, age: 16 + index });
        if (index === 1 || index === 2) expected.set(device.token, `N${index} at ${provider} from AT`);
      }
    }
    const text = '{% if user.age < 17 %}{% abort_message "too young" %}{% endif %}{{ user.name }} at {{ app.name }}';
    const push = await makeTemplate(world, `${text} from {{ device.country }}`, { missing: 'ABORT' });
    await world.makeActive('one-time', { pushes: [push] });
    await world.advance(HOUR);
    await world.settle();
    expect(await world.outcomes()).toEqual({ ABORTED: 8, sent: 8 });
    expect(await textsByTarget()).toEqual(expected);
    const failures = await database.query<{ outcome: string; code: string; detail: string; n: number }>(
      'SELECT outcome, code, detail, COUNT(*) AS n FROM delivery_failure GROUP BY outcome, code, detail ORDER BY code',
    );
    expect(failures.map((row) => ({ ...row, n: Number(row.n) }))).toEqual([
      { outcome: 'ABORTED', code: 'RULE:TEMPLATE_ABORTED', detail: 'too young', n: 4 },
      { outcome: 'ABORTED', code: 'RULE:VALUE_MISSING', detail: 'user.name', n: 4 },
    ]);
    const [run] = await database.query<{ status: string }>('SELECT status FROM run');
    expect(run?.status).toBe('finished');
  });

  test('the trace of a dropped message names the rule and the reason', async () => {
    await using database = await open();
    await using world = await openWorld(database);
    const [made] = await world.makeDevices(await world.makeApp('provider_c'), 1);
    const deviceId = made?.device.id ?? 0;
    await world.makeActive('one-time', {
      pushes: [await makeTemplate(world, '{{ user.name }}', { missing: 'ABORT' })],
    });
    await world.advance(HOUR);
    const [run] = await database.query<{ id: number }>('SELECT id FROM run');
    const trace = await world.services.deliveryTrace.trace(world.caller, deviceId, Number(run?.id));
    expect(trace.decidedBy).toMatchObject({ code: 'RULE_DROPPED', outcome: 'ABORTED', reasonCode: 'VALUE_MISSING' });
    expect(trace.summary).toContain('the device has no value for user.name');
  });

  test("a message that is retried or interrupted by a crash renders the device's current data", async () => {
    await using database = await open();
    await using world = await openWorld(database);
    const [made] = await world.makeDevices(await world.makeApp('provider_c'), 1);
    const { id, token } = made?.device ?? { id: 0, token: '' };
    await setAttributes(database, id, { name: 'Before' });
    await world.makeActive('one-time', { pushes: [await makeTemplate(world, '{{ user.name }} of {{ run.name }}')] });
    const fault = { kind: 'answer', status: 503, reason: 'ServiceUnavailable' } as const;
    await fakes.misbehave({ provider: 'provider_c', fault });
    await world.advance(HOUR);
    expect(await world.outcomes()).toEqual({ retrying: 1 });
    await setAttributes(database, id, { name: 'After' });
    await fakes.behave();
    await world.advance(HOUR);
    expect(await textsByTarget()).toEqual(new Map([[token, 'After of a one-time']]));
  });

  test("auto-push shows the event's data, even on a retry, and keeps it only while the message waits", async () => {
    await using database = await open();
    const sender = new RecordingSender();
    const world = await AutoPushWorld.start({ database, fakes, sender });
    await using _end = world;
    const seen: unknown[] = [];
    sender.before = ({ messages }) => void seen.push(...messages.map(({ slots }) => slots?.[0]));
    const push = await makeTemplate(world, 'Order {{ event.order }} of {{ event.total | money: "EUR" }}', {
      missing: 'ABORT',
    });
    const input = { timing: { kind: 'auto-push', delay: null } } as const;
    await world.makeActive('auto-push', { pushes: [push], filters: { event_include: ['buy'] }, input });
    const device = await world.makeDevice();
    const buy = (order: string) => world.track(device, { code: 'buy', data: { order, total: 12.5 } });
    await buy('A1');
    await world.track(device, 'buy');
    await world.advance(1_000);
    expect(seen.splice(0)).toEqual(['Order A1 of €12.50']);
    expect(await world.outcomes()).toEqual({ ABORTED: 1, sent: 1 });

    sender.answer = () => ({ kind: 'retry-after', code: 'TIMEOUT', detail: null, afterMs: 1_000 });
    await buy('A2');
    await world.advance(1_000);
    const waiting = await database.query<{ event_data: string }>('SELECT event_data FROM retry_send');
    expect(waiting.map(({ event_data }) => JSON.parse(event_data))).toEqual([{ order: 'A2', total: 12.5 }]);
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(HOUR);
    expect(seen).toEqual(['Order A2 of €12.50', 'Order A2 of €12.50']);
    for (const table of ['due_send', 'retry_send']) expect(await database.query(`SELECT id FROM ${table}`)).toEqual([]);
  });

  test("an event's data is validated when it is reported", async () => {
    await using database = await open();
    const world = await AutoPushWorld.start({ database, fakes, sender: new RecordingSender() });
    await using _end = world;
    const device = await world.makeDevice();
    const report = (data: object) => world.track(device, { code: 'buy', data: data as Record<string, unknown> });
    const wrong = [{ a: { b: 1 } }, { a: null }, { a: [1] }, { a: 'x'.repeat(2_050) }, { ' a': 1 }, { a: '\ud800' }];
    for (const data of wrong) await expect(report(data)).rejects.toThrow('events[0].data');
    await expect(report({ a: 'x', b: 1, c: true })).resolves.toEqual({ accepted: 1, ignored: 0 });
  });

  test('a costly template fails its own messages without delaying other accounts', async () => {
    await using database = await open();
    await using world = await openWorld(database);
    await world.makeDevices(await world.makeApp('provider_c'), 60);
    await world.makeActive('one-time', { pushes: [await makeTemplate(world, COSTLY)] });
    const longest = await longestBlock(() => world.advance(HOUR));
    expect(await world.outcomes()).toEqual({ RENDER_FAILED: 60 });
    expect(longest).toBeLessThan(400);
  });

  test('template syntax sent over REST is plain text', async () => {
    await using database = await open();
    await using world = await openWorld(database);
    const app = await world.makeApp('provider_c');
    const [made] = await world.makeDevices(app, 1);
    const text = 'Use {{ user.name }} and {% if %}';
    await world.makeActive('one-time', { pushes: [await makeTemplate(world, text, { missing: null })] });
    await world.advance(HOUR);
    expect(await textsByTarget()).toEqual(new Map([[made?.device.token ?? '', text]]));
  });
});

/** Returns the longest time, in ms, for which the event loop was blocked. */
const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(timer);
  return longest;
};
