import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import { createApp, createScheduler, KINDS, SCHEDULERS } from '../support/rest-factory.js';

/** REST has no segments. It must not turn a scheduler for some devices into one for all. */
describe.each(eachDatabase())('the segments of a scheduler, over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  test.each(KINDS)('are not shown by a %s scheduler, and survive updates', async (of) => {
    const api = await app().newApi();
    await createApp(api);
    const id = await createScheduler(api, of);
    const [{ user_id: userId = 0 } = {}] = await app().database.query<{ user_id: number }>(
      'SELECT user_id FROM scheduler WHERE id = ?',
      [id],
    );
    const caller = { ...app().caller, userId: Number(userId) };
    const tree = { country: { in: ['DE'] } };
    const segmentId = await app().services.segments.create(caller, { name: 'Germans', tree });
    await app().database.tx((tx) =>
      tx.query(
        "INSERT INTO scheduler_filter (scheduler_id, field, value, position) VALUES (?, 'segments_exclude', ?, 0)",
        [id, String(segmentId)],
      ),
    );
    const shown = await api('GET', `/sched/${of}/${id}`);
    expect(JSON.stringify(shown.body)).not.toMatch(/segment/i);
    const body = { ...SCHEDULERS[of], name: 'Changed', segments_exclude: [] };
    expect((await api('PUT', `/sched/${of}/${id}`, body)).status).toBe(200);
    const record = await app().services.schedulers.get(caller, id);
    expect([record.scheduler.name, record.filters.segments_exclude]).toEqual(['Changed', [String(segmentId)]]);
  });
});
