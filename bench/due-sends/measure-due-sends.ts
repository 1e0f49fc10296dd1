import { randomUUID } from 'node:crypto';
import { type Database, execute, placeholders } from '../../src/database/database.js';
import { eventually } from '../../test/support/eventually.js';
import { seedDevices } from '../../test/support/seed-devices.js';
import { createApp, createPush, startAutoPush } from '../../test/support/service-steps.js';
import type { ServiceWorld } from '../../test/support/service-world.js';
import { percentile } from '../support/percentile.js';
import { readArrivals } from '../support/read-arrivals.js';

export interface DueCase {
  readonly name: string;
  readonly count: number;
  /** Spread evenly. null: all of them are due when the service first polls. */
  readonly perSecond: number | null;
}

export interface DueResult {
  readonly name: string;
  readonly count: number;
  /** The seconds between the first due time and the last handover. */
  readonly seconds: number;
  readonly sentPerSecond: number;
  /** The delay between the due time and the handover, ms. */
  readonly p50: number;
  readonly p99: number;
}

const ROWS_PER_INSERT = 1_000;
const LEAD_MS = 2_500;
const DEADLINE_MS = 120_000;

/** One auto-push scheduler, one application of provider_b, and one due send for each of its devices. */
export const measureDueSends = async (world: ServiceWorld, dueCase: DueCase): Promise<DueResult> => {
  const api = await world.start({ ROLE: 'api' });
  const app = await createApp(api, world.fakes, { provider: 'provider_b', name: 'app' });
  const pushId = await createPush(api, [{ language: 'en', title: 'Hello', text: 'You did something.' }]);
  const schedulerId = await startAutoPush(api, {
    pushId,
    body: { name: 'auto', all_apps: true, event_include: ['reg'] },
  });
  const database = await world.db();
  const tokens = Array.from({ length: dueCase.count }, () => randomUUID());
  await seedDevices(
    database,
    app.id,
    tokens.map((token) => ({ token })),
  );
  await world.start({ ROLE: 'worker' });
  const startAt = Date.now() + LEAD_MS + dueCase.count / 20;
  const dueAt = (index: number): number =>
    dueCase.perSecond === null ? startAt : Math.round(startAt + (index * 1_000) / dueCase.perSecond);
  await insertDue(database, { appId: app.id, schedulerId, dueAt });
  if (Date.now() > startAt) throw new Error('Writing the due sends took longer than the time until they are due.');
  await eventually(
    'the last message',
    async () => ((await world.fakes.summary()).accepted >= dueCase.count ? true : null),
    DEADLINE_MS,
  );
  const arrivedAt = await readArrivals(world);
  const delays = tokens
    .map((token, index) => (arrivedAt.get(token) ?? Number.NaN) - dueAt(index))
    .sort((a, b) => a - b);
  const seconds = (Math.max(...[...arrivedAt.values()].slice(-1_000)) - startAt) / 1_000;
  return {
    name: dueCase.name,
    count: dueCase.count,
    seconds,
    sentPerSecond: dueCase.count / seconds,
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
  };
};

const insertDue = async (
  database: Database,
  { appId, schedulerId, dueAt }: { appId: number; schedulerId: number; dueAt: (index: number) => number },
): Promise<void> => {
  // The rows that the event itself would have left: the history, and its bit.
  await database.tx((tx) =>
    execute(
      tx,
      `INSERT INTO device_event (device_id, event_id, app_id, count, first_at, last_at)
    SELECT id, 2, app_id, 1, 1, 1 FROM device WHERE app_id = ?`,
      [appId],
    ),
  );
  await database.tx((tx) => execute(tx, 'UPDATE device SET event_w0 = event_w0 | 2 WHERE app_id = ?', [appId]));
  const devices = await database.query<{ id: number }>('SELECT id FROM device WHERE app_id = ? ORDER BY id', [appId]);
  for (let start = 0; start < devices.length; start += ROWS_PER_INSERT) {
    const part = devices.slice(start, start + ROWS_PER_INSERT);
    const rows = part.flatMap(({ id }, index) => [schedulerId, appId, id, 2, dueAt(start + index)]);
    const sql = `INSERT INTO due_send (scheduler_id, app_id, device_id, event_id, due_at) VALUES ${placeholders(part.length, 5)}`;
    await database.tx((tx) => execute(tx, sql, rows));
  }
};
