import type { EntityManager } from 'typeorm';

/** An entry of a user's outbox, reduced to the facts that the log needs. */
export interface OutboxNote {
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>>;
}
export type OutboxNotes = ReadonlyMap<number, readonly OutboxNote[]>;

const notes = new WeakMap<EntityManager, Map<number, OutboxNote[]>>();

/** Notes on a transaction that it wrote to the outbox of a user; see `Database.onOutbox`. */
export const noteOutbox = (tx: EntityManager, userId: number, written: readonly OutboxNote[]): void => {
  const known = notes.get(tx) ?? new Map<number, OutboxNote[]>();
  notes.set(tx, known.set(userId, [...(known.get(userId) ?? []), ...written]));
};

/** Returns the notes of a transaction by user. */
export const takeOutboxNotes = (tx: EntityManager): OutboxNotes => {
  const noted = notes.get(tx) ?? NOBODY;
  notes.delete(tx);
  return noted;
};

const NOBODY: OutboxNotes = new Map();
