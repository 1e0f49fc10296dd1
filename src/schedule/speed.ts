import { MAX_PER_MINUTE, type Speed, type SpeedRamp } from '../ports/speed.js';

const MINUTE_MS = 60_000;
const US = 1_000;

/** A run may use the slots of this time at once. */
const GRAIN_MS = 1_000;
/** The time from taking a slot to the provider's door, beyond which `RunPaces` corrects the pace. */
export const HANDOVER_MS = 1_000;
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
  private readonly stepUs: number;

  constructor(
    perMinute: number,
    readonly unit: number,
  ) {
    this.stepUs = (SPREAD_MS * US) / Math.max(1, Math.floor(perMinute / unit));
  }

  /** The debt, in microseconds, at which a run may take slots again: few large pages beat many small ones. */
  get threshold(): number {
    return Math.min((GRAIN_MS * US) / 2, Math.max(0, GRAIN_MS * US - this.stepUs));
  }

  /** Units that a run with this debt may take now, in microseconds. */
  unitsFor(debtUs: number): number {
    return debtUs > this.threshold ? 0 : Math.max(1, Math.floor((GRAIN_MS * US - debtUs) / this.stepUs));
  }

  /** Messages of one page, at most. */
  get most(): number {
    return this.unitsFor(0) * this.unit;
  }

  costUs(messages: number): number {
    return Math.ceil(Math.ceil(messages / this.unit) * this.stepUs);
  }

  /** Messages that a run can send within a time. */
  messagesIn(ms: number): number {
    return Math.floor((ms * US) / this.stepUs) * this.unit;
  }
}

/** How long a run takes for so many messages, if its speed is all that slows it down; null: its speed sets no limit. */
export const durationOf = (speed: Speed, { messages, unit }: { messages: number; unit: number }): number | null => {
  if (speed.ramp === null && speed.maxPerMinute === null) return null;
  let left = messages;
  let elapsedMs = 0;
  for (;;) {
    const rate = rateAt(speed, elapsedMs);
    if (rate === null || left <= 0) return elapsedMs;
    const pace = new Pace(rate, unit);
    const stepMs = speed.ramp !== null && rate !== speed.maxPerMinute ? speed.ramp.every * 1_000 : null;
    if (stepMs === null || pace.messagesIn(stepMs) >= left) return elapsedMs + pace.costUs(left) / US;
    left -= pace.messagesIn(stepMs);
    elapsedMs += stepMs;
  }
};
