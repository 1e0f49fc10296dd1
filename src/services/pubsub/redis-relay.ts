import { parseRedisUrl } from '../../config/redis-url.js';
import type { Hint, HintListener, HintRelay } from '../../ports/hint-relay.js';
import { RedisConnection } from './redis-connection.js';
import { ThrottleByKey } from './throttle-by-key.js';

export interface RedisRelayOptions {
  readonly url: string;
  readonly log: RelayLogger;
  /** Extra certificate authorities, PEM. */
  readonly ca?: string;
}

export interface RelayLogger {
  info(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
}

/** The interval allows at most 4 hints a second for one run. */
const MIN_INTERVAL_MS = 250;
/** Hints are dropped beyond this many that Redis has not answered. */
const MAX_UNANSWERED = 500;
const CHANNELS_PER_COMMAND = 1_000;

/**
 * Sends hints over Redis, one channel per owner, so that a process receives only those it watches. While Redis is
 * down, nothing is published or received; the relay notifies its listeners and keeps reconnecting.
 */
export class RedisRelay implements HintRelay {
  private readonly watched = new Set<number>();
  private readonly throttle = new ThrottleByKey<Hint>(MIN_INTERVAL_MS, (hint) => this.send(hint));
  private readonly publisher: RedisConnection;
  private readonly subscriber: RedisConnection;
  private listener: HintListener = DEAF;
  private unanswered = 0;
  private wasConnected: boolean | null = null;

  constructor(private readonly options: RedisRelayOptions) {
    const address = parseRedisUrl(options.url);
    const ca = options.ca === undefined ? {} : { ca: options.ca };
    const onLost = (reason: string) => this.lost(reason);
    this.publisher = new RedisConnection({ address, ...ca, onReady: () => this.ready(), onLost });
    this.subscriber = new RedisConnection({ address, ...ca, onReady: () => void this.subscribeAll(), onLost });
    this.subscriber.client.on('message', (channel, text) => this.receive(channel, text));
  }

  get isConnected(): boolean {
    return this.wasConnected === true;
  }

  listen(listener: HintListener): void {
    this.listener = listener;
  }

  publish(hint: Hint): void {
    const { userId, run } = hint;
    this.throttle.offer(run ? `run ${run.runId}` : `user ${userId}`, hint);
  }

  watch(userId: number): void {
    this.watched.add(userId);
    if (this.subscriber.isReady) void this.subscribe([userId]);
  }

  unwatch(userId: number): void {
    this.watched.delete(userId);
    if (this.subscriber.isReady) this.subscriber.client.unsubscribe(channelOf(userId)).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.throttle.flush();
    this.wasConnected = false;
    await Promise.all([this.publisher.close(), this.subscriber.close()]);
  }

  private send({ userId, run }: Hint): void {
    if (!this.publisher.isReady || this.unanswered >= MAX_UNANSWERED) return;
    this.unanswered += 1;
    // A run without a scheduler has a negative number, which means nothing to other processes.
    const text = JSON.stringify(run ? [run.runId, Math.max(0, run.schedulerId)] : []);
    this.publisher.client
      .publish(channelOf(userId), text)
      .catch(() => undefined)
      .finally(() => {
        this.unanswered -= 1;
      });
  }

  private receive(channel: string, text: string): void {
    const userId = Number(channel.slice(PREFIX.length));
    const run = parseRun(text);
    if (run !== undefined && this.watched.has(userId)) this.listener.onHint({ userId, run });
  }

  private async subscribeAll(): Promise<void> {
    const users = [...this.watched];
    for (let start = 0; start < users.length; start += CHANNELS_PER_COMMAND) {
      await this.subscribe(users.slice(start, start + CHANNELS_PER_COMMAND));
    }
    this.ready();
  }

  /** Earlier changes are found in the database. */
  private async subscribe(users: readonly number[]): Promise<void> {
    try {
      await this.subscriber.client.subscribe(...users.map(channelOf));
      this.listener.relayChanged();
    } catch {
      // The connection is silent or gone. One that accepts no subscription is useless, and the next one gets all of
      // them.
      if (this.subscriber.isReady) this.subscriber.client.disconnect(true);
    }
  }

  private ready(): void {
    if (this.wasConnected || !this.publisher.isReady || !this.subscriber.isReady) return;
    this.wasConnected = true;
    this.options.log.info({}, 'Redis carries live status');
    this.listener.relayChanged();
  }

  private lost(reason: string): void {
    if (this.wasConnected === false) return;
    this.wasConnected = false;
    this.options.log.warn({ reason }, 'Redis does not answer; live status goes through the database until it does');
    this.listener.relayChanged();
  }
}

const PREFIX = 'pushgraph:status:';

const channelOf = (userId: number): string => `${PREFIX}${userId}`;

/** undefined if it is not one of our hints. */
const parseRun = (text: string): Hint['run'] | undefined => {
  const [, list, runId, schedulerId] = /^\[((\d{1,15}),(\d{1,15}))?\]$/.exec(text) ?? [null];
  if (list) return { runId: Number(runId), schedulerId: Number(schedulerId) };
  return text === '[]' ? null : undefined;
};

const DEAF: HintListener = { onHint: () => undefined, relayChanged: () => undefined };
