/** Minimum length of a turn, so that pages of the previous turn count little. */
const TURN_MESSAGES = 2_000;
const TURN_MS = 250;
/** Busy turns in a row before the trial, so that V8 has compiled the code. */
const BUSY_TURNS = 8;
/** Counted turns of each mode, after one uncounted turn while the threads start. */
const TURNS_EACH = 3;
/** Minimum gain: threads use CPU that other programs may need. */
const PAYS = 1.1;
/** Minimum use of one core in unshared mode. A process that waits for providers or CPU gains nothing from threads. */
const BUSY = 0.8;
/** The result is measured again, because the load of a machine changes. */
const GOOD_FOR_MS = 3_600_000;

export interface TrialResult {
  readonly isShared: boolean;
  /** Messages per second with threads, divided by those without. */
  readonly ratio: number;
}

export interface TrialParts {
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** CPU time of this process in milliseconds. */
  readonly cpuMs: () => number;
  readonly onResult: (result: TrialResult) => void;
}

/**
 * Measures whether sharing a provider's pages with the sending threads pays, once the main thread is constantly busy.
 * It alternates both modes and compares messages per second, because cores, other programs and the cost of encryption
 * are unknown in advance.
 */
export class SharingTrial {
  /** Messages per millisecond of each turn; `isSharedIn` tells its mode. */
  private rates: number[] = [];
  private busyTurns = 0;
  private begunAt: number | null = null;
  private cpuMsBefore = 0;
  private messages = 0;
  private choice: { readonly isShared: boolean; readonly at: number } | null = null;

  constructor(private readonly parts: TrialParts) {}

  /** The mode of the next page; unshared until a trial has decided. */
  get isShared(): boolean {
    if (this.choice !== null && this.parts.now() - this.choice.at < GOOD_FOR_MS) return this.choice.isShared;
    return isSharedIn(this.rates.length);
  }

  /** Counts a finished page. @param underWay messages of other pages in flight. */
  ended(messages: number, underWay: number): void {
    const now = this.parts.now();
    if (this.choice !== null && now - this.choice.at < GOOD_FOR_MS) return;
    // An idle process does not show how fast it could send.
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

/** The order unshared, shared, shared, unshared cancels out gradual changes in speed. */
const isSharedIn = (turn: number): boolean => ((turn + 1) >> 1) % 2 === 1;

const middleOf = (rates: readonly number[]): number => rates.toSorted((a, b) => a - b)[rates.length >> 1] ?? 0;
