/** Places at first. A power of two. */
const PLACES = 128;

/**
 * The open streams of a connection, by id. Ids count upwards and each stream lives for a moment, so each has its place in
 * a ring. Not a Map: one that is filled and emptied for ever leaves its old tables behind, each pointing to the next, and
 * once one of them is old everything stays until a full collection.
 */
export class StreamTable<S extends { readonly id: number }> {
  private ring: (S | undefined)[] = new Array<S | undefined>(PLACES).fill(undefined);

  /** In no order. */
  get all(): S[] {
    return this.ring.filter((stream) => stream !== undefined);
  }

  get(id: number): S | undefined {
    const stream = this.ring[this.placeOf(id)];
    return stream?.id === id ? stream : undefined;
  }

  add(stream: S): void {
    // One that is still open after so many others: rare, so the ring stays as large as it had to become.
    while (this.ring[this.placeOf(stream.id)] !== undefined) this.grow();
    this.ring[this.placeOf(stream.id)] = stream;
  }

  delete(id: number): void {
    if (this.get(id) !== undefined) this.ring[this.placeOf(id)] = undefined;
  }

  /** Ids of a client are odd. */
  private placeOf(id: number): number {
    return (id >>> 1) & (this.ring.length - 1);
  }

  private grow(): void {
    const { all } = this;
    this.ring = new Array<S | undefined>(2 * this.ring.length).fill(undefined);
    for (const stream of all) this.ring[this.placeOf(stream.id)] = stream;
  }
}
