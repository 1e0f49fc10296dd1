import { MAX_PER_MINUTE, type Speed, type SpeedRamp } from '../ports/speed.js';

const MINUTE_MS = 60_000;
const US = 1_000;

/** A run may use the slots of this time at once. */
const GRAIN_MS = 1_000;
/** The time from taking a slot to the provider's door, beyond which `RunPaces` corrects the pace. */
export const HANDOVER_MS = 1_000;
/** Less than `GRAIN_MS`, which single units do not need for bursts. */
const LATENESS_MS = 900;
/** No page leaves a run without slots for longer. A later end was written before the clock was set back. */
export const MOST_AHEAD_MS = 3 * MINUTE_MS;

/** A burst, late handovers included, must not exceed the limit: its slots are spread over this time. */
const SPREAD_MS = MINUTE_MS + GRAIN_MS + HANDOVER_MS;

/** The messages per minute that a run may send, some time after its first message; null: any number. */
export const rateAt = ({ maxPerMinute, ramp }: Speed, elapsedMs: number): number | null => {
  const most = maxPerMinute ?? Number.POSITIVE_INFINITY;
  const rate = ramp === null ? most : Math.min(most, rampedTo(ramp, elapsedMs));
  return rate <= MAX_PER_MINUTE ? Math.floor(rate) : null;
};

const rampedTo = ({ start, factor, every }: SpeedRamp, elapsedMs: number): number =>
  start * factor ** Math.floor(Math.max(0, elapsedMs) / 1_000 / every);

/** The slots of a rate. A unit is the pushes of one device, which stay together. */
export class Pace {
  /** Microseconds per unit. A unit that is larger than the limit has a minute to itself. */
  readonly stepUs: number;

  constructor(
    perMinute: number,
    readonly unit: number,
  ) {
    this.stepUs = (SPREAD_MS * US) / Math.max(1, Math.floor(perMinute / unit));
  }

  /** At most two units a second: they go one by one. */
  private get isSlow(): boolean {
    return this.stepUs > (GRAIN_MS * US) / 2;
  }

  /** A run may take slots again this long before the used ones end, in microseconds: few large pages beat many small. */
  get threshold(): number {
    return this.isSlow ? 0 : (GRAIN_MS * US) / 2;
  }

  /** Slots that a worker used late still count from their time, in microseconds, so that delays do not add up. */
  get lateness(): number {
    return this.isSlow ? LATENESS_MS * US : 0;
  }

  /** Units that a run may take now. @param debtUs microseconds until the end of the used slots */
  unitsFor(debtUs: number): number {
    if (debtUs > this.threshold) return 0;
    return this.isSlow ? 1 : Math.floor((GRAIN_MS * US - debtUs) / this.stepUs);
  }

  /** Messages of one page, at most. */
  get most(): number {
    return this.unitsFor(0) * this.unit;
  }

  costUs(messages: number): number {
    return Math.ceil(Math.ceil(messages / this.unit) * this.stepUs);
  }
}

/**
 * The time from the first to the last message of a run that only its speed slows down; null: its speed sets no limit.
 * Each unit delays the next one by the rate of its own time, as in `RunPaces`.
 */
export const durationOf = (speed: Speed, { messages, unit, fromMs = 0 }: Sent): number | null => {
  const { maxPerMinute, ramp } = speed;
  if (ramp === null && maxPerMinute === null) return null;
  let left = Math.max(0, Math.ceil(messages / unit) - 1);
  let elapsedMs = fromMs;
  for (;;) {
    const rate = rateAt(speed, elapsedMs);
    if (rate === null || left === 0) return Math.round(elapsedMs - fromMs);
    const unitMs = new Pace(rate, unit).stepUs / US;
    const untilMs = ramp === null || rate === maxPerMinute ? null : nextStepOf(ramp, elapsedMs) - elapsedMs;
    const units = untilMs === null ? left : Math.min(left, Math.max(1, Math.ceil(untilMs / unitMs)));
    left -= units;
    elapsedMs += units * unitMs;
  }
};

interface Sent {
  readonly messages: number;
  readonly unit: number;
  /** The age of the run at the first of them; 0 if absent. */
  readonly fromMs?: number;
}

const nextStepOf = ({ every }: SpeedRamp, elapsedMs: number): number =>
  (Math.floor(elapsedMs / 1_000 / every) + 1) * every * 1_000;
