/** A piece of SQL and the values of its `?`, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
