import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { insertRuns } from '../support/seed-runs.js';
import { ServiceWorld } from '../support/service-world.js';
import { expectInTime, lastArrival, makeDue, prepareRun, settledCount } from './crash-run.js';

const DEVICES = { apple: 500, web: 2_500 };
const TOTAL = DEVICES.apple + DEVICES.web;
const ENV = { CHECKPOINT_SIZE: '2000', BATCH_SIZE: '3000' };
const ANSWER_MS = 2_000;
/** The promise. */
const STOPPED_MS = 3_000;

const GOAL = { name: 'Purchase', event: 'purchase', window: 604_800, valueProperty: null };

/** A run in progress whose provider answers slowly. */
const startRun = async (world: ServiceWorld): Promise<number> => {
  const service = await world.start(ENV);
  await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: ANSWER_MS } });
  const { schedulerId } = await prepareRun(world, service, DEVICES);
  await makeDue(world, schedulerId);
  await eventually('the first messages', async () => ((await world.fakes.count()) > 20 ? true : null));
  const { lines } = await world.cli('run', 'list');
  expect(lines).toMatchObject([{ user_id: 1, scheduler: 'one time', kind: 'one-time', status: 'running' }]);
  return lines[0].run_id;
};

const statusOf = async (world: ServiceWorld): Promise<string> => {
  const db = await world.db();
  return (await db.query<{ status: string }>('SELECT status FROM run'))[0]?.status ?? '';
};

/** Cancels a run while it sends. Returns when the fakes read its last message, ms after the command's end. */
const cancelRun = async (kind: TestDatabaseKind): Promise<number> => {
  await using world = await ServiceWorld.open(kind);
  const run = String(await startRun(world));
  const { code, lines } = await world.cli('run', 'cancel', run);
  const cancelledAt = Date.now();
  expect([code, lines]).toEqual([0, [{ run_id: Number(run), state: 'cancelled' }]]);
  await eventually('the messages that were not sent', async () => {
    const [line] = (await world.cli('run', 'list', '--status', 'cancelled')).lines;
    return line.messages.cancelled > 0 ? line : null;
  });
  await settledCount(world.fakes);
  const stoppedMs = (await lastArrival(world.fakes)) - cancelledAt;
  expect(await world.fakes.count()).toBeLessThan(TOTAL);
  const db = await world.db();
  const [stored] = await db.query<{ status_message: string }>('SELECT status_message FROM run');
  expect(stored?.status_message).toBe('the operator cancelled it');
  const audit = await db.query<{ summary: string }>("SELECT summary FROM audit_entry WHERE action = 'runCancel'");
  expect(audit).toEqual([{ summary: 'The command line cancelled the run "one time".' }]);
  expect((await world.cli('run', 'list')).lines).toEqual([]);
  expect(await world.cli('run', 'resume', run)).toMatchObject({
    code: 1,
    stderr: 'This run has been cancelled; it cannot be resumed.',
  });
  return stoppedMs;
};

describe.each(eachDatabase())('the operator on $name', (kind) => {
  test('pauses and resumes a run: sending stops within three seconds and then reaches every device once', async () => {
    await using world = await ServiceWorld.open(kind);
    const run = String(await startRun(world));
    expect(await world.cli('run', 'pause', run)).toMatchObject({
      code: 0,
      lines: [{ run_id: Number(run), state: 'paused' }],
    });
    expect((await world.cli('run', 'pause', run)).lines).toEqual([{ run_id: Number(run), state: 'paused' }]);
    expect((await world.cli('run', 'list', '--status', 'paused')).lines).toMatchObject([{ run_id: Number(run) }]);
    expect((await world.cli('run', 'resume', run)).lines).toEqual([{ run_id: Number(run), state: 'resumed' }]);
    expect((await world.cli('run', 'resume', run)).lines).toEqual([{ run_id: Number(run), state: 'resumed' }]);
    await world.fakes.behave();
    await eventually('the end of the run', async () => ((await statusOf(world)) === 'finished' ? true : null));
    expect((await world.fakes.countByTarget()).size).toBe(TOTAL);
    const sql = "SELECT action FROM audit_entry WHERE action IN ('runPause', 'runResume') ORDER BY id";
    const audit = await (await world.db()).query<{ action: string }>(sql);
    expect(audit.map(({ action }) => action)).toEqual(['runPause', 'runResume']);
  });

  test('cancels a run: the service starts no request three seconds later, and its owner sees who did it', async () => {
    await expectInTime(STOPPED_MS, () => cancelRun(kind));
  });

  test('sees why a run has no conversions', async () => {
    await using place = await ServiceWorld.open(kind);
    await place.start();
    const db = await place.db();
    const of = { userId: 1, schedulerId: 1, dueAt: new Date() };
    await insertRuns(db, [
      { ...of, id: 7 },
      { ...of, id: 8, dueAt: new Date(Date.now() - 60_000) },
    ]);
    await db.tx((tx) => execute(tx, 'UPDATE run SET goals = ? WHERE id = 8', [JSON.stringify([GOAL])]));
    expect(await place.cli('run', 'conversions', '7')).toMatchObject({
      code: 0,
      lines: [],
      stderr: 'Run 7 has no goals; add goals to its campaign, and its next run counts conversions.',
    });
    expect((await place.cli('run', 'conversions', '8')).stderr).toMatch(/^Nothing is counted for run 8 yet; .+[.]$/);
  });

  test('sees what is wrong with a run number or an option', async () => {
    await using place = await ServiceWorld.open(kind);
    expect(await place.cli('run', 'cancel', '7')).toMatchObject({ code: 1, stderr: 'There is no such run.' });
    expect(await place.cli('run', 'cancel', 'x')).toMatchObject({ code: 1, stderr: expect.stringContaining('run_id') });
    expect((await place.cli('run', 'list', '--status', 'busy')).stderr).toMatch(/planning, running, paused/);
    expect((await place.cli('run', '--help')).code).toBe(0);
  });
});
