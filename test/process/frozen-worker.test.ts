import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { select } from '../../src/database/database.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import type { ServiceWorld } from '../support/service-world.js';
import { makeDue, noteFigures, prepareRun, recordedCount, untilFinished, untilTaken } from './crash-run.js';
import { CHECKPOINT_SIZE, DEVICES, openWorld, repeatedOf, startThree, TOTAL, withMysql } from './three-processes.js';

withMysql('a worker that freezes in the middle of a transaction, as when its machine is gone', () => {
  test('is replaced by another, and its work after waking up does not count', async () => {
    await using world = await openWorld({ keepContent: false });
    // This is longer than any wait for a busy processor: only a permanently frozen worker may lose its lease.
    const { api, victim, survivor } = await startThree(world, { LEASE_MS: '12000' });
    const { schedulerId } = await prepareRun(world, api, DEVICES);
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, TOTAL / 4);
    await freezeInTransaction(world, victim);
    const frozenAt = performance.now();
    await untilFinished(world);
    const finishedAfterMs = Math.round(performance.now() - frozenAt);
    victim.process.thaw();
    expect(await victim.terminate()).toMatchObject({ code: 0 });
    const repeated = await repeatedOf(world);
    noteFigures({ frozen: true, repeated, finishedAfterMs });
    expect(await recordedCount(world)).toBe(TOTAL);
    expect(repeated).toBeLessThanOrEqual(CHECKPOINT_SIZE);
    for (const service of [api, survivor]) expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});

/** The worst moment: an idle connection holds its row locks. */
const freezeInTransaction = async (world: ServiceWorld, { process }: ServiceProcess): Promise<void> => {
  const database = await world.db();
  const open = () => database.query<{ id: string }>('SELECT trx_id AS id FROM information_schema.innodb_trx');
  await eventually('a moment in a transaction', async () => {
    // A worker that records outcomes waits for these rows in the middle of its transaction.
    await database.tx(async (tx) => {
      await select(tx, "SELECT id FROM batch WHERE status = 'running' FOR UPDATE");
      await sleep(200);
      process.freeze();
    });
    const before = await open();
    // Meanwhile other processes record their outcomes.
    await sleep(300);
    const after = await open();
    if (after.some(({ id }) => Number(id) > 0 && before.some((transaction) => transaction.id === id))) return true;
    process.thaw();
    // This is long enough to renew its leases: the overlong freeze must happen only once.
    await sleep(400);
    return null;
  });
};
