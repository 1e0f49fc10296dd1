/** A map that forgets what was longest unused: caches per application must not grow with the number of applications. */
export class LruMap<K, V> {
  private readonly entries = new Map<K, V>();
  /** The last of `entries`, which has no need to be moved there: mostly the same is asked for again and again. */
  private latest: K | undefined;

  constructor(
    private readonly limit: number,
    private readonly onEvict: (value: V) => void = () => {},
  ) {}

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined || key === this.latest) return value;
    this.entries.delete(key);
    this.entries.set(key, value);
    this.latest = key;
    return value;
  }

  set(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    this.latest = key;
    if (this.entries.size <= this.limit) return;
    const [oldest] = this.entries;
    if (oldest === undefined) return;
    this.entries.delete(oldest[0]);
    this.onEvict(oldest[1]);
  }

  getOrSet(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  delete(key: K): void {
    this.entries.delete(key);
    this.latest = undefined;
  }

  /** The longest unused first. */
  list(): [K, V][] {
    return [...this.entries];
  }

  /** Takes everything out. */
  drain(): V[] {
    const values = [...this.entries.values()];
    this.entries.clear();
    this.latest = undefined;
    return values;
  }
}
