import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosWorld, LEASE_MS } from './chaos-world.js';
import type { Slot } from './slot.js';

export type FaultKind = 'killed' | 'frozen' | 'cut';

export interface Fault {
  readonly kind: FaultKind;
  /** The affected process; unknown when a connection is cut. */
  readonly of: string;
  /** Epoch ms. */
  readonly at: number;
}

const GAP_MS = { least: 200, most: 1_000 };
const IDLE_MS = 3_000;
const MOST_OPEN = 60;
/** At least two of the five are up, though perhaps no worker or no API. */
const HIT_AT_ONCE = 3;
/** Expired leases are checked this often, so most frozen workers wake up after another has taken their work. */
const SWEEP_MS = 5_000;
const KILLED_BELOW = 0.45;
const FROZEN_BELOW = 0.75;
/** Most connections of a pool are idle, so busy ones are cut more often. */
const BUSY_SHARE = 0.7;

/** Kills, freezes and cuts at random, one after the other, while earlier faults still have effects. */
export class Faults {
  readonly done: Fault[] = [];
  private readonly suffering: Promise<void>[] = [];

  /** @param random numbers in [0, 1), the same for the same seed. */
  constructor(
    private readonly world: ChaosWorld,
    private readonly random: () => number,
    private readonly total: number,
  ) {}

  /** The total number of faults. */
  get share(): number {
    return this.done.length / this.total;
  }

  /** Resolves when all faults have happened and every process is back. */
  async run(): Promise<void> {
    while (this.done.length < this.total) {
      await this.untilBusy();
      await sleep(GAP_MS.least + this.random() * (GAP_MS.most - GAP_MS.least));
      await this.next();
    }
    await Promise.all(this.suffering);
  }

  /**
   * Waits until a batch is under way, because a fault in an idle service proves little. The wait is short, so some
   * faults still hit an idle one. It also waits for the backlog to shrink, or a machine with few cores would fall ever
   * further behind.
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

  /** Draws before it waits, so the same seed draws the same faults on any machine. */
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
    // The result is checked at the end; this handler prevents an unhandled rejection until then.
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
    // The target may have ended already; the fault is then tried another time.
    const isCut = await this.world.read(`KILL ${Number(connection.id)}`).then(
      () => true,
      () => false,
    );
    if (isCut) this.note('cut', 'a connection');
  }

  /** These connections belong to the service: only this test also uses the database. */
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
