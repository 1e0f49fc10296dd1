import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { limitUser } from '../../src/services/users/user-limits.js';
import { eachDatabase } from '../support/databases.js';
import { workThrough } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { SENT } from './life-cycle-world.js';

const MINUTE = 60_000;

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => {
  sender.reset();
  sender.answer = () => SENT;
});

describe.each(eachDatabase())('the messages-per-minute limit of an account, $name', (kind) => {
  test.each([
    ['a limit of several pages', 12, [12, 24, 30]],
    ['a limit below a page', 5, [5, 10, 15, 20, 25, 30]],
  ])('two processes together keep to %s, and the rest is sent in later minutes', async (_name, limit, counts) => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await limitUser(database, world.caller.userId, { messagesPerMinute: limit, maxDevices: undefined });
    const flows = [1, 2].map(() => world.makeFlow({ messagesPerMinute: () => limit }));
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 30);
    await world.makeRun();
    world.skip(HOUR);
    for (const count of counts) {
      for (const flow of flows) await workThrough(flow, world.jobs);
      expect(sender.ledger.length).toBe(count);
      world.skip(MINUTE);
    }
    await world.work();
    expect(await world.outcomes()).toEqual({ sent: 30 });
  });

  test('an account without a limit causes no statement about limits', async () => {
    await using database = await kind.open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 30);
    await world.makeRun();
    const asked: string[] = [];
    database.statements.listener = (sql) => asked.push(sql);
    await world.advance(HOUR);
    database.statements.listener = null;
    expect(await world.outcomes()).toEqual({ sent: 30 });
    expect(asked.filter((sql) => sql.includes('user_limit'))).toEqual([]);
  });
});
