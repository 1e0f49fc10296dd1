/** The initial size of the ring, a power of two. */
const PLACES = 128;

/**
 * The open streams of a connection by id. Ids increase and streams are short-lived, so each stream has a place in a ring.
 * A Map that is filled and emptied forever leaves a chain of old tables, which survives until a full garbage collection.
 */
export class StreamTable<S extends { readonly id: number }> {
  private ring: (S | undefined)[] = new Array<S | undefined>(PLACES).fill(undefined);

  /** The open streams in no particular order. */
  get all(): S[] {
    return this.ring.filter((stream) => stream !== undefined);
  }

  get(id: number): S | undefined {
    const stream = this.ring[this.placeOf(id)];
    return stream?.id === id ? stream : undefined;
  }

  add(stream: S): void {
    // A stream that outlives a whole ring of later ones is rare, so the ring never shrinks.
    while (this.ring[this.placeOf(stream.id)] !== undefined) this.grow();
    this.ring[this.placeOf(stream.id)] = stream;
  }

  delete(id: number): void {
    if (this.get(id) !== undefined) this.ring[this.placeOf(id)] = undefined;
  }

  /** A client's ids are odd. */
  private placeOf(id: number): number {
    return (id >>> 1) & (this.ring.length - 1);
  }

  private grow(): void {
    const { all } = this;
    this.ring = new Array<S | undefined>(2 * this.ring.length).fill(undefined);
    for (const stream of all) this.ring[this.placeOf(stream.id)] = stream;
  }
}
