import type { OutcomeName } from '../../entities/outcome.js';

/** The messages that `failures` lists, as long as they are there. */
export const LISTED_AS_FAILURES: ReadonlySet<OutcomeName> = new Set([
  'failed',
  'invalid_token',
  'expired',
  'cancelled',
]);

export interface DeletedHistory {
  readonly nodes: readonly never[];
  readonly edges: readonly never[];
  readonly pageInfo: {
    readonly hasNextPage: false;
    readonly hasPreviousPage: false;
    readonly startCursor: null;
    readonly endCursor: null;
  };
  totalCount(): Promise<number>;
  readonly historyDeletedAt: Date;
}

/** A list of what was deleted past its retention: empty, and says so. Some of it may still be in the database. */
export const deletedHistory = (historyDeletedAt: Date, totalCount: () => Promise<number>): DeletedHistory => ({
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount,
  historyDeletedAt,
});
