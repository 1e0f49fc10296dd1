import type { ProviderName } from '../ports/provider-name.js';
import type { MediaConfig } from './media-url.js';
import type { Misspelt } from './misspelt.js';
import type { SdkLimitConfig } from './sdk-limits.js';
import type { SmtpConfig } from './smtp-url.js';
import type { TrustProxy } from './trust-proxy.js';
import type { TzdataConfig } from './tzdata.js';

/** The configuration, read once at the start and frozen. Names include units. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** A separate port for `/metrics`; null serves it on `port`. */
  readonly metricsPort: number | null;
  readonly database: DatabaseConfig;
  /** `mongodb://…`, or null to keep jobs in the database. */
  readonly jobsUrl: string | null;
  readonly redisUrl: string | null;
  readonly role: Role;
  /** 32 bytes, or null to use a file next to the SQLite database. */
  readonly masterKey: Buffer | null;
  /** The previous key, 32 bytes: it still opens seals and verifies signatures. null without one. */
  readonly masterKeyPrevious: Buffer | null;
  readonly bootstrapApiKey: string | null;
  /** Base addresses of the providers' APIs. */
  readonly providerUrls: { readonly [P in ProviderName]?: string };
  /** Threads that encrypt and send, besides the main one. */
  readonly senderThreads: number;
  readonly providerATransport: 'http2' | 'firebase-admin';
  /** Which HTTP/2 reaches the providers: that of packages/http2-client, or `node:http2`. */
  readonly providerTransport: 'javascript' | 'node';
  readonly outboundAllowPrivate: boolean;
  /** Push services that web push may use, each including its subdomains; null allows any public one. */
  readonly webPushHosts: readonly string[] | null;
  readonly trustProxy: TrustProxy;
  /** The public address of the service, without a trailing slash; null uses the address of each request. */
  readonly publicUrl: string | null;
  /** Additional origins whose pages may use the graph with a key. */
  readonly allowedOrigins: readonly string[];
  /** Single sign-on for members; null if it is not configured. */
  readonly oidc: OidcConfig | null;
  /** The audience of access tokens for `/mcp`; null: no access tokens, only API keys. */
  readonly mcpAudience: string | null;
  /** null: no e-mails are sent. */
  readonly smtp: SmtpConfig | null;
  readonly logLevel: LogLevel;
  readonly logPretty: boolean;
  /** Whether to send spans to a collector; OpenTelemetry's own variables say how. */
  readonly tracing: boolean;
  readonly tzdata: TzdataConfig;
  readonly delivery: DeliveryConfig;
  readonly rateLimits: RateLimitConfig;
  readonly connections: ConnectionConfig;
  readonly sdkLimits: SdkLimitConfig;
  readonly preferences: PreferencesConfig;
  /** Maximum size of an uploaded device file. */
  readonly importMaxBytes: number;
  readonly media: MediaConfig;
  /** Servers that receive the events of every account. */
  readonly sinks: readonly SinkConfig[];
  /** How long the operator keeps backups, which erasures report; null: not known. */
  readonly backupDays: number | null;
  /** Unknown variables, each with the setting that its name resembles. */
  readonly misspelt: readonly Misspelt[];
}

/** The hosted preferences page. */
export interface PreferencesConfig {
  /** How long a link works. */
  readonly linkDays: number;
  /** Per minute; 0 means no limit. */
  readonly requestsPerAddress: number;
}

/** A server that receives events. */
export interface SinkConfig {
  /** A name in `src/sinks`. */
  readonly name: string;
  /** May hold a password. */
  readonly url: string;
}

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly path: string }
  | {
      readonly kind: 'mysql';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
      /** null leaves database traffic unencrypted. */
      readonly tls: MysqlTls | null;
    };

/** OpenID Connect with the authorization code flow. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The text of the button. */
  readonly name: string;
  /** Space-separated; includes `openid`. */
  readonly scopes: string;
}

export interface MysqlTls {
  /** Which parts of the server's certificate are verified: issuer, and name. */
  readonly verify: 'nothing' | 'authority' | 'identity';
  /** PEM; null trusts the authorities of Node.js. */
  readonly ca: string | null;
  /** Client certificate in PEM; null authenticates by password alone. */
  readonly client: { readonly cert: string; readonly key: string } | null;
}

export type Role = 'api' | 'worker' | 'all';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Limits of a connection to this process. */
export interface ConnectionConfig {
  /** Until the request headers have arrived. */
  readonly headersTimeoutMs: number;
  /** Until the whole request has arrived. */
  readonly requestTimeoutMs: number;
  /** Concurrent connections. */
  readonly maxConnections: number;
}

/** 0: no limit. */
export interface RateLimitConfig {
  /** Cost of one user's GraphQL operations per minute. */
  readonly costPerMinute: number;
  /** Requests with a bad key per address and minute, to REST and the graph together. */
  readonly badKeysPerMinute: number;
}

export interface DeliveryConfig {
  /** The maximum number of messages handed over but not yet recorded, which a crash may repeat. */
  readonly checkpointSize: number;
  /** Batches and due sends that this process handles at once. */
  readonly concurrency: number;
  /** Devices per batch. */
  readonly batchSize: number;
  /** How long a silent worker keeps its batch. */
  readonly leaseMs: number;
  /** A moment later than this is recorded as missed. */
  readonly graceMs: number;
  /** How long a message may be retried, and kept by the provider. */
  readonly timeToLiveSeconds: number;
  /** How long a provider may take to answer. */
  readonly answerTimeoutMs: number;
  /** Additional attempts for a message whose request was sent completely and got no answer. */
  readonly ambiguousRetries: number;
  /** Days after its end for which a run keeps its single messages; 0 keeps them forever. */
  readonly historyRetentionDays: number;
  /** Days after its end for which a run keeps its totals; 0 keeps them forever. */
  readonly runRetentionDays: number;
  /** Days for which an inactive device is kept; 0 keeps it forever. */
  readonly inactiveDeviceRetentionDays: number;
}

/** Whether only this machine reaches the host. */
export const isLocalHost = (host: string): boolean => /^(localhost$|127\.|\[?::1\]?$)/.test(host);
