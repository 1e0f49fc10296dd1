import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { DeviceSelection } from '../../src/audience/select-devices.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR } from './batch-world.js';
import { SLICE } from './life-cycle-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

/** How long the devices of the next page stay valid after they are read. */
const FRESH_MS = 1_000;

describe.each(eachDatabase())('the next page on $name, read while one is on the wire', ({ open }) => {
  /** Deletes a device of the second page after `waitMs` on the wire. Returns how many messages it got. */
  const sendToLost = async (waitMs: number) => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const devices = await world.seedDevices(await world.makeApp('provider_c'), 2 * SLICE);
    const lost = devices.at(-1)?.token;
    const read = jest.spyOn(DeviceSelection.prototype, 'page');
    await world.makeRun();
    sender.after = async () => {
      if (sender.calls > 1) return;
      await Promise.all(read.mock.results.map(({ value }) => value));
      await database.tx((tx) => tx.query('UPDATE device SET active = 0 WHERE token = ?', [lost]));
      world.skip(waitMs);
    };
    await world.advance(HOUR);
    const reads = read.mock.calls.length;
    read.mockRestore();
    return { reads, sent: sender.ledger.filter(({ token }) => token === lost).length };
  };

  test('is read again if sending took longer than a second', async () => {
    expect(await sendToLost(FRESH_MS + 1)).toEqual({ reads: 3, sent: 0 });
  });

  test('is used without another read within a second', async () => {
    expect(await sendToLost(FRESH_MS)).toEqual({ reads: 2, sent: 1 });
  });
});
