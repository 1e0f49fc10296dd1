import { describe, expect, test } from '@jest/globals';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { importSteps, token } from '../schema/support/import-steps.js';
import { eachDatabase } from '../support/databases.js';

interface DeviceRow {
  readonly external_user_id: string | null;
  readonly own_attributes: string | null;
  readonly attributes: string | null;
}

describe.each(eachDatabase())('attributes in imported files, $name', (kind) => {
  const app = useGraphApp(kind);
  const { createApp, create, put, start, work, carryOut } = importSteps(app);

  const devicesOf = async ({ userId }: GraphUser): Promise<Json[]> => {
    const sql = `SELECT external_user_id, own_attributes, attributes FROM device
      WHERE app_id IN (SELECT id FROM app WHERE user_id = ?) ORDER BY token`;
    const rows = await app().database.query<DeviceRow>(sql, [userId]);
    return rows.map((row) => [row.external_user_id, row.own_attributes, row.attributes]);
  };
  const columnsOf = async (user: GraphUser, id: string): Promise<Json> =>
    (await user.data('query ($id: ID!) { deviceImport(id: $id) { columns { column field attribute } } }', { id }))
      .deviceImport.columns;
  const rejectedOf = async (url: string): Promise<string[]> =>
    (await app().server.inject({ url })).body.split('\r\n').filter(Boolean).slice(1);

  test('columns belong to the user of the line or to the device, and a bad value is reported with its line', async () => {
    const user = await app().newUser();
    const lines = [
      'token,external_user_id,attr.plan,attr.orders,attr.teams:list,device_attr.plan',
      `${token(1)},bob,pro,12,Reds|Blues,`,
      `${token(2)},,free,3,,own`,
      `${token(3)},bob,,13,,trial`,
      `${token(4)},eve,pro,many,,`,
      `${token(5)},eve,${'x'.repeat(256)},1,,`,
    ];
    const done = await carryOut(user, `${lines.join('\n')}\n`);
    expect(done).toMatchObject({ status: 'FINISHED', imported: 3, updated: 0, rejected: 2 });
    expect(await devicesOf(user)).toEqual([
      ['bob', null, '{"orders":13,"plan":"pro","teams":["Reds","Blues"]}'],
      [null, '{"orders":3,"plan":"own"}', '{"orders":3,"plan":"own"}'],
      ['bob', '{"plan":"trial"}', '{"orders":13,"plan":"trial","teams":["Reds","Blues"]}'],
    ]);
    expect(await rejectedOf(done.rejectedUrl)).toEqual([
      expect.stringMatching(/^5,"`attr\.orders` must be a number, because the key has the type NUMBER\.",.*,many,,$/),
      expect.stringMatching(/^6,"`attributes\.plan` must be a text of at most 255 characters/),
    ]);
    expect((await app().services.endUsers.find(user.userId, 'bob'))?.attributes).toMatchObject({ orders: 13 });
    expect(await app().services.endUsers.find(user.userId, 'eve')).toBeNull();
  });

  test('JSON lines have attributes as objects or as members like columns; null removes a key', async () => {
    const user = await app().newUser();
    const lines = [
      {
        token: token(1),
        external_user_id: 'bob',
        attributes: { plan: 'pro', old: 1 },
        device_attributes: { ok: true },
      },
      { token: token(2), 'attr.plan': 'free', 'attr.since:string': '2026-01-01' },
      { token: token(1), external_user_id: 'bob', attributes: { old: null } },
      { token: token(3), attributes: ['plan'] },
      { token: token(4), attributes: { plan: 5 } },
      { token: token(5), 'attr.Plan': 'x' },
      { token: token(6), attributes: { 'no key': 'x' } },
    ];
    const content = lines.map((line) => JSON.stringify(line)).join('\n');
    const done = await carryOut(user, content, { format: 'JSONL' });
    expect(done).toMatchObject({ imported: 2, updated: 1, rejected: 4 });
    expect(await devicesOf(user)).toEqual([
      ['bob', '{"ok":true}', '{"ok":true,"plan":"pro"}'],
      [null, '{"plan":"free","since":"2026-01-01"}', '{"plan":"free","since":"2026-01-01"}'],
    ]);
    expect((await rejectedOf(done.rejectedUrl)).map((line) => line.slice(0, 30))).toEqual([
      '4,"`attributes` must be an obj',
      '5,"`attr.plan` must be a text,',
      '6,"The column ""attr.Plan"" mu',
      '7,"`attributes.no key` must ha',
    ]);
  });

  test('a column of any name can become an attribute, and an attribute has one column', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    await put(uploadUrl, `token,Favourite Team,attr.plan,attr.plan:string,attr.No Key\n${token(1)},Reds,pro,x,y\n`);
    expect(await columnsOf(user, deviceImport.id)).toEqual([
      { column: 'token', field: 'TOKEN', attribute: null },
      { column: 'Favourite Team', field: null, attribute: null },
      { column: 'attr.plan', field: null, attribute: 'attr.plan' },
      { column: 'attr.plan:string', field: null, attribute: null },
      { column: 'attr.No Key', field: null, attribute: null },
    ]);
    const errorsOf = async (columns: Json) =>
      (await start(user, deviceImport.id, columns)).userErrors.map(({ field, code }: Json) => [field.join('.'), code]);
    const column = 'Favourite Team';
    expect(await errorsOf([{ column, attribute: 'favourite_team' }])).toEqual([
      ['columns.0.attribute', expect.anything()],
    ]);
    expect(await errorsOf([{ column, attribute: 'attr.Team' }])).toEqual([['columns.0.attribute', expect.anything()]]);
    expect(await errorsOf([{ column, field: 'PLATFORM', attribute: 'attr.team' }])).toEqual([
      ['columns.0', expect.anything()],
    ]);
    const twice = ['attr.team', 'attr.team:list'].map((attribute, at) => ({
      column: at === 0 ? column : 'attr.No Key',
      attribute,
    }));
    expect(await errorsOf(twice)).toEqual([['columns', 'DUPLICATE']]);
    const { userErrors } = await start(user, deviceImport.id, [
      { column, attribute: 'attr.favourite_team' },
      { column: 'attr.No Key', attribute: 'attr.plan' },
    ]);
    expect(userErrors).toEqual([]);
    await work();
    expect(await devicesOf(user)).toEqual([[null, '{"favourite_team":"Reds","plan":"y"}', expect.anything()]]);
  });

  test("a user's last line wins, however the devices are spread", async () => {
    const user = await app().newUser();
    const lines = Array.from({ length: 3_000 }, (_, index) => `${token(index + 1)},user-${index % 7},${index}`);
    const done = await carryOut(user, `token,external_user_id,attr.n\n${lines.join('\n')}\n`);
    expect(done).toMatchObject({ imported: 3_000, rejected: 0 });
    const sql = `SELECT DISTINCT external_user_id, attributes FROM device
      WHERE app_id IN (SELECT id FROM app WHERE user_id = ?) ORDER BY external_user_id`;
    const rows = await app().database.query<DeviceRow>(sql, [user.userId]);
    expect(rows.map((row) => [row.external_user_id, row.attributes])).toEqual(
      Array.from({ length: 7 }, (_, index) => [`user-${index}`, `{"n":${2_999 - ((2_999 - index) % 7)}}`]),
    );
  });

  test('importing again changes nothing, and an empty cell keeps a value', async () => {
    const user = await app().newUser();
    const appId = await createApp(user);
    const run = async (content: string): Promise<void> => {
      const { deviceImport, uploadUrl } = await create(user, appId);
      await put(uploadUrl, content);
      await start(user, deviceImport.id);
      await work();
    };
    const content = `token,external_user_id,attr.plan,device_attr.size\n${token(1)},bob,pro,5\n`;
    await run(content);
    const before = await devicesOf(user);
    await run(content);
    await run(`token,external_user_id,attr.plan,device_attr.size\n${token(1)},bob,,\n`);
    expect(await devicesOf(user)).toEqual(before);
    expect(before).toEqual([['bob', '{"size":5}', '{"plan":"pro","size":5}']]);
  });
});
