import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { Door } from '../support/door.js';
import { eventually } from '../support/eventually.js';
import { START_DEADLINE_MS } from '../support/service-process.js';
import { freePort } from '../support/services/guarded-process.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const KEY = 'a-first-key-for-this-test';
const STOP_MS = 15_000;

const withMysql = eachDatabase().some(({ name }) => name === 'mysql') ? describe : describe.skip;
const withMongo = process.env.TEST_MONGO_URL ? describe : describe.skip;

const listening = (line: string): string | null => /is listening on (http:[^"]+)/.exec(line)?.[1] ?? null;
const waiting = (line: string): string | null => /"reason":"([^"]+)".*the start waits/.exec(line)?.[1] ?? null;

const ask = async (address: string, path: string) => {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${KEY}` } });
  return { status: response.status, body: await response.json() };
};

withMysql('a start before its MySQL', () => {
  /** A database behind a connection that refuses clients. */
  const behindDoor = async () => {
    const place = await freshDatabaseUrl('mysql');
    const url = new URL(place.url);
    const door = await Door.open(new URL(place.url));
    door.shut();
    url.host = `127.0.0.1:${door.port}`;
    const dispose = async () => {
      await door[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    };
    return { door, url: url.href, [Symbol.asyncDispose]: dispose };
  };

  test.each(['all', 'api', 'worker'])('of ROLE=%s waits for it, says so, and then serves', async (role) => {
    await using place = await behindDoor();
    const port = await freePort();
    const env = { ROLE: role, PORT: String(port), DATABASE_URL: place.url, MASTER_KEY, BOOTSTRAP_API_KEY: KEY };
    await using starting = new NodeProcess('src/main.js', env);
    expect(await starting.untilLine(waiting, START_DEADLINE_MS)).toMatch(/^DATABASE_URL: nothing answers/);
    const address = `http://127.0.0.1:${port}`;
    await eventually('an answer', () => ask(address, '/healthz').catch(() => null));
    expect(await ask(address, '/healthz')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await ask(address, '/readyz')).toMatchObject({
      status: 503,
      body: { ready: false, error: 'the database does not answer', req_id: expect.any(String) },
    });
    expect(await ask(address, '/api/b/v2/apps')).toMatchObject({ status: 503, body: { req_id: expect.any(String) } });
    await place.door.open();
    expect(await starting.untilLine(listening, START_DEADLINE_MS)).toBe(address);
    expect(await ask(address, '/readyz')).toMatchObject({ status: 200 });
    if (role !== 'worker') expect(await ask(address, '/api/b/v2/apps')).toMatchObject({ status: 200 });
    expect(await starting.signal('SIGTERM')).toMatchObject({ code: 0 });
    expect(starting.stderr).toEqual([]);
  });

  test('is ended by SIGTERM with status 0', async () => {
    await using place = await behindDoor();
    await using starting = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: place.url, MASTER_KEY });
    await starting.untilLine(waiting, START_DEADLINE_MS);
    const { code, ms } = await starting.signal('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
    expect(starting.stderr).toEqual([]);
  });

  test('while another process migrates is ended by SIGTERM with status 0', async () => {
    await using place = await freshDatabaseUrl('mysql');
    const holder = await createConnection(place.url);
    const { createHash } = await import('node:crypto');
    const name = createHash('md5').update(new URL(place.url).pathname.slice(1)).digest('hex');
    await holder.query('SELECT GET_LOCK(?, 0)', [`pushgraph-migrate-${name}`]);
    await using starting = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: place.url, MASTER_KEY });
    await eventually('a wait for the lock', async () => {
      const [rows] = await holder.query(
        "SELECT 1 FROM information_schema.processlist WHERE state = 'User lock' AND db = DATABASE()",
      );
      return (rows as unknown[]).length > 0 || null;
    });
    const { code, ms } = await starting.signal('SIGTERM');
    await holder.end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
  });

  test('that gets a SIGTERM during its migrations completes the current one, and the next start continues from there', async () => {
    await using place = await freshDatabaseUrl('mysql');
    const env = { PORT: '0', DATABASE_URL: place.url, MASTER_KEY };
    await using starting = new NodeProcess('src/main.js', env);
    const connection = await createConnection(place.url);
    await eventually('a first table', async () => {
      const [rows] = await connection.query("SHOW TABLES LIKE 'custom_event'");
      return (rows as unknown[]).length > 0 || null;
    });
    const { code, ms } = await starting.signal('SIGTERM');
    await connection.end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
    await using next = new NodeProcess('src/main.js', env);
    await next.untilLine(listening, START_DEADLINE_MS);
  });

  test('that listens but cannot start its jobs yet stops like a running service', async () => {
    await using place = await freshDatabaseUrl('mysql', { migrated: true });
    const holder = await createConnection(place.url);
    // The link of the first admin waits for this table.
    await holder.query('LOCK TABLES member_invitation WRITE');
    await using starting = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: place.url, MASTER_KEY });
    await starting.untilLine(listening, START_DEADLINE_MS);
    const { code, ms } = await starting.signal('SIGTERM');
    await holder.end();
    expect(code).toBe(0);
    expect(ms).toBeLessThan(STOP_MS);
  });

  test('waits while the server has too many connections, and logs that in one sentence', async () => {
    await using place = await freshDatabaseUrl('mysql');
    const url = new URL(place.url);
    const admin = await createConnection(place.url);
    const user = `crowd_${randomBytes(4).toString('hex')}`;
    await admin.query(`CREATE USER ${user}@'%' IDENTIFIED BY 'word' WITH MAX_USER_CONNECTIONS 1`);
    await admin.query(`GRANT ALL ON ${url.pathname.slice(1)}.* TO ${user}@'%'`);
    Object.assign(url, { username: user, password: 'word' });
    const crowd = await createConnection(url.href);
    await using starting = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: url.href, MASTER_KEY });
    expect(await starting.untilLine(waiting, START_DEADLINE_MS)).toMatch(/^DATABASE_URL: .*too many connections/);
    await admin.query(`ALTER USER ${user}@'%' WITH MAX_USER_CONNECTIONS 0`);
    await crowd.end();
    await starting.untilLine(listening, START_DEADLINE_MS);
    await starting.signal('SIGTERM');
    await admin.query(`DROP USER ${user}@'%'`);
    await admin.end();
  });
});

