import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { exportDevices } from '../../src/cli/devices/export-devices.js';
import { importDevices } from '../../src/cli/devices/import-devices.js';
import { writeWholeFile } from '../../src/cli/devices/write-whole-file.js';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import { systemClock } from '../../src/ports/clock.js';
import type { ProviderName } from '../../src/providers/sender.js';
import type { DeviceFormat } from '../../src/services/device-imports/device-format.js';
import { createServices, type Services } from '../../src/services/services.js';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, type FreshDatabaseUrl } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';

const POINT = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url');
const AUTH = randomBytes(16).toString('base64url');

describe.each(eachDatabase())('devices on the command line on $name', (kind) => {
  let place: FreshDatabaseUrl;
  let database: Database;
  let services: Services;
  let folder: string;
  let userId: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pushgraph-import-'));
    place = await kind.url();
    database = new Database(parseDatabaseUrl(place.url));
    await database.open();
    await database.migrate();
    const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
    services = createServices({ database, clock: systemClock, ...parts });
    ({ userId } = await services.keys.createUser('somebody'));
  });

  afterEach(async () => {
    await database.close();
    await place[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const createApp = (pushProvider: ProviderName): Promise<App> => {
    const caller = { userId, keyId: 0, scopes: ['write' as const] };
    const credentials = pushProvider === 'webpush' ? null : CREDS[pushProvider];
    return services.apps.create(caller, { pushProvider, name: 'An app', link: null, credentials });
  };

  const write = async (name: string, content: string | Buffer): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  };

  /** The import's result, its rejected lines, and its messages. */
  const runImport = async (app: App, file: string) => {
    let said = '';
    const terminal = { write: (words: string) => (said += words) };
    const result = await importDevices({ ...services, terminal }, app, file);
    const lines = (await readFile(`${file}.rejected`, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    return { result, rejected: lines.map((line) => JSON.parse(line)), said };
  };

  const runExport = async (app: App, format: DeviceFormat, all = false): Promise<string> => {
    const output = new PassThrough();
    const [written] = await Promise.all([
      text(output),
      exportDevices(database, app, { format, all, end: true, output }),
    ]);
    return written;
  };

  const runCli = async (...words: string[]) => {
    await using cli = new NodeProcess(
      'src/cli/main.js',
      {
        DATABASE_URL: place.url,
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      },
      { words },
    );
    const { code } = await cli.exited;
    return { code, stdout: cli.stdout, stderr: cli.stderr };
  };

  test('bad lines are reported by number with the reason, and the others are registered', async () => {
    const app = await createApp('provider_a');
    const lines = [
      'Token,language,country,timezone,external_user_id,audiences,platform,app_version,colour',
      't1,pt-br,br,America/Sao_Paulo,"Doe, John",vip|new,android,1.2,red',
      't2,,,,,,,,',
      ',en,,,,,,,',
      't4,english!,,,,,,,',
      't5,en',
      '"t6,en,,,,,,,',
      `t7,${'x'.repeat(70_000)},,,,,,,`,
      'BROKEN,,,,,,,,',
      't1,de,,,,,,,',
    ];
    const bytes = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
    bytes[bytes.indexOf('BROKEN')] = 0xff;
    const { result, rejected, said } = await runImport(app, await write('devices.csv', bytes));
    expect(result).toEqual({ imported: 2, updated: 1, rejected: 6 });
    expect(rejected).toEqual([
      { line: 4, reason: expect.stringContaining('`token` is required') },
      { line: 5, reason: expect.stringContaining('`language`') },
      { line: 6, reason: 'The line has 2 cells where the header has 9.' },
      { line: 7, reason: 'A cell begins with a quote that is not closed.' },
      { line: 8, reason: 'The line is longer than 64 KiB.' },
      { line: 9, reason: 'The line is not valid UTF-8.' },
    ]);
    expect(said).toContain('left out: colour.');
    expect(said).toContain('6 lines were rejected, the first is line 4:');
    expect((await runExport(app, 'csv')).split('\r\n')).toEqual([
      'token,subscription_id,endpoint,p256dh,auth,language,country,timezone,external_user_id,audiences,platform,app_version',
      't1,,,,,de,BR,America/Sao_Paulo,"Doe, John",vip|new,android,1.2',
      't2,,,,,,,,,,,',
      '',
    ]);
  });

  test('importing again changes nothing, and removes the rejected lines of the earlier run', async () => {
    const app = await createApp('provider_b');
    const good = '{"subscription_id":"0190a1b2-0000-4000-8000-00000000000f","audiences":["a","b"],"language":"en"}\n';
    const file = await write(
      'devices.jsonl',
      `${good}[]\n{"subscription_id":7}\n{]\n{"token":"t"}\n{"subscription_id":"s1"}\n`,
    );
    const first = await runImport(app, file);
    expect(first.result).toEqual({ imported: 1, updated: 0, rejected: 5 });
    expect(first.rejected).toEqual([
      { line: 2, reason: 'The line must be a JSON object.' },
      { line: 3, reason: '`subscription_id` must be a string.' },
      { line: 4, reason: 'The line is not valid JSON.' },
      { line: 5, reason: expect.stringContaining('`subscription_id` is required') },
      { line: 6, reason: expect.stringContaining('must be the UUID') },
    ]);
    const before = await runExport(app, 'jsonl');
    await writeFile(file, good);
    expect(await runImport(app, file)).toEqual({
      result: { imported: 0, updated: 1, rejected: 0 },
      rejected: [],
      said: '',
    });
    expect(await runExport(app, 'jsonl')).toBe(before);
    expect(before).toBe(good.replace('"audiences":["a","b"],"language":"en"', '"language":"en","audiences":["a","b"]'));
  });

  test.each(['csv', 'jsonl'] as const)('a web push application is copied into another as %s', async (format) => {
    const [app, other] = [await createApp('webpush'), await createApp('webpush')];
    const rows = Array.from({ length: 450 }, (_, n) => {
      const name = n % 2 === 0 ? `"says ""${n}"", twice"` : '';
      return `https://push.example.com/${n},${POINT},${AUTH},${name},${n % 3 === 0 ? 'vip|a b' : ''}`;
    });
    const lines = ['endpoint,p256dh,auth,external_user_id,audiences', ...rows];
    const file = await write('devices.csv', lines.join('\n'));
    expect((await runImport(app, file)).result).toEqual({ imported: 450, updated: 0, rejected: 0 });
    const exported = await runExport(app, format);
    const copy = await runImport(other, await write(`copy.${format}`, exported));
    expect(copy.result).toEqual({ imported: 450, updated: 0, rejected: 0 });
    expect(await runExport(other, format)).toBe(exported);
    expect(exported).not.toMatch(/hash|secret/);
  });

  test.each(['csv', 'jsonl'] as const)(
    'attributes are the same after export and import elsewhere, %s',
    async (format) => {
      const app = await createApp('provider_c');
      const lines = [
        'token,external_user_id,attr.plan,attr.zip:string,attr.since:string,attr.orders,attr.ok,attr.teams:list,attr.at',
        'a1,bob,"pro, gold",0049,2026-01-01,-12.5,true,Reds|a\\|b;c\\\\|,2026-11-26T10:00:00+01:00',
        'a2,,=1+1,12,2,1e3,false,one,2026-01-01',
        'a3,bob,,,,,,,',
        'a4,eve,,12,,,,,',
      ];
      const first = await runImport(app, await write('devices.csv', lines.join('\n')));
      expect(first).toMatchObject({ result: { imported: 4 }, rejected: [] });
      const own = 'token,device_attr.plan,device_attr.zip\na1,own,12345\na2,,007\na3,"two\nlines",\n';
      const second = await runImport(app, await write('own.csv', own));
      expect(second).toMatchObject({ result: { imported: 0, updated: 3 }, rejected: [] });
      const exported = await runExport(app, format);
      if (format === 'csv') {
        expect(exported.split('\r\n')[0]).toContain(
          'app_version,attr.at:date,attr.ok:boolean,attr.orders:number,attr.plan:string,attr.since:string,attr.teams:list,attr.zip:string,device_attr.plan:string,device_attr.zip:string',
        );
      }
      ({ userId } = await services.keys.createUser('somebody else'));
      const other = await createApp('provider_c');
      const copied = await runImport(other, await write(`copy.${format}`, exported));
      expect(copied).toMatchObject({ result: { imported: 4, updated: 0, rejected: 0 }, said: '' });
      expect(await runExport(other, format)).toBe(exported);
      const columns = 'token, external_user_id, attributes, own_attributes';
      const sql = `SELECT ${columns} FROM device WHERE app_id = ? ORDER BY token`;
      expect(await database.query(sql, [other.id])).toEqual(await database.query(sql, [app.id]));
      const types = 'SELECT name, type FROM attribute_definition WHERE user_id = ? ORDER BY name';
      expect(await database.query(types, [other.userId])).toEqual(await database.query(types, [app.userId]));
      const users = 'SELECT external_user_id, attributes FROM end_user WHERE user_id = ? ORDER BY external_user_id';
      expect(await database.query(users, [other.userId])).toEqual(await database.query(users, [app.userId]));
      expect(await database.query(users, [other.userId])).toMatchObject([
        { external_user_id: 'bob', attributes: expect.stringContaining('"teams":["Reds","a|b;c\\\\",""]') },
        { external_user_id: 'eve', attributes: '{"zip":"12"}' },
      ]);
    },
  );

  test('an export has the active devices, or all of them', async () => {
    const app = await createApp('provider_c');
    await runImport(app, await write('devices.jsonl', '{"token":"on","audiences":["a"]}\n{"token":"off"}\n'));
    await database.tx((tx) => tx.query("UPDATE device SET active = 0 WHERE token = 'off'"));
    expect(await runExport(app, 'jsonl')).toBe('{"token":"on","audiences":["a"]}\n');
    expect(await runExport(app, 'jsonl', true)).toBe('{"token":"on","audiences":["a"]}\n{"token":"off"}\n');
  });

  test.each(['csv', 'jsonl'] as const)(
    'tags from before the rule and formulas survive export and import, %s',
    async (format) => {
      const [app, other] = [await createApp('provider_c'), await createApp('provider_c')];
      const device = { token: 'on', external_user_id: '=HYPERLINK(1)', audiences: ['x', 'back\\slash'] };
      await runImport(app, await write('devices.jsonl', `${JSON.stringify(device)}\n`));
      // Visitors could create such tags before they were refused.
      await database.tx((tx) => tx.query("UPDATE tag SET name = 'a|b\\\\' WHERE name = 'x'"));
      const exported = await runExport(app, format);
      if (format === 'csv') expect(exported).toContain(",'=HYPERLINK(1),");
      const copied = await runImport(other, await write(`copy.${format}`, exported));
      expect(copied.result).toEqual({ imported: 1, updated: 0, rejected: 0 });
      expect(await runExport(other, format)).toBe(exported);
      const [{ external_user_id: user } = {}] = await database.query<{ external_user_id: string }>(
        'SELECT external_user_id FROM device WHERE app_id = ?',
        [other.id],
      );
      expect(user).toBe('=HYPERLINK(1)');
    },
  );

  test('an import refuses a tag that contains a separator, unless it is escaped', async () => {
    const app = await createApp('provider_c');
    const lines = ['{"token":"raw","audiences":["a|b"]}', '{"token":"escaped","audiences":["a\\\\|b"]}'];
    const { result, rejected } = await runImport(app, await write('devices.jsonl', lines.join('\n')));
    expect(result).toEqual({ imported: 1, updated: 0, rejected: 1 });
    expect(rejected).toEqual([{ line: 1, reason: expect.stringContaining('The audience "a|b" contains "|"') }]);
  });

  test('a failed export leaves the existing file unchanged', async () => {
    const file = await write('devices.csv', 'before');
    const failing = writeWholeFile(file, async (output) => {
      output.write('half');
      throw new Error('the database is gone');
    });
    await expect(failing).rejects.toThrow('the database is gone');
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['devices.csv']);
    const app = await createApp('provider_c');
    await writeWholeFile(file, (output) =>
      exportDevices(database, app, { format: 'csv', all: false, end: true, output }),
    );
    expect(await readFile(file, 'utf8')).toContain('token,');
    expect(await readdir(folder)).toEqual(['devices.csv']);
  });

  test('20,000 lines are imported and exported', async () => {
    const app = await createApp('provider_a');
    const rows = Array.from({ length: 20_000 }, (_, n) => `token-${n},en,tag${n % 20}`);
    const file = await write('devices.csv', ['token,language,audiences', ...rows].join('\n'));
    expect((await runImport(app, file)).result).toEqual({ imported: 20_000, updated: 0, rejected: 0 });
    const lines = (await runExport(app, 'csv')).trimEnd().split('\r\n').slice(1);
    expect(lines).toEqual(rows.map((row) => row.replace(/^([^,]+),en,(.+)$/, '$1,,,,,en,,,,$2,,')));
  });

  test('an import does not start an auto-push for new installations', async () => {
    const app = await createApp('provider_a');
    const caller = { userId, keyId: 0, scopes: ['write' as const, 'send' as const] };
    const { id } = await services.schedulers.create(caller, {
      name: 'welcome',
      allApps: true,
      allCountries: false,
      allLanguages: false,
      allAudiences: false,
      filters: { event_include: ['install'] },
      timing: { kind: 'auto-push', delay: '1h' },
      allowIanaZone: false,
    });
    await services.schedulers.activate(caller, id);
    await runImport(app, await write('devices.csv', 'token\nt1\nt2\n'));
    const count = async (table: string) =>
      Number((await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
    expect([await count('device_event'), await count('due_send')]).toEqual([2, 0]);
    await services.devices.register(app, { token: 'by-itself' }, null);
    expect(await count('due_send')).toBe(1);
  });

  test('the program prints the result as its last line and accepts standard output', async () => {
    const app = await createApp('provider_a');
    const file = await write('devices.csv', 'token,audiences\nt1,a\n,b\n');
    const imported = await runCli('devices', 'import', file, '--app', String(app.id));
    expect(imported).toMatchObject({ code: 0, stdout: ['{"imported":1,"updated":0,"rejected":1}'] });
    expect(imported.stderr).toEqual([expect.stringContaining('1 line was rejected, the first is line 3:')]);
    const target = join(folder, 'out.jsonl');
    expect(await runCli('devices', 'export', target, '--app', String(app.id))).toEqual({
      code: 0,
      stdout: ['{"exported":1}'],
      stderr: [],
    });
    expect(await readFile(target, 'utf8')).toBe('{"token":"t1","audiences":["a"]}\n');
    const shown = await runCli('devices', 'export', '--app', String(app.id), '--format', 'jsonl');
    expect(shown).toEqual({ code: 0, stdout: ['{"token":"t1","audiences":["a"]}'], stderr: [] });
  });

  test('a missing file, a wrong extension and an unknown application give one sentence and status 1', async () => {
    const refused = async (words: string[], sentence: string) => {
      const { code, stdout, stderr } = await runCli('devices', ...words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: [] });
      expect(stderr).toEqual([expect.stringContaining(sentence)]);
    };
    const file = await write('devices.csv', 'token\nt\n');
    await refused(['import', join(folder, 'none.csv'), '--app', '1'], 'There is no file');
    await refused(['import', await write('devices.txt', 't'), '--app', '1'], 'must end in .csv or .jsonl');
    await refused(['import', file, '--app', '999'], 'There is no application 999');
    await refused(['import', file, '--app', 'mine'], '--app is the number');
    await refused(['export', '--app', '999'], 'There is no application 999');
    const app = String((await createApp('provider_a')).id);
    await refused(['import', await write('bare.csv', 't1\nt2\n'), '--app', app], 'must name its columns');
    await refused(['export', join(folder, 'no', 'where.csv'), '--app', app], 'cannot be written');
  });
});

test('help describes the columns, and does not wait for time-zone data', async () => {
  const env = { TZDATA: 'package', TZDATA_PATH: '/nowhere' };
  await using cli = new NodeProcess('src/cli/main.js', env, { words: ['devices', 'import', '--help'] });
  expect(await cli.exited).toMatchObject({ code: 0 });
  expect(cli.stdout.join('\n')).toContain('external_user_id');
  expect(cli.stdout.join('\n')).toContain('starts no auto-push');
});
