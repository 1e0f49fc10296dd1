/** A piece of SQL, and what its `?` stand for in their order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
