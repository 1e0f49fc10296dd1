import { type EntityManager, type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import { describeText, isPlainText } from '../text/characters.js';
import { isTag, TAG_DESCRIPTION } from '../text/tags.js';

type Entry = string | number;

/** The kind of values that a filter's list holds. */
export interface EntryKind {
  readonly examples: readonly string[];
  /** The GraphQL scalar of an entry; for ids, the type of their node. */
  readonly graph: 'String' | 'CountryCode' | 'LanguageTag' | { readonly idOf: Named };
  /** Completes the sentence "… which is not <description>." */
  readonly description: string;
  /** The form in which entries are compared; null: the entry is not of this kind. */
  canonical(entry: Entry): string | null;
  /** A suggestion for an invalid entry: a sentence with a leading space, or an empty string. */
  hint?(entry: string): string;
  /** The rows that entries refer to; absent: entries are plain values. */
  readonly names?: Reference;
}

export interface Reference {
  readonly noun: string;
  /** The entries that exist and belong to the user. */
  findKnown(manager: EntityManager, userId: number, entries: readonly string[]): Promise<ReadonlySet<string>>;
  /** A suggestion, in the form of `hint`, for an entry that refers to no row. */
  suggest?(manager: EntityManager, userId: number, entry: string): Promise<string>;
}

const MAX_VALUE = 255;

/** Plain text. REST's documentation shows the examples. */
export const texts = (examples: readonly string[], names?: Reference): EntryKind => ({
  examples,
  graph: 'String',
  description: describeText(MAX_VALUE),
  canonical: (entry) => (isPlainText(String(entry), MAX_VALUE) ? String(entry) : null),
  ...(names && { names }),
});

export const tagNames = (examples: readonly string[]): EntryKind => ({
  examples,
  graph: 'String',
  description: TAG_DESCRIPTION,
  canonical: (entry) => (isTag(String(entry)) ? String(entry) : null),
});

type Named = 'App' | 'AppGroup' | 'Segment' | 'TagGroup';

/** Ids of rows that belong to the user. */
export const idsOf = (idOf: Named, noun: string, table: EntityTarget<ObjectLiteral>): EntryKind => ({
  examples: [],
  graph: { idOf },
  description: 'a positive integer id',
  canonical: (entry) => (Number.isSafeInteger(Number(entry)) && Number(entry) > 0 ? String(entry) : null),
  names: {
    noun,
    findKnown: async (manager, userId, entries) => {
      const where = { id: In(entries.map(Number)), userId };
      const rows = await manager.find(table, { select: { id: true }, where });
      return new Set(rows.map((row) => String(row.id)));
    },
  },
});
