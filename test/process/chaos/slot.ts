import type { TestDatabaseKind } from '../../support/databases.js';
import type { LogLine, ServiceProcess } from '../../support/service-process.js';
import type { ServiceWorld } from '../../support/service-world.js';

const STARTS = 5;

/** The slot of one process. If the process is killed, another takes the slot. */
export class Slot {
  /** A slot has one fault at a time. */
  isHit = false;
  /** The number of starts that failed because a connection was cut. */
  failedStarts = 0;
  /** The exits of processes that the test did not kill. */
  readonly deaths: string[] = [];
  private now: ServiceProcess | null = null;
  private readonly all: ServiceProcess[] = [];

  constructor(
    readonly name: string,
    private readonly begin: () => Promise<ServiceProcess>,
  ) {}

  /** null while the process is starting. */
  get service(): ServiceProcess | null {
    return this.now;
  }

  /** Like a supervisor, it starts the process again if the start fails. */
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

  /** Simulates a power failure and the restart after it. */
  async restart(): Promise<void> {
    const victim = this.now;
    this.now = null;
    if (victim && !victim.process.isRunning) this.deaths.push(`${this.name} had ended by itself`);
    await victim?.kill();
    await this.start();
  }

  /** Warnings and errors from every process that has held this slot. */
  complaints(): LogLine[] {
    return this.all.flatMap((service) => service.log.filter(({ level }) => level === 'error' || level === 'fatal'));
  }

  lastWords(): string[] {
    return this.all.flatMap((service) => service.process.stderr);
  }
}

/** The first serves the API. Several processes share a MySQL; a SQLite file is for one process. */
export const startSlots = async (
  world: ServiceWorld,
  kind: TestDatabaseKind,
  env: Readonly<Record<string, string>>,
): Promise<readonly [Slot, ...Slot[]]> => {
  const make = (ROLE: string, index: number) => new Slot(`${ROLE} ${index}`, () => world.start({ ...env, ROLE }));
  const slots: [Slot, ...Slot[]] =
    kind.name === 'sqlite' ? [make('all', 0)] : [make('api', 0), make('worker', 1), make('worker', 2)];
  await Promise.all(slots.map((slot) => slot.start()));
  return slots;
};
