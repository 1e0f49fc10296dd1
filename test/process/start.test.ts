import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { StartFollower } from '../../src/follow-start.js';
import { MIGRATIONS } from '../../src/migrations/index.js';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { SERVICE_KEY, ServiceProcess, START_DEADLINE_MS } from '../support/service-process.js';
import { must } from '../support/service-steps.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const POINT = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const readAddress = (line: string): string | null => /is listening on (http:[^"]+)/.exec(line)?.[1] ?? null;

describe.each(eachDatabase())('a start on $name', (kind) => {
  test('logs the address, is up and ready, and accepts the bootstrap key', async () => {
    await using place = await kind.url();
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY }, { asCompiled: true });
    expect(service.address).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    expect(service.log[0]).toMatchObject({ level: 'info', msg: `pushgraph (all) is listening on ${service.address}` });
    expect(await service.request('GET', '/healthz')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await service.request('GET', '/readyz')).toMatchObject({ status: 200, body: { ready: true } });
    expect(await service.api('GET', '/apps')).toMatchObject({ status: 200, body: { apps: [] } });
    expect(await service.request('GET', '/api/b/v2/apps', { bearer: 'another-key-of-some-length' })).toMatchObject({
      status: 401,
    });
    expect(service.process.stdout.join()).not.toContain('First API key');
    expect(service.log.filter(({ level }) => level === 'warn')).toEqual([]);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });

  test('logs the migrations of a new database in one line', async () => {
    await using place = await kind.url();
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    const migrated = () => service.log.filter(({ msg }) => msg === 'the database was migrated');
    await eventually('the line', () => migrated().length > 0 || null);
    expect(migrated()).toMatchObject([{ level: 'info', migrations: MIGRATIONS.length }]);
    expect(service.log[1]).toEqual(migrated()[0]);
  });

  test('has a page whose links all work, without resources or scripts', async () => {
    await using place = await kind.url();
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    const response = await fetch(service.address);
    const page = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; img-src 'self';/,
    );
    expect(page).not.toMatch(/<script|https?:/);
    const paths = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['/graphiql', '/docs', '/sdk/web.js', '/healthz', '/readyz', '/metrics']),
    );
    for (const path of paths)
      expect({ path, status: (await fetch(service.address + path)).status }).toEqual({ path, status: 200 });
  });

  test('has preferences pages on this machine without PUBLIC_URL', async () => {
    await using place = await kind.url();
    await using service = await ServiceProcess.start({ DATABASE_URL: place.url, MASTER_KEY });
    const { id } = await must(201, service.api('POST', '/apps', { push_provider: 'webpush', name: 'Web' }));
    const path = `/${(await must(200, service.api('GET', `/apps/${id}`))).service_id}/devices`;
    const subscription = {
      endpoint: 'https://push.example.com/a',
      keys: { p256dh: POINT, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    };
    const { device_id, device_secret: secret } = await must(201, service.sdk('POST', path, { body: { subscription } }));
    const { preferences_url: url } = await must(
      200,
      service.sdk('GET', `${path}/${device_id}/preferences`, { secret }),
    );
    expect(url).toMatch(new RegExp(`^${service.address}/preferences/`));
    expect((await fetch(url)).status).toBe(200);
  });

  test('without a bootstrap key creates one, and shows it only at the first start', async () => {
    await using place = await kind.url();
    const env = { PORT: '0', DATABASE_URL: place.url, MASTER_KEY };
    const shown = async () => {
      await using process = new NodeProcess('src/main.js', env);
      const address = await process.untilLine(readAddress, START_DEADLINE_MS);
      const [key] = process.stdout.flatMap((text) => /First API key.*: (pgk_\S+)$/.exec(text)?.[1] ?? []);
      return { key, answer: key ? await getApps(address, key) : null };
    };
    const first = await shown();
    expect(first.key).toMatch(/^pgk_[\w-]{43}$/);
    expect(first.answer).toBe(200);
    expect((await shown()).key).toBeUndefined();
    await using later = await ServiceProcess.start(env);
    expect(await getApps(later.address, first.key ?? '')).toBe(200);
    // A bootstrap key works only in an empty database.
    expect((await later.api('GET', '/apps')).status).toBe(401);
    const warnings = () => later.log.filter(({ level }) => level === 'warn').map(({ msg }) => msg);
    await eventually('the warning', () => warnings().length > 0 || null);
    expect(warnings()).toEqual([expect.stringMatching(/^BOOTSTRAP_API_KEY is ignored: /)]);
    expect(JSON.stringify(later.log)).not.toContain(SERVICE_KEY);
  });

  test('two processes may start on an empty database at the same time', async () => {
    await using place = await kind.url();
    const env = { DATABASE_URL: place.url, MASTER_KEY };
    const [one, other] = [ServiceProcess.start(env), ServiceProcess.start(env)];
    await using first = await one;
    await using second = await other;
    for (const service of [first, second]) {
      expect((await service.api('GET', '/apps')).status).toBe(200);
      expect(await service.terminate()).toMatchObject({ code: 0 });
    }
  });
});

test.each([
  ['each migration of an upgrade with its name and duration', false, ['info one 3', 'info two 4']],
  ['those of a new database in one line, and each for debugging', true, ['debug one 3', 'debug two 4', 'info 2 7']],
])('a start logs %s', (_name, isNew, expected) => {
  const lines: string[] = [];
  const write = (text: string): void => {
    const { level, migration, migrations, ms } = JSON.parse(text) as Record<string, unknown>;
    lines.push(`${level} ${migration ?? migrations} ${ms}`);
  };
  const formatters = { level: (level: string) => ({ level }) };
  const logger = pino({ level: 'debug', formatters }, { write });
  const address = { host: '127.0.0.1', port: 0 };
  const follower = new StartFollower(new AbortController().signal, { address, logger });
  follower.migrated('one', 3, isNew);
  follower.migrated('two', 4, false);
  follower.logMigrations();
  expect(lines).toEqual(expected);
});

const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script');

(hasTerminals ? test : test.skip)('a start on a terminal says where everything is, in lines for people', async () => {
  await using place = await freshDatabaseUrl('sqlite');
  const env = { ...process.env, DATABASE_URL: place.url, PORT: '0', NO_COLOR: '1' };
  const main = fileURLToPath(new URL('../../dist-test/src/main.js', import.meta.url));
  // `script` gives the program a terminal and forwards its output to us.
  const terminal = spawn('/usr/bin/script', ['-qec', `exec node ${main}`, '/dev/null'], { env, detached: true });
  let shown = '';
  terminal.stdout.on('data', (bytes) => {
    shown += bytes;
  });
  await eventually('the addresses', () => /Ready +http:\S+\/readyz/.exec(shown));
  terminal.stdin.write('\x03');
  await once(terminal, 'close');
  expect(shown).toMatch(/^First API key, shown only now: pgk_/);
  expect(shown).toMatch(
    /INFO: pushgraph \(all\) is listening on (http:\S+)\s+Start page +\1\/\s+(?:Console +\1\/console\s+)?GraphiQL +\1\/graphiql\s/,
  );
});

const getApps = async (address: string, key: string): Promise<number> => {
  const response = await fetch(`${address}/api/b/v2/apps`, { headers: { authorization: `Bearer ${key}` } });
  await response.body?.cancel();
  return response.status;
};
