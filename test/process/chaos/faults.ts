import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosWorld, LEASE_MS } from './chaos-world.js';
import type { Slot } from './slot.js';

export type FaultKind = 'killed' | 'frozen' | 'cut';

export interface Fault {
  readonly kind: FaultKind;
  /** Which process; of a cut connection that is not known. */
  readonly of: string;
  /** Epoch ms. */
  readonly at: number;
}

const GAP_MS = { least: 200, most: 1_000 };
const IDLE_MS = 3_000;
const MOST_OPEN = 60;
/** Of the five at least two are there, though perhaps no worker, or no API. */
const HIT_AT_ONCE = 3;
/** Leases that have ended are looked for this often: most of the frozen are to wake up when another has their work. */
const SWEEP_MS = 5_000;
const KILLED_BELOW = 0.45;
const FROZEN_BELOW = 0.75;
/** Most connections of a pool idle: those that are in use are cut more often. */
const BUSY_SHARE = 0.7;

/** Kills, freezes and cuts at random, one after the other, while others are still suffering. */
export class Faults {
  readonly done: Fault[] = [];
  private readonly suffering: Promise<void>[] = [];

  /** @param random numbers in [0, 1), the same for the same seed. */
  constructor(
    private readonly world: ChaosWorld,
    private readonly random: () => number,
    private readonly total: number,
  ) {}

  /** Of all that are to come. */
  get share(): number {
    return this.done.length / this.total;
  }

  /** Resolves when all have happened and every process is back. */
  async run(): Promise<void> {
    while (this.done.length < this.total) {
      await this.untilBusy();
      await sleep(GAP_MS.least + this.random() * (GAP_MS.most - GAP_MS.least));
      await this.next();
    }
    await Promise.all(this.suffering);
  }

  /**
   * Until a batch is under way: what hits an idle service proves little. But not for long, so that some do. And until
   * few enough wait: the load comes as fast as the faults, and a machine with few cores would fall ever further behind.
   */
  private async untilBusy(): Promise<void> {
    const deadline = performance.now() + IDLE_MS;
    const sql = `SELECT COUNT(*) AS open, COUNT(CASE WHEN status = 'running' THEN 1 END) AS running
      FROM batch WHERE status IN ('pending', 'running')`;
    for (;;) {
      const [{ open, running } = { open: 0, running: 0 }] = await this.world.read<{ open: number; running: number }>(
        sql,
      );
      if (open <= MOST_OPEN && (running > 0 || performance.now() > deadline)) return;
      await sleep(50);
    }
  }

  /** Draws first and waits then: the same seed draws the same faults, however quick the machine is. */
  private async next(): Promise<void> {
    const kind = this.draw();
    const [which, howLong] = [this.random(), this.random()];
    if (kind === 'cut') return this.cut(which, howLong);
    const slot = await this.freeSlot(which);
    slot.isHit = true;
    this.note(kind, slot.name);
    const work = kind === 'killed' ? slot.restart() : freeze(slot, LEASE_MS + SWEEP_MS * (0.4 + howLong));
    const over = work.finally(() => {
      slot.isHit = false;
    });
    // Looked at in the end; until then it is not unhandled.
    over.catch(() => undefined);
    this.suffering.push(over);
  }

  private draw(): FaultKind {
    const drawn = this.random();
    if (drawn < KILLED_BELOW) return 'killed';
    return drawn < FROZEN_BELOW ? 'frozen' : 'cut';
  }

  private async freeSlot(which: number): Promise<Slot> {
    for (;;) {
      const free = this.world.slots.filter((slot) => !slot.isHit);
      const slot = free[Math.floor(which * free.length)];
      if (slot && this.world.slots.length - free.length < HIT_AT_ONCE) return slot;
      await sleep(50);
    }
  }

  private async cut(which: number, whether: number): Promise<void> {
    const all = await this.connections();
    const busy = all.filter(({ busy }) => Number(busy) === 1);
    const among = whether < BUSY_SHARE && busy.length > 0 ? busy : all;
    const connection = among[Math.floor(which * among.length)];
    if (!connection) return;
    // It may have ended meanwhile: then another time.
    const isCut = await this.world.read(`KILL ${Number(connection.id)}`).then(
      () => true,
      () => false,
    );
    if (isCut) this.note('cut', 'a connection');
  }

  /** Those of the service: nobody else but us is in this database. */
  private connections(): Promise<{ id: number; busy: number }[]> {
    return this.world.read(
      `SELECT p.ID AS id, (p.COMMAND <> 'Sleep' OR t.trx_id IS NOT NULL) AS busy
       FROM information_schema.PROCESSLIST p
       LEFT JOIN information_schema.INNODB_TRX t ON t.trx_mysql_thread_id = p.ID
       WHERE p.DB = DATABASE() AND p.ID <> CONNECTION_ID() ORDER BY p.ID`,
    );
  }

  private note(kind: FaultKind, of: string): void {
    this.done.push({ kind, of, at: Date.now() });
  }
}

const freeze = async ({ service }: Slot, forMs: number): Promise<void> => {
  service?.process.freeze();
  await sleep(forMs);
  service?.process.thaw();
};
