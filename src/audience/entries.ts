import { type EntityManager, type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import { describeText, isPlainText } from '../text/characters.js';
import { isTag, TAG_DESCRIPTION } from '../text/tags.js';

type Entry = string | number;

/** What the entries of a list are. */
export interface EntryKind {
  readonly examples: readonly string[];
  /** The scalar that GraphQL has for it; ids have their node's type. */
  readonly graph: 'String' | 'CountryCode' | 'LanguageTag' | { readonly idOf: 'App' | 'AppGroup' | 'TagGroup' };
  /** "… which is not <this>." */
  readonly description: string;
  /** By which two entries are compared; null for one that is not of this kind. */
  canonical(entry: Entry): string | null;
  /** A sentence about what may have been meant by an entry that is not of this kind, with a space before it; or nothing. */
  hint?(entry: string): string;
  /** What entries name; absent if they name nothing that is kept. */
  readonly names?: Reference;
}

export interface Reference {
  readonly noun: string;
  /** Those of the entries that there are, and that the user may name. */
  findKnown(manager: EntityManager, userId: number, entries: readonly string[]): Promise<ReadonlySet<string>>;
  /** As `hint`, for an entry that names nothing. */
  suggest?(manager: EntityManager, userId: number, entry: string): Promise<string>;
}

const MAX_VALUE = 255;

/** Texts; the examples are what REST's documents show. */
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

type Named = 'App' | 'AppGroup' | 'TagGroup';

/** Ids of rows that are the user's. */
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
