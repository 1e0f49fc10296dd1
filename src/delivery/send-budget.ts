/**
 * Messages of this process that may be handed over to providers but not yet recorded. Its size is the bound on what a
 * crash repeats: whoever sends takes from it first and gives back after the checkpoint.
 */
export class SendBudget {
  private free: number;
  private senders = 0;
  private readonly waiting: (() => void)[] = [];

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

  /** Takes at least `unit` and at most this sender's share, in whole units; waits until that much is free. */
  async take(unit: number): Promise<Allowance> {
    const smallest = Math.min(unit, this.size);
    while (this.free < smallest) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const share = Math.max(smallest, Math.floor(this.size / Math.max(1, this.senders)));
    const units = Math.max(1, Math.floor(Math.min(share, this.free) / smallest));
    const taken = units * smallest;
    this.free -= taken;
    return new Allowance(units, () => this.giveBack(taken));
  }

  private giveBack(taken: number): void {
    this.free += taken;
    for (const wake of this.waiting.splice(0)) wake();
  }
}

export class Allowance {
  private returned = false;

  constructor(
    /** How many units, for example devices, may be sent to. */
    readonly units: number,
    private readonly giveBack: () => void,
  ) {}

  [Symbol.dispose](): void {
    if (!this.returned) this.giveBack();
    this.returned = true;
  }
}
