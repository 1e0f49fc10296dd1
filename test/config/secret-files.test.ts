import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { ConfigError } from '../../src/errors.js';
import { readConfig, secretSettings } from '../../src/read-config.js';
import { readRepositoryFile } from '../support/repository.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const MYSQL = 'mysql://me:hunter2@db.example/push';

const folder = mkdtempSync(join(tmpdir(), 'pushgraph-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
};

const refuses = (env: Record<string, string>, start: RegExp): void => {
  const message = messageOf(env);
  expect(message).toMatch(start);
  expect(message).not.toContain('\n');
  expect(message).not.toContain('hunter2');
};

describe('a secret from a file', () => {
  test('is read for every secret setting, without its trailing line break', () => {
    const values: Record<string, string> = {
      DATABASE_URL: 'mysql://me:p%40ss@db.example/push',
      JOBS_URL: 'mongodb://me:pass@jobs.example/jobs',
      REDIS_URL: 'rediss://:pass@redis.example',
      MASTER_KEY: KEY,
      MASTER_KEY_PREVIOUS: Buffer.alloc(32, 8).toString('base64'),
      BOOTSTRAP_API_KEY: 'sixteen-letters!',
      OIDC_CLIENT_SECRET: 'a secret of ours',
      MEDIA_SECRET_ACCESS_KEY: 'another secret',
      SMTP_URL: 'smtps://me:pass@mail.example',
      KAFKA_URL: 'kafkas://me:pass@a.example:9092,b.example/?topic=push',
      NATS_URL: 'tls://token@nats.example',
      CLICKHOUSE_URL: 'https://me:pass@clickhouse.example',
    };
    const others = {
      OIDC_ISSUER: 'https://sso.example',
      OIDC_CLIENT_ID: 'push',
      PUBLIC_URL: 'https://push.example',
      MEDIA_URL: 's3://images?region=eu-central-1',
      MEDIA_ACCESS_KEY_ID: 'id',
      SMTP_FROM: 'push@example.com',
    };
    expect(Object.keys(values)).toEqual(secretSettings());
    const plain = readConfig({ ...values, ...others });
    for (const end of ['', '\n', '\r\n']) {
      const files = secretSettings().map((name) => [`${name}_FILE`, file(name, values[name] + end)]);
      expect(readConfig({ ...Object.fromEntries(files), ...others })).toEqual(plain);
    }
  });

  test('may be a symbolic link, as in Kubernetes mounts, and an empty name counts as unset', () => {
    const link = join(folder, 'link');
    symlinkSync(file('key', `${KEY}\n`), link);
    expect(readConfig({ MASTER_KEY_FILE: link, DATABASE_URL_FILE: ' ' })).toMatchObject({
      masterKey: Buffer.alloc(32, 7),
      database: { kind: 'sqlite' },
    });
  });

  test.each(secretSettings())('%s together with its file is refused, and so is an unusable file', (name) => {
    const variable = `${name}_FILE`;
    refuses(
      { [variable]: file('both', 'hunter2'), [name]: 'hunter2' },
      new RegExp(`^${variable}: ${name} is set as well`),
    );
    refuses({ [variable]: file('empty', ' \n') }, new RegExp(`^${variable}: the file is empty`));
    refuses(
      { [variable]: file('lines', 'hunter2\nhunter2\n') },
      new RegExp(`^${variable}: the file has several lines`),
    );
    refuses({ [variable]: join(folder, 'missing') }, new RegExp(`^${variable}: the file cannot be read \\(ENOENT\\)`));
    refuses({ [variable]: folder }, new RegExp(`^${variable}: the file is not a regular file`));
    refuses({ [variable]: file('large', 'x'.repeat(65_537)) }, new RegExp(`^${variable}: the file is larger`));
    refuses({ [variable]: file('wrong', 'hunter2') }, new RegExp(`^${name}: \\S`));
  });

  test('is documented for each of these settings in docs/operations.md', () => {
    const page = readRepositoryFile('docs/operations.md');
    for (const name of secretSettings()) expect(page).toContain(`\`${name}_FILE\``);
  });
});

describe('TLS to MySQL', () => {
  let [ca, cert, key] = ['', '', ''];
  beforeAll(async () => {
    const made = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', curve: 'P-256' });
    [ca, cert, key] = [file('ca.pem', made.cert), file('cert.pem', made.cert), file('key.pem', made.private)];
  });

  const tlsOf = (query: string, host = 'db.example') => {
    const { database } = readConfig({ DATABASE_URL: `mysql://me:hunter2@${host}/push${query}`, MASTER_KEY: KEY });
    return database.kind === 'mysql' ? database.tls : undefined;
  };

  test('is off, or verifies the certificate as far as configured', () => {
    expect(['', '?ssl=false', '?ssl-mode=DISABLED'].map((query) => tlsOf(query))).toEqual([null, null, null]);
    expect(tlsOf('?ssl=true')).toEqual({ verify: 'identity', ca: null, client: null });
    expect(tlsOf('?ssl-mode=VERIFY_IDENTITY')).toEqual(tlsOf('?ssl=true'));
    expect(tlsOf('?ssl-mode=verify_ca', '10.0.0.1')).toEqual({ verify: 'authority', ca: null, client: null });
    expect(tlsOf('?ssl-mode=REQUIRED', '[::1]')).toEqual({ verify: 'nothing', ca: null, client: null });
  });

  test('reads an authority and a client certificate from files', () => {
    const tls = tlsOf(`?ssl=true&ssl-ca=${ca}&ssl-cert=${cert}&ssl-key=${key}`);
    expect(tls?.ca).toMatch(/^-----BEGIN CERTIFICATE-----/);
    expect(tls?.client?.cert).toBe(tls?.ca);
    expect(tls?.client?.key).toMatch(/^-----BEGIN .*PRIVATE KEY-----/);
  });

  test.each([
    ['?tls=true', 'accepts only ssl, ssl-mode'],
    ['?sslmode=require', 'accepts only ssl, ssl-mode'],
    ['?ssl=1', 'accepts ssl=true or ssl=false'],
    ['?ssl=true&ssl=true', 'has ssl more than once'],
    ['?ssl=true&ssl-mode=REQUIRED', 'has both ssl and ssl-mode'],
    ['?ssl-mode=PREFERRED', 'accepts only DISABLED, REQUIRED, VERIFY_CA, VERIFY_IDENTITY'],
    ['?ssl-ca=/ca.pem', 'names files for TLS but does not enable it'],
    ['?ssl=true&ssl-ca=/there/is/none.pem', 'the file of ssl-ca cannot be read \\(ENOENT\\)'],
    ['?ssl=true&ssl-cert=/cert.pem', 'needs both ssl-cert and ssl-key'],
  ])('refuses %s', (query, problem) => {
    refuses({ DATABASE_URL: MYSQL + query, MASTER_KEY: KEY }, new RegExp(`^DATABASE_URL: ${problem}`));
  });

  test('refuses to check the name of an IP address, and files whose contents do not match their setting', () => {
    const refused = (query: string, problem: string, url = MYSQL) =>
      refuses({ DATABASE_URL: url + query, MASTER_KEY: KEY }, new RegExp(`^DATABASE_URL: ${problem}`));
    refused('?ssl=true', 'checks the name in the certificate', 'mysql://me:hunter2@10.0.0.1/push');
    refused(`?ssl=true&ssl-ca=${key}`, 'names a file by ssl-ca that holds no certificate');
    refused(`?ssl=true&ssl-cert=${cert}&ssl-key=${file('other.pem', 'hunter2')}`, 'names a file by ssl-key');
  });
});