withMongo('a start before its MongoDB', () => {
  test.each(['api', 'worker'])('of ROLE=%s waits for it, and has not used up the first key', async (role) => {
    await using door = await Door.open(new URL(process.env.TEST_MONGO_URL ?? ''));
    door.shut();
    await using place = await freshDatabaseUrl('sqlite');
    const JOBS_URL = door.url(`waiting_${randomBytes(6).toString('hex')}`);
    const env = { ROLE: role, PORT: '0', DATABASE_URL: place.url, MASTER_KEY, JOBS_URL };
    await using first = new NodeProcess('src/main.js', env);
    expect(await first.untilLine(waiting, START_DEADLINE_MS)).toMatch(/^JOBS_URL: MongoDB does not answer/);
    expect(await first.signal('SIGTERM')).toMatchObject({ code: 0 });
    expect(first.stdout.join()).not.toMatch(/First API key/);
    await using second = new NodeProcess('src/main.js', env);
    await second.untilLine(waiting, START_DEADLINE_MS);
    await door.open();
    await second.untilLine(listening, START_DEADLINE_MS);
    expect(second.stdout.join()).toMatch(/First API key/);
    expect(await second.signal('SIGTERM')).toMatchObject({ code: 0 });
  });
});

test('a start without its Redis serves at once', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const env = { PORT: '0', DATABASE_URL: place.url, MASTER_KEY, REDIS_URL: 'redis://127.0.0.1:1' };
  await using starting = new NodeProcess('src/main.js', env);
  const address = await starting.untilLine(listening, START_DEADLINE_MS);
  expect(await ask(address, '/readyz')).toMatchObject({ status: 200 });
  expect(await starting.signal('SIGTERM')).toMatchObject({ code: 0 });
});

test('a first start that cannot listen does not use up the first key', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const env = { DATABASE_URL: place.url, MASTER_KEY };
  await using other = new NodeProcess('src/main.js', { ...env, PORT: '0', HOST: '192.0.2.1' });
  expect(await other.exited).toMatchObject({ code: 1 });
  expect(other.stderr).toEqual([expect.stringMatching(/^HOST: /)]);
  await using next = new NodeProcess('src/main.js', { ...env, PORT: '0' });
  await next.untilLine(listening, START_DEADLINE_MS);
  expect(next.stdout.join()).toMatch(/First API key/);
});

test('an internal fault has a different exit status from a wrong setting', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const env = { PORT: '0', DATABASE_URL: place.url, MASTER_KEY, NODE_OPTIONS: `--import=${FAULT}` };
  await using faulty = new NodeProcess('src/main.js', env);
  expect(await faulty.exited).toMatchObject({ code: 70 });
  expect(faulty.stderr.join()).toContain('a fault of ours');
});

/** An uncaught error after the service has started. */
const FAULT = `data:text/javascript,${encodeURIComponent(
  "setTimeout(() => { throw new Error('a fault of ours'); }, 3_000);",
)}`;

test('a misspelt setting causes a warning, and an ordinary environment causes none', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const ordinary = {
    ...{ HOME: '/root', USER: 'root', SHELL: '/bin/sh', LANG: 'C', PWD: '/', HOSTNAME: 'host', TERM: 'dumb' },
    ...{ NODE_ENV: 'production', KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' },
    ...{ MYSQL_PORT: '3306', REDIS_PORT: 'tcp://10.0.0.2:6379', SYSTEMD_EXEC_PID: '7', JOURNAL_STREAM: '8:1' },
  };
  const env = { PORT: '0', DATABASE_URL: place.url, MASTER_KEY, ...ordinary, CHEKPOINT_SIZE: 'secret' };
  await using service = new NodeProcess('src/main.js', env);
  await service.untilLine(listening, START_DEADLINE_MS);
  await sleep(0);
  const warnings = service.stdout.filter((line) => line.includes('"level":"warn"'));
  expect(warnings).toEqual([expect.stringMatching(/CHEKPOINT_SIZE is not a setting.*CHECKPOINT_SIZE\?/)]);
  expect(service.stdout.join()).not.toContain('secret');
});

test('a SQLite path whose folder cannot be created is reported in one sentence', async () => {
  await using starting = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: 'sqlite:/proc/x/y.db', MASTER_KEY });
  expect(await starting.exited).toMatchObject({ code: 1 });
  expect(starting.stderr).toEqual([expect.stringMatching(/^DATABASE_URL: [^\n]+\.$/)]);
  await using keyless = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: 'sqlite:/proc/x/y.db' });
  expect(await keyless.exited).toMatchObject({ code: 1 });
  expect(keyless.stderr).toEqual([expect.stringMatching(/^DATABASE_URL: [^\n]+\.$/)]);
});
