import type { ProviderName } from '../ports/provider-name.js';
import type { Misspelt } from './misspelt.js';
import type { SdkLimitConfig } from './sdk-limits.js';
import type { TrustProxy } from './trust-proxy.js';
import type { TzdataConfig } from './tzdata.js';

/** What the environment settles, read once at start and frozen. Units are in the names. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where `/metrics` has a port of its own; null: it is on the one above. */
  readonly metricsPort: number | null;
  readonly database: DatabaseConfig;
  /** `mongodb://…`, or null: jobs live in the database. */
  readonly jobsUrl: string | null;
  readonly redisUrl: string | null;
  readonly role: Role;
  /** 32 bytes, or null: a file beside the SQLite database. */
  readonly masterKey: Buffer | null;
  /** 32 bytes: the key before, whose seals are opened and whose signatures are good; null: none. */
  readonly masterKeyPrevious: Buffer | null;
  readonly bootstrapApiKey: string | null;
  /** Base addresses of their APIs, by provider. */
  readonly providerUrls: { readonly [P in ProviderName]?: string };
  /** Threads that encrypt and send besides the main one. */
  readonly senderThreads: number;
  readonly providerATransport: 'http2' | 'firebase-admin';
  readonly outboundAllowPrivate: boolean;
  /** Push services that web push may go to, each with all names below it; null: any public one. */
  readonly webPushHosts: readonly string[] | null;
  readonly trustProxy: TrustProxy;
  /** How people reach the service, without a slash at its end; null: whatever a request came to. */
  readonly publicUrl: string | null;
  /** Origins of pages, besides the service's own, that may use the graph with a key. */
  readonly allowedOrigins: readonly string[];
  /** How members sign in besides their password; null: not at all. */
  readonly oidc: OidcConfig | null;
  readonly logLevel: LogLevel;
  readonly logPretty: boolean;
  /** Whether spans are sent to a collector; how is for the variables of OpenTelemetry to say. */
  readonly tracing: boolean;
  readonly tzdata: TzdataConfig;
  readonly delivery: DeliveryConfig;
  readonly rateLimits: RateLimitConfig;
  readonly connections: ConnectionConfig;
  readonly sdkLimits: SdkLimitConfig;
  /** Of a file of devices that is uploaded. */
  readonly importMaxBytes: number;
  /** Variables that nobody reads, each with the setting that its name resembles. */
  readonly misspelt: readonly Misspelt[];
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
      /** null: what goes to the database and back can be read on the way. */
      readonly tls: MysqlTls | null;
    };

/** OpenID Connect, by authorization code. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** As the button calls it. */
  readonly name: string;
  /** Separated by spaces; `openid` is one of them. */
  readonly scopes: string;
}

export interface MysqlTls {
  /** What of the server's certificate is looked at: who issued it, and for which name. */
  readonly verify: 'nothing' | 'authority' | 'identity';
  /** PEM; null: the authorities that Node.js knows. */
  readonly ca: string | null;
  /** What shows the server who we are, PEM; null: the password alone does. */
  readonly client: { readonly cert: string; readonly key: string } | null;
}

export type Role = 'api' | 'worker' | 'all';
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a connection to this process may take. */
export interface ConnectionConfig {
  /** Until the headers of a request have arrived. */
  readonly headersTimeoutMs: number;
  /** Until a request has arrived as a whole. */
  readonly requestTimeoutMs: number;
  /** At once. */
  readonly maxConnections: number;
}

/** 0: no limit. */
export interface RateLimitConfig {
  /** What the operations of one user may cost in a minute, in the graph. */
  readonly costPerMinute: number;
  /** How often one address may come with a bad key in a minute, to REST and the graph together. */
  readonly badKeysPerMinute: number;
}

export interface DeliveryConfig {
  /** Messages of this process that may be handed over but not yet recorded: what a crash may repeat. */
  readonly checkpointSize: number;
  /** Batches and due sends under way at once in this process. */
  readonly concurrency: number;
  /** Devices to a batch. */
  readonly batchSize: number;
  /** How long a silent worker keeps its batch. */
  readonly leaseMs: number;
  /** A moment that comes due later than this is recorded as missed. */
  readonly graceMs: number;
  /** How long a message may be tried again and kept by the provider. */
  readonly timeToLiveSeconds: number;
  /** How long a provider may take to answer. */
  readonly answerTimeoutMs: number;
  /** Further tries of a message whose request left as a whole and got no answer. */
  readonly ambiguousRetries: number;
  /** For how many days after its end a run keeps what it knows of single messages; 0: for ever. */
  readonly historyRetentionDays: number;
  /** For how many days after its end a run stays at all, its history gone; 0: for ever. */
  readonly runRetentionDays: number;
  /** For how many days a device stays that is inactive; 0: for ever. */
  readonly inactiveDeviceRetentionDays: number;
}
