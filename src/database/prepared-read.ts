/** The part of a statement of `node:sqlite` that reads need. */
export interface ReadStatement {
  all(...parameters: unknown[]): unknown[];
  columns(): readonly { readonly name: string }[];
  /** Not in Node before 22.16. */
  setReturnArrays?(enabled: boolean): void;
}

export type PreparedRead = (parameters: readonly unknown[]) => object[];

/** Rows come as arrays and are named here: named one value at a time by SQLite's side, they took half as long again. */
export const prepareRead = (statement: ReadStatement): PreparedRead => {
  if (!statement.setReturnArrays) return (parameters) => statement.all(...parameters) as object[];
  statement.setReturnArrays(true);
  let names = columnNames(statement);
  return (parameters) => {
    const found = statement.all(...parameters) as unknown[][];
    // SQLite prepares a statement again when another process has changed the tables.
    if (found[0] && found[0].length !== names.length) names = columnNames(statement);
    return found.map((row) => toRow(names, row));
  };
};

const columnNames = (statement: ReadStatement): readonly string[] => statement.columns().map(({ name }) => name);

const toRow = (names: readonly string[], values: readonly unknown[]): object => {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const name of names) row[name] = values[index++];
  return row;
};
