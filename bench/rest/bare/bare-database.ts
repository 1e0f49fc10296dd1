/** Handwritten queries do not check the shape of rows. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Row = Readonly<Record<string, any>>;

/** Types that drivers can bind. */
export type Parameter = string | number | null;

/** Reads and writes through the driver itself, with prepared statements where it has them. */
export interface BareConnection {
  all(sql: string, parameters: readonly Parameter[]): Promise<Row[]> | Row[];
  /** Returns the id of the inserted row. */
  run(sql: string, parameters: readonly Parameter[]): Promise<number> | number;
}

export interface BareDatabase extends Pick<BareConnection, 'all'> {
  readonly kind: 'sqlite' | 'mysql';
  /** The count so far. */
  readonly statements: number;
  transaction<T>(work: (connection: BareConnection) => Promise<T>): Promise<T>;
}
