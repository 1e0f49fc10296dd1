import type { Logger } from 'pino';
import { toListenError } from './describe-start-error.js';
import { type DoorAddress, WaitingDoor } from './http/waiting-door.js';
import type { StartWait, StartWatch } from './until-it-answers.js';

/** A wait is logged when its reason changes, and otherwise at this interval. */
const REMIND_MS = 60_000;

/** Migrations that together take longer than this are logged as they end, before the address. */
const LONG_MS = 5_000;

const REASONS: Readonly<Record<StartWait['store'], string>> = {
  database: 'the database does not answer',
  jobs: 'the jobs do not answer',
};

/** Logs what delays a start, and answers health checks until the service itself listens. */
export class StartFollower implements StartWatch {
  private door: WaitingDoor | null = null;
  private isListening = false;
  private line: string | null = null;
  private loggedAt = 0;
  private readonly migrations: { migration: string; ms: number }[] = [];
  private migratedMs = 0;
  private isNewDatabase = false;

  constructor(
    readonly signal: AbortSignal,
    private readonly options: { readonly address: DoorAddress; readonly logger: Logger },
  ) {}

  readonly waitingFor = async (wait: StartWait | null): Promise<void> => {
    if (wait === null) return this.continueStart();
    const { store, line } = wait;
    const isNews = line !== this.line || performance.now() - this.loggedAt >= REMIND_MS;
    if (isNews) this.options.logger.warn({ reason: line }, `the start waits: ${REASONS[store]}`);
    if (isNews) this.loggedAt = performance.now();
    this.line = line;
    await this.answer(REASONS[store]);
  };

  readonly migrated = (migration: string, ms: number, isFirst: boolean): void => {
    this.isNewDatabase ||= isFirst;
    this.migrations.push({ migration, ms });
    this.migratedMs += ms;
    if (this.migratedMs >= LONG_MS && !this.isNewDatabase) this.logMigrations();
  };

  /**
   * Called after the address, which must be the first log line. A new database gets one line for all.
   * @param isBrief every database does, for people.
   */
  logMigrations({ isBrief = false } = {}): void {
    const { logger } = this.options;
    const done = this.migrations.splice(0);
    const ms = done.reduce((sum, each) => sum + each.ms, 0);
    const isOne = done.length > 1 && (isBrief || this.isNewDatabase);
    for (const line of done) logger[isOne ? 'debug' : 'info'](line, 'the database was migrated');
    if (isOne) logger.info({ migrations: done.length, ms }, 'the database was migrated');
  }

  /** Frees the address for the service. */
  async leaveAddress(): Promise<void> {
    this.isListening = true;
    await this.door?.close();
    this.door = null;
  }

  private continueStart(): void {
    if (this.line !== null) this.options.logger.info('the start continues');
    this.line = null;
    if (this.door) this.door.reason = 'the service is starting';
  }

  private async answer(reason: string): Promise<void> {
    if (this.isListening) return;
    if (this.door) {
      this.door.reason = reason;
      return;
    }
    this.door = await WaitingDoor.open(this.options.address, reason).catch((error) => {
      throw toListenError(error);
    });
  }
}
