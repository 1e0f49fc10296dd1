import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NodeProcess } from '../support/child-process.js';
import { freshDatabaseUrl } from '../support/databases.js';
import { START_DEADLINE_MS } from '../support/service-process.js';

const KEY = Buffer.alloc(32, 7).toString('base64');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pushgraph-configuration-'));
  await mkdir(join(folder, 'a-folder'));
  await writeFile(join(folder, 'a-file'), 'this is no database, and no folder either\n'.repeat(200));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the service with settings that cannot work. */
const refusal = async (env: Record<string, string>) => {
  const url = `sqlite:${join(folder, `${crypto.randomUUID()}.db`)}`;
  await using process = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: url, ...env });
  const { code } = await process.exited;
  return { code, stderr: process.stderr, stdout: process.stdout.filter((line) => !line.startsWith('First API key')) };
};

/** Expects one stderr line that begins with the variable's name, exit status 1, and no secret. */
const expectRefusal = async (env: Record<string, string>, variable: string, hidden?: string) => {
  const { code, stderr, stdout } = await refusal(env);
  expect(stderr).toEqual([expect.stringMatching(new RegExp(`^${variable}: .{10,}[.?]$`))]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: [] });
  if (hidden) expect(stderr.join()).not.toContain(hidden);
};

/** Expects one log line that begins with the variable's name, a process that keeps running, and no secret. */
const expectWait = async (env: Record<string, string>, variable: string, hidden: string) => {
  const url = `sqlite:${join(folder, `${crypto.randomUUID()}.db`)}`;
  await using process = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: url, ...env });
  const readReason = (line: string): string | null => /"reason":"([^"]+)".*the start waits/.exec(line)?.[1] ?? null;
  const reason = await process.untilLine(readReason, START_DEADLINE_MS);
  expect(reason).toMatch(new RegExp(`^${variable}: .{10,}[.?]$`));
  expect(process.isRunning).toBe(true);
  expect(await process.signal('SIGTERM')).toMatchObject({ code: 0 });
  expect([process.stdout.join(), process.stderr]).toEqual([expect.not.stringContaining(hidden), []]);
};

describe('a bad value stops the start with one line that names the variable', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['DATABASE_URL', 'postgres://user:secret@localhost/db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'mysql://user:secret@localhost'],
    ['JOBS_URL', 'http://localhost'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis://:secret@localhost:port'],
    ['REDIS_URL', 'redis://:secret@localhost/first'],
    ['REDIS_URL', 'redis://:secret%@localhost'],
    ['ROLE', 'boss'],
    ['MASTER_KEY', 'too short'],
    ['MASTER_KEY_PREVIOUS', 'too short'],
    ['BOOTSTRAP_API_KEY', 'short'],
    ['BOOTSTRAP_API_KEY', 'with spaces in the middle'],
    ['PROVIDER_A_URL', 'fcm.googleapis.com'],
    ['PROVIDER_B_URL', 'ftp://example.com'],
    ['PROVIDER_C_URL', 'https://example.com/?query=1'],
    ['PROVIDER_A_TRANSPORT', 'pigeon'],
    ['OUTBOUND_ALLOW_PRIVATE', 'maybe'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/64'],
    ['SDK_NEW_TAGS_PER_APP', 'few'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_PRETTY', 'very'],
    ['CHECKPOINT_SIZE', '0'],
    ['CONCURRENCY', 'all'],
    ['BATCH_SIZE', '1'],
    ['LEASE_MS', '1'],
    ['GRACE_PERIOD_MS', '-5'],
    ['TIME_TO_LIVE_SECONDS', '1e9'],
    ['ANSWER_TIMEOUT_MS', '30s'],
    ['AMBIGUOUS_RETRIES', '-1'],
  ])('%s=%s', (variable, value) => expectRefusal({ [variable]: value }, variable, 'secret'));

  test('MASTER_KEY is required with MySQL', () =>
    expectRefusal({ DATABASE_URL: 'mysql://user:secret@127.0.0.1:1/db' }, 'MASTER_KEY', 'secret'));
});

describe('an unusable resource stops the start with one line', () => {
  test('a SQLite path that is a folder', () =>
    expectRefusal({ DATABASE_URL: `sqlite:${join(folder, 'a-folder')}`, MASTER_KEY: KEY }, 'DATABASE_URL'));

  test('a SQLite path below a file', () =>
    expectRefusal({ DATABASE_URL: `sqlite:${join(folder, 'a-file', 'x.db')}` }, 'DATABASE_URL'));

  test('a SQLite path below a file, with a master key', () =>
    expectRefusal({ DATABASE_URL: `sqlite:${join(folder, 'a-file', 'x.db')}`, MASTER_KEY: KEY }, 'DATABASE_URL'));

  // Not even root can create a file there.
  test('a SQLite path in a folder where no file can be created', () =>
    expectRefusal({ DATABASE_URL: 'sqlite:/proc/x.db' }, 'DATABASE_URL'));

  test('a file that is not a SQLite database', () =>
    expectRefusal({ DATABASE_URL: `sqlite:${join(folder, 'a-file')}` }, 'DATABASE_URL'));

  test('an address that this machine does not have', () => expectRefusal({ HOST: '192.0.2.1' }, 'HOST'));

  test('a host name that does not exist', () => expectRefusal({ HOST: 'host.invalid' }, 'HOST'));

  test('a port that another program listens on', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    await expectRefusal({ PORT: String(port) }, 'PORT');
    other.close();
  });
});

describe('the start waits for a server that does not answer, and names it in one line', () => {
  test('a MySQL port without a listener', () =>
    expectWait({ DATABASE_URL: 'mysql://user:secret@127.0.0.1:1/db', MASTER_KEY: KEY }, 'DATABASE_URL', 'secret'));

  test('an unknown MySQL host', () =>
    expectWait({ DATABASE_URL: 'mysql://user:secret@db.invalid/db', MASTER_KEY: KEY }, 'DATABASE_URL', 'secret'));

  test('a MongoDB that is not running', () =>
    expectWait({ JOBS_URL: 'mongodb://user:secret@127.0.0.1:1/jobs' }, 'JOBS_URL', 'secret'));

  test('a port that does not speak MySQL', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const url = `mysql://user:secret@127.0.0.1:${port}/db`;
    await expectWait({ DATABASE_URL: url, MASTER_KEY: KEY }, 'DATABASE_URL', 'secret');
    other.close();
  });
});

const withMysql = process.env.TEST_MYSQL_URL ? describe : describe.skip;

withMysql('a MySQL that refuses stops the start with one line', () => {
  const change = (edit: (url: URL) => void): string => {
    const url = new URL(process.env.TEST_MYSQL_URL ?? '');
    edit(url);
    return url.href;
  };

  test('a wrong password', () =>
    expectRefusal(
      {
        DATABASE_URL: change((url) => {
          url.password = 'secret';
        }),
        MASTER_KEY: KEY,
      },
      'DATABASE_URL',
      'secret',
    ));

  test('a database that does not exist', () =>
    expectRefusal(
      {
        DATABASE_URL: change((url) => {
          url.pathname = '/there_is_no_such_database';
        }),
        MASTER_KEY: KEY,
      },
      'DATABASE_URL',
    ));

  test('the right address starts', async () => {
    await using place = await freshDatabaseUrl('mysql');
    await using process = new NodeProcess('src/main.js', { PORT: '0', DATABASE_URL: place.url, MASTER_KEY: KEY });
    await process.untilLine((line) => (line.includes('is listening') ? line : null), START_DEADLINE_MS);
  });
});
