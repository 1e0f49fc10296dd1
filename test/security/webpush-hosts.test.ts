import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { isCovered, readHostSuffix } from '../../src/providers/outbound/host-suffixes.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const MINUTE = 60_000;
const HOUR = 3_600_000;
const HOSTS = ['127.0.0.1', 'push.example'];

const isWaiting = (outcome: string): boolean => outcome === 'retrying' || outcome === 'held';

describe.each(eachDatabase())('with WEBPUSH_HOSTS, on $name,', ({ open }) => {
  const subscriptionAt = async (host: string) => {
    const [made] = await fakes.makeSubscriptions({ count: 1, seed: host });
    if (!made) throw new Error('no subscription');
    const endpoint = new URL(made.endpoint);
    endpoint.hostname = host;
    return { subscription: { endpoint: endpoint.href, ...made.keys } };
  };

  test('a subscription elsewhere is refused at registration and import, with the reason', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, webPushHosts: HOSTS }).init();
    const app = await world.makeApp('webpush');
    const elsewhere = await subscriptionAt('badpush.example');
    await expect(world.services.devices.register(app, elsewhere, null)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('a push service that this server does not send to'),
    });
    const inputs = [elsewhere, await subscriptionAt('a.push.example'), await subscriptionAt('127.0.0.1')];
    const results = await world.services.devices.registerMany(app, inputs, { startSends: false });
    expect(results.map((item) => 'refused' in item)).toEqual([true, false, false]);
  });

  test('a message to an existing subscription elsewhere fails, and other devices get theirs', async () => {
    await using database = await open();
    await using world = await new DeliveryWorld({ database, fakes, webPushHosts: HOSTS }).init();
    const app = await world.makeApp('webpush');
    const [before] = await world.makeDevices(app, 3);
    const sql = 'UPDATE device SET token = ? WHERE id = ?';
    await database.tx((tx) => execute(tx, sql, ['https://fcm.googleapis.com/x', before?.device.id]));
    await world.makeActive('one-time', { pushes: [await world.makePush()] });
    await world.advance(HOUR);
    await world.settle();
    // On a busy machine the first answer comes after its page, and waiting messages follow a minute later.
    for (let turn = 0; turn < 5 && Object.keys(await world.outcomes()).some(isWaiting); turn += 1) {
      await world.advance(2 * MINUTE);
      await world.settle();
    }
    expect(await world.outcomes()).toEqual({ failed: 1, sent: 2 });
    const [failure] = await database.query<{ reason: string }>('SELECT reason FROM delivery_failure');
    expect(failure?.reason).toBe('endpoint refused: host not in WEBPUSH_HOSTS');
  });
});

describe('a suffix', () => {
  test.each([
    ['example.com', true],
    ['a.example.com', true],
    ['a.b.example.com.', true],
    ['badexample.com', false],
    ['example.com.evil.test', false],
    ['com', false],
  ])('example.com matches %s: %s', (hostname, covered) => {
    expect(isCovered(hostname, ['example.com'])).toBe(covered);
  });

  test.each(['', '.', '*', 'a..b', 'a b', 'https://a.b', 'a.b:443', 'a/b', '-a.b', '[::1]', `${'a'.repeat(64)}.b`])(
    '%j is invalid',
    (text) => expect(readHostSuffix(text)).toBeNull(),
  );
});
