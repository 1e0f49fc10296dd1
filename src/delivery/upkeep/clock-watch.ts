import { execute } from '../../database/database.js';
import type { DeliveryDeps } from '../delivery-deps.js';
import { pullBackLeases } from '../leases/leases.js';

const EVERY_MS = 2_000;
/** The clock is compared with the database's after this many looks: once a minute. */
const LOOKS_TO_COMPARE = 30;
/** A clock that is slewed moves less than this between two looks. */
const JUMP_MS = 5_000;
/** Longer pauses than this come from a wrong clock, whatever a provider asked for. */
const LONGEST_PAUSE_MS = 86_400_000;

export interface ClockWatchParts {
  /** Called with the ms by which the clock was set back. */
  readonly onSetBack: (ms: number) => void;
  /** A monotonic clock, ms. */
  readonly steady?: () => number;
}

/** Notices by a monotonic clock that this machine's clock was set back, and corrects instants that lie too far ahead. */
export class ClockWatch {
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private readonly steady: () => number;
  private aheadMs: number;
  private looks = 0;

  constructor(
    private readonly deps: Pick<DeliveryDeps, 'database' | 'clock' | 'config' | 'log'>,
    private readonly parts: ClockWatchParts,
  ) {
    this.steady = parts.steady ?? (() => performance.now());
    this.aheadMs = deps.clock.now() - this.steady();
  }

  /** Corrects instants that a clock change before the start left behind. */
  start(): void {
    this.timer ??= setInterval(() => this.tick(() => this.look()), EVERY_MS).unref();
    this.tick(async () => {
      await this.mend();
      await this.compare();
    });
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.looking;
  }

  async look(): Promise<void> {
    this.looks += 1;
    if (this.looks % LOOKS_TO_COMPARE === 0) await this.compare();
    const aheadMs = this.deps.clock.now() - this.steady();
    const setBackMs = this.aheadMs - aheadMs;
    this.aheadMs = aheadMs;
    if (setBackMs < JUMP_MS) return;
    this.deps.log.warn({ seconds: Math.round(setBackMs / 1000) }, 'the clock of this machine was set back');
    this.parts.onSetBack(setBackMs);
    await this.mend();
  }

  /** Leases written by one machine's clock are judged by another's, so the clocks of all workers must agree. */
  private async compare(): Promise<void> {
    const { database, clock, config, log } = this.deps;
    // SQLite has no clock of its own.
    if (database.dialect.name === 'sqlite') return;
    const asked = clock.now();
    const [row] = await database.query<{ at: number }>('SELECT UNIX_TIMESTAMP(NOW(3)) * 1000 AS at');
    const apartMs = Math.abs(Number(row?.at) - (asked + clock.now()) / 2);
    if (apartMs < config.leaseMs / 3) return;
    const words =
      "this machine's clock and the database's differ: synchronise both with NTP, or workers repeat each other's messages";
    log.warn({ seconds: Math.round(apartMs / 1_000) }, words);
  }

  private async mend(): Promise<void> {
    const { database, clock, config } = this.deps;
    const now = clock.now();
    await pullBackLeases(database, { now, leaseMs: config.leaseMs });
    // The applications of suspended users are paused without an end.
    const sql = `UPDATE app SET paused_until = ? WHERE paused_until > ?
                 AND user_id NOT IN (SELECT id FROM user_account WHERE suspended = 1)`;
    await database.tx((tx) => execute(tx, sql, [now, now + LONGEST_PAUSE_MS]));
  }

  private tick(work: () => Promise<void>): void {
    this.looking ??= work()
      .catch((error) =>
        this.deps.log.warn({ err: error }, 'instants could not be corrected after the clock was set back'),
      )
      .finally(() => {
        this.looking = null;
      });
  }
}
