import { execFile } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { execute } from '../../src/database/database.js';
import { readSqlite } from '../../src/database/sqlite-backup.js';
import { makeDue, prepareRun, untilTaken } from '../process/crash-run.js';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { findMysqlTool } from '../support/services/mysql-server.js';

const run = promisify(execFile);
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const HOUR = 3_600_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cli = async (url: string, ...words: string[]) => {
  await using process = new NodeProcess('src/cli/main.js', { DATABASE_URL: url, MASTER_KEY }, { words });
  const { code } = await process.exited;
  return { code, lines: process.stdout.map((line) => JSON.parse(line)), stderr: process.stderr.join('\n') };
};

/** Names that appeared in a folder or disappeared from it, with their counts. */
const watchNames = (path: string) => {
  const names: string[] = [];
  const watcher = watch(path, (event, name) => {
    if (event === 'rename' && name) names.push(name);
  });
  const untilNow = async (): Promise<string[]> => {
    await writeFile(join(path, 'marker'), '');
    await eventually('the marker', () => names.includes('marker') || null);
    return names;
  };
  return { untilNow, [Symbol.dispose]: () => watcher.close() };
};

const [sqlite] = eachDatabase();
if (!sqlite) throw new Error('there is always SQLite');

describe('a backup of SQLite', () => {
  test('is taken while the service keeps writing, and is complete', async () => {
    await using place = await sqlite.url();
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    const createApps = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const body = { push_provider: 'webpush', name: `application ${n}` };
        expect((await service.api('POST', '/apps', body)).status).toBe(201);
      }
    };
    await createApps(20);
    const file = join(folder, 'living.db');
    const writing = createApps(100);
    const made = await cli(place.url, 'backup', file);
    await writing;
    expect(made).toMatchObject({ code: 0, lines: [{ file, bytes: (await stat(file)).size }] });
    expect(made.stderr).toContain('master.key separately');
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(await readdir(folder)).toEqual(['living.db']);
    expect(await cli(place.url, 'backup', file)).toMatchObject({ code: 1, stderr: expect.stringMatching(/exists/) });
    const nowhere = join(folder, 'nowhere', 'x.db');
    expect(await cli(place.url, 'backup', nowhere)).toMatchObject({
      code: 1,
      stderr: `${nowhere} cannot be written (ENOENT); check the path and its permissions.`,
    });
    expect(await cli(place.url, 'restore', nowhere, '--yes')).toMatchObject({
      code: 1,
      stderr: `There is no file ${nowhere}; check its path.`,
    });

    expect(await cli(place.url, 'restore', file, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/A process has .* open; stop the service first\.$/),
    });
    const path = place.url.slice('sqlite:'.length);
    await rename(path, `${path}.aside`);
    const log = await readdir(dirname(path));
    expect(await cli(place.url, 'restore', file, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        / is missing, but its log is still there, .*Stop the service, delete .*-wal and .*-shm, /,
      ),
    });
    expect(await readdir(dirname(path))).toEqual(log);
    await rename(`${path}.aside`, path);
    await service.terminate();
    const asked = await cli(place.url, 'restore', file);
    expect(asked).toMatchObject({
      code: 1,
      lines: [],
      stderr: expect.stringMatching(/Nothing was changed; --yes/),
    });
    using changes = watchNames(dirname(path));
    const restored = await cli(place.url, 'restore', file, '--yes');
    expect(restored).toMatchObject({ code: 0, lines: [{ restored: path, kept: expect.stringMatching(/\.before-/) }] });
    expect(existsSync(restored.lines[0].kept)).toBe(true);
    // It is replaced atomically, so a crash at any point leaves one of the two.
    expect((await changes.untilNow()).filter((name) => name === basename(path))).toHaveLength(1);
    await using again = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    const { body } = await again.api('GET', '/apps?limit=1000');
    const count = (body as { apps: unknown[] }).apps.length;
    expect(count).toBeGreaterThanOrEqual(20);
    expect(count).toBeLessThanOrEqual(120);
    expect((await cli(`sqlite:${join(folder, 'none.db')}`, 'backup', join(folder, 'x.db'))).stderr).toMatch(
      /^There is no database at /,
    );
    expect(existsSync(join(folder, 'none.db'))).toBe(false);
  });

  test('that is not a complete database of this version is not restored', async () => {
    await using place = await sqlite.url();
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    await service.terminate();
    const file = join(folder, 'broken.db');
    await writeFile(file, 'this is no database\n'.repeat(500));
    const refused = await cli(place.url, 'restore', file, '--yes');
    expect(refused).toMatchObject({ code: 1, stderr: `${file} is not a complete database of this service.` });
    const later = join(folder, 'later.db');
    await using database = await sqlite.open();
    await database.tx((tx) => execute(tx, "INSERT INTO migration (timestamp, name) VALUES (9, 'Later9')", []));
    if (database.config.kind !== 'sqlite') throw new Error('it is SQLite');
    await expect(cli(`sqlite:${database.config.path}`, 'backup', later)).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is of a later version of the service/),
    });
    expect(existsSync(later)).toBe(false);
  });

  test('lists possible repeats in advance, and sends nothing while only requests are answered', async () => {
    await using world = await ServiceWorld.open(sqlite);
    const service = await world.start({ CHECKPOINT_SIZE: '50', BATCH_SIZE: '100' });
    const { schedulerId } = await prepareRun(world, service, { apple: 400, web: 0 });
    await service.terminate();
    await makeDue(world, schedulerId);
    const database = await world.db();
    const sql = `INSERT INTO due_send (scheduler_id, app_id, device_id, event_id, due_at, waits_for_app)
      VALUES (?, 1, 1, 1, ?, 0)`;
    // One device's delay has ended, the other's has not.
    await database.tx((tx) => execute(tx, sql, [schedulerId, Date.now() - HOUR]));
    await database.tx((tx) => execute(tx, sql, [schedulerId, Date.now() + HOUR]));
    const file = join(folder, 'pending.db');
    expect((await cli(world.databaseUrl, 'backup', file)).code).toBe(0);
    // The moment is sent after the backup, which does not contain it.
    await database.tx((tx) => execute(tx, 'DELETE FROM due_send', []));
    const sending = await world.start({ CHECKPOINT_SIZE: '50', BATCH_SIZE: '100' });
    await untilTaken(world.fakes, 400);
    await sending.terminate();
    const moment = { pending: 'moment', scheduler_id: schedulerId, user_id: 1, due_at: expect.any(String) };
    const delay = { pending: 'auto_push', scheduler_id: schedulerId, devices: 1 };
    // The restore simulates another machine without a database.
    const path = join(folder, 'restored.db');
    const url = `sqlite:${path}`;
    const restored = await cli(url, 'restore', file, '--yes');
    expect(restored).toMatchObject({ code: 0, lines: [moment, delay, { restored: path, kept: null }] });
    expect(restored.stderr).toMatch(/ROLE=api, which sends nothing/);
    expect((await cli(url, 'pending')).lines).toEqual([moment, delay]);
    const ids = await readSqlite(path, (driver) =>
      driver.readAll("SELECT name, seq FROM sqlite_sequence WHERE name IN ('run', 'due_send') ORDER BY name", []),
    );
    // Ids created from here on differ from all earlier ones.
    expect(ids).toEqual([
      { name: 'due_send', seq: 1_000_000_002 },
      { name: 'run', seq: 1_000_000 },
    ]);

    const quiet = await world.start({ DATABASE_URL: url, ROLE: 'api' });
    expect((await quiet.api('POST', `/sched/onesend/${schedulerId}/deactivate`)).status).toBe(204);
    await quiet.terminate();
    const again = await world.start({ DATABASE_URL: url });
    await eventually('nothing that waits', async () => (await cli(url, 'pending')).lines.length === 0 || null);
    await again.terminate();
    expect((await world.fakes.summary()).accepted).toBe(400);
  });
});

