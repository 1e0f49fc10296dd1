import type { EntityManager } from 'typeorm';

/** What was written to the outbox of a user, for the log: without what only subscribers need. */
export interface OutboxNote {
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>>;
}
export type OutboxNotes = ReadonlyMap<number, readonly OutboxNote[]>;

const notes = new WeakMap<EntityManager, Map<number, OutboxNote[]>>();

/** Remembers with a transaction that it wrote to the outbox of a user; see `Database.onOutbox`. */
export const noteOutbox = (tx: EntityManager, userId: number, written: readonly OutboxNote[]): void => {
  const known = notes.get(tx) ?? new Map<number, OutboxNote[]>();
  notes.set(tx, known.set(userId, [...(known.get(userId) ?? []), ...written]));
};

/** What was noted with a transaction, by user. */
export const takeOutboxNotes = (tx: EntityManager): OutboxNotes => {
  const noted = notes.get(tx) ?? NOBODY;
  notes.delete(tx);
  return noted;
};

const NOBODY: OutboxNotes = new Map();
