import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { createMetrics } from '../../src/metrics.js';
import { eachDatabase } from '../support/databases.js';

const MINUTE = 60_000;

type Metrics = ReturnType<typeof createMetrics>;

const read = async ({ registry }: Metrics, name: string): Promise<Record<string, number>> => {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.kind ?? ''), value]));
};

describe.each(eachDatabase())('the metrics of waiting work on $name', ({ open }) => {
  test('nothing waits and nothing is late in an empty database', async () => {
    await using database = await open();
    const metrics = createMetrics(database);
    expect(await read(metrics, 'pushgraph_waiting')).toEqual({
      batches: 0,
      held_batches: 0,
      due_sends: 0,
      retries: 0,
      held_retries: 0,
      held_messages: 0,
    });
    expect(await read(metrics, 'pushgraph_overdue_seconds')).toEqual({ moments: 0, due_sends: 0, retries: 0 });
    expect(await read(metrics, 'pushgraph_apps_paused')).toEqual({ '': 0 });
    expect(await read(metrics, 'pushgraph_foreign_subscriptions')).toEqual({ '': 0 });
    expect(await read(metrics, 'pushgraph_database_up')).toEqual({ '': 1 });
  });

  test('due work counts from its due time; started and future work does not', async () => {
    await using database = await open();
    const metrics = createMetrics(database);
    const now = Date.now();
    await database.tx(async (tx) => {
      const sql =
        'INSERT INTO due_send (scheduler_id, app_id, device_id, event_id, due_at, waits_for_app, lease_owner, lease_until) VALUES (?, ?, ?, ?, ?, 0, ?, ?)';
      await execute(tx, sql, [1, 1, 1, 1, now + 10 * MINUTE, null, null]);
      await execute(tx, sql, [1, 1, 2, 2, now - 20 * MINUTE, 'a worker', now + MINUTE]);
    });
    expect(await read(metrics, 'pushgraph_overdue_seconds')).toMatchObject({ due_sends: 0 });
    await database.tx((tx) => execute(tx, 'UPDATE due_send SET due_at = ? WHERE device_id = 1', [now - 5 * MINUTE]));
    const { due_sends: late = 0 } = await read(metrics, 'pushgraph_overdue_seconds');
    expect(late).toBeGreaterThanOrEqual(300);
    expect(late).toBeLessThan(600);
    expect(await read(metrics, 'pushgraph_waiting')).toMatchObject({ due_sends: 2 });
  });

  test('a database that does not answer removes only its own samples', async () => {
    await using database = await open();
    const metrics = createMetrics(database);
    await metrics.registry.metrics();
    await database.close();
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^pushgraph_database_up 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    for (const name of ['waiting', 'overdue_seconds', 'apps_paused', 'foreign_subscriptions']) {
      expect(text).toContain(`# TYPE pushgraph_${name} gauge`);
      expect(text).not.toMatch(new RegExp(`^pushgraph_${name}[ {]`, 'm'));
    }
  });
});
