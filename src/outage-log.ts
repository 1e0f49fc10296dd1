import { setTimeout as sleep } from 'node:timers/promises';

export interface OutageSource {
  /** Runs a query to test the database. */
  readonly ping: () => Promise<unknown>;
  readonly log: {
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

interface Timing {
  readonly lookEveryMs: number;
  readonly answerMs: number;
  readonly announceEveryMs: number;
}

const TIMING: Timing = { lookEveryMs: 1_000, answerMs: 2_000, announceEveryMs: 60_000 };
/** Lines that wait for the first check. */
const MOST_HELD = 20;

/** Errors of drivers and servers when the database cannot be reached. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['PROTOCOL_CONNECTION_LOST', 'ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_CON_COUNT_ERROR'],
]);

/**
 * While the database is away, all work that needs it fails. The log reports the outage once and the recovery once,
 * instead of each error. A connection that was merely cut is logged as usual.
 */
export class OutageLog {
  private source: OutageSource | null = null;
  private state: 'up' | 'unknown' | 'away' = 'up';
  private held: (() => void)[] = [];
  private linesLeftOut = 0;
  private announcedAt: number | null = null;
  private lastAnnouncedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly timing: Timing = TIMING) {}

  watch(source: OutageSource): void {
    this.source = source;
  }

  /** Writes the line, unless it is another error of a database that is away. */
  pass(details: unknown, write: () => void): void {
    const reason = this.source === null ? null : awayReason(errorOf(details));
    if (this.source === null || reason === null) {
      write();
      return;
    }
    this.linesLeftOut += 1;
    if (this.state !== 'away' && this.held.length < MOST_HELD) this.held.push(write);
    if (this.state !== 'up') return;
    this.state = 'unknown';
    void this.follow(this.source, reason);
  }

  private async follow(source: OutageSource, reason: string): Promise<void> {
    const beganAt = performance.now();
    while (!(await this.isThere(source))) {
      this.state = 'away';
      this.held = [];
      this.announce(source, reason);
      await sleep(this.timing.lookEveryMs, undefined, { ref: false });
    }
    const { held, linesLeftOut, announcedAt } = this;
    this.state = 'up';
    this.held = [];
    this.linesLeftOut = 0;
    this.announcedAt = null;
    for (const write of held) write();
    if (announcedAt === null) return;
    const seconds = Math.round((performance.now() - beganAt) / 1_000);
    source.log.info({ away_seconds: seconds, errors_left_out: linesLeftOut }, 'the database is back');
  }

  private announce({ log }: OutageSource, reason: string): void {
    const now = performance.now();
    if (this.announcedAt !== null || now - this.lastAnnouncedAt < this.timing.announceEveryMs) return;
    this.announcedAt = now;
    this.lastAnnouncedAt = now;
    log.error({ reason }, 'the database is away; work waits and is tried again');
  }

  private async isThere({ ping }: OutageSource): Promise<boolean> {
    const over = new AbortController();
    const answered = ping().then(
      () => true,
      () => false,
    );
    const late = sleep(this.timing.answerMs, false, { signal: over.signal, ref: false }).catch(() => false);
    const isThere = await Promise.race([answered, late]);
    over.abort();
    return isThere;
  }
}

const errorOf = (details: unknown): unknown =>
  typeof details === 'object' && details !== null && 'err' in details ? details.err : details;

/** Returns null for other errors: those of providers have the same codes, but no sign of a database. */
const awayReason = (error: unknown): string | null => {
  let isOfDatabase = false;
  for (let depth = 0, at = error; depth < 4 && at instanceof Error; depth += 1) {
    const { code, name, fatal, driverError, cause } = at as DriverError;
    isOfDatabase ||= name === 'QueryFailedError' || fatal !== undefined;
    if (isOfDatabase && code !== undefined && AWAY.has(code)) return code;
    at = driverError ?? cause;
  }
  return null;
};

type DriverError = Error & { readonly code?: string; readonly fatal?: boolean; readonly driverError?: unknown };
