import type { ApiAnswer } from '../support/http-app.js';

export const POOL_KINDS = ['app', 'group', 'event', 'push', 'conversion', 'onesend', 'smartweekly', 'cursor'] as const;
export type PoolKind = (typeof POOL_KINDS)[number];

/** A placeholder for an id, which is known only when the request is sent. */
export class RealId {
  constructor(
    readonly kind: PoolKind,
    readonly index: number,
  ) {}

  toString(): string {
    return `<${this.kind} ${this.index}>`;
  }
}

/** Ids and cursors that the service has returned so far, including those of deleted objects. */
export class FuzzPool {
  private readonly given = new Map<PoolKind, unknown[]>(POOL_KINDS.map((kind) => [kind, []]));

  add(kind: PoolKind, id: unknown): void {
    this.given.get(kind)?.push(id);
  }

  /** Remembers the ids and cursors of an answer. */
  learn(operation: { method: string; path: string }, { status, body }: ApiAnswer): void {
    const kind = operation.method === 'POST' && status < 300 ? CREATES[operation.path] : undefined;
    if (kind && body) this.add(kind, body.id);
    if (typeof body?.next_cursor === 'string') this.add('cursor', body.next_cursor);
  }

  /** Replaces placeholders by ids, only as deep as a generator may place them. */
  resolve(value: unknown, depth = 6): unknown {
    if (value instanceof RealId) return this.take(value);
    if (depth === 0 || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, depth - 1));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.resolve(member, depth - 1)]));
  }

  private take({ kind, index }: RealId): unknown {
    const ids = this.given.get(kind) ?? [];
    return ids[index % Math.max(1, ids.length)] ?? 1;
  }
}

const CREATES: Readonly<Record<string, PoolKind>> = {
  '/apps': 'app',
  '/app/groups': 'group',
  '/events': 'event',
  '/pushes': 'push',
  '/sched/conversion': 'conversion',
  '/sched/onesend': 'onesend',
  '/sched/smartweekly': 'smartweekly',
};
