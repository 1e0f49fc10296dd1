import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const FIELDS = `id databaseId fileName format status size done imported updated rejected sample message rejectedUrl finishedAt
  columns { column field } app { name }`;
const PAYLOAD = `deviceImport { ${FIELDS} } uploadUrl userErrors { field message code }`;
const HOUR = 3_600_000;
const NEVER = new AbortController().signal;

describe.each(eachDatabase())('imports of devices, $name', (kind) => {
  const app = useGraphApp(kind);

  const createApp = async (user: GraphUser): Promise<string> => {
    const input = {
      name: 'iPhone',
      provider: { providerC: { topic: 't', teamId: 'x', privateKeyId: 'y', privateKey: '' } },
    };
    const { appCreate } = await user.data(
      'mutation ($input: AppCreateInput!) { appCreate(input: $input) { app { id } userErrors { message } } }',
      { input },
    );
    return appCreate.app.id;
  };
  const create = async (
    user: GraphUser,
    appId: string,
    format = 'CSV',
    idempotencyKey: string | null = null,
  ): Promise<Json> =>
    (
      await user.data(
        `mutation ($input: DeviceImportInput!, $key: String) { deviceImportCreate(input: $input, idempotencyKey: $key) { ${PAYLOAD} } }`,
        { input: { appId, fileName: 'devices.csv', format }, key: idempotencyKey },
      )
    ).deviceImportCreate;
  const put = async (url: string, payload: string | Buffer): Promise<{ status: number; error: string }> => {
    const { statusCode, body } = await app().server.inject({ method: 'PUT', url, payload });
    return { status: statusCode, error: body === '' ? '' : JSON.parse(body).error };
  };
  const start = async (user: GraphUser, id: string, columns: Json = null): Promise<Json> =>
    (
      await user.data(
        `mutation ($id: ID!, $columns: [ImportColumnInput!]) { deviceImportStart(id: $id, columns: $columns) { ${PAYLOAD} } }`,
        { id, columns },
      )
    ).deviceImportStart;
  const cancel = async (user: GraphUser, id: string): Promise<Json> =>
    (await user.data(`mutation ($id: ID!) { deviceImportCancel(id: $id) { ${PAYLOAD} } }`, { id })).deviceImportCancel;
  const read = async (user: GraphUser, id: string): Promise<Json> =>
    (await user.data(`query ($id: ID!) { deviceImport(id: $id) { ${FIELDS} } }`, { id })).deviceImport;
  const work = () => app().services.importRunner.run(NEVER);
  /** Rows of its file. */
  const chunks = async ({ databaseId }: Json): Promise<number> => {
    const sql = 'SELECT COUNT(*) AS n FROM device_import_chunk WHERE import_id = ? AND part = 0';
    const [row] = await app().database.query<{ n: number }>(sql, [databaseId]);
    return Number(row?.n);
  };
  /** All the way to its end, or as far as it goes. */
  const carryOut = async (
    user: GraphUser,
    content: string | Buffer,
    { format = 'CSV', columns = null as Json } = {},
  ) => {
    const { deviceImport, uploadUrl } = await create(user, await createApp(user), format);
    expect(await put(uploadUrl, content)).toEqual({ status: 204, error: '' });
    const uploaded = await read(user, deviceImport.id);
    if (uploaded.status !== 'UPLOADED') return uploaded;
    const { userErrors } = await start(user, deviceImport.id, columns);
    if (userErrors.length > 0) return { ...uploaded, userErrors };
    await work();
    return read(user, deviceImport.id);
  };

  test('a file is sent, looked at, mapped, registered, and its rejected lines can be fetched', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl, userErrors } = await create(user, await createApp(user));
    expect(userErrors).toEqual([]);
    expect(deviceImport).toMatchObject({
      status: 'WAITING_FOR_FILE',
      size: null,
      done: 0,
      columns: [],
      app: { name: 'iPhone' },
    });
    const lines = [
      'Device Token,player_id,tz,Locale,colour,user id',
      `${'a'.repeat(64)},1,Europe/Berlin,de,red,u1`,
      `${'b'.repeat(64)},2,Asia/Tokyo,ja,"blue, dark",u2`,
      ',3,,en,=1+1,u3',
      `${'a'.repeat(64)},4,,de,,u4`,
      'x,y',
    ];
    const content = `\ufeff${lines.join('\r\n')}\r\n`;
    expect(await put(uploadUrl, content)).toEqual({ status: 204, error: '' });
    const uploaded = await read(user, deviceImport.id);
    expect(uploaded).toMatchObject({ status: 'UPLOADED', size: Buffer.byteLength(content) });
    expect(uploaded.columns).toEqual([
      { column: 'Device Token', field: 'TOKEN' },
      { column: 'player_id', field: null },
      { column: 'tz', field: 'TIMEZONE' },
      { column: 'Locale', field: 'LANGUAGE' },
      { column: 'colour', field: null },
      { column: 'user id', field: 'EXTERNAL_USER_ID' },
    ]);
    expect(uploaded.sample).toHaveLength(5);
    expect(uploaded.sample[1][4]).toBe('blue, dark');
    const begun = await start(user, deviceImport.id, [
      { column: 'Locale', field: null },
      { column: 'colour', field: 'PLATFORM' },
    ]);
    expect([begun.deviceImport.status, begun.uploadUrl]).toEqual(['RUNNING', null]);
    await work();
    const done = await read(user, deviceImport.id);
    expect(done).toMatchObject({
      status: 'FINISHED',
      imported: 2,
      updated: 1,
      rejected: 2,
      done: uploaded.size,
      message: null,
    });
    const { devices } = await user.data(
      '{ devices(orderBy: { field: ID }) { nodes { language timeZone platform externalUserId active } } }',
    );
    expect(devices.nodes).toEqual([
      { language: null, timeZone: 'Europe/Berlin', platform: 'red', externalUserId: 'u4', active: true },
      { language: null, timeZone: 'Asia/Tokyo', platform: 'blue, dark', externalUserId: 'u2', active: true },
    ]);
    const { body, headers } = await app().server.inject({ url: done.rejectedUrl });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(body.split('\r\n')).toEqual([
      'line,reason,Device Token,player_id,tz,Locale,colour,user id',
      expect.stringMatching(/^4,"`token` is required.*",,3,,en,'=1\+1,u3$/),
      '6,The line has 2 cells where the header has 6.,x,y',
      '',
    ]);
    expect(await chunks(deviceImport)).toBe(0);
  });

  test('JSON lines are taken as they are, and no push is started', async () => {
    const user = await app().newUser();
    const content = `{"token":"${'c'.repeat(64)}","audiences":["vip"]}\n[]\n${'['.repeat(60_000)}\n{"token":7}\n`;
    const done = await carryOut(user, content, { format: 'JSONL' });
    expect(done).toMatchObject({ status: 'FINISHED', imported: 1, rejected: 3, columns: [] });
    expect(done.sample[0]).toHaveLength(1);
    expect((await user.data('{ tags { nodes { name } } }')).tags.nodes).toEqual([{ name: 'vip' }]);
  });

  const token = (index: number): string => index.toString(16).padStart(64, '0');

  test.each([
    ['without a header', `${token(1)}\n${token(2)}\n`, /^No column is taken for token, by which devices/],
    [
      'of noise',
      Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)),
      /header|UTF-8|column/i,
    ],
    ['of UTF-16', Buffer.from('token,language\nabc,de\n', 'utf16le'), /No column is taken for token|UTF-8/],
    ['of NULs', Buffer.alloc(100_000), /The header cannot be read: The line is longer than 64 KiB\./],
    ['with 10,000 columns', `${'a,'.repeat(9_999)}b\n`, /^The first line has 10000 columns, and 64 is the most/],
    [
      'with a header that does not end',
      'token,'.repeat(400_000),
      /The header cannot be read: The line is longer than 64 KiB\./,
    ],
    ['of line ends alone', '\n\r\n\n', /^The file has no lines\./],
  ])('a file %s is refused in a sentence', async (_what, content, sentence) => {
    const user = await app().newUser();
    const ended = await carryOut(user, content);
    expect(ended.userErrors?.[0].message ?? ended.message).toMatch(sentence);
    if (!ended.userErrors) expect([ended.status, ended.finishedAt]).toEqual(['FAILED', expect.any(String)]);
  });

  test('a line of megabytes, one of NULs and one in another encoding cost themselves alone', async () => {
    const user = await app().newUser();
    const content = Buffer.concat([
      Buffer.from(`token,language\n${'x'.repeat(3_000_000)}\n${token(1)},de\n`),
      Buffer.concat([Buffer.alloc(20), Buffer.from(',de\n')]),
      Buffer.from([0xe9, 0x2c, 0x64, 0x65, 0x0a]),
      Buffer.from(`"${token(2)},de\n${token(3)},en`),
    ]);
    const done = await carryOut(user, content);
    expect(done).toMatchObject({ status: 'FINISHED', imported: 2, rejected: 4, done: content.length });
    const { body } = await app().server.inject({ url: done.rejectedUrl });
    expect(body.split('\r\n').map((line) => line.split(',')[0])).toEqual(['line', '2', '4', '5', '6', '']);
  });

  test('an address is good for one file, for an hour, and only as it was signed', async () => {
    const user = await app().newUser();
    const appId = await createApp(user);
    const { deviceImport, uploadUrl } = await create(user, appId);
    expect(await put(uploadUrl.replace(/signature=.{4}/, 'signature=AAAA'), 'token\n')).toMatchObject({ status: 403 });
    expect(await put(uploadUrl.replace(/expires=\d/, 'expires=9'), 'token\n')).toMatchObject({ status: 403 });
    expect(await put(uploadUrl.replace(/&signature=.*/, ''), 'token\n')).toMatchObject({ status: 400 });
    expect(await put(uploadUrl, '')).toMatchObject({ status: 400, error: 'The file is empty.' });
    const large = 'token\n'.padEnd(4 * 2 ** 20 + 1, 'x');
    expect(await put(uploadUrl, large)).toMatchObject({
      status: 413,
      error: expect.stringContaining('larger than 4 MiB'),
    });
    expect(await chunks(deviceImport)).toBe(0);
    // After what went wrong it may be sent again.
    expect(await put(uploadUrl, `token\n${token(9)}\n`)).toMatchObject({ status: 204 });
    expect(await put(uploadUrl, `token\n${token(9)}\n`)).toMatchObject({ status: 409 });
    const late = await create(user, appId);
    app().clock.advance(HOUR + 1);
    expect(await put(late.uploadUrl, 'token\n')).toMatchObject({
      status: 403,
      error: expect.stringContaining('expired'),
    });
    await work();
    expect(await read(user, late.deviceImport.id)).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('within an hour'),
    });
    app().clock.advance(8 * 24 * HOUR);
    await work();
    expect(await read(user, deviceImport.id)).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('seven days'),
    });
    expect(await chunks(deviceImport)).toBe(0);
  });

  test('others see nothing of it, and a key that only reads makes none', async () => {
    const [user, stranger] = [await app().newUser(), await app().newUser()];
    const appId = await createApp(user);
    const { deviceImport, uploadUrl } = await create(user, appId);
    await put(uploadUrl, `token\n${token(1)}\n`);
    expect(await read(stranger, deviceImport.id)).toBeNull();
    for (const answer of [await start(stranger, deviceImport.id), await cancel(stranger, deviceImport.id)]) {
      expect(answer).toMatchObject({ deviceImport: null, userErrors: [{ code: 'NOT_FOUND', field: ['id'] }] });
    }
    expect((await create(stranger, appId)).userErrors).toMatchObject([
      { code: 'NOT_FOUND', field: ['input', 'appId'] },
    ]);
    expect((await stranger.data('{ deviceImports { totalCount } }')).deviceImports.totalCount).toBe(0);
    const socket = await stranger.socket();
    const query = 'subscription ($id: ID!) { deviceImportProgress(id: $id) { status } }';
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id: deviceImport.id } } });
    expect((await socket.next('next')).payload.errors[0].extensions.code).toBe('NOT_FOUND');
    socket.close();
    const reading = app().userWithKey(await app().services.keys.createKey(user.userId, ['read']));
    const { errors } = await reading.query(`mutation ($id: ID!) { deviceImportStart(id: $id) { uploadUrl } }`, {
      id: deviceImport.id,
    });
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await read(reading, deviceImport.id)).toMatchObject({ status: 'UPLOADED' });
  });

  test('five may be open; a key makes one once; a cancelled one leaves no file', async () => {
    const user = await app().newUser();
    const appId = await createApp(user);
    const [first, again] = [await create(user, appId, 'CSV', 'once'), await create(user, appId, 'CSV', 'once')];
    expect(again.deviceImport.id).toBe(first.deviceImport.id);
    for (let more = 0; more < 4; more += 1) await create(user, appId);
    expect((await create(user, appId)).userErrors).toMatchObject([{ code: 'TOO_MANY' }]);
    await put(first.uploadUrl, `token\n${token(1)}\n`);
    expect((await cancel(user, first.deviceImport.id)).deviceImport.status).toBe('CANCELLED');
    // Its file is still there.
    expect((await create(user, appId)).userErrors).toMatchObject([{ code: 'TOO_MANY' }]);
    await work();
    expect(await chunks(first.deviceImport)).toBe(0);
    expect((await create(user, appId)).userErrors).toEqual([]);
    expect((await cancel(user, first.deviceImport.id)).userErrors).toEqual([]);
    expect((await start(user, first.deviceImport.id)).userErrors).toMatchObject([{ code: 'CONFLICT' }]);
  });

  test('columns that are not there, twice or none that says where devices are get an error each', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    await put(uploadUrl, `a,b\n${token(1)},x\n`);
    const codes = async (columns: Json) =>
      (await start(user, deviceImport.id, columns)).userErrors.map(({ code, field }: Json) => [code, field]);
    expect(await codes(null)).toEqual([['REQUIRED', ['columns']]]);
    expect(await codes([{ column: 'c', field: 'TOKEN' }])).toEqual([['NOT_FOUND', ['columns', '0', 'column']]]);
    const twice = [
      { column: 'a', field: 'TOKEN' },
      { column: 'b', field: 'TOKEN' },
    ];
    expect(await codes(twice)).toEqual([['DUPLICATE', ['columns']]]);
    expect(await codes([{ column: 'a', field: 'TOKEN' }])).toEqual([]);
  });

  test('whoever watches sees it grow, and its end', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    const socket = await user.socket();
    const query = 'subscription ($id: ID!) { deviceImportProgress(id: $id) { status imported app { name } } }';
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id: deviceImport.id } } });
    const next = async () => (await socket.next('next')).payload.data.deviceImportProgress;
    expect(await next()).toEqual({ status: 'WAITING_FOR_FILE', imported: 0, app: { name: 'iPhone' } });
    await put(uploadUrl, `token\n${Array.from({ length: 450 }, (_, index) => token(index)).join('\n')}\n`);
    expect(await next()).toMatchObject({ status: 'UPLOADED' });
    await start(user, deviceImport.id);
    expect(await next()).toMatchObject({ status: 'RUNNING' });
    await work();
    let last = await next();
    while (last.status === 'RUNNING') last = await next();
    expect(last).toMatchObject({ status: 'FINISHED', imported: 450 });
    expect((await socket.next('complete')).id).toBe('a');
    socket.close();
  });

  test('requests are answered while it goes on', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    await put(uploadUrl, `token\n${Array.from({ length: 6_000 }, (_, index) => token(index)).join('\n')}\n`);
    await start(user, deviceImport.id);
    let isOver = false;
    const worked = work().then(() => {
      isOver = true;
    });
    let seen = 0;
    while (!isOver) {
      const { status, imported } = await read(user, deviceImport.id);
      if (status === 'RUNNING' && imported > 0) seen += 1;
    }
    await worked;
    expect(seen).toBeGreaterThan(0);
    expect(await read(user, deviceImport.id)).toMatchObject({ status: 'FINISHED', imported: 6_000 });
  });

  test('one that was taken from its worker counts nothing twice, and one that cannot go on ends', async () => {
    const user = await app().newUser();
    const { database, services, clock } = app();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    await put(uploadUrl, `token\n${Array.from({ length: 2_500 }, (_, index) => token(index)).join('\n')}\n`);
    await start(user, deviceImport.id);
    const { registerMany } = services.devices;
    let calls = 0;
    services.devices.registerMany = async (...given) => {
      calls += 1;
      // Another has it by now: what is registered under the former lease is undone.
      if (calls === 2)
        await database.tx((tx) => execute(tx, "UPDATE device_import SET lease_owner = 'other', lease_until = 1"));
      return registerMany.apply(services.devices, given);
    };
    await work();
    services.devices.registerMany = registerMany;
    expect(await read(user, deviceImport.id)).toMatchObject({ status: 'FINISHED', imported: 2_500, updated: 0 });
    // Two chunks, of which the second was undone, and then what was left of the file.
    expect(calls).toBe(4);

    const other = await create(user, await createApp(user));
    await put(other.uploadUrl, `token\n${token(1)}\n`);
    await start(user, other.deviceImport.id);
    services.devices.registerMany = () => Promise.reject(new Error('the disk is full'));
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(work()).rejects.toThrow('the disk is full');
      clock.advance(16_000);
    }
    await work();
    services.devices.registerMany = registerMany;
    expect(await read(user, other.deviceImport.id)).toMatchObject({
      status: 'FAILED',
      message: 'It could not go on beyond line 2 after 5 tries; look into the log of the workers.',
    });
  });

  test('two workers share the work, and a list takes as many statements as one', async () => {
    const user = await app().newUser();
    const appId = await createApp(user);
    const QUERY = `{ deviceImports { nodes { ${FIELDS} } } }`;
    const { statements } = app().database;
    const statementsOf = async () => {
      const before = statements.count;
      await user.data(QUERY);
      return statements.count - before;
    };
    await create(user, appId);
    const one = await statementsOf();
    for (let more = 0; more < 3; more += 1) {
      const { deviceImport, uploadUrl } = await create(user, appId);
      await put(
        uploadUrl,
        `token\n${Array.from({ length: 300 }, (_, index) => token(more * 1_000 + index)).join('\n')}\n`,
      );
      await start(user, deviceImport.id);
    }
    expect(await statementsOf()).toBe(one);
    await Promise.all([work(), sleep(1).then(work)]);
    const { deviceImports } = await user.data(QUERY);
    expect(deviceImports.nodes.map(({ imported }: Json) => imported)).toEqual([300, 300, 300, 0]);
  });
});