const dump = findMysqlTool('mariadb-dump', 'mysqldump');
const client = findMysqlTool('mariadb', 'mysql');

(process.env.TEST_MYSQL_URL && dump && client ? test : test.skip)(
  'MySQL: a dump beside a living service, restored as docs/operations.md says, is served, and pending says what goes out',
  async () => {
    // Creates a database with its tables, which takes long on a busy machine.
    const made = eachDatabase().find(({ name }) => name === 'mysql');
    await using database = await made?.open();
    if (database?.config.kind !== 'mysql') throw new Error('there is a MySQL, since the suite has one');
    const url = new URL(process.env.TEST_MYSQL_URL ?? '');
    url.pathname = `/${database.config.database}`;
    const place = { url: url.href };
    await using target = await freshDatabaseUrl('mysql');
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    for (const name of ['one', 'two']) {
      expect((await service.api('POST', '/apps', { push_provider: 'webpush', name })).status).toBe(201);
    }
    const file = join(folder, 'dump.sql');
    await run(dump ?? '', [...connect(place.url), ...DUMP_OPTIONS, `--result-file=${file}`, databaseOf(place.url)]);
    await run('sh', ['-c', `"$0" "$@" < ${file}`, client ?? '', ...connect(target.url), databaseOf(target.url)]);
    expect(await cli(target.url, 'restored')).toMatchObject({
      code: 0,
      lines: [],
      stderr: 'Nothing will be sent.',
    });
    const connection = await createConnection(target.url);
    const [[run_]] = (await connection.query('SHOW CREATE TABLE run')) as unknown as [[Record<string, string>]];
    await connection.end();
    expect(run_['Create Table']).toContain('AUTO_INCREMENT=1000001');
    await using restored = await ServiceProcess.start({ DATABASE_URL: target.url, MASTER_KEY });
    expect((await restored.api('GET', '/apps')).body).toMatchObject({ apps: [{ name: 'one' }, { name: 'two' }] });
    const third = await restored.api('POST', '/apps', { push_provider: 'webpush', name: 'three' });
    expect(third.status).toBe(201);
    const refused = await cli(target.url, 'backup', join(folder, 'mysql.db'));
    expect(refused).toMatchObject({
      code: 1,
      stderr: 'backup is for SQLite; for MySQL see docs/operations.md#backups.',
    });
  },
);

/** MySQL's own tool would write transaction ids to the dump, which the original server refuses. */
const DUMP_OPTIONS = [
  ...['--single-transaction', '--quick', '--hex-blob', '--skip-lock-tables'],
  ...(dump?.endsWith('mysqldump') ? ['--set-gtid-purged=OFF'] : []),
];

const databaseOf = (url: string): string => new URL(url).pathname.slice(1);

const connect = (url: string): string[] => {
  const { hostname, port, username, password } = new URL(url);
  return [
    '--no-defaults',
    '--protocol=tcp',
    `--host=${hostname}`,
    `--port=${port}`,
    `--user=${username}`,
    `--password=${password}`,
  ];
};
