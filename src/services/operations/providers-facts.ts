import type { Database } from '../../database/database.js';
import type { ProviderName } from '../../providers/sender.js';

const MINUTE_MS = 60_000;
const LAST_MINUTES = 60;

export interface ProviderFacts {
  readonly provider: ProviderName;
  /** Applications that are not archived. */
  readonly apps: number;
  readonly pausedApps: number;
  /** Messages of the last hour. */
  readonly sent: number;
  readonly failed: number;
}

interface ProviderRow {
  readonly provider: ProviderName;
  readonly apps: number | string;
  readonly paused: number | string | null;
}

interface TrafficRow {
  readonly provider: ProviderName;
  readonly sent: number | string;
  readonly failed: number | string;
}

/** The providers that applications use. */
export const readProviders = async (database: Database, now: number): Promise<ProviderFacts[]> => {
  const rows = await database.query<ProviderRow>(
    `SELECT push_provider AS provider, COUNT(*) AS apps, SUM(CASE WHEN paused_until > ? THEN 1 ELSE 0 END) AS paused
     FROM app WHERE archived = 0 GROUP BY push_provider ORDER BY push_provider`,
    [now],
  );
  const traffic = await database.query<TrafficRow>(
    `SELECT a.push_provider AS provider, SUM(t.sent) AS sent, SUM(t.failed) AS failed
     FROM traffic t JOIN app a ON a.id = t.app_id WHERE t.minute > ? GROUP BY a.push_provider`,
    [Math.floor(now / MINUTE_MS) - LAST_MINUTES],
  );
  return rows.map(({ provider, apps, paused }) => {
    const last = traffic.find((row) => row.provider === provider);
    return {
      provider,
      apps: Number(apps),
      pausedApps: Number(paused ?? 0),
      sent: Number(last?.sent ?? 0),
      failed: Number(last?.failed ?? 0),
    };
  });
};
