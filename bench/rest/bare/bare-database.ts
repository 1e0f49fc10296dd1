/** By hand, nobody checks what comes out of the database. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Row = Readonly<Record<string, any>>;

/** What drivers bind. */
export type Parameter = string | number | null;

/** Reads and writes by the driver itself, prepared where the driver can. */
export interface BareConnection {
  all(sql: string, parameters: readonly Parameter[]): Promise<Row[]> | Row[];
  /** Answers the id of the row that was inserted. */
  run(sql: string, parameters: readonly Parameter[]): Promise<number> | number;
}

export interface BareDatabase extends Pick<BareConnection, 'all'> {
  readonly kind: 'sqlite' | 'mysql';
  /** So far. */
  readonly statements: number;
  transaction<T>(work: (connection: BareConnection) => Promise<T>): Promise<T>;
}
