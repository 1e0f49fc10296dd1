import type { Clock } from '../../src/ports/clock.js';

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  constructor(private instant = Date.UTC(2026, 10, 21, 9, 0, 0)) {}

  now(): number {
    return this.instant;
  }

  /** Moves it to an instant (epoch ms). */
  set(instant: number): void {
    this.instant = instant;
  }

  /** Moves it by milliseconds. */
  advance(ms: number): void {
    this.instant += ms;
  }
}
