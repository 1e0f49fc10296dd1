import type { Database } from '../../database/database.js';
import type { ProviderName } from '../../providers/sender.js';
import type { StoredReason } from '../../providers/stored-reason.js';
import { explainStored } from '../deliveries/advise.js';

export interface RetryReason {
  readonly provider: ProviderName;
  readonly count: number;
  /** More messages wait than were read. */
  readonly isAtLeast: boolean;
  readonly reason: string;
  readonly advice: string | null;
}

/** Reasons are read from this many messages. */
const SAMPLE = 20_000;

interface ReasonRow extends StoredReason {
  readonly provider: ProviderName;
  readonly n: number | string;
}

/** Reads why messages of every account wait for another try, most frequent first. Held messages do not count. */
export const readRetryReasons = async (database: Database, most: number, sample = SAMPLE): Promise<RetryReason[]> => {
  const rows = await database.query<ReasonRow>(
    `SELECT a.push_provider AS provider, w.reason, MAX(w.code) AS code, MAX(w.detail) AS detail, COUNT(*) AS n
     FROM (SELECT app_id, reason, code, detail FROM retry_send
           WHERE stopped = 0 AND held_for IS NULL AND (held IS NULL OR held = 0) LIMIT ${sample}) w
     JOIN app a ON a.id = w.app_id
     GROUP BY a.push_provider, w.reason ORDER BY n DESC, provider, w.reason`,
  );
  const isAtLeast = rows.reduce((sum, { n }) => sum + Number(n), 0) >= sample;
  return rows.slice(0, most).map(({ provider, n, ...stored }) => ({
    ...{ provider, count: Number(n), isAtLeast, reason: stored.reason },
    advice: explainStored({ pushProvider: provider }, stored).advice,
  }));
};

/** Such as `at least 20000`. */
export const countOf = ({ count, isAtLeast }: Pick<RetryReason, 'count' | 'isAtLeast'>): string =>
  isAtLeast ? `at least ${count}` : `${count}`;
