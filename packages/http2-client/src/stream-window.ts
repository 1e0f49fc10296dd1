/** The limit until the peer states its own; RFC 9113, 6.5.2 recommends no less. */
const START = 100;
/** Above this, Node.js servers slow down, and APNs rarely grants all of its 1,000 streams. */
const MOST = 900;

/**
 * How many streams a session may have open: the limit in the peer's SETTINGS, or fewer while the peer refuses streams
 * within that limit. After a refusal the limit grows back by one stream for each full window of streams that ended.
 */
export class StreamWindow {
  private active = 0;
  private peerLimit = START;
  private limit = START;

  get hasRoom(): boolean {
    return this.active < Math.floor(this.limit);
  }

  get isEmpty(): boolean {
    return this.active === 0;
  }

  /** Acquires a slot. Returns how many are in use. */
  acquire(): number {
    this.active += 1;
    return this.active;
  }

  /** Releases a slot. Returns how many are in use. */
  release(): number {
    this.active -= 1;
    this.limit = Math.min(this.peerLimit, this.limit + 1 / this.limit);
    return this.active;
  }

  /** @param maxConcurrentStreams from the peer's SETTINGS; undefined means unlimited. */
  setPeerLimit(maxConcurrentStreams: number | undefined): void {
    this.peerLimit = Math.max(1, Math.min(MOST, maxConcurrentStreams ?? MOST));
    this.limit = this.peerLimit;
  }

  /** Lowers the limit to the streams that the peer did accept. */
  shrink(): void {
    this.limit = Math.max(1, Math.min(this.limit, this.active - 1));
  }
}
