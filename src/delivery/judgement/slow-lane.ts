/** The delay before the first turn of a device that is set aside, and the time between turns: 100 devices a second. */
const FIRST_TURN_MS = 5_000;
const TURN_EVERY_MS = 10;
/** While no other messages go to the push service, more devices are released, once a second. */
const IDLE_AFTER_MS = 2_000;
const RELEASE_EVERY_MS = 1_000;

/** Paces the messages to devices that are set aside, so that the others of one push service keep their rate. */
export class SlowLane {
  private othersAt = Number.NEGATIVE_INFINITY;
  private releasedAt = Number.NEGATIVE_INFINITY;
  private lastTurnAt = 0;

  /** Notes that messages to other devices go to the push service now. */
  recordOthers(now: number): void {
    this.othersAt = now;
  }

  isBusy(now: number): boolean {
    return now - this.othersAt < IDLE_AFTER_MS;
  }

  /** When the next device is sent to, epoch ms. */
  takeTurn(now: number): number {
    this.lastTurnAt = Math.max(now + FIRST_TURN_MS, this.lastTurnAt + TURN_EVERY_MS);
    return this.lastTurnAt;
  }

  /** True once a second, and only while the push service gets no other messages. */
  takeRelease(now: number): boolean {
    if (this.isBusy(now) || now - this.releasedAt < RELEASE_EVERY_MS) return false;
    this.releasedAt = now;
    return true;
  }

  setBack(ms: number): void {
    this.othersAt -= ms;
    this.releasedAt -= ms;
    this.lastTurnAt -= ms;
  }
}
