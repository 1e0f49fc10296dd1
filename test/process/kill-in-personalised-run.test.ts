import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { eachDatabase } from '../support/databases.js';
import type { LedgerEntry } from '../support/fakes/ledger.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, prepareRun, recordedCount, untilFinished, untilTaken } from './crash-run.js';

const DEVICES = Number(process.env.CRASH_DEVICES ?? 20_000);
const ENTRIES_AT_ONCE = 10_000;
const ENV = { CHECKPOINT_SIZE: '500', BATCH_SIZE: '2000', LEASE_MS: '2000' };
const TITLE = '{% if user.seat == 13 %}{% abort_message "nobody sits there" %}{% endif %}Seat {{ user.seat }}';

describe.each(eachDatabase())(`kill -9 in a personalised run of ${DEVICES} devices on $name`, (kind) => {
  test('shows each device its own text, sends nothing that the template drops, and misses nobody', async () => {
    await using world = await ServiceWorld.open(kind);
    let service = await world.start(ENV);
    const { schedulerId } = await prepareRun(world, service, { apple: DEVICES, web: 0 });
    const expected = await personalise(world, kind.name);
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, Math.floor(DEVICES / 4));
    await service.kill();
    service = await world.start(ENV);
    await untilFinished(world);

    const titles = new Set<string>();
    const wrong: LedgerEntry[] = [];
    for (let offset = 0; ; offset += ENTRIES_AT_ONCE) {
      const entries = await world.fakes.entries({ offset, limit: ENTRIES_AT_ONCE, accepted: true });
      for (const entry of entries) {
        titles.add(entry.target);
        if (expected.get(entry.target) !== entry.title) wrong.push(entry);
      }
      if (entries.length < ENTRIES_AT_ONCE) break;
    }
    expect(wrong).toEqual([]);
    expect([...expected.keys()].filter((target) => !titles.has(target))).toEqual([]);
    expect(await recordedCount(world)).toBe(expected.size);
    const database = await world.db();
    const counts = await database.query<{ outcome: string; n: number }>(
      'SELECT outcome, SUM(count) AS n FROM batch_count GROUP BY outcome HAVING SUM(count) <> 0 ORDER BY outcome',
    );
    const dropped = { outcome: 'ABORTED', n: DEVICES - expected.size };
    expect(counts.map(({ outcome, n }) => ({ outcome, n: Number(n) }))).toEqual([
      dropped,
      { outcome: 'sent', n: expected.size },
    ]);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});

/** Makes the push a template. Every tenth device has no seat, and every seventh the seat 13. Returns the titles. */
const personalise = async (world: ServiceWorld, database: string): Promise<Map<string, string>> => {
  const db = await world.db();
  const seat = `'{"seat":', CASE WHEN id % 7 = 0 THEN 13 ELSE id + 100 END, '}'`;
  const json = database === 'sqlite' ? `concat_ws('', ${seat})` : `CONCAT(${seat})`;
  await db.tx(async (tx) => {
    await execute(tx, `UPDATE device SET attributes = CASE WHEN id % 10 = 0 THEN NULL ELSE ${json} END`, []);
    await execute(tx, "UPDATE push SET missing = 'ABORT'", []);
    await execute(tx, 'UPDATE push_translation SET title = ?', [TITLE]);
  });
  const rows = await db.query<{ id: number; token: string }>('SELECT id, token FROM device');
  return new Map(
    rows.flatMap(({ id, token }) => {
      const isDropped = Number(id) % 10 === 0 || Number(id) % 7 === 0;
      return isDropped ? [] : [[token, `Seat ${Number(id) + 100}`] as const];
    }),
  );
};
