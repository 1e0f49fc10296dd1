import type { SinkConfig } from '../../config/config.js';
import type { Database } from '../../database/database.js';
import { ALL_SINKS } from '../../sinks/index.js';
import { readSinkLag, type SinkLag } from '../sinks/sink-lag.js';

/** How events leave the service. */
export interface EventsOut {
  readonly webhooks: {
    readonly enabled: number;
    /** Enabled, and the last request failed. */
    readonly failing: number;
    /** Disabled by the service, because their endpoints kept failing. */
    readonly disabled: number;
    /** Requests that wait for another try. */
    readonly waiting: number;
  };
  /** Every configured sink with what it has not acknowledged. */
  readonly sinks: readonly ({ readonly name: string; readonly title: string } & SinkLag)[];
}

export const readEventsOut = async (
  database: Database,
  sinks: readonly SinkConfig[],
  now: number,
): Promise<EventsOut> => {
  const count = async (from: string): Promise<number> => {
    const [row] = await database.query<{ n: number | string }>(`SELECT COUNT(*) AS n FROM ${from}`);
    return Number(row?.n ?? 0);
  };
  const titleOf = (name: string): string => ALL_SINKS.find((sink) => sink.name === name)?.title ?? name;
  return {
    webhooks: {
      enabled: await count("webhook WHERE state = 'ENABLED'"),
      failing: await count("webhook WHERE state = 'ENABLED' AND failures > 0"),
      disabled: await count("webhook WHERE state = 'DISABLED' AND reason <> 'MANUAL'"),
      waiting: await count('webhook_retry'),
    },
    sinks: await Promise.all(
      sinks.map(async ({ name }) => ({ name, title: titleOf(name), ...(await readSinkLag(database, name, now)) })),
    ),
  };
};
