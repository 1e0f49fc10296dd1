/** What RFC 9113 recommends as the least, until the peer has said its own. */
const START = 100;
/** Node's clients slow down, and APNs' 1,000 are rarely all given, above this. */
const MOST = 900;

/**
 * How many streams a session may have open: what the peer's SETTINGS say, and less while it refuses them all the same.
 * After a refusal the window creeps back, by one stream per window of streams that went well.
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

  /** Takes a slot; returns how many are taken. */
  open(): number {
    this.active += 1;
    return this.active;
  }

  /** Frees a slot; returns how many are taken. */
  release(): number {
    this.active -= 1;
    this.limit = Math.min(this.peerLimit, this.limit + 1 / this.limit);
    return this.active;
  }

  /** @param maxConcurrentStreams of the peer's SETTINGS; absent means unlimited. */
  setPeerLimit(maxConcurrentStreams: number | undefined): void {
    this.peerLimit = Math.max(1, Math.min(MOST, maxConcurrentStreams ?? MOST));
    this.limit = this.peerLimit;
  }

  /** The peer refused a stream: it takes no more than the others that are open. */
  shrink(): void {
    this.limit = Math.max(1, Math.min(this.limit, this.active - 1));
  }
}
