import type { AppSpeeds } from './app-speeds.js';

/** The part of the limit that all slow applications share while others send. */
const SLOW_PART = 0.1;
/**
 * The part of the limit that stays free for others while a slow application sends alone. It is also the most that an
 * application may have under way until its provider has answered once.
 */
const RESERVED_PART = 0.2;
/** The minimum number of messages to reserve. */
const LEAST_RESERVED = 20;

interface Wanted {
  readonly appId: number;
  /** Messages that stay together: the pushes of one device. */
  readonly unit: number;
  /** Messages, at most. */
  readonly most?: number;
}

/**
 * Limits the messages of this process that are handed over but not yet recorded: a crash repeats at most this many. A
 * sender reserves its messages first and releases them after the checkpoint. Applications share the limit; a slow one
 * holds its messages for long, so it gets few (docs/decisions/fairness.md).
 */
export class InFlightLimiter {
  private free: number;
  private readonly queue: Waiting[] = [];
  private readonly aside: { readonly messages: number; readonly resolve: (allowance: Allowance) => void }[] = [];
  /** The number of senders (batches, auto-push, retries) of each application. */
  private readonly senders = new Map<number, number>();
  /** Messages that each application has under way. */
  private readonly inFlight = new Map<number, number>();

  constructor(
    readonly size: number,
    private readonly speeds: AppSpeeds,
  ) {
    this.free = size;
  }

  /** Each new sender or application shrinks the shares. Call the returned function to release the share. */
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
   * Acquires at least one unit and at most this sender's share, in whole units, and waits until that much is free.
   * Requests are served in order, so a large one is not overtaken forever. Only an application that has used up its
   * share is overtaken, until it releases messages.
   */
  take({ appId, unit, most = Number.POSITIVE_INFINITY }: Wanted): Promise<Allowance> {
    return new Promise((resolve) => {
      const smallest = Math.max(1, Math.min(unit, this.size));
      this.queue.push({ appId, smallest, most, resolve });
      this.serve();
    });
  }

  /**
   * Takes messages for unproven origins, which may never answer. They count towards the size, but towards no application's share.
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
    return new Allowance(messages, { free: (count) => this.takeBack(count) });
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

  /** Messages that the application may still take. An application with none in flight may always take a unit. */
  private leftOf({ appId, smallest }: Waiting, limit: number): number {
    const inFlight = this.inFlight.get(appId) ?? 0;
    return inFlight === 0 ? Math.max(limit, smallest) : limit - inFlight;
  }

  private grant({ appId, smallest, most }: Waiting, { limit, left }: { limit: number; left: number }): Allowance {
    const share = Math.floor(limit / Math.max(1, this.senders.get(appId) ?? 1));
    const room = Math.min(Math.max(share, smallest), left, this.free, most);
    const taken = Math.max(1, Math.floor(room / smallest)) * smallest;
    this.free -= taken;
    add(this.inFlight, appId, taken);
    const end = this.speeds.begin(appId);
    const leave = (): void => {
      end();
      add(this.inFlight, appId, -taken);
    };
    return new Allowance(taken, { leave, free: (count) => this.takeBack(count) });
  }

  private contest(): Contest {
    const apps = new Set([...this.senders.keys(), ...this.queue.map(({ appId }) => appId)]);
    return { apps: apps.size, slow: this.speeds.slowAmong(apps) };
  }

  /** Messages that all senders of an application may have in flight. */
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

/** The applications that want to send now. If there are several, at least one is not slow. */
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
    readonly messages: number,
    private readonly parts: {
      /** Ends the page and its part of the application's share. */
      readonly leave?: () => void;
      readonly free: (messages: number) => void;
    },
  ) {}

  /**
   * Keeps one message under way after the allowance ends. It counts towards the size, but towards no share. Call the
   * returned function once the message is recorded.
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
    this.parts.free(this.messages - this.kept);
  }
}

const add = (counts: Map<number, number>, key: number, change: number): void => {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
};
