import { BIT_WORDS } from '../entities/device.js';
import type { Mark, MarkFilter } from './audience-spec.js';
import { all, any, type Condition, isIdIn, not } from './condition.js';

/** Bits to a word: 2^60 still compares exactly on both databases, 2^63 turns REAL on SQLite. */
export const BITS_PER_WORD = 60;

/** How many ordinals have a bit of their own. */
export const BIT_CAPACITY = BIT_WORDS * BITS_PER_WORD;

export interface MarkTable {
  /** Column prefix of the bit words. */
  readonly words: 'tag' | 'event';
  readonly link: 'device_tag' | 'device_event';
  readonly key: 'tag_id' | 'event_id';
}

/** Devices that have any of `include` (null: no filter) and none of `exclude`. */
export const markCondition = (table: MarkTable, filter: MarkFilter): Condition | null => {
  const parts: Condition[] = [];
  if (filter.include !== null) parts.push(hasAny(table, filter.include, filter.aliased));
  if (filter.exclude.length > 0) parts.push(not(hasAny(table, filter.exclude, filter.aliased)));
  return parts.length === 0 ? null : all(parts);
};

/** The words, as decimal literals, with the bits of these ordinals set. */
export const toWords = (ordinals: readonly number[]): bigint[] => {
  const words = Array.from({ length: BIT_WORDS }, () => 0n);
  for (const ordinal of ordinals) {
    const word = Math.floor(ordinal / BITS_PER_WORD) % BIT_WORDS;
    words[word] = (words[word] ?? 0n) | (1n << BigInt(ordinal % BITS_PER_WORD));
  }
  return words;
};

const hasAny = (table: MarkTable, marks: readonly Mark[], aliased: boolean): Condition => {
  const masks = toWords(marks.map((mark) => mark.ordinal));
  const bits = masks.flatMap((mask, word) =>
    mask === 0n ? [] : [{ sql: `(d.${table.words}_w${word} & ${mask}) <> 0`, parameters: [] }],
  );
  if (!aliased || marks.length === 0) return any(bits);
  const linked = isIdIn(
    `l.${table.key}`,
    marks.map((mark) => mark.id),
  );
  const exists = `EXISTS (SELECT 1 FROM ${table.link} l WHERE l.device_id = d.id AND ${linked.sql})`;
  return all([any(bits), { sql: exists, parameters: [] }]);
};
