/**
 * Messages of this process that may be handed over to providers but not yet recorded. Its size is the bound on what a
 * crash repeats: whoever sends takes from it first and gives back after the checkpoint.
 */
export class SendBudget {
  private free: number;
  private senders = 0;
  private readonly queue: Waiting[] = [];

  constructor(readonly size: number) {
    this.free = size;
  }

  /** A sender's share shrinks as others join, so that none waits for long. Call the answer to leave. */
  join(): () => void {
    this.senders += 1;
    let joined = true;
    return () => {
      if (joined) this.senders -= 1;
      joined = false;
    };
  }

  /**
   * Takes at least `unit` and at most this sender's share, in whole units; waits until that much is free. First come,
   * first served: one that needs much is not passed over for ever by those that need little.
   */
  take(unit: number): Promise<Allowance> {
    return new Promise((resolve) => {
      this.queue.push({ smallest: Math.max(1, Math.min(unit, this.size)), resolve });
      this.serve();
    });
  }

  private serve(): void {
    for (let [next] = this.queue; next && next.smallest <= this.free; [next] = this.queue) {
      this.queue.shift();
      next.resolve(this.grant(next.smallest));
    }
  }

  private grant(smallest: number): Allowance {
    const share = Math.max(smallest, Math.floor(this.size / Math.max(1, this.senders)));
    const units = Math.max(1, Math.floor(Math.min(share, this.free) / smallest));
    const taken = units * smallest;
    this.free -= taken;
    return new Allowance(units, () => this.giveBack(taken));
  }

  private giveBack(taken: number): void {
    this.free += taken;
    this.serve();
  }
}

interface Waiting {
  readonly smallest: number;
  readonly resolve: (allowance: Allowance) => void;
}

export class Allowance {
  private returned = false;

  constructor(
    /** How many units, for example devices, may be sent to. */
    readonly units: number,
    private readonly giveBack: () => void,
  ) {}

  [Symbol.dispose](): void {
    if (this.returned) return;
    this.returned = true;
    this.giveBack();
  }
}
