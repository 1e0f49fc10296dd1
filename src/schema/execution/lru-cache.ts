/** A map that forgets what was longest not asked for when it is full. */
export class LruCache<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly capacity: number) {}

  getOrCreate(key: K, create: () => V): V {
    const known = this.entries.get(key);
    const value = known ?? create();
    if (known !== undefined) this.entries.delete(key);
    else if (this.entries.size >= this.capacity) this.forgetOldest();
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
