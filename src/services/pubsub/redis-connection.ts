import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { RedisAddress } from '../../config/redis-url.js';

export interface RedisConnectionOptions {
  readonly address: RedisAddress;
  /** Extra certificate authorities, PEM. */
  readonly ca?: string;
  onReady(): void;
  /** @param reason without secrets. Called once each time the connection is lost or fails. */
  onLost(reason: string): void;
}

const CONNECT_MS = 5_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;
const HEARTBEAT_MS = 3_000;
const QUIT_MS = 500;

/** A connection to Redis that reconnects forever and never throws. */
export class RedisConnection {
  readonly client: Redis;
  private state: 'new' | 'ready' | 'lost' | 'closed' = 'new';
  private reason = 'it does not answer';
  private readonly heartbeat: NodeJS.Timeout;

  constructor(private readonly options: RedisConnectionOptions) {
    this.client = new Redis(toRedisOptions(options));
    this.client.on('ready', () => this.becomeReady());
    this.client.on('close', () => this.becomeLost());
    this.client.on('error', (error) => {
      this.reason = describe(error);
    });
    this.client.connect().catch(() => undefined);
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS).unref();
  }

  get isReady(): boolean {
    return this.state === 'ready' && this.client.status === 'ready';
  }

  async close(): Promise<void> {
    const wasReady = this.isReady;
    this.state = 'closed';
    clearInterval(this.heartbeat);
    // Earlier writes are sent first.
    if (wasReady) await Promise.race([this.client.quit().catch(() => undefined), sleep(QUIT_MS)]);
    this.client.disconnect();
  }

  private becomeReady(): void {
    if (this.state === 'closed') return;
    this.state = 'ready';
    this.options.onReady();
  }

  private becomeLost(): void {
    if (this.state === 'closed' || this.state === 'lost') return;
    this.state = 'lost';
    this.options.onLost(this.reason);
  }

  /** Silence is the only sign of a frozen server or a broken network. */
  private beat(): void {
    if (!this.isReady) return;
    this.client.ping().catch(() => {
      if (!this.isReady) return;
      this.reason = 'it has fallen silent';
      this.client.disconnect(true);
    });
  }
}

const toRedisOptions = ({ address, ca }: RedisConnectionOptions) => ({
  host: address.host,
  port: address.port,
  db: address.db,
  ...(address.username === null ? {} : { username: address.username }),
  ...(address.password === null ? {} : { password: address.password }),
  ...(address.tls ? { tls: toTlsOptions(address.host, ca) } : {}),
  lazyConnect: true,
  connectTimeout: CONNECT_MS,
  commandTimeout: HEARTBEAT_MS,
  disconnectTimeout: QUIT_MS,
  // Drops what cannot be sent now, because a late hint is useless.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  retryStrategy: (times: number) =>
    Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(times, 10)) * (0.75 + Math.random() / 4),
});

/** TLS cannot send an address as server name (RFC 6066), but the certificate is still checked for it. */
const toTlsOptions = (host: string, ca: string | undefined) => ({
  ...(isIP(host) ? {} : { servername: host }),
  ...(ca === undefined ? {} : { ca }),
});

/**
 * Returns the first word of Redis's own errors (`WRONGPASS`): the rest, and properties of the error, may quote the
 * password.
 */
const describe = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'it does not answer';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const [word = ''] = 'message' in error ? String(error.message).split(' ') : [];
  return /^[A-Z]{2,}$/.test(word) ? word : 'it does not answer';
};
