/** A map that forgets what was longest not asked for when it is full. Values are never undefined. */
export class LruCache<K, V> {
  private readonly entries = new Map<K, V>();

  constructor(private readonly capacity: number) {}

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    if (!this.entries.delete(key) && this.entries.size >= this.capacity) this.forgetOldest();
    this.entries.set(key, value);
  }

  getOrCreate(key: K, create: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = create();
    this.set(key, value);
    return value;
  }

  private forgetOldest(): void {
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }
}
