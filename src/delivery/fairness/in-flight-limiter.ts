import type { AppSpeeds } from './app-speeds.js';

/** Of the whole: what all slow applications have together while others send. */
const SLOW_PART = 0.1;
/**
 * Of the whole: what stays free for newcomers while a slow application sends alone, and what one may have under way
 * whose provider has not answered once, so that nobody knows whether it will.
 */
const RESERVED_PART = 0.2;
/** Smaller parts are not worth keeping. */
const LEAST_RESERVED = 20;

interface Wanted {
  readonly appId: number;
  /** Messages to a unit, for example pushes to a device. */
  readonly unit: number;
  /** Units, at most. */
  readonly most?: number;
}

/**
 * Messages of this process that may be handed over to providers but not yet recorded. Its size is the bound on what a
 * crash repeats: whoever sends takes from it first and gives back after the checkpoint. The applications that send
 * share it; one that is slow to answer holds what it has for long, and so gets little (docs/decisions/fairness.md).
 */
export class InFlightLimiter {
  private free: number;
  private readonly queue: Waiting[] = [];
  private readonly aside: { readonly messages: number; readonly resolve: (allowance: Allowance) => void }[] = [];
  /** Senders (batches, auto-push, retries) of each application. */
  private readonly senders = new Map<number, number>();
  private readonly held = new Map<number, number>();

  constructor(
    readonly size: number,
    private readonly speeds: AppSpeeds,
  ) {
    this.free = size;
  }

  /** An application's share shrinks as others join, and a sender's as others of its application do. Call the answer to leave. */
  join(appId: number): () => void {
    add(this.senders, appId, 1);
    let joined = true;
    return () => {
      if (!joined) return;
      joined = false;
      add(this.senders, appId, -1);
      this.serve();
    };
  }

  /**
   * Takes at least one unit and at most this sender's share, in whole units; waits until that much is free. First come,
   * first served: one that needs much is not passed over for ever by those that need little. Only an application that
   * has its share already is passed over, until it gives something back.
   */
  take({ appId, unit, most = Number.POSITIVE_INFINITY }: Wanted): Promise<Allowance> {
    return new Promise((resolve) => {
      const smallest = Math.max(1, Math.min(unit, this.size));
      this.queue.push({ appId, smallest, most, resolve });
      this.serve();
    });
  }

  /**
   * For what is tried aside: strangers that may never answer. It counts towards the size, and towards nobody's share.
   */
  takeAside(messages: number): Promise<Allowance> {
    return new Promise((resolve) => {
      this.aside.push({ messages: Math.min(messages, this.size), resolve });
      this.serve();
    });
  }

  private serve(): void {
    for (let [next] = this.aside; next && next.messages <= this.free; [next] = this.aside) {
      this.aside.shift();
      next.resolve(this.lend(next.messages));
    }
    this.serveQueue();
  }

  private lend(messages: number): Allowance {
    this.free -= messages;
    return new Allowance(messages, { messages, free: (count) => this.takeBack(count) });
  }

  private takeBack(messages: number): void {
    this.free += messages;
    this.serve();
  }

  private serveQueue(): void {
    if (this.queue.length === 0) return;
    const contest = this.contest();
    const full = new Set<number>();
    for (let index = 0; index < this.queue.length; ) {
      const next = this.queue[index];
      if (!next) return;
      const limit = this.limitOf(next.appId, contest);
      const left = this.leftOf(next, limit);
      if (left < next.smallest || full.has(next.appId)) {
        full.add(next.appId);
        index += 1;
      } else if (next.smallest > this.free) return;
      else {
        this.queue.splice(index, 1);
        next.resolve(this.grant(next, { limit, left }));
      }
    }
  }

  /** Messages that its application may still take. One that holds nothing may always have a unit. */
  private leftOf({ appId, smallest }: Waiting, limit: number): number {
    const held = this.held.get(appId) ?? 0;
    return held === 0 ? Math.max(limit, smallest) : limit - held;
  }

  private grant({ appId, smallest, most }: Waiting, { limit, left }: { limit: number; left: number }): Allowance {
    const share = Math.floor(limit / Math.max(1, this.senders.get(appId) ?? 1));
    const messages = Math.min(Math.max(share, smallest), left, this.free);
    const units = Math.max(1, Math.min(most, Math.floor(messages / smallest)));
    const taken = units * smallest;
    this.free -= taken;
    add(this.held, appId, taken);
    const end = this.speeds.begin(appId);
    const leave = (): void => {
      end();
      add(this.held, appId, -taken);
    };
    return new Allowance(units, { messages: taken, leave, free: (count) => this.takeBack(count) });
  }

  private contest(): Contest {
    const apps = new Set([...this.senders.keys(), ...this.queue.map(({ appId }) => appId)]);
    return { apps: apps.size, slow: this.speeds.slowAmong(apps) };
  }

  /** Messages that an application may have under way, whoever sends them. */
  private limitOf(appId: number, { apps, slow }: Contest): number {
    const reserve = Math.max(Math.min(LEAST_RESERVED, this.size), Math.floor(this.size * RESERVED_PART));
    const most = this.speeds.isUnproven(appId) ? reserve : this.size;
    if (apps === 1) {
      return slow.size === 0 ? most : Math.min(most, Math.max(reserve, Math.floor(this.size * (1 - RESERVED_PART))));
    }
    const slowPart = slow.size === 0 ? 0 : Math.max(1, Math.floor(this.size * SLOW_PART));
    if (slow.has(appId)) return Math.floor(slowPart / slow.size);
    return Math.min(most, Math.floor((this.size - slowPart) / (apps - slow.size)));
  }
}

/** Who wants to send now. At least one of several is not slow. */
interface Contest {
  readonly apps: number;
  readonly slow: ReadonlySet<number>;
}

interface Waiting {
  readonly appId: number;
  readonly smallest: number;
  readonly most: number;
  readonly resolve: (allowance: Allowance) => void;
}

export class Allowance {
  private returned = false;
  private kept = 0;

  constructor(
    /** How many units, for example devices, may be sent to. */
    readonly units: number,
    private readonly parts: {
      readonly messages: number;
      /** Its application's share ends, and its page. */
      readonly leave?: () => void;
      readonly free: (messages: number) => void;
    },
  ) {}

  /**
   * One of its messages stays under way when it ends; it counts towards the size, and towards nobody's share. Call the
   * answer once it is recorded.
   */
  keepOne(): () => void {
    this.kept += 1;
    let isKept = true;
    return () => {
      if (!isKept) return;
      isKept = false;
      if (this.returned) this.parts.free(1);
      else this.kept -= 1;
    };
  }

  [Symbol.dispose](): void {
    if (this.returned) return;
    this.returned = true;
    this.parts.leave?.();
    this.parts.free(this.parts.messages - this.kept);
  }
}

const add = (counts: Map<number, number>, key: number, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};
