import type { Database } from '../../database/database.js';
import type { Clock } from '../../ports/clock.js';
import { readUserLimits, type UserLimits } from '../users/user-limits.js';
import { type LogLevel, type Maintenance, type OperatorSettings, readOperatorSettings } from './operator-settings.js';

/** Every process notices within three seconds. */
const EVERY_MS = 1_000;

export interface OperatorWatchDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: {
    info(details: Record<string, unknown>, message: string): void;
    warn(details: Record<string, unknown>, message: string): void;
  };
  /** Called when maintenance begins. */
  readonly onMaintenance: () => void;
  /** Called when maintenance ends. */
  readonly onEnd: () => void;
  /** @param level null uses `LOG_LEVEL`. */
  readonly onLogLevel: (level: LogLevel | null) => void;
}

/** Follows the operator's settings in the database. While the database does not answer, the last settings apply. */
export class OperatorWatch {
  private settings: OperatorSettings = { maintenance: null, logLevel: null };
  private limits: UserLimits = new Map();
  private level: LogLevel | null = null;
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private hasFailed = false;

  constructor(private readonly deps: OperatorWatchDeps) {}

  get maintenance(): Maintenance | null {
    return this.settings.maintenance;
  }

  readonly messagesPerMinute = (userId: number): number | null => this.limits.get(userId)?.messagesPerMinute ?? null;

  readonly maxDevices = (userId: number): number | null => this.limits.get(userId)?.maxDevices ?? null;

  /** The first read completes before anything is sent or answered. */
  async start(): Promise<void> {
    await this.look();
    this.timer ??= setInterval(() => void this.look(), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.looking;
  }

  look(): Promise<void> {
    this.looking ??= this.read().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async read(): Promise<void> {
    try {
      this.apply(await readOperatorSettings(this.deps.database));
      this.limits = await readUserLimits(this.deps.database);
      this.hasFailed = false;
    } catch (err) {
      if (!this.hasFailed) this.deps.log.warn({ err }, 'cannot read the operator settings');
      this.hasFailed = true;
    }
  }

  private apply(settings: OperatorSettings): void {
    const { log, clock, onMaintenance, onEnd, onLogLevel } = this.deps;
    const before = this.settings.maintenance;
    this.settings = settings;
    if (settings.maintenance && !before) {
      log.warn({ ...settings.maintenance }, 'maintenance has begun: nothing is sent, and writes are refused');
      onMaintenance();
    } else if (!settings.maintenance && before) {
      log.warn({}, 'maintenance has ended');
      onEnd();
    }
    const { logLevel } = settings;
    const level = logLevel && (logLevel.until === null || logLevel.until > clock.now()) ? logLevel.level : null;
    if (level === this.level) return;
    this.level = level;
    onLogLevel(level);
  }
}
