import type { SinkConfig } from '../../config/config.js';
import type { Database } from '../../database/database.js';
import type { Clock } from '../../ports/clock.js';
import type { SinkDefinition, SinkEvent } from '../../sinks/definition.js';
import { ALL_SINKS } from '../../sinks/index.js';
import type { AccountEvent } from '../event-log/account-event.js';
import { EventFollower, type FollowedPage } from '../event-log/event-follower.js';
import { parseEventId } from '../pubsub/event-id.js';
import type { SinkMetrics } from './sink-metrics.js';
import { type SinkLog, SinkOutage, type SinkWatch, SinkWriter } from './sink-writer.js';

type Parts = Pick<SinkRunnerOptions, 'database' | 'clock' | 'log'> & { readonly metrics: SinkMetrics };

/** One for each configured sink. A sink that is down does not delay the others. */
export const createSinkRunners = (sinks: readonly SinkConfig[], { metrics, ...parts }: Parts): SinkRunner[] =>
  ALL_SINKS.flatMap((definition) => {
    const url = sinks.find(({ name }) => name === definition.name)?.url;
    return url === undefined ? [] : [new SinkRunner({ ...parts, definition, url, watch: metrics(definition.name) })];
  });

export interface SinkRunnerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly definition: SinkDefinition;
  readonly url: string;
  readonly log: SinkLog;
  readonly watch: SinkWatch;
  /** Replaces the pause after a failure, for tests. */
  readonly pauseMs?: (failures: number) => number;
}

/** Events of a page. With `AT_ONCE` pages in memory, a sink holds a few megabytes. */
const PAGE_EVENTS = 1_000;
const AT_ONCE = 8;
/** The writer pauses for all accounts at once; an account's own pause only keeps it from spinning. */
const ACCOUNT_PAUSE_MS = 100;
/** The last event of a position has no number of its own (`toEventId`), and comes after all others. */
const LAST_ENTRY = 2 ** 32 - 1;

/** Writes the events of all accounts to one sink, from the oldest event that is kept. */
export class SinkRunner {
  private readonly writer: SinkWriter;
  private readonly follower: EventFollower;
  private isStopped = false;

  constructor({ database, clock, ...options }: SinkRunnerOptions) {
    this.writer = new SinkWriter(options);
    this.follower = new EventFollower({
      database,
      clock,
      family: options.definition.name,
      everyAccount: true,
      deliver: ({ events, userId }) => this.writer.write(events.map((event) => toSinkEvent(event, userId))),
      log: { warn: (details, message) => this.warn(options.log, details, message) },
      limit: PAGE_EVENTS,
      atOnce: AT_ONCE,
      pauseMs: () => ACCOUNT_PAUSE_MS,
    });
  }

  start(): void {
    void this.connect();
    this.follower.start();
  }

  /** Called when an account may have new events. */
  wake(): void {
    this.follower.wake();
  }

  /** Events that are not acknowledged are written again after the next start. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all([this.follower.stop(), this.writer.close()]);
  }

  /** Connects before the first event, so that the log shows a wrong address at once. */
  private async connect(): Promise<void> {
    while (!this.isStopped) {
      const isConnected = await this.writer.write([]).then(
        () => true,
        () => false,
      );
      if (isConnected) return;
    }
  }

  /** The writer has logged the outage already. */
  private warn(log: SinkLog, details: Record<string, unknown>, message: string): void {
    if (!(details.err instanceof SinkOutage)) log.warn(details, message);
  }
}

const toSinkEvent = (event: AccountEvent, userId: FollowedPage['userId']): SinkEvent => {
  const { position, entry = LAST_ENTRY } = parseEventId(event.id) ?? { position: 0 };
  const accountId = String(userId);
  return {
    ...{ id: event.id, type: event.type, occurredAt: event.occurredAt, deviceId: event.deviceId, data: event.data },
    ...{ accountId, position, entry },
    key: event.deviceId === null ? `account-${accountId}` : String(event.deviceId),
    json: event.json,
  };
};
