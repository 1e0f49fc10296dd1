import { toCursor } from './cursor.js';
import type { Row } from './hydrate.js';
import type { PageRequest } from './listing.js';
import { orderColumns } from './page-sql.js';

export interface Page<T> {
  readonly nodes: readonly T[];
  /** The same rows as they came, for their cursors. */
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** One page of a list as Relay wants it. What was not asked for is not worked out. */
export class Connection<T extends object> {
  constructor(
    private readonly request: PageRequest<T>,
    private readonly page: Page<T>,
    /** A function, so that graphql-js calls it only for those who ask. */
    readonly totalCount: () => Promise<number>,
  ) {}

  get nodes(): readonly T[] {
    return this.page.nodes;
  }

  get edges(): { cursor: string; node: T }[] {
    return this.page.nodes.map((node, index) => ({ cursor: this.cursorAt(index) ?? '', node }));
  }

  /** The same page with something else in place of its rows. */
  map<U>(toNode: (node: T) => U) {
    return {
      nodes: this.page.nodes.map(toNode),
      edges: this.edges.map(({ cursor, node }) => ({ cursor, node: toNode(node) })),
      pageInfo: this.pageInfo,
      totalCount: this.totalCount,
    };
  }

  get pageInfo() {
    return {
      hasNextPage: this.page.hasNextPage,
      hasPreviousPage: this.page.hasPreviousPage,
      startCursor: this.cursorAt(0),
      endCursor: this.cursorAt(this.page.rows.length - 1),
    };
  }

  private cursorAt(index: number): string | null {
    const row = this.page.rows[index];
    if (!row) return null;
    const columns = orderColumns(this.request);
    const { listing, sort, direction } = this.request;
    const values = columns.map(({ name, type }) => (type === 'text' ? String(row[name]) : Number(row[name])));
    return toCursor({ listing: listing.name, sort, direction, columns }, values);
  }
}
