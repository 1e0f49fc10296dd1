/** What one turn lasts at least: pages that began before it count little then. */
const TURN_MESSAGES = 2_000;
const TURN_MS = 250;
/** A process that has been busy alone for so many in a row: not while V8 compiles what it has begun to run. */
const BUSY_TURNS = 8;
/** Each way has so many that count, after one while the threads start. */
const TURNS_EACH = 3;
/** As many times as fast it must be with the threads: they cost CPU that others may want. */
const PAYS = 1.1;
/** Of one core, what the process must take alone: one that waits, for providers or a core, has nothing to share. */
const BUSY = 0.8;
/** A machine is not the same for ever. */
const GOOD_FOR_MS = 3_600_000;

export interface TrialResult {
  readonly isShared: boolean;
  /** Messages a second with the threads, to those without. */
  readonly ratio: number;
}

export interface TrialParts {
  /** Milliseconds. */
  readonly now: () => number;
  /** CPU time of this process so far, milliseconds. */
  readonly cpuMs: () => number;
  readonly onResult: (result: TrialResult) => void;
}

/**
 * Whether it pays to share a provider's pages with the sending threads: found out once the main thread is busy all the
 * time, both ways in turns, by messages a second. What it depends on, such as cores that a container may not use, other
 * programs, and what encryption costs there, nobody knows before.
 */
export class SharingTrial {
  /** Of turns of either way, in the order of `isSharedIn`. */
  private rates: number[] = [];
  private busyTurns = 0;
  private begunAt: number | null = null;
  private cpuMsBefore = 0;
  private messages = 0;
  private choice: { readonly isShared: boolean; readonly at: number } | null = null;

  constructor(private readonly parts: TrialParts) {}

  /** Which way the next page goes: alone, until it is tried and clear. */
  get isShared(): boolean {
    if (this.choice !== null && this.parts.now() - this.choice.at < GOOD_FOR_MS) return this.choice.isShared;
    return isSharedIn(this.rates.length);
  }

  /** A page has its outcomes. @param underWay messages of other pages that have none yet. */
  ended(messages: number, underWay: number): void {
    const now = this.parts.now();
    if (this.choice !== null && now - this.choice.at < GOOD_FOR_MS) return;
    // Whoever had nothing to do for a while says nothing of how fast it could be.
    if (this.begunAt === null || underWay === 0) {
      this.begin(underWay === 0 ? null : now);
      return;
    }
    this.messages += messages;
    const ms = now - this.begunAt;
    if (this.messages < TURN_MESSAGES || ms < TURN_MS) return;
    this.endTurn(this.messages / ms, this.parts.cpuMs() - this.cpuMsBefore >= BUSY * ms);
    this.begin(now);
    if (this.rates.length === 2 * (TURNS_EACH + 1)) this.choose(now);
  }

  private endTurn(rate: number, isBusy: boolean): void {
    if (this.busyTurns >= BUSY_TURNS && (isBusy || isSharedIn(this.rates.length))) {
      this.rates.push(rate);
      return;
    }
    this.rates = [];
    this.busyTurns = isBusy ? this.busyTurns + 1 : 0;
  }

  private begin(at: number | null): void {
    this.begunAt = at;
    this.cpuMsBefore = this.parts.cpuMs();
    this.messages = 0;
  }

  private choose(now: number): void {
    const ratesOf = (isShared: boolean) => this.rates.filter((_, turn) => turn > 1 && isSharedIn(turn) === isShared);
    const ratio = middleOf(ratesOf(true)) / middleOf(ratesOf(false));
    this.choice = { isShared: ratio >= PAYS, at: now };
    this.rates = [];
    this.busyTurns = 0;
    this.parts.onResult({ isShared: this.choice.isShared, ratio });
  }
}

/** Alone, shared, shared, alone, and so on: what gets faster or slower by itself favours neither. */
const isSharedIn = (turn: number): boolean => ((turn + 1) >> 1) % 2 === 1;

const middleOf = (rates: readonly number[]): number => rates.toSorted((a, b) => a - b)[rates.length >> 1] ?? 0;
