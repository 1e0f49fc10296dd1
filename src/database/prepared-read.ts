/** The part of a statement of `node:sqlite` that reads need. */
export interface ReadStatement {
  all(...parameters: unknown[]): unknown[];
  columns(): readonly { readonly name: string }[];
  /** Not in Node before 22.16. */
  setReturnArrays?(enabled: boolean): void;
}

export interface PreparedRead {
  rows(parameters: readonly unknown[]): object[];
  /** Each row as an array. */
  values(parameters: readonly unknown[]): unknown[][];
}

/** Rows come as arrays and are named here: named one value at a time by SQLite's side, they took half as long again. */
export const prepareRead = (statement: ReadStatement): PreparedRead => {
  if (!statement.setReturnArrays) {
    const rows = (parameters: readonly unknown[]) => statement.all(...parameters) as object[];
    return { rows, values: (parameters) => rows(parameters).map((row) => Object.values(row)) };
  }
  statement.setReturnArrays(true);
  const values = (parameters: readonly unknown[]) => statement.all(...parameters) as unknown[][];
  let names = columnNames(statement);
  const rows = (parameters: readonly unknown[]): object[] => {
    const found = values(parameters);
    // SQLite prepares a statement again when another process has changed the tables.
    if (found[0] && found[0].length !== names.length) names = columnNames(statement);
    return found.map((row) => toRow(names, row));
  };
  return { rows, values };
};

const columnNames = (statement: ReadStatement): readonly string[] => statement.columns().map(({ name }) => name);

const toRow = (names: readonly string[], values: readonly unknown[]): object => {
  const row: Record<string, unknown> = {};
  let index = 0;
  for (const name of names) row[name] = values[index++];
  return row;
};
