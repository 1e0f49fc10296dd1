/** A map that forgets its oldest entry when it is full, so that what users send can never fill the memory. */
export class BoundedCache<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly capacity: number) {}

  /** @param compute must not return undefined, which would be computed anew on every call. */
  getOrCompute(key: K, compute: () => V): V {
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const value = compute();
    if (this.entries.size >= this.capacity) this.forgetOldest();
    this.entries.set(key, value);
    return value;
  }

  private forgetOldest(): void {
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }
}
