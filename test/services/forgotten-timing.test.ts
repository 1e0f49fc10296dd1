import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { subjectHash } from '../../src/crypto/subject-hash.js';
import { countActivities } from '../../src/delivery/judgement/active-hours.js';
import { unpackSends } from '../../src/delivery/judgement/cap-block-codec.js';
import type { Outcome } from '../../src/providers/sender.js';
import { findDevicesOfPerson, purgeDevices, purgeUser } from '../../src/services/devices/purge-person.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const SENT: Outcome = { kind: 'sent', providerMessageId: null };
const RETRY: Outcome = { kind: 'retry-after', code: 'PROVIDER_FAILED', detail: '503', afterMs: 60_000 };
const { signal } = new AbortController();
/** Few users and devices, so that each kind has one block. */
const FIRST_BLOCK_OF_USERS = 2 ** 47;

describe.each(eachDatabase())('timing data about people, on $name', ({ open }) => {
  /** Ann has two devices, Bob has one, and the last device has no user. Caps and hours have rows for all of them. */
  const start = async (database: Awaited<ReturnType<typeof open>>, answer: Outcome) => {
    const world = await BatchWorld.start({ database, fakes, sender });
    const { userId } = world.caller;
    const app = await world.makeApp('provider_c');
    const owners = ['ann', 'ann', 'bob', null];
    const devices = await world.seedDevices(app, owners.length, (index) => ({ externalUserId: owners[index] ?? null }));
    const cap = { max: 9, window: { kind: 'ROLLING', seconds: 86_400 }, categories: null, minGap: null } as const;
    const caps = (['USER', 'DEVICE'] as const).map((subject) => ({ ...cap, subject }));
    await world.services.users.configure(userId, { frequencyCaps: { onCapped: 'DROP', caps } });
    // Each device also has hours from before it had a user.
    const activities = devices.flatMap(({ id: deviceId, externalUserId }) =>
      [externalUserId, null].map((user) => ({
        ...({ kind: 'click', userId, appId: app.id, deviceId, timezone: null } as const),
        externalUserId: user,
      })),
    );
    await database.tx((tx) => countActivities(tx, activities, world.clock.now()));
    sender.answer = () => answer;
    await world.makeRun();
    await world.advance(HOUR);
    const subjects = new Map<string, string>([
      ...(['ann', 'bob'] as const).map((user) => [subjectHash(userId, { user }), user] as const),
      ...devices.map(({ id }) => [subjectHash(userId, { device: id }), `device ${id}`] as const),
    ]);
    const users = await database.query<{ id: number; name: string }>(
      'SELECT id, external_user_id AS name FROM end_user',
    );
    const names = new Map<string, string>([
      ...users.map(({ id, name }) => [`${FIRST_BLOCK_OF_USERS} ${Number(id)}`, name] as const),
      ...devices.map(({ id }) => [`0 ${id}`, `device ${id}`] as const),
    ]);
    const counted = async () => {
      const rows = await database.query<{ block: number; sends: Buffer }>('SELECT block, sends FROM cap_block');
      const found = rows.flatMap(({ block, sends }) => unpackSends(sends, 0).map(({ slot }) => `${block} ${slot}`));
      return [...new Set(found)].map((place) => names.get(place) ?? place).sort();
    };
    /** The people and devices in caps and hours. */
    const remembered = async () => {
      const hours = await database.query<{ subject: string }>('SELECT DISTINCT subject FROM active_hour');
      return [await counted(), hours.flatMap(({ subject }) => subjects.get(subject) ?? []).sort()];
    };
    return { world, devices, remembered, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
  };

  const ALL = ['ann', 'bob', 'device 1', 'device 2', 'device 3', 'device 4'];
  const WITHOUT_ANN = ['bob', 'device 3', 'device 4'];

  describe.each([
    ['messages have been sent', SENT],
    ['messages wait for another try', RETRY],
  ])('while %s', (_, answer) => {
    test('is removed when the user is erased, without affecting others', async () => {
      await using database = await open();
      await using set = await start(database, answer);
      const { world, remembered } = set;
      expect(await remembered()).toEqual([ALL, ALL]);
      const id = await world.services.erasures.request(world.caller, 'ann');
      world.skip(HOUR / 2);
      await world.services.erasureRunner.run(signal);
      const rows = await database.query('SELECT status FROM erasure WHERE id = ?', [id]);
      expect(rows).toEqual([{ status: 'finished' }]);
      expect(await remembered()).toEqual([WITHOUT_ANN, WITHOUT_ANN]);
      sender.answer = () => SENT;
      await world.advance(HOUR);
      expect(await remembered()).toEqual([WITHOUT_ANN, WITHOUT_ANN]);
      expect(await world.statuses('run')).toEqual({ finished: 1 });
    });

    test("is in the user's export", async () => {
      await using database = await open();
      await using set = await start(database, answer);
      const { world, devices } = set;
      const { path } = await world.services.userExports.signedPath(world.caller, 'ann');
      const { pathname, searchParams } = new URL(path, 'http://x');
      const { files } = await world.services.userExports.open(Number(pathname.split('/').at(-1)), {
        expires: Number(searchParams.get('expires')),
        holder: searchParams.get('holder') ?? '',
        signature: searchParams.get('signature') ?? '',
      });
      const rows = async (name: string) => {
        const found: object[] = [];
        for await (const row of files.find((file) => file.name === name)?.rows() ?? []) found.push(row);
        return found;
      };
      const caps = (await rows('caps.ndjson')) as { countedFor: string; deviceId: number }[];
      const own = devices.slice(0, 2).map(({ id }) => id);
      const counted = own.flatMap((id) => [`user ${id}`, `device ${id}`]);
      expect(caps.map(({ countedFor, deviceId }) => `${countedFor} ${deviceId}`).sort()).toEqual(counted.sort());
      const isOver = answer.kind === 'sent';
      expect(await rows('messages.ndjson')).toMatchObject(
        own.map((deviceId) => ({
          ...{ deviceId, outcome: isOver ? 'sent' : 'retrying' },
          nextTryAt: isOver ? null : expect.any(Date),
        })),
      );
    });

    test('is removed when an operator purges the user', async () => {
      await using database = await open();
      await using set = await start(database, answer);
      const { world, remembered } = set;
      const person = { userId: world.caller.userId, externalId: 'ann' };
      const devices = await findDevicesOfPerson(database, person);
      await purgeDevices(database, { ...person, devices, now: world.clock.now() });
      await purgeUser(database, person);
      sender.answer = () => SENT;
      await world.advance(HOUR);
      expect(await remembered()).toEqual([WITHOUT_ANN, WITHOUT_ANN]);
    });

    test('is removed with a device, and stays for its user', async () => {
      await using database = await open();
      await using set = await start(database, answer);
      const { world, devices, remembered } = set;
      for (const device of [devices[0], devices[3]]) {
        await world.services.ownDevices.delete(world.caller, device?.id ?? 0);
      }
      sender.answer = () => SENT;
      await world.advance(HOUR);
      const left = ['ann', 'bob', 'device 2', 'device 3'];
      expect(await remembered()).toEqual([left, left]);
      expect(await world.statuses('run')).toEqual({ finished: 1 });
    });
  });
});
