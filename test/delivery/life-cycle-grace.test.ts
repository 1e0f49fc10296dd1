import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import type { SchedulerInput, TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { account, accountOf, DAY, latestRun, MINUTE } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const DEVICES = 3;

const start = async (database: Database, input: Partial<SchedulerInput> = {}): Promise<BatchWorld> => {
  const world = await BatchWorld.start({ database, fakes, sender });
  await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
  await world.makeRun(input);
  return world;
};

const DOWN = 'the service was down at its moment and came back';

describe.each(eachDatabase())('a service that was down at a moment on $name', ({ open }) => {
  test.each<[late: string, lateMs: number, gracePeriod: string | null, status: string, reason: string | null]>([
    ['on time', 0, null, 'finished', null],
    ['some seconds late', 59_000, '0m', 'finished', null],
    ['a minute late', MINUTE, null, 'finished', `${DOWN} 1m late`],
    ['an hour late', HOUR, null, 'finished', `${DOWN} 1h late`],
    ['over an hour late', HOUR + 1, null, 'missed', `${DOWN} 1h late, beyond the grace period of 1h`],
    ['within its own grace period', 5 * HOUR + 10 * MINUTE, '6h', 'finished', `${DOWN} 5h10m late`],
    ['at the end of its own', 6 * HOUR, '6h', 'finished', `${DOWN} 6h late`],
    ['beyond its own', 6 * HOUR + 1, '6h', 'missed', `${DOWN} 6h late, beyond the grace period of 6h`],
    ['beyond a short one', 11 * MINUTE, '10m', 'missed', `${DOWN} 11m late, beyond the grace period of 10m`],
    ['beyond none', 61_000, '0m', 'missed', `${DOWN} 1m late, beyond the grace period of 0s`],
    ['days late, and so no message is too old', 3 * DAY, '7d', 'finished', `${DOWN} 3d late`],
  ])('%s', async (_late, lateMs, gracePeriod, status, statusMessage) => {
    await using database = await open();
    await using world = await start(database, { gracePeriod });
    await world.advance(HOUR + lateMs);
    expect(await latestRun(database)).toMatchObject({ status, statusMessage });
    expect(await accountOf(world, sender)).toEqual(account(status === 'finished' ? DEVICES : 0));
    expect(await world.countOutbox('run.missed')).toBe(status === 'missed' ? 1 : 0);
    expect(await world.countOutbox('run.finished')).toBe(status === 'missed' ? 0 : 1);
  });

  test('records each missed moment and sends the others', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), DEVICES);
    const timeSend = [{ day: 6, times: ['10:00', '11:00', '12:00', '13:00', '14:00'] }];
    const timing: TimingInput = { kind: 'weekly', timeSend, localTime: false, timezone: '+00:00' };
    const input = { timing, gracePeriod: '1h30m' };
    await world.makeActive('weekly', { pushes: [await world.makePush()], input });
    // The service is down from nine until a quarter past one.
    await world.advance(4.25 * HOUR);
    for (let moments = 0; moments < 4; moments += 1) await world.work();
    const sql = 'SELECT status, status_message FROM run ORDER BY due_at';
    const runs = await database.query<{ status: string; status_message: string | null }>(sql);
    expect(runs.map((run) => run.status)).toEqual(['missed', 'missed', 'finished', 'finished']);
    expect(runs[0]?.status_message).toBe(`${DOWN} 3h15m late, beyond the grace period of 1h30m`);
    expect(runs[3]?.status_message).toBe(`${DOWN} 15m late`);
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(3 * DEVICES);
    expect((await latestRun(database)).statusMessage).toBe(`${DOWN} 15m late`);
  });
});

describe.each(eachDatabase())('the grace period of a scheduler on $name', ({ open }) => {
  test('stays when an update omits it, and ends when an update sets it to null', async () => {
    await using database = await open();
    await using world = await start(database, { gracePeriod: '1d2h' });
    const graceNow = async () => {
      const [row] = await database.query<{ grace_seconds: number | null }>('SELECT grace_seconds FROM scheduler');
      return row?.grace_seconds ?? null;
    };
    const [row] = await database.query<{ id: number }>('SELECT id FROM scheduler');
    const update = (input: Partial<SchedulerInput>) =>
      world.services.schedulers.update(world.caller, Number(row?.id), world.schedulerInput('one-time', {}, input));
    expect(Number(await graceNow())).toBe(93_600);
    await update({});
    expect(Number(await graceNow())).toBe(93_600);
    await update({ gracePeriod: null });
    expect(await graceNow()).toBeNull();
  });

  test.each(['8d', '7d1m', 'soon', '', '-1h'])('"%s" is refused', async (gracePeriod) => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.makeApp('provider_c');
    const input = world.schedulerInput('one-time', {}, { gracePeriod });
    await expect(world.services.schedulers.create(world.caller, input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      details: { violations: [{ field: 'grace_period' }] },
    });
  });
});
