import { availableParallelism } from 'node:os';
import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '../../src/errors.js';
import { readConfig } from '../../src/read-config.js';

const KEY = Buffer.alloc(32, 7).toString('base64');

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`accepted: ${JSON.stringify(env)}`);
};

describe('the configuration', () => {
  test('has the defaults of docs/operations.md', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      backupDays: null,
      importMaxBytes: 1_073_741_824,
      media: { store: { kind: 'folder', path: 'data/media' }, maxBytes: 5_242_880, quotaBytes: 1_073_741_824 },
      port: 4000,
      metricsPort: null,
      misspelt: [],
      database: { kind: 'sqlite', path: './data/pushgraph.db' },
      jobsUrl: null,
      redisUrl: null,
      role: 'all',
      masterKey: null,
      masterKeyPrevious: null,
      bootstrapApiKey: null,
      providerUrls: {
        provider_a: 'https://fcm.googleapis.com',
        provider_b: 'https://api.onesignal.com',
        provider_c: 'https://api.push.apple.com',
      },
      senderThreads: availableParallelism() - 1,
      sinks: [],
      smtp: null,
      providerATransport: 'http2',
      providerTransport: 'javascript',
      outboundAllowPrivate: false,
      webPushHosts: null,
      logLevel: 'info',
      logPretty: false,
      tracing: false,
      tzdata: { source: 'auto', path: null },
      trustProxy: false,
      publicUrl: null,
      allowedOrigins: [],
      mcpAudience: null,
      oidc: null,
      sdkLimits: {
        registrationsPerAddress: 60_000,
        registrationsPerApp: 600_000,
        eventsPerAddress: 120_000,
        eventsPerApp: 600_000,
        eventsPerDevice: 1_000,
        receiptsPerAddress: 120_000,
        receiptsPerApp: 1_000_000,
        badSecretsPerAddress: 10_000,
        newTagsPerApp: 1_000,
      },
      preferences: { linkDays: 400, requestsPerAddress: 60_000 },
      rateLimits: { costPerMinute: 0, badKeysPerMinute: 10_000 },
      connections: { headersTimeoutMs: 10_000, requestTimeoutMs: 30_000, maxConnections: 10_000 },
      delivery: {
        checkpointSize: 2_000,
        concurrency: 3,
        batchSize: 10_000,
        leaseMs: 15_000,
        graceMs: 3_600_000,
        timeToLiveSeconds: 86_400,
        answerTimeoutMs: 30_000,
        ambiguousRetries: 1,
        historyRetentionDays: 180,
        runRetentionDays: 1_095,
        inactiveDeviceRetentionDays: 365,
      },
    });
  });

  test('accepts a public address and single sign-on, and refuses incomplete settings', () => {
    const good = {
      PUBLIC_URL: 'https://push.example.com/',
      OIDC_ISSUER: 'https://id.example.com/realms/a/',
      OIDC_CLIENT_ID: 'pushgraph',
      OIDC_CLIENT_SECRET: 'secret',
    };
    const { publicUrl, oidc } = readConfig(good);
    expect([publicUrl, oidc]).toEqual([
      'https://push.example.com',
      {
        issuer: 'https://id.example.com/realms/a/',
        clientId: 'pushgraph',
        clientSecret: 'secret',
        name: 'Single sign-on',
        scopes: 'openid email profile',
      },
    ]);
    expect(readConfig(good).mcpAudience).toBe('https://push.example.com/mcp');
    expect(readConfig({ ...good, MCP_AUDIENCE: 'api://pushgraph' }).mcpAudience).toBe('api://pushgraph');
    expect(readConfig({ ...good, PUBLIC_URL: '' }).mcpAudience).toBeNull();
    expect(() => readConfig({ MCP_AUDIENCE: 'api://pushgraph' })).toThrow(/^MCP_AUDIENCE: requires PUBLIC_URL/);
    const plain = { ...good, OIDC_ISSUER: 'http://127.0.0.1:9', OUTBOUND_ALLOW_PRIVATE: 'true' };
    expect(readConfig(plain).oidc?.issuer).toBe('http://127.0.0.1:9');
    for (const [variable, value] of [
      ['PUBLIC_URL', 'https://push.example.com/console'],
      ['PUBLIC_URL', 'https://user:password@push.example.com'],
      ['PUBLIC_URL', 'push.example.com'],
      ['OIDC_ISSUER', 'http://id.example.com'],
      ['OIDC_ISSUER', 'id.example.com'],
      ['OIDC_ISSUER', ''],
      ['OIDC_CLIENT_ID', ''],
      ['OIDC_CLIENT_SECRET', ''],
      ['OIDC_SCOPES', 'email'],
      ['OIDC_NAME', 'x'.repeat(61)],
      // Otherwise the console's ID tokens would count as access tokens.
      ['MCP_AUDIENCE', 'pushgraph'],
    ] as const) {
      expect(() => readConfig({ ...good, [variable]: value })).toThrow(new RegExp(`^${variable}: `));
    }
  });

  test('logs in readable form on a terminal, unless configured otherwise', () => {
    const isPretty = (env: Record<string, string>, isTerminal: boolean) => readConfig(env, { isTerminal }).logPretty;
    expect([isPretty({}, true), isPretty({}, false), isPretty({ LOG_PRETTY: 'false' }, true)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is frozen, and empty values count as unset', () => {
    const config = readConfig({ HOST: '', PORT: ' ', ROLE: '', DATABASE_URL: '' });
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4000, role: 'all' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.delivery)).toBe(true);
  });

  test.each([
    [
      { HOST: '0.0.0.0', PORT: '0' },
      { host: '0.0.0.0', port: 0 },
    ],
    [{ DATABASE_URL: 'sqlite:/var/x.db' }, { database: { kind: 'sqlite', path: '/var/x.db' } }],
    [
      { DATABASE_URL: 'mysql://me:p%40ss%25@db.example:3307/push', MASTER_KEY: KEY },
      {
        masterKey: Buffer.alloc(32, 7),
        database: { kind: 'mysql', host: 'db.example', port: 3307, user: 'me', password: 'p@ss%', database: 'push' },
      },
    ],
    [{ DATABASE_URL: 'mysql://me:p@[::1]/push', MASTER_KEY: KEY }, { database: { host: '::1', port: 3306 } }],
    [{ JOBS_URL: 'mongodb://a:1,b:2/jobs?replicaSet=r' }, { jobsUrl: 'mongodb://a:1,b:2/jobs?replicaSet=r' }],
    [{ JOBS_URL: 'mongodb+srv://cluster.example/jobs' }, { jobsUrl: 'mongodb+srv://cluster.example/jobs' }],
    [{ REDIS_URL: 'rediss://:pw@redis.example:6380' }, { redisUrl: 'rediss://:pw@redis.example:6380' }],
    [{ ROLE: 'worker' }, { role: 'worker' }],
    [{ BOOTSTRAP_API_KEY: 'sixteen-letters!' }, { bootstrapApiKey: 'sixteen-letters!' }],
    [{ PROVIDER_A_URL: 'http://127.0.0.1:5/' }, { providerUrls: { provider_a: 'http://127.0.0.1:5' } }],
    [{ PROVIDER_B_URL: 'https://b.example/base/' }, { providerUrls: { provider_b: 'https://b.example/base' } }],
    [{ PROVIDER_C_URL: 'https://c.example' }, { providerUrls: { provider_c: 'https://c.example' } }],
    [{ PROVIDER_A_TRANSPORT: 'firebase-admin' }, { providerATransport: 'firebase-admin' }],
    [{ PROVIDER_TRANSPORT: 'node' }, { providerTransport: 'node' }],
    [{ WEBPUSH_HOSTS: ' ' }, { webPushHosts: null }],
    [
      { WEBPUSH_HOSTS: 'FCM.googleapis.com, .push.apple.com,*.a.b.' },
      { webPushHosts: ['fcm.googleapis.com', 'push.apple.com', 'a.b'] },
    ],
    [{ OUTBOUND_ALLOW_PRIVATE: 'TRUE' }, { outboundAllowPrivate: true }],
    [{ OUTBOUND_ALLOW_PRIVATE: '0' }, { outboundAllowPrivate: false }],
    [
      { LOG_LEVEL: 'debug', LOG_PRETTY: '1' },
      { logLevel: 'debug', logPretty: true },
    ],
    [
      { GRAPHQL_COST_PER_MINUTE: '5000000', GRAPHQL_BAD_KEYS_PER_MINUTE: '0' },
      { rateLimits: { costPerMinute: 5_000_000, badKeysPerMinute: 0 } },
    ],
    [
      { ALLOWED_ORIGINS: 'http://localhost:5173, https://admin.example.com' },
      { allowedOrigins: ['http://localhost:5173', 'https://admin.example.com'] },
    ],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '0' }, { trustProxy: false }],
    [{ TRUST_PROXY: '10.0.0.0/8, fd00::/8,127.0.0.1' }, { trustProxy: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'] }],
    [
      { SDK_ADDRESS_REGISTRATIONS_PER_MINUTE: '1', SDK_APP_REGISTRATIONS_PER_MINUTE: '2', SDK_NEW_TAGS_PER_APP: '0' },
      { sdkLimits: { registrationsPerAddress: 1, registrationsPerApp: 2, newTagsPerApp: 0 } },
    ],
    [
      { SDK_ADDRESS_EVENTS_PER_MINUTE: '3', SDK_APP_EVENTS_PER_MINUTE: '4', SDK_DEVICE_EVENTS_PER_MINUTE: '5' },
      { sdkLimits: { eventsPerAddress: 3, eventsPerApp: 4, eventsPerDevice: 5 } },
    ],
    [
      { SDK_ADDRESS_RECEIPTS_PER_MINUTE: '6', SDK_APP_RECEIPTS_PER_MINUTE: '7', SDK_BAD_SECRETS_PER_MINUTE: '8' },
      { sdkLimits: { receiptsPerAddress: 6, receiptsPerApp: 7, badSecretsPerAddress: 8 } },
    ],
    [{ CHECKPOINT_SIZE: '10', CONCURRENCY: '64' }, { delivery: { checkpointSize: 10, concurrency: 64 } }],
    [{ BATCH_SIZE: '100', LEASE_MS: '1000' }, { delivery: { batchSize: 100, leaseMs: 1000 } }],
    [{ BACKUP_RETENTION_DAYS: '30' }, { backupDays: 30 }],
    [{ GRACE_PERIOD_MS: '1000', TIME_TO_LIVE_SECONDS: '1' }, { delivery: { graceMs: 1000, timeToLiveSeconds: 1 } }],
    [
      { ANSWER_TIMEOUT_MS: '1000', AMBIGUOUS_RETRIES: '0' },
      { delivery: { answerTimeoutMs: 1000, ambiguousRetries: 0 } },
    ],
    [{}, { delivery: { answerTimeoutMs: 30_000, ambiguousRetries: 1 } }],
  ])('accepts %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['PORT', '0x50'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'http://localhost:5173/'],
    ['ALLOWED_ORIGINS', 'localhost:5173'],
    ['ALLOWED_ORIGINS', 'null'],
    ['ALLOWED_ORIGINS', 'https://*.example.com'],
    ['DATABASE_URL', 'postgres://x/y'],
    ['DATABASE_URL', 'mysql://'],
    ['DATABASE_URL', 'mysql://host'],
    ['DATABASE_URL', 'mysql://host/a/b'],
    ['DATABASE_URL', 'mysql://host:port/db'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['DATABASE_URL', './data.db'],
    ['JOBS_URL', 'redis://x'],
    ['JOBS_URL', 'mongo'],
    ['REDIS_URL', 'http://x'],
    ['ROLE', 'both'],
    ['ROLE', 'API'],
    ['MASTER_KEY', 'short'],
    ['MASTER_KEY', Buffer.alloc(33).toString('base64')],
    ['MASTER_KEY', 'a'.repeat(64)],
    ['BOOTSTRAP_API_KEY', 'fifteen-letters'],
    ['BOOTSTRAP_API_KEY', 'with a space in it and more'],
    ['PROVIDER_A_URL', 'ftp://x'],
    ['PROVIDER_B_URL', 'x'],
    ['PROVIDER_C_URL', 'https://x?y=1'],
    ['PROVIDER_A_TRANSPORT', 'grpc'],
    ['PROVIDER_TRANSPORT', 'http2'],
    ['WEBPUSH_HOSTS', 'https://fcm.googleapis.com'],
    ['WEBPUSH_HOSTS', 'a.example,,b.example'],
    ['WEBPUSH_HOSTS', '*'],
    ['OUTBOUND_ALLOW_PRIVATE', 'yes'],
    ['GRAPHQL_COST_PER_MINUTE', '-1'],
    ['GRAPHQL_BAD_KEYS_PER_MINUTE', 'off'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '33'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['SDK_APP_EVENTS_PER_MINUTE', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_PRETTY', 'maybe'],
    ['TZDATA', 'newest'],
    ['CHECKPOINT_SIZE', '9'],
    ['CONCURRENCY', '0'],
    ['BATCH_SIZE', '99'],
    ['LEASE_MS', '999'],
    ['GRACE_PERIOD_MS', '0'],
    ['TIME_TO_LIVE_SECONDS', '0'],
    ['ANSWER_TIMEOUT_MS', '999'],
    ['AMBIGUOUS_RETRIES', '11'],
    ['LOG_LEVEL', 'two\nlines'],
    ['PORT', '1\n2'],
  ])('refuses %s=%j with one line that names the setting', (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: \\S`));
    expect(message).not.toContain('\n');
  });

  test('accepts a folder of time-zone data, but not together with those of Node.js', () => {
    expect(readConfig({ TZDATA_PATH: '/zones' }).tzdata).toEqual({ source: 'auto', path: '/zones' });
    expect(readConfig({ TZDATA: 'system' }).tzdata).toEqual({ source: 'system', path: null });
    expect(messageOf({ TZDATA: 'node', TZDATA_PATH: '/zones' })).toMatch(/^TZDATA_PATH: \S/);
  });

  test('needs a master key with MySQL', () => {
    expect(messageOf({ DATABASE_URL: 'mysql://u:p@h/d' })).toMatch(/^MASTER_KEY: /);
  });

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@/db'],
    ['DATABASE_URL', 'mysql://root:hunter2%@host/db'],
    ['DATABASE_URL', 'mysql://root:hunter2@host:99999/db'],
    ['DATABASE_URL', 'postgres://root:hunter2@host/db'],
    ['DATABASE_URL', 'hunter2'],
    ['JOBS_URL', 'mongo://root:hunter2@host/db'],
    ['REDIS_URL', 'http://:hunter2@host'],
    ['MASTER_KEY', 'hunter2'],
    ['BOOTSTRAP_API_KEY', 'hunter2'],
    ['PROVIDER_A_URL', 'https://root:hunter2@host/?x'],
  ])('never repeats the secret in %s=%s', (name, value) => {
    const message = messageOf({ [name]: value, ...(name === 'MASTER_KEY' ? {} : { MASTER_KEY: KEY }) });
    expect(message).toMatch(new RegExp(`^${name}: \\S`));
    expect(message).not.toContain('hunter2');
  });
});
