/** Counts this process's subscriptions per owner, and reports when the first begins and the last ends. */
export class OwnerInterest {
  private readonly counts = new Map<number, number>();

  constructor(private readonly on: { begin(userId: number): void; end(userId: number): void }) {}

  has(userId: number): boolean {
    return this.counts.has(userId);
  }

  add(userId: number): void {
    const count = this.counts.get(userId) ?? 0;
    this.counts.set(userId, count + 1);
    if (count === 0) this.on.begin(userId);
  }

  remove(userId: number): void {
    const left = (this.counts.get(userId) ?? 0) - 1;
    if (left > 0) this.counts.set(userId, left);
    else if (this.counts.delete(userId)) this.on.end(userId);
  }
}
