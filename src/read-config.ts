import { availableParallelism } from 'node:os';
import { readAllowedOrigins } from './config/allowed-origins.js';
import { type Config, LOG_LEVELS, type SinkConfig } from './config/config.js';
import { parseDatabaseUrl } from './config/database-url.js';
import { EnvReader } from './config/env-reader.js';
import { readMedia } from './config/media-url.js';
import { findMisspelt } from './config/misspelt.js';
import { readMcpAudience, readOidc, readPublicUrl } from './config/oidc.js';
import { parseRedisUrl } from './config/redis-url.js';
import { readSdkLimits } from './config/sdk-limits.js';
import { SECRET_SETTINGS, withSecretFiles } from './config/secret-files.js';
import { readSmtp } from './config/smtp-url.js';
import { parseTrustProxy } from './config/trust-proxy.js';
import { readTzdata } from './config/tzdata.js';
import { ConfigError } from './errors.js';
import { readHostSuffix } from './providers/outbound/host-suffixes.js';
import { ALL_PROVIDERS, toUrlVariable } from './providers/providers.js';
import { ALL_SINKS } from './sinks/index.js';

const MAX_PORT = 65_535;

/**
 * Reads the configuration from environment variables and the secret files that they name (docs/operations.md).
 * @param options `isTerminal`: people read the output.
 * @throws ConfigError with one line that names the variable.
 */
export const readConfig = (
  env: Readonly<Record<string, string | undefined>>,
  { isTerminal = false }: { isTerminal?: boolean } = {},
): Config => {
  const config = readSettings(new EnvReader(withSecretFiles(env, secretSettings())), isTerminal);
  return Object.freeze({ ...config, misspelt: findMisspelt(Object.keys(env), settingNames()) });
};

/** The names of all settings, including the `_FILE` variants: those that reading the configuration requests. */
export const settingNames = (): ReadonlySet<string> => {
  const read = new EnvReader({});
  readSettings(read, false);
  return new Set([...read.names, ...secretSettings().map((name) => `${name}_FILE`)]);
};

/** The settings that `<NAME>_FILE` may replace. */
export const secretSettings = (): readonly string[] => [...SECRET_SETTINGS, ...ALL_SINKS.map(({ setting }) => setting)];

const readSettings = (read: EnvReader, isTerminal: boolean): Omit<Config, 'misspelt'> => {
  const database = parseDatabaseUrl(read.text('DATABASE_URL', 'sqlite:./data/pushgraph.db'));
  const masterKey = readKey(read, 'MASTER_KEY');
  if (database.kind === 'mysql' && !masterKey) {
    throw new ConfigError('MASTER_KEY', 'is required with MySQL; generate one with `openssl rand -base64 32`.');
  }
  return {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 4000, { min: 0, max: MAX_PORT }),
    metricsPort: readMetricsPort(read),
    database,
    jobsUrl: read.url('JOBS_URL', ['mongodb:', 'mongodb+srv:']),
    redisUrl: readRedisUrl(read),
    role: read.oneOf('ROLE', ['api', 'worker', 'all'], 'all'),
    masterKey,
    masterKeyPrevious: readKey(read, 'MASTER_KEY_PREVIOUS'),
    bootstrapApiKey: readBootstrapKey(read),
    providerUrls: readProviderUrls(read),
    senderThreads: read.integer('SENDER_THREADS', availableParallelism() - 1, { min: 0, max: 64 }),
    providerATransport: read.oneOf('PROVIDER_A_TRANSPORT', ['http2', 'firebase-admin'], 'http2'),
    providerTransport: read.oneOf('PROVIDER_TRANSPORT', ['javascript', 'node'], 'javascript'),
    outboundAllowPrivate: read.boolean('OUTBOUND_ALLOW_PRIVATE', false),
    webPushHosts: readHostSuffixes(read),
    trustProxy: parseTrustProxy(read.optional('TRUST_PROXY')),
    publicUrl: readPublicUrl(read),
    allowedOrigins: readAllowedOrigins(read),
    oidc: readOidc(read),
    mcpAudience: readMcpAudience(read),
    smtp: readSmtp(read),
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    logPretty: read.boolean('LOG_PRETTY', isTerminal),
    tracing: readTracing(read),
    tzdata: Object.freeze(readTzdata(read)),
    rateLimits: Object.freeze({
      costPerMinute: read.integer('GRAPHQL_COST_PER_MINUTE', 0, { min: 0, max: 1_000_000_000 }),
      badKeysPerMinute: readBadKeys(read),
    }),
    connections: Object.freeze({
      headersTimeoutMs: read.integer('HEADERS_TIMEOUT_MS', 10_000, { min: 100, max: 600_000 }),
      requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS', 30_000, { min: 100, max: 600_000 }),
      maxConnections: read.integer('MAX_CONNECTIONS', 10_000, { min: 1, max: 1_000_000 }),
    }),
    backupDays: read.integer('BACKUP_RETENTION_DAYS', 0, { min: 0, max: 36_500 }) || null,
    importMaxBytes: read.integer('IMPORT_MAX_BYTES', 2 ** 30, { min: 1, max: 2 ** 40 }),
    media: Object.freeze(readMedia(read, database)),
    sinks: Object.freeze(readSinks(read)),
    sdkLimits: Object.freeze(readSdkLimits(read)),
    preferences: Object.freeze({
      linkDays: read.integer('PREFERENCES_LINK_DAYS', 400, { min: 1, max: 3_650 }),
      requestsPerAddress: read.integer('PREFERENCES_ADDRESS_REQUESTS_PER_MINUTE', 60_000, {
        min: 0,
        max: 1_000_000_000,
      }),
    }),
    delivery: Object.freeze({
      checkpointSize: read.integer('CHECKPOINT_SIZE', 2_000, { min: 10, max: 10_000 }),
      concurrency: read.integer('CONCURRENCY', 3, { min: 1, max: 64 }),
      batchSize: read.integer('BATCH_SIZE', 10_000, { min: 100, max: 1_000_000 }),
      leaseMs: read.integer('LEASE_MS', 15_000, { min: 1_000, max: 600_000 }),
      graceMs: read.integer('GRACE_PERIOD_MS', 3_600_000, { min: 1_000, max: 30 * 86_400_000 }),
      timeToLiveSeconds: read.integer('TIME_TO_LIVE_SECONDS', 86_400, { min: 1, max: 28 * 86_400 }),
      answerTimeoutMs: read.integer('ANSWER_TIMEOUT_MS', 30_000, { min: 1_000, max: 600_000 }),
      ambiguousRetries: read.integer('AMBIGUOUS_RETRIES', 1, { min: 0, max: 10 }),
      historyRetentionDays: read.integer('HISTORY_RETENTION_DAYS', 180, { min: 0, max: 36_500 }),
      runRetentionDays: read.integer('RUN_RETENTION_DAYS', 1_095, { min: 0, max: 36_500 }),
      inactiveDeviceRetentionDays: read.integer('INACTIVE_DEVICE_RETENTION_DAYS', 365, { min: 0, max: 36_500 }),
    }),
  };
};

