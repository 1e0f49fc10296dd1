import { describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { type Api, useHttpApp } from '../support/http-app.js';
import { createApp, createGroup, createScheduler, KINDS, SCHEDULERS } from '../support/rest-factory.js';

/** An excluded application is never included indirectly (docs/rules.md#app-archive). */
describe.each(eachDatabase())('an application that a scheduler excludes, over REST on $name', (kind) => {
  const app = useHttpApp(kind);
  const path = '/sched/conversion';

  const start = async (fields: (out: number, kept: number) => Record<string, unknown> = excluding) => {
    const api = await app().newApi();
    const [out, kept] = [await createApp(api), await createApp(api)];
    const sched = await createScheduler(api, 'conversion', fields(out, kept));
    return { api, out, kept, sched };
  };
  const excluding = (out: number) => ({ app_ids_exclude: [out] });
  const archive = (api: Api, id: number) => api('POST', `/apps/${id}/archive`);
  const unarchive = (api: Api, id: number) => api('POST', `/apps/${id}/unarchive`);
  const excluded = async (api: Api, sched: number) => (await api('GET', `${path}/${sched}`)).body.app_ids_exclude;
  const reaching = async (api: Api, appId: number): Promise<number[]> =>
    (await api('GET', `${path}?app_id=${appId}`)).body.schedulers.map((item: { id: number }) => item.id);

  test.each(KINDS)('is not shown by a %s scheduler while archived, and excluded again once restored', async (of) => {
    const api = await app().newApi();
    const [out, kept] = [await createApp(api), await createApp(api)];
    const sched = await createScheduler(api, of, { app_ids_exclude: [out] });
    const shown = async () => (await api('GET', `/sched/${of}/${sched}`)).body.app_ids_exclude;
    const listed = async () => (await api('GET', `/sched/${of}`)).body.schedulers[0].app_ids_exclude;
    for (let i = 0; i < 2; i += 1) expect((await archive(api, out)).status).toBe(204);
    expect([await shown(), await listed()]).toEqual([null, null]);
    for (let i = 0; i < 2; i += 1) expect((await unarchive(api, out)).status).toBe(204);
    expect([await shown(), await listed()]).toEqual([[out], [out]]);
    const ids = async (id: number) => (await api('GET', `/sched/${of}?app_id=${id}`)).body.schedulers.length;
    expect([await ids(out), await ids(kept)]).toEqual([0, 1]);
  });

  test('stays excluded together with others, in the order as written', async () => {
    const api = await app().newApi();
    const [a, b, c] = [await createApp(api), await createApp(api), await createApp(api)];
    await createApp(api);
    const sched = await createScheduler(api, 'conversion', { app_ids_exclude: [c, a, b] });
    await archive(api, a);
    expect(await excluded(api, sched)).toEqual([c, b]);
    await unarchive(api, a);
    expect(await excluded(api, sched)).toEqual([c, a, b]);
  });

  test('stays excluded if the scheduler is replaced as shown while the application is archived', async () => {
    const { api, out, kept, sched } = await start();
    await archive(api, out);
    for (const fields of [{}, { app_ids_exclude: [] }, { app_ids_exclude: null }]) {
      expect((await api('PUT', `${path}/${sched}`, { ...SCHEDULERS.conversion, ...fields })).status).toBe(200);
    }
    await unarchive(api, out);
    expect(await excluded(api, sched)).toEqual([out]);
    expect([await reaching(api, out), await reaching(api, kept)]).toEqual([[], [sched]]);
  });

  test('may be excluded while it is archived: it is not shown, and stays excluded once it is restored', async () => {
    const { api, out, sched } = await start(() => ({}));
    await archive(api, out);
    const body = { ...SCHEDULERS.conversion, app_ids_exclude: [out] };
    for (let i = 0; i < 2; i += 1) expect((await api('PUT', `${path}/${sched}`, body)).status).toBe(200);
    const another = await createScheduler(api, 'conversion', { app_ids_exclude: [out] });
    expect([await excluded(api, sched), await excluded(api, another)]).toEqual([null, null]);
    await unarchive(api, out);
    expect([await excluded(api, sched), await excluded(api, another)]).toEqual([[out], [out]]);
    expect(await reaching(api, out)).toEqual([]);
  });

  test('is included if an update after the archiving includes it by name', async () => {
    const { api, out, kept, sched } = await start();
    await archive(api, out);
    const body = { ...SCHEDULERS.conversion, all_apps: false, app_ids_include: [out, kept] };
    expect((await api('PUT', `${path}/${sched}`, body)).status).toBe(200);
    await unarchive(api, out);
    expect(await excluded(api, sched)).toBeNull();
    expect(await reaching(api, out)).toEqual([sched]);
  });

  test('is included if the exclusion is removed after it was restored', async () => {
    const { api, out, sched } = await start();
    await archive(api, out);
    await unarchive(api, out);
    expect((await api('PUT', `${path}/${sched}`, SCHEDULERS.conversion)).status).toBe(200);
    await archive(api, out);
    await unarchive(api, out);
    expect(await excluded(api, sched)).toBeNull();
    expect(await reaching(api, out)).toEqual([sched]);
  });

  test('leaves nothing behind when it is deleted, archived or not', async () => {
    const { api, out, kept, sched } = await start();
    const other = await createApp(api);
    const body = { ...SCHEDULERS.conversion, app_ids_exclude: [out, other] };
    expect((await api('PUT', `${path}/${sched}`, body)).status).toBe(200);
    await archive(api, out);
    await api('DELETE', `/apps/${out}`);
    await api('DELETE', `/apps/${other}`);
    expect(await excluded(api, sched)).toBeNull();
    const left = await app().database.query('SELECT value FROM scheduler_filter WHERE scheduler_id = ?', [sched]);
    expect(left).toEqual([]);
    expect(await reaching(api, kept)).toEqual([sched]);
  });

  test('cannot be archived by another user, and stays excluded', async () => {
    const { api, out, sched } = await start();
    const stranger = await app().newApi();
    expect((await archive(stranger, out)).status).toBe(404);
    expect(await excluded(api, sched)).toEqual([out]);
  });

  test('permanently leaves inclusions and groups', async () => {
    const { api, out, kept, sched } = await start((one, two) => ({ all_apps: false, app_ids_include: [one, two] }));
    const group = await createGroup(api, [out, kept]);
    await archive(api, out);
    await unarchive(api, out);
    expect((await api('GET', `${path}/${sched}`)).body.app_ids_include).toEqual([kept]);
    expect((await api('GET', `/app/groups/${group}`)).body.app_ids).toBe(`${kept}`);
  });
});
