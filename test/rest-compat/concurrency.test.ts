import { describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { eachDatabase } from '../support/databases.js';
import { useHttpApp } from '../support/http-app.js';
import {
  createApp,
  createEvent,
  createGroup,
  createPush,
  createScheduler,
  SCHEDULERS,
} from '../support/rest-factory.js';

describe.each(eachDatabase())('concurrent requests over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const statuses = (answers: readonly { status: number }[]): number[] => answers.map((answer) => answer.status).sort();

  test('a push is bound to only one scheduler', async () => {
    const api = await app().newApi();
    await createApp(api);
    const scheds = await Promise.all([1, 2, 3, 4].map(() => createScheduler(api, 'conversion')));
    const push = await createPush(api);
    const answers = await Promise.all(
      scheds.map((id) => api('PUT', `/sched/conversion/${id}/pushes`, { push_ids: [push] })),
    );
    expect(statuses(answers)).toEqual([204, 400, 400, 400]);
    const winner = scheds[answers.findIndex((answer) => answer.status === 204)];
    expect((await api('GET', `/pushes/${push}`)).body.sched_id).toBe(winner);
  });

  test('two concurrent bindings of a scheduler leave one of them, complete', async () => {
    const api = await app().newApi();
    await createApp(api);
    const sched = await createScheduler(api, 'conversion');
    const pushes = await Promise.all([1, 2, 3, 4].map(() => createPush(api)));
    const bindings = [pushes.slice(0, 3), pushes.slice(1).reverse()];
    const answers = await Promise.all(
      bindings.map((push_ids) => api('PUT', `/sched/conversion/${sched}/pushes`, { push_ids })),
    );
    expect(statuses(answers)).toEqual([204, 204]);
    const bound = (await api('GET', `/pushlist/${sched}/conversion`)).body.pushes.map(
      (push: { id: number }) => push.id,
    );
    expect(bindings).toContainEqual(bound);
  });

  test('an event code is given only once', async () => {
    const api = await app().newApi();
    const created = await Promise.all(
      Array.from({ length: 6 }, () => api('POST', '/events', { name: 'x', code: 'same' })),
    );
    expect(statuses(created)).toEqual([201, 400, 400, 400, 400, 400]);
    const ids = await Promise.all(['a', 'b', 'c'].map((code) => createEvent(api, code)));
    const renamed = await Promise.all(ids.map((id) => api('PUT', `/events/${id}`, { name: 'x', code: 'wanted' })));
    expect(statuses(renamed)).toEqual([200, 400, 400]);
  });

  test('a deletion during an update leaves nothing behind', async () => {
    const api = await app().newApi();
    await createApp(api);
    for (let round = 0; round < 4; round += 1) {
      const sched = await createScheduler(api, 'conversion');
      const body = { ...SCHEDULERS.conversion, countries_include: ['US'] };
      const [updated, deleted] = await Promise.all([
        api('PUT', `/sched/conversion/${sched}`, body),
        api('DELETE', `/sched/conversion/${sched}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(updated.status);
      expect((await api('GET', `/sched/conversion/${sched}`)).status).toBe(404);
      expect(await app().database.query('SELECT * FROM scheduler_filter WHERE scheduler_id = ?', [sched])).toEqual([]);
    }
  });

  test('nothing refers to an object that is deleted at the same time', async () => {
    const api = await app().newApi();
    await createApp(api);
    for (let round = 0; round < 4; round += 1) {
      const gone = await createApp(api);
      const group = await createGroup(api, [gone]);
      const event = await createEvent(api, `gone_${round}`);
      const fields = {
        all_apps: false,
        app_ids_include: [gone],
        app_groups_exclude: [],
        event_exclude: [`gone_${round}`],
      };
      const answers = await Promise.all([
        api('POST', '/sched/conversion', { ...SCHEDULERS.conversion, ...fields }),
        api('POST', '/app/groups', { name: 'x', all_apps: false, app_ids: [gone] }),
        api('DELETE', `/apps/${gone}`),
        api('DELETE', `/events/${event}`),
        api('DELETE', `/app/groups/${group}`),
      ]);
      expect(answers.slice(2).map((answer) => answer.status)).toEqual([204, 204, 204]);
      expect([201, 400]).toContain(answers[0]?.status);
      expect([200, 400]).toContain(answers[1]?.status);
      const named = `SELECT f.value FROM scheduler_filter f WHERE
        (f.field = 'app_ids_include' AND f.value = ?) OR (f.field = 'event_exclude' AND f.value = ?)`;
      expect(await app().database.query(named, [String(gone), `gone_${round}`])).toEqual([]);
      expect(await app().database.query('SELECT * FROM app_group_member WHERE app_id = ?', [gone])).toEqual([]);
    }
  });

  test('applications and groups never share an id', async () => {
    const api = await app().newApi();
    const ids = await Promise.all([1, 2, 3, 4].flatMap(() => [createApp(api), createGroup(api, [])]));
    expect(new Set(ids).size).toBe(8);
  });

  test('the API works over a socket', async () => {
    const { server, apiKey } = app();
    await server.listen({ host: '127.0.0.1', port: 0 });
    const agent = supertest(server.server);
    const auth = { authorization: `Bearer ${apiKey}` };
    const created = await agent.post('/api/b/v2/apps').set(auth).send({ push_provider: 'webpush', name: 'x' });
    expect(created.status).toBe(201);
    const empty = await agent
      .post(`/api/b/v2/apps/${created.body.id}/archive`)
      .set(auth)
      .set('content-type', 'application/json');
    expect([empty.status, empty.text]).toEqual([204, '']);
    const form = await agent.post('/api/b/v2/apps').set(auth).type('form').send({ name: 'x' });
    expect(form.status).toBe(400);
    const large = await agent
      .post('/api/b/v2/apps')
      .set(auth)
      .send({ name: 'x'.repeat(2 * 1024 * 1024) });
    expect([large.status, Object.keys(large.body).sort()]).toEqual([413, ['error', 'req_id']]);
  });
});