const readMetricsPort = (read: EnvReader): number | null => {
  if (read.optional('METRICS_PORT') === null) return null;
  const port = read.integer('METRICS_PORT', 0, { min: 0, max: MAX_PORT });
  if (port === 0 || port !== read.integer('PORT', 4000, { min: 0, max: MAX_PORT })) return port;
  throw new ConfigError('METRICS_PORT', 'must differ from PORT; omit it to serve /metrics there.');
};

const readKey = (read: EnvReader, name: 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'): Buffer | null => {
  const text = read.optional(name);
  if (text === null) return null;
  const key = Buffer.from(text, 'base64');
  if (key.length === 32) return key;
  throw new ConfigError(name, 'must be 32 bytes in base64; generate one with `openssl rand -base64 32`.');
};

const readProviderUrls = (read: EnvReader): Config['providerUrls'] =>
  Object.fromEntries(
    ALL_PROVIDERS.flatMap(({ name, baseUrl }) =>
      baseUrl === null ? [] : [[name, read.httpUrl(toUrlVariable(name), baseUrl)]],
    ),
  );

/** Also accepts its former name, from when only the graph counted. */
const readBadKeys = (read: EnvReader): number => {
  const range = { min: 0, max: 1_000_000_000 };
  return read.integer('BAD_KEYS_PER_MINUTE', read.integer('GRAPHQL_BAD_KEYS_PER_MINUTE', 10_000, range), range);
};

const readRedisUrl = (read: EnvReader): string | null => {
  const url = read.optional('REDIS_URL');
  if (url !== null) parseRedisUrl(url);
  return url;
};

const readSinks = (read: EnvReader): SinkConfig[] =>
  ALL_SINKS.flatMap(({ name, setting, check }) => {
    const url = read.optional(setting);
    if (url === null) return [];
    check(url);
    return [{ name, url }];
  });

/** OpenTelemetry reads the address; this only checks that it is one. */
const readTracing = (read: EnvReader): boolean => {
  const isDisabled = read.optional('OTEL_SDK_DISABLED') !== null;
  if (read.optional('OTEL_EXPORTER_OTLP_ENDPOINT') === null) return false;
  if (isDisabled && read.boolean('OTEL_SDK_DISABLED', false)) return false;
  read.httpUrl('OTEL_EXPORTER_OTLP_ENDPOINT', '');
  return true;
};

const readHostSuffixes = (read: EnvReader): readonly string[] | null => {
  const text = read.optional('WEBPUSH_HOSTS');
  if (text === null) return null;
  const suffixes = text.split(',').map(readHostSuffix);
  if (suffixes.every((suffix) => suffix !== null)) return Object.freeze(suffixes);
  throw new ConfigError(
    'WEBPUSH_HOSTS',
    'must be host names separated by commas, for example fcm.googleapis.com,push.apple.com.',
  );
};

const readBootstrapKey = (read: EnvReader): string | null => {
  const key = read.optional('BOOTSTRAP_API_KEY');
  if (key === null || (key.length >= 16 && key.length <= 255 && /^[\x21-\x7e]+$/.test(key))) return key;
  throw new ConfigError('BOOTSTRAP_API_KEY', 'must be 16 to 255 printable characters without spaces.');
};
