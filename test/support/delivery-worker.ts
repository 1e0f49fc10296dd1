import type { Database, Tx } from '../../src/database/database.js';
import type { DeliveryDeps } from '../../src/delivery/delivery-deps.js';
import type { DeliveryFlow } from '../../src/delivery/flow.js';
import { type DeliveryWorld, workThrough } from './delivery-world.js';
import { ManualQueue } from './manual-queue.js';

/** One worker process on the world's database. `die` stops it instantly, like SIGKILL. */
export class DeliveryWorker {
  readonly jobs = new ManualQueue();
  readonly flow: DeliveryFlow;
  /** The number of transactions begun so far. */
  transactions = 0;
  /** Dies as it begins its nth transaction, counted from 1, and writes nothing of it. */
  diesBeforeTx = Number.POSITIVE_INFINITY;
  /** Dies when its nth transaction has been committed, before it can act on it. */
  diesAfterTx = Number.POSITIVE_INFINITY;
  private dead = false;

  constructor(world: DeliveryWorld, overrides: Partial<DeliveryDeps> = {}) {
    const database = this.mortal(overrides.database ?? world.options.database);
    this.flow = world.makeFlow({ ...overrides, database, jobs: this.jobs });
  }

  get isDead(): boolean {
    return this.dead;
  }

  die(): void {
    this.dead = true;
  }

  /** Works until nothing is left, or until it is dead. */
  async work(): Promise<void> {
    try {
      await workThrough(this.flow, this.jobs);
    } catch (error) {
      if (!this.dead) throw error;
    }
  }

  /** The database for this process. Once dead, the process can neither read nor write. */
  private mortal(database: Database): Database {
    const live = <T>(value: T): T => {
      if (this.dead) throw new Error('this process is dead');
      return value;
    };
    const tx = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      this.transactions += 1;
      if (this.transactions >= this.diesBeforeTx) this.die();
      const result = await live(database).tx(work);
      if (this.transactions >= this.diesAfterTx) this.die();
      return live(result);
    };
    return new Proxy(database, {
      get: (target, name) => {
        if (name === 'tx') return tx;
        const value: unknown = Reflect.get(live(target), name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }
}
