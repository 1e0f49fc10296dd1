import type { DocumentedOperation } from '../support/openapi-contract.js';

/** The number of answers by operation and status. */
export class FuzzTally {
  private readonly byStatus = new Map<number, number>();
  private readonly succeeded = new Set<string>();

  constructor(private readonly operations: readonly DocumentedOperation[]) {}

  count(name: string, status: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    if (status < 300) this.succeeded.add(name);
  }

  get total(): number {
    return [...this.byStatus.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Operations without a valid request, whose answers were not tested. */
  neverSucceeded(): string[] {
    return this.operations.map(({ name }) => name).filter((name) => !this.succeeded.has(name));
  }

  toString(): string {
    const counts = [...this.byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    return `${this.total} requests (${counts.join(', ')})`;
  }
}
