import type { Database } from '../database/database.js';
import { BIT_WORDS } from '../entities/device.js';
import { all, any, type Condition, isIdIn } from './condition.js';
import { type IncludeExclude, matches } from './include-exclude.js';

/** Bits per word. Values up to 2^60 compare exactly on both databases; SQLite turns 2^63 into REAL. */
const BITS_PER_WORD = 60;

/** The number of ordinals that have a bit of their own. */
const BIT_CAPACITY = BIT_WORDS * BITS_PER_WORD;

export interface MarkTable {
  /** The column prefix of the bit words. */
  readonly words: 'tag' | 'event';
  readonly link: 'device_tag' | 'device_event';
  readonly key: 'tag_id' | 'event_id';
}

/** A tag or an event, stored as a bit of the device row and exactly in a link table. */
export interface Mark {
  readonly id: number;
  readonly ordinal: number;
}

/**
 * Matches devices that have any mark of `include` (null: no filter) and none of `exclude`. A name that no device has
 * ever had matches nobody.
 */
export const markCondition = async <Name>(
  table: MarkTable,
  { include, exclude }: IncludeExclude<Name>,
  {
    database,
    userId,
    find,
  }: { database: Database; userId: number; find(names: readonly Name[]): Promise<Map<Name, Mark>> },
): Promise<Condition | null> => {
  const named = [...(include ?? []), ...exclude];
  if (include === null && exclude.length === 0) return null;
  const found = await find(named);
  const pick = (names: readonly Name[]): Mark[] => names.flatMap((name) => found.get(name) ?? []);
  const aliased = await isAliased(database, `${table.words}:${userId}`);
  const marks = { include: include && pick(include), exclude: pick(exclude) };
  return matches(marks, (wanted) => hasAny(table, wanted, aliased));
};

/** Leaves room for tags and events that are created while a batch is running. */
const MARGIN = 20;

/** Whether the ordinals exceed, or will soon exceed, the bits of a device row. When in doubt the exact check is used. */
const isAliased = async (database: Database, sequence: string): Promise<boolean> => {
  const [row] = await database.query<{ last_id: number }>('SELECT last_id FROM id_sequence WHERE name = ?', [sequence]);
  return Number(row?.last_id ?? 0) + MARGIN >= BIT_CAPACITY;
};

/** The bit words in which the bits of these ordinals are set. */
export const toWords = (ordinals: readonly number[]): bigint[] => {
  const words = Array.from({ length: BIT_WORDS }, () => 0n);
  for (const ordinal of ordinals) {
    const word = Math.floor(ordinal / BITS_PER_WORD) % BIT_WORDS;
    words[word] = (words[word] ?? 0n) | (1n << BigInt(ordinal % BITS_PER_WORD));
  }
  return words;
};

/** @param aliased the account has more ordinals than the row has bits, so a bit alone proves nothing. */
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
  // MySQL and MariaDB materialise EXISTS into a table of all devices with these marks, again for every page.
  const exists = `(SELECT 1 FROM ${table.link} l WHERE l.device_id = d.id AND l.app_id = d.app_id AND ${linked.sql} LIMIT 1) IS NOT NULL`;
  return all([any(bits), { sql: exists, parameters: [] }]);
};
