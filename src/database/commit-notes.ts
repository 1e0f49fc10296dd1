import type { EntityManager } from 'typeorm';

const notes = new WeakMap<EntityManager, Set<number>>();

/** Remembers with a transaction that it wrote to the outbox of a user; see `Database.onOutbox`. */
export const noteOutbox = (tx: EntityManager, userId: number): void => {
  const known = notes.get(tx);
  if (known) known.add(userId);
  else notes.set(tx, new Set([userId]));
};

/** The users that were noted with a transaction. */
export const takeOutboxNotes = (tx: EntityManager): ReadonlySet<number> => {
  const noted = notes.get(tx) ?? NOBODY;
  notes.delete(tx);
  return noted;
};

const NOBODY: ReadonlySet<number> = new Set();
