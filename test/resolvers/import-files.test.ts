import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { importSteps, token } from '../schema/support/import-steps.js';
import { eachDatabase } from '../support/databases.js';

const HOUR = 3_600_000;

describe.each(eachDatabase())('files of imports, $name', (kind) => {
  const app = useGraphApp(kind);
  const { createApp, create, put, start, cancel, read, work, chunks, carryOut } = importSteps(app);

  test.each([
    ['without a header', `${token(1)}\n${token(2)}\n`, /^No column is assigned to token, which devices/],
    [
      'of noise',
      Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 251)),
      /header|UTF-8|column/i,
    ],
    ['of UTF-16', Buffer.from('token,language\nabc,de\n', 'utf16le'), /No column is assigned to token|UTF-8/],
    ['of NULs', Buffer.alloc(100_000), /The header cannot be read: The line is longer than 64 KiB\./],
    [
      'with 10,000 columns',
      `${'a,'.repeat(9_999)}b\n`,
      /^The first line has 10000 columns, and at most 256 are allowed/,
    ],
    [
      'with a header that does not end',
      'token,'.repeat(400_000),
      /The header cannot be read: The line is longer than 64 KiB\./,
    ],
    ['of line ends alone', '\n\r\n\n', /^The file has no lines\./],
  ])('a file %s is refused with a message', async (_what, content, sentence) => {
    const user = await app().newUser();
    const ended = await carryOut(user, content);
    expect(ended.userErrors?.[0].message ?? ended.message).toMatch(sentence);
    if (!ended.userErrors) expect([ended.status, ended.finishedAt]).toEqual(['FAILED', expect.any(String)]);
  });

  test.each([
    ['behind the header', 'CSV', `token\n${'\r\n'.repeat(100_001)}${token(1)}\n`, 0],
    ['before all else', 'JSONL', '\n'.repeat(1_000_000), 0],
    [
      'between devices',
      'JSONL',
      `${Array.from({ length: 20 }, (_, index) => `{"token":"${token(index)}"}\n`).join('')}${'\n'.repeat(100_001)}{}\n`,
      20,
    ],
  ])('a file of empty lines %s ends as FAILED without blocking anybody', async (_where, format, content, imported) => {
    const user = await app().newUser();
    const ended = await carryOut(user, content, { format });
    expect(ended).toMatchObject({ status: 'FAILED', failure: 'TOO_MANY_LINES' });
    expect(ended.message).toContain('more than 100000 empty lines in a row');
    const { devices } = await user.data('{ devices { totalCount } }');
    expect(devices.totalCount).toBe(imported);
  });

  test('an abandoned upload does not touch the one that replaced it', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    const { database, services } = app();
    const { searchParams } = new URL(uploadUrl, 'http://localhost');
    const access = {
      expires: Number(searchParams.get('expires')),
      holder: searchParams.get('holder') ?? '',
      signature: searchParams.get('signature') ?? '',
    };
    const id = Number(deviceImport.databaseId);
    const takeOver = async (): Promise<void> => {
      await database.tx(async (tx) => {
        await execute(tx, "UPDATE device_import SET upload_claim = 'another' WHERE id = ?", [id]);
        const columns = 'import_id, part, seq, data';
        await execute(tx, `INSERT INTO device_import_chunk (${columns}) VALUES (?, 0, 7, ?)`, [id, Buffer.from('x')]);
      });
    };
    // The next upload starts when this one's loop reaches the rows.
    const query = database.query.bind(database);
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from('token\n');
      database.query = (async (sql: string, parameters: readonly unknown[]) => {
        if (!sql.startsWith('SELECT seq FROM device_import_chunk')) return query(sql, parameters);
        database.query = query;
        await takeOver();
        return query(sql, parameters);
      }) as typeof database.query;
      throw new Error('the client is gone');
    }
    try {
      const uploading = services.importFiles.upload(id, access, { body: body(), length: null });
      await expect(uploading).rejects.toThrow('the client is gone');
    } finally {
      database.query = query;
    }
    expect(await chunks(deviceImport)).toBe(1);
    const sql = 'SELECT upload_claim, has_file FROM device_import WHERE id = ?';
    expect(await database.query(sql, [id])).toEqual([{ upload_claim: 'another', has_file: 1 }]);
  });

  test('an upload URL works for one file, for an hour, and only as signed', async () => {
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
    // The file may be sent again after a failure.
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
      failure: 'EXPIRED',
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

  test('other users do not see an import, and a read-only key cannot create one', async () => {
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
    const shown = await reading.data('{ deviceImports { nodes { status } } }');
    expect(shown.deviceImports.nodes).toEqual([{ status: 'UPLOADED' }]);
  });

  test('at most five imports are open; a key creates one once; a cancelled import leaves no file', async () => {
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
});
