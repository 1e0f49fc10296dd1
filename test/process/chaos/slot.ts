import type { LogLine, ServiceProcess } from '../../support/service-process.js';

const STARTS = 5;

/** The place of one process: who is in it may be killed, and another takes the place. */
export class Slot {
  /** One fault at a time. */
  isHit = false;
  /** Starts that a cut connection spoilt. */
  failedStarts = 0;
  /** Of those that nobody killed. */
  readonly deaths: string[] = [];
  private now: ServiceProcess | null = null;
  private readonly all: ServiceProcess[] = [];

  constructor(
    readonly name: string,
    private readonly begin: () => Promise<ServiceProcess>,
  ) {}

  /** null while it is being started. */
  get service(): ServiceProcess | null {
    return this.now;
  }

  /** As its supervisor would: again if it fails. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.now = await this.begin();
        this.all.push(this.now);
        return;
      } catch (error) {
        if (attempt === STARTS) throw error;
        this.failedStarts += 1;
      }
    }
  }

  /** The power is gone, and comes back. */
  async restart(): Promise<void> {
    const victim = this.now;
    this.now = null;
    if (victim && !victim.process.isRunning) this.deaths.push(`${this.name} had ended by itself`);
    await victim?.kill();
    await this.start();
  }

  /** What all who have been here said that somebody should look at. */
  complaints(): LogLine[] {
    return this.all.flatMap((service) => service.log.filter(({ level }) => level === 'error' || level === 'fatal'));
  }

  lastWords(): string[] {
    return this.all.flatMap((service) => service.process.stderr);
  }
}
