import type { Row } from '../../database/hydrate.js';

export interface Page<T> {
  readonly nodes: readonly T[];
  /** The rows of the nodes, for their cursors. */
  readonly rows: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The last examined row, if the page ended before it was full. The next page starts there. */
  readonly startsAt?: Row | undefined;
  readonly endsAt?: Row | undefined;
}

export interface ConnectionParts<T> {
  readonly page: Page<T>;
  readonly cursorOf: (row: Row) => string;
  /** A function, so that rows are counted only when requested. */
  readonly totalCount: () => Promise<number>;
}

/** One page of a list in the form of Relay. Fields are computed only when requested. */
export class Connection<T> {
  readonly pageInfo: ConnectionPageInfo;

  constructor(private readonly parts: ConnectionParts<T>) {
    this.pageInfo = new ConnectionPageInfo(parts);
  }

  get nodes(): readonly T[] {
    return this.parts.page.nodes;
  }

  get edges(): readonly ConnectionEdge<T>[] {
    const { page, cursorOf } = this.parts;
    return page.nodes.map((node, index) => new ConnectionEdge(node, page.rows[index] ?? {}, cursorOf));
  }

  totalCount(): Promise<number> {
    return this.parts.totalCount();
  }

  /** Replaces the nodes of the page. */
  map<U>(toNode: (node: T) => U): Connection<U> {
    const { page } = this.parts;
    return new Connection({ ...this.parts, page: { ...page, nodes: page.nodes.map(toNode) } });
  }

  /** Replaces the nodes of the page and drops null ones. */
  keep<U>(toNode: (node: T) => U | null): Connection<U> {
    const { page } = this.parts;
    const kept = page.nodes.flatMap((node, index) => {
      const made = toNode(node);
      return made === null ? [] : [{ made, row: page.rows[index] ?? {} }];
    });
    const rows = kept.map(({ row }) => row);
    return new Connection({ ...this.parts, page: { ...page, rows, nodes: kept.map(({ made }) => made) } });
  }
}

class ConnectionEdge<T> {
  constructor(
    readonly node: T,
    private readonly row: Row,
    private readonly cursorOf: (row: Row) => string,
  ) {}

  get cursor(): string {
    return this.cursorOf(this.row);
  }
}

class ConnectionPageInfo {
  constructor(private readonly parts: Pick<ConnectionParts<unknown>, 'page' | 'cursorOf'>) {}

  get hasNextPage(): boolean {
    return this.parts.page.hasNextPage;
  }

  get hasPreviousPage(): boolean {
    return this.parts.page.hasPreviousPage;
  }

  get startCursor(): string | null {
    const { startsAt, rows } = this.parts.page;
    return this.cursorOf(startsAt ?? rows[0]);
  }

  get endCursor(): string | null {
    const { endsAt, rows } = this.parts.page;
    return this.cursorOf(endsAt ?? rows.at(-1));
  }

  private cursorOf(row: Row | undefined): string | null {
    return row ? this.parts.cursorOf(row) : null;
  }
}
