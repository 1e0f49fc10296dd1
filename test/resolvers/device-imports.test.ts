import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { execute } from '../../src/database/database.js';
import { type Json, useGraphApp } from '../schema/support/graph-app.js';
import { IMPORT_FIELDS, importSteps, token } from '../schema/support/import-steps.js';
import { eachDatabase } from '../support/databases.js';
import { readRepositoryFile } from '../support/repository.js';

describe.each(eachDatabase())('imports of devices, $name', (kind) => {
  const app = useGraphApp(kind);
  const { createApp, create, put, start, read, work, chunks, carryOut } = importSteps(app);

  test('a file is uploaded, inspected, mapped, registered, and its rejected lines can be fetched', async () => {
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

  test("OneSignal's export is read unchanged, and system versions do not become platforms", async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    expect(await put(uploadUrl, readRepositoryFile('examples/moving-from/onesignal.csv'))).toMatchObject({
      status: 204,
    });
    const { columns } = await read(user, deviceImport.id);
    const known = (columns as Json[]).filter(({ field }) => field !== null);
    expect(Object.fromEntries(known.map(({ column, field }) => [column, field]))).toEqual({
      ...{ identifier: 'TOKEN', language: 'LANGUAGE', game_version: 'APP_VERSION' },
      ...{ external_user_id: 'EXTERNAL_USER_ID', country: 'COUNTRY', timezone_id: 'TIMEZONE' },
    });
  });

  test('a read-only key sees no line of the file, not even rejected ones, and nobody does once it has ended', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user), 'JSONL');
    await put(uploadUrl, `{"token":"${token(1)}"}\n{"token":7}\n`);
    expect((await read(user, deviceImport.id)).sample).toEqual([[expect.stringContaining('000001')], ['{"token":7}']]);
    const reader = app().userWithKey(await app().services.keys.createKey(user.userId, ['read']));
    const ask = (fields: string) =>
      reader.query(`query ($id: ID!) { deviceImport(id: $id) { ${fields} } }`, { id: deviceImport.id });
    const seen: Json[] = [];
    for (const field of ['sample', 'rejectedUrl', 'status columns { column }']) seen.push((await ask(field)).body);
    expect(seen.map(({ errors }) => errors?.[0].extensions.code ?? null)).toEqual(['FORBIDDEN', 'FORBIDDEN', null]);
    expect(JSON.stringify(seen)).not.toContain('000001');
    await start(user, deviceImport.id);
    await work();
    const done = await read(user, deviceImport.id);
    expect(done).toMatchObject({ status: 'FINISHED', imported: 1, rejected: 1, sample: [] });
    const { extensions } = (await user.query('{ deviceImports(first: 1) { nodes { sample } } }')).body;
    expect(extensions.cost.requested).toBeGreaterThan(20);
  });

  test('JSON lines are accepted unchanged, and start no push', async () => {
    const user = await app().newUser();
    const content = `{"token":"${'c'.repeat(64)}","audiences":["vip"]}\n[]\n${'['.repeat(60_000)}\n{"token":7}\n`;
    const done = await carryOut(user, content, { format: 'JSONL' });
    expect(done).toMatchObject({ status: 'FINISHED', imported: 1, rejected: 3, columns: [] });
    expect((await user.data('{ tags { nodes { name } } }')).tags.nodes).toEqual([{ name: 'vip' }]);
  });

  test('a line of megabytes, one of NULs and one in another encoding affect only themselves', async () => {
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

  test('many long rejected lines do not make a row too large for the database', async () => {
    const user = await app().newUser();
    const line = `{"token":7,"platform":"${'x'.repeat(60_000)}"}`;
    const done = await carryOut(user, Array(60).fill(line).join('\n'), { format: 'JSONL' });
    expect(done).toMatchObject({ status: 'FINISHED', imported: 0, rejected: 60 });
    const sql = 'SELECT MAX(LENGTH(data)) AS largest FROM device_import_chunk WHERE import_id = ? AND part = 1';
    const [row] = await app().database.query<Json>(sql, [done.databaseId]);
    expect(Number(row.largest)).toBeLessThan(400_000);
    const { body } = await app().server.inject({ url: done.rejectedUrl });
    const lines = body.trimEnd().split('\r\n');
    expect(lines.map((each) => Number.parseInt(each, 10) || each)).toEqual([
      'line,reason,record',
      ...Array.from({ length: 60 }, (_, index) => index + 1),
    ]);
  });

  test('missing columns, duplicates, and a file without a device column each get an error', async () => {
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

  test('a subscriber sees its progress and its end', async () => {
    const user = await app().newUser();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    const socket = await user.socket();
    const query = 'subscription ($id: ID!) { deviceImportProgress(id: $id) { status imported app { name } } }';
    socket.send({ id: 'a', type: 'subscribe', payload: { query, variables: { id: deviceImport.id } } });
    const next = async () => (await socket.next('next')).payload.data.deviceImportProgress;
    // A poll may have sent the previous state again.
    const until = async (status: string, before: string) => {
      let progress = await next();
      while (progress.status === before) progress = await next();
      expect(progress.status).toBe(status);
      return progress;
    };
    expect(await next()).toEqual({ status: 'WAITING_FOR_FILE', imported: 0, app: { name: 'iPhone' } });
    await put(uploadUrl, `token\n${Array.from({ length: 450 }, (_, index) => token(index)).join('\n')}\n`);
    await until('UPLOADED', 'WAITING_FOR_FILE');
    await start(user, deviceImport.id);
    await until('RUNNING', 'UPLOADED');
    await work();
    expect(await until('FINISHED', 'RUNNING')).toMatchObject({ imported: 450 });
    expect((await socket.next('complete')).id).toBe('a');
    socket.close();
  });

  test('requests are answered during an import', async () => {
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

  test('an import that another worker took over counts nothing twice, and one that cannot continue ends', async () => {
    const user = await app().newUser();
    const { database, services, clock } = app();
    const { deviceImport, uploadUrl } = await create(user, await createApp(user));
    await put(uploadUrl, `token\n${Array.from({ length: 2_500 }, (_, index) => token(index)).join('\n')}\n`);
    await start(user, deviceImport.id);
    const { registerJudged, registersSideBySide } = services.devices;
    const takeAway = () =>
      database.tx((tx) => execute(tx, "UPDATE device_import SET lease_owner = 'other', lease_until = 1"));
    let calls = 0;
    let taken: Promise<unknown> | null = null;
    services.devices.registerJudged = async (...given) => {
      calls += 1;
      // Another worker holds it now, so registrations under the former lease are rolled back.
      if (calls > (registersSideBySide ? 2 : 1)) taken ??= takeAway();
      await taken;
      return registerJudged.apply(services.devices, given);
    };
    await work();
    services.devices.registerJudged = registerJudged;
    expect(await read(user, deviceImport.id)).toMatchObject({ status: 'FINISHED', imported: 2_500, updated: 0 });
    // Two chunks, of which the second was rolled back, and then the rest of the file.
    expect(calls).toBe(registersSideBySide ? 6 : 4);

    const other = await create(user, await createApp(user));
    await put(other.uploadUrl, `token\n${token(1)}\n`);
    await start(user, other.deviceImport.id);
    services.devices.registerJudged = () => Promise.reject(new Error('the disk is full'));
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(work()).rejects.toThrow('the disk is full');
      clock.advance(16_000);
    }
    await work();
    services.devices.registerJudged = registerJudged;
    expect(await read(user, other.deviceImport.id)).toMatchObject({
      status: 'FAILED',
      failure: 'STUCK',
      message: "It could not continue past line 2 after 5 attempts; check the workers' log.",
    });
  });

  test.each([1, 2, 3])(
    'an import whose transaction %i fails during its first chunks counts nothing twice',
    async (failing) => {
      const user = await app().newUser();
      const { services, clock } = app();
      const { deviceImport, uploadUrl } = await create(user, await createApp(user));
      // Every tenth line is invalid.
      const lines = Array.from({ length: 2_500 }, (_, index) => (index % 10 === 9 ? ',de' : `${token(index)},de`));
      await put(uploadUrl, `token,language\n${lines.join('\n')}\n`);
      await start(user, deviceImport.id);
      const { registerJudged } = services.devices;
      const others: Promise<unknown>[] = [];
      let calls = 0;
      services.devices.registerJudged = async (...given) => {
        calls += 1;
        if (calls !== failing) {
          const registering = registerJudged.apply(services.devices, given);
          others.push(registering);
          return registering;
        }
        // Runs after the concurrent chunk.
        await sleep(0);
        await Promise.all(others);
        throw new Error('the connection was cut');
      };
      await expect(work()).rejects.toThrow('the connection was cut');
      services.devices.registerJudged = registerJudged;
      clock.advance(16_000);
      await work();
      const done = await read(user, deviceImport.id);
      expect(done).toMatchObject({ status: 'FINISHED', imported: 2_250, updated: 0, rejected: 250 });
      const { devices } = await user.data('{ devices(first: 1) { totalCount } }');
      expect(devices.totalCount).toBe(2_250);
      const rejected = (await app().server.inject({ url: done.rejectedUrl })).body.trimEnd().split('\r\n');
      expect(rejected.map((line) => line.split(',')[0])).toEqual([
        'line',
        ...lines.flatMap((line, index) => (line === ',de' ? [String(index + 2)] : [])),
      ]);
    },
  );

  test('known devices and duplicates are found behind a thousand new ones', async () => {
    const user = await app().newUser();
    const appId = await createApp(user);
    const importTokens = async (tokens: readonly string[]) => {
      const { deviceImport, uploadUrl } = await create(user, appId);
      await put(uploadUrl, `token\n${tokens.join('\n')}\n`);
      await start(user, deviceImport.id);
      await work();
      return read(user, deviceImport.id);
    };
    await importTokens([token(1_500), token(2_400)]);
    const tokens = Array.from({ length: 2_500 }, (_, index) => token(index));
    expect(await importTokens([...tokens, token(7), token(7)])).toMatchObject({
      ...{ status: 'FINISHED', imported: 2_498, updated: 4, rejected: 0 },
    });
  });

  test('two workers share the work, and a list takes as many statements as one', async () => {
    const user = await app().newUser();
    const appId = await createApp(user);
    const QUERY = `{ deviceImports { nodes { ${IMPORT_FIELDS} } } }`;
    const { statements } = app().database;
    // Other statements of the service count too, so take the minimum of several runs.
    const statementsOf = async () => {
      const counts: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const before = statements.count;
        await user.data(QUERY);
        counts.push(statements.count - before);
      }
      return Math.min(...counts);
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
