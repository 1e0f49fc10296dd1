import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import { createApp, createEvent, createScheduler } from '../support/rest-factory.js';

describe.each(eachDatabase())('custom events over REST on $name', (kind) => {
  const app = useHttpApp(kind);

  test('are created, shown, changed, switched and deleted', async () => {
    const api = await app().newApi();
    const created = await api('POST', '/events', { name: 'Bought', code: 'buy_1' });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const shown = { id, name: 'Bought', code: 'buy_1', status: 1, type: 'CUSTOM' };
    expect(await api('GET', `/events/${id}`)).toMatchObject({ status: 200, body: shown });
    expect((await api('GET', '/events')).body).toEqual({
      events: [
        { id: 1, name: expect.any(String), code: 'install', status: 1, type: 'SYSTEM' },
        { id: 2, name: expect.any(String), code: 'reg', status: 1, type: 'SYSTEM' },
        { id: 3, name: expect.any(String), code: 'dep', status: 1, type: 'SYSTEM' },
        shown,
      ],
      pagination: { page: 1, per_page: 20, total_pages: 1, total_count: 4 },
    });
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `/events/${id}/deactivate`)).status).toBe(204);
    expect((await api('GET', `/events/${id}`)).body.status).toBe(0);
    for (let i = 0; i < 2; i += 1) expect((await api('POST', `/events/${id}/activate`)).status).toBe(204);
    expect((await api('PUT', `/events/${id}`, { name: 'Sold', code: 'sell', status: 0 })).status).toBe(200);
    expect((await api('GET', `/events/${id}`)).body).toEqual({ ...shown, name: 'Sold', code: 'sell' });
    expect((await api('PUT', `/events/${id}`, { name: 'Same', code: 'sell' })).status).toBe(200);
    expect((await api('DELETE', `/events/${id}`)).status).toBe(204);
    expect((await api('GET', `/events/${id}`)).status).toBe(404);
  });

  test('that are built in cannot be read or changed', async () => {
    const api = await app().newApi();
    for (const id of [1, 2, 3]) {
      const answers = [
        await api('GET', `/events/${id}`),
        await api('PUT', `/events/${id}`, { name: 'x', code: 'x' }),
        await api('DELETE', `/events/${id}`),
        await api('POST', `/events/${id}/activate`),
        await api('POST', `/events/${id}/deactivate`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  test('have codes that are unique per user', async () => {
    const api = await app().newApi();
    await createEvent(api, 'one');
    const other = await createEvent(api, 'two');
    expect(await createEvent(api, 'One')).toBeGreaterThan(other);
    expect(await createEvent(await app().newApi(), 'one')).toBeGreaterThan(other);
    expect((await api('POST', '/events', { name: 'x', code: 'one' })).status).toBe(400);
    expect((await api('PUT', `/events/${other}`, { name: 'x', code: 'one' })).status).toBe(400);
    expect((await api('GET', `/events/${other}`)).body).toMatchObject({ name: 'An event', code: 'two' });
    for (const code of ['install', 'reg', 'dep', '', 'a b', 'ä', 'a-b', 'x'.repeat(65), 'a\n']) {
      expect((await api('POST', '/events', { name: 'x', code })).status).toBe(400);
    }
  });

  test('get consecutive ordinals after those of the system events', async () => {
    const api = await app().newApi();
    const ids = [await createEvent(api, 'a'), await createEvent(api, 'b')];
    await api('POST', '/events', { name: 'x', code: 'a' });
    await api('DELETE', `/events/${ids[0]}`);
    ids.push(await createEvent(api, 'c'));
    const rows = await app().database.query<{ ordinal: number }>(
      `SELECT ordinal FROM custom_event WHERE id IN (${ids.slice(1).join()}) ORDER BY id`,
    );
    expect(rows.map((row) => row.ordinal)).toEqual([4, 5]);
  });

  test('stay the same event for schedulers when their code changes', async () => {
    const api = await app().newApi();
    await createApp(api);
    const id = await createEvent(api, 'old');
    const sched = await createScheduler(api, 'conversion', { event_include: ['reg', 'old'], event_exclude: ['old'] });
    const stranger = await app().newApi();
    await createApp(stranger);
    await createEvent(stranger, 'old');
    const foreign = await createScheduler(stranger, 'conversion', { event_include: ['old'] });
    await api('PUT', `/events/${id}`, { name: 'x', code: 'new' });
    expect((await api('GET', `/sched/conversion/${sched}`)).body).toMatchObject({
      event_include: 'reg,new',
      event_exclude: 'new',
    });
    expect((await stranger('GET', `/sched/conversion/${foreign}`)).body.event_include).toBe('old');
  });

  test('leave schedulers when deleted, but never leave a scheduler without its filter', async () => {
    const api = await app().newApi();
    await createApp(api);
    const id = await createEvent(api, 'gone');
    const alone = await createScheduler(api, 'conversion', { event_include: ['gone'] });
    const together = await createScheduler(api, 'conversion', {
      event_include: ['gone', 'dep'],
      event_exclude: ['gone'],
    });
    for (const sched of [alone, together]) await api('POST', `/sched/conversion/${sched}/activate`);
    expect((await api('DELETE', `/events/${id}`)).status).toBe(204);
    const { schedulers } = (await api('GET', '/sched/conversion')).body;
    expect(schedulers).toMatchObject([
      { id: alone, status: false, event_include: ['gone'] },
      { id: together, status: true, event_include: ['dep'], event_exclude: null },
    ]);
    await api('POST', `/sched/conversion/${alone}/activate`);
    expect((await api('GET', `/sched/conversion/${alone}`)).body.event_include).toBe('gone');
  });
});
